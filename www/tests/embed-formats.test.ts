import { describe, expect, test } from "vitest";
import type { Answered, Completed, PageContent, Ready } from "../src/embed/embed";
import { statementOf } from "../src/embed/xapi";

const actor = { account: { homePage: "https://school.example", name: "learner-7" } };
const options = { actor, page: "https://page.example/wind/?lang=ko#v1/a/0", lang: "pt-BR", registration: "6f1a", timestamp: "2026-01-02T03:04:05.000Z" };
const trace = "https://page.example/wind/#v1//0?exercise=trace";
const ready: Ready = {
  type: "ready", view: "exercise", title: "Na mão", lang: "pt-BR", theme: "system", course: "lesson-6", exercise: "trace", task: "turn",
  scenario: "trace", step: 0, last: 31, live: false, keeper: "host",
};
const answered: Answered = {
  type: "answered", course: "lesson-6", exercise: "trace", task: "turn", kind: "number", outcome: "not-yet", right: false, tries: 2, hints: 1, seconds: 12.345,
};
const completed: Completed = { type: "completed", course: "lesson-6", exercise: "trace", scenario: null, passed: false, right: 3, marked: 4, seconds: 90 };

describe("a statement", () => {
  test("of an answer says whether it was right, of which task of which exercise, and how long it took", () => {
    expect(statementOf(answered, options)).toEqual({
      actor,
      verb: { id: "http://adlnet.gov/expapi/verbs/answered", display: { "en-US": "answered" } },
      object: { objectType: "Activity", id: `${trace}&task=turn`, definition: { type: "http://adlnet.gov/expapi/activities/question" } },
      result: { success: false, score: { scaled: 0 }, duration: "PT12.35S", extensions: { "https://page.example/wind/#xapi/tries": 2 } },
      context: {
        platform: "secondwind",
        language: "pt-BR",
        registration: "6f1a",
        contextActivities: {
          parent: [{ objectType: "Activity", id: trace, definition: { type: "http://adlnet.gov/expapi/activities/assessment" } }],
          grouping: [{ objectType: "Activity", id: "https://page.example/wind/#course/lesson-6", definition: { type: "http://adlnet.gov/expapi/activities/course" } }],
        },
      },
      timestamp: "2026-01-02T03:04:05.000Z",
    });
  });

  test("of a right answer scores it in full, and one of words that nobody marks not at all", () => {
    expect(statementOf({ ...answered, outcome: "passed", right: true }, options)?.result).toMatchObject({ success: true, score: { scaled: 1 } });
    const kept = statementOf({ ...answered, outcome: "kept", right: null }, options)?.result;
    expect(kept).not.toHaveProperty("success");
    expect(kept).not.toHaveProperty("score");
  });

  test("of the beginning names the exercise, in its language", () => {
    const { verb, object, result } = statementOf(ready, options)!;
    expect(verb.id).toBe("http://adlnet.gov/expapi/verbs/initialized");
    expect(object).toMatchObject({ id: trace, definition: { name: { "pt-BR": "Na mão" } } });
    expect(result).toBeUndefined();
    expect(statementOf({ ...ready, exercise: null, scenario: "order-race" }, options)?.object).toMatchObject({
      id: "https://page.example/wind/#v1/order-race/0",
      definition: { type: "http://adlnet.gov/expapi/activities/simulation" },
    });
  });

  test("of the end says how much of it was right", () => {
    const { verb, result } = statementOf(completed, options)!;
    expect(verb.id).toBe("http://adlnet.gov/expapi/verbs/completed");
    expect(result).toEqual({ completion: true, success: false, score: { scaled: 0.75, raw: 3, min: 0, max: 4 }, duration: "PT90S" });
    expect(statementOf({ ...completed, exercise: null, course: null, scenario: "order-race", passed: null, right: 0, marked: 0 }, options)?.result).toEqual({
      completion: true,
      duration: "PT90S",
    });
  });

  test("of what was done so far gives it in percent", () => {
    const progress: PageContent = { type: "progress", course: "lesson-6", exercise: "trace", done: 1, count: 3 };
    expect(statementOf(progress, options)).toMatchObject({
      verb: { id: "http://adlnet.gov/expapi/verbs/progressed" },
      result: { extensions: { "https://w3id.org/xapi/cmi5/result/extensions/progress": 33 } },
    });
  });

  test.each<PageContent>([{ type: "resize", height: 1 }, { type: "hello", versions: [1] }, { type: "step", scenario: "a", step: 1, last: 2, kind: "start" }])(
    "is not made of %j",
    (message) => expect(statementOf(message, options)).toBeNull(),
  );

  test("needs to be told who the learner is: none is made up", () => {
    for (const bad of [undefined, null, {}, { name: "Ana" }, { mbox: "mailto:a@b.example", openid: "https://a.example" }]) {
      expect(() => statementOf(answered, { ...options, actor: bad as never }), JSON.stringify(bad)).toThrow(TypeError);
    }
    expect(() => statementOf(answered, { ...options, page: "wind" })).toThrow(/not wind/);
  });
});

test.each(["file:///C:/playground/", "data:text/html,x", "javascript:void 0", "nowhere", ""])("a statement is made of no address that has no origin: %s", (page) => {
  expect(() => statementOf({ type: "step", scenario: "s", step: 0, last: 1, kind: "k" }, { actor: { mbox: "mailto:a@example.org" }, page })).toThrow(TypeError);
});
