import type { Answer, CriterionView, ExerciseView, Outcome, TaskView } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { moved, toggled } from "../src/lib/inputs";
import type { TaskWork } from "../src/lib/schema";
import { answerTo, attempts, isAnswer, isDone, isEmpty, isMet, lastAnswer, standingOf, stateOf, withAnswer, type TaskState } from "../src/lib/tasks";
import { Texts, proseIn, spoken } from "../src/lib/texts";

const fresh: TaskWork = { task: "c/e/t", first: null, tries: [], hints: 0, shown: false };
const number = (value: number): Answer => ({ kind: "number", value });
const answered = (...outcomes: Outcome[]): TaskWork => outcomes.reduce((work, outcome, i) => withAnswer(work, number(i), outcome), fresh);

describe("the work on a task", () => {
  test("begins with the first answer, which the later ones stand apart from", () => {
    const work = answered("not-yet", "did-not-finish", "passed");
    expect(work.first).toEqual({ answer: JSON.stringify(number(0)), outcome: "not-yet" });
    expect(work.tries.map(({ outcome }) => outcome)).toEqual(["did-not-finish", "passed"]);
    expect([lastAnswer(work), attempts(work)]).toEqual([number(2), 3]);
  });

  test("does not hold what could not be checked", () => {
    expect(withAnswer(fresh, number(1), "could-not-check")).toBe(fresh);
    expect(attempts(answered("not-yet", "could-not-check"))).toBe(1);
  });

  test("holds the last words of one's own", () => {
    const words = (text: string): Answer => ({ kind: "explain", text });
    const work = ["a", "b", "c"].reduce((all, text) => withAnswer(all, words(text), "kept"), fresh);
    expect([lastAnswer(work), work.tries.length, stateOf(work)]).toEqual([words("c"), 1, "kept"]);
  });

  test.each<[TaskWork | null, TaskState]>([
    [null, "open"],
    [fresh, "open"],
    [answered("not-yet"), "not-yet"],
    [answered("not-yet", "could-not-run"), "could-not-run"],
    [answered("not-yet", "did-not-finish"), "did-not-finish"],
    [answered("not-yet", "passed"), "passed"],
    [answered("passed", "not-yet"), "passed"],
    [{ ...answered("not-yet", "not-yet"), shown: true }, "shown"],
  ])("%# has one outcome, and each is its own", (work, state) => {
    expect(stateOf(work)).toBe(state);
    expect(isDone(state)).toBe(state === "passed" || state === "shown");
  });

  test("an answer that cannot be read is none", () => {
    expect(lastAnswer({ ...fresh, first: { answer: "{", outcome: "not-yet" } })).toBeNull();
  });

  test("an answer of another shape is none, whoever kept it", () => {
    for (const answer of [null, 5, [], {}, { kind: "code" }, { kind: "explain", text: 1 }, { kind: "order", items: "x" }, { kind: "claims", picked: [1] }, { kind: "facts", picked: {} }, { kind: "dials", set: [] }, { kind: "number", value: "1" }, { kind: "toString" }, { kind: "__proto__" }]) {
      expect(isAnswer(answer)).toBe(false);
      expect(lastAnswer({ ...fresh, first: { answer: JSON.stringify(answer), outcome: "not-yet" } })).toBeNull();
    }
  });

  test("an answer to a task as it was before its course was changed is none to it", () => {
    const base = { id: "t", hints: 0, gated: false };
    const task = (of: object): TaskView => ({ ...base, ...of }) as TaskView;
    const fits = (of: object, answer: object): boolean => answerTo(task(of), answer as Answer) === answer;
    for (const [of, good, bad] of [
      [{ kind: "choice", options: [1, 2] }, { value: 2 }, { value: 3 }],
      [{ kind: "claims", options: ["a", "b"] }, { picked: ["b"] }, { picked: ["b", "gone"] }],
      [{ kind: "order", items: ["sent", "wrote"] }, { items: ["wrote", "sent"] }, { items: ["wrote"] }],
      [{ kind: "order", items: ["sent", "wrote"] }, { items: ["sent", "wrote"] }, { items: ["sent", "sent"] }],
      [{ kind: "pick-line", code: "a\nb" }, { line: 2 }, { line: 3 }],
      [{ kind: "pick-blocks", blocks: [4, 7] }, { picked: [7] }, { picked: [8] }],
      [{ kind: "facts", facts: [0] }, { picked: [0] }, { picked: [1] }],
      [{ kind: "dials", dials: [{ key: "window" }] }, { set: { window: 9 } }, { set: { ratio: 0.5 } }],
    ] as const) {
      expect([fits(of, { kind: of.kind, ...good }), fits(of, { kind: of.kind, ...bad })]).toEqual([true, false]);
    }
    expect(fits({ kind: "number" }, { kind: "number", value: Number.NaN })).toBe(true);
    expect(fits({ kind: "number" }, { kind: "explain", text: "1" })).toBe(false);
    expect(answerTo(task({ kind: "number" }), null)).toBeNull();
  });

  test("nothing entered is no answer, and nothing picked is one", () => {
    const none: (Answer | null)[] = [null, number(NaN), { kind: "explain", text: "  " }];
    expect(none.map(isEmpty)).toEqual([true, true, true]);
    const some: (Answer | null)[] = [number(0), { kind: "facts", picked: [] }];
    expect(some.map(isEmpty)).toEqual([false, false]);
  });
});

describe("an exercise", () => {
  const exercise = { id: "e", tasks: [{ id: "a", kind: "number" }, { id: "b", kind: "claims" }, { id: "c", kind: "explain" }] } as ExerciseView;
  const standing = (...states: TaskState[]) => standingOf(exercise, (task: TaskView) => states[exercise.tasks.indexOf(task)]!);

  test("is passed when all that is marked is passed, and not by a solution that was shown", () => {
    expect(standing("passed", "passed", "open")).toEqual({ done: 2, count: 3, passed: true });
    expect(standing("passed", "shown", "kept")).toEqual({ done: 3, count: 3, passed: false });
    expect(standing("passed", "not-yet", "kept")).toEqual({ done: 2, count: 3, passed: false });
  });

  test("meets its criterion, which nobody can tick; one without is the learner's to tick", () => {
    const bound: CriterionView = { id: "x", exercise: "e" };
    expect([isMet(bound, () => false, true), isMet(bound, (id) => id === "e", false)]).toEqual([false, true]);
    expect([true, false].map((ticked) => isMet({ id: "y", exercise: null }, () => true, ticked))).toEqual([true, false]);
  });
});

describe("inputs", () => {
  test("a member is picked and put back, in the order of all", () => {
    expect(toggled([1, 2, 3], [3], 1)).toEqual([1, 3]);
    expect(toggled([1, 2, 3], [1, 3], 3)).toEqual([1]);
  });

  test("an item moves by a place, and not over the ends", () => {
    expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect([moved(["a", "b"], 0, -1), moved(["a", "b"], 1, 1)]).toEqual([null, null]);
  });
});

describe("the texts of a course", () => {
  const texts = {
    en: "title = Title\nt = { $calls ->\n    [one] One call\n   *[other] { $calls } calls\n}\n    .hint-1 = At { $tokens }.",
    ko: "title = 제목",
  };

  test("write numbers as the language does, and choose its plurals and particles", () => {
    const en = new Texts(texts, { calls: 1, tokens: 1400 }, "en");
    expect([en.get("t"), en.get("t", "hint-1")]).toEqual(["One call", "At 1,400."]);
    expect(new Texts({ ko: 'title = 제목\nt = { JOSA($tokens, "이/가") }' }, { tokens: 1400 }, "ko").get("t")).toBe("1400이");
  });

  test("stand in for a language that has none, and say which they are", () => {
    const found = new Texts({ en: texts.en }, { calls: 2, tokens: 0 }, "pt-BR");
    expect([found.lang, found.get("t")]).toEqual(["en", "2 calls"]);
    expect(spoken({ ko: "한" }, "en")).toEqual({ lang: "ko", what: "한" });
    expect(spoken({}, "en")).toBeNull();
  });

  test("a text that is missing is told from one that is not", () => {
    const found = new Texts({ en: texts.en }, { calls: 2, tokens: 0 }, "en");
    expect([found.find("intro"), found.find("t", "because"), found.get("t", "because")]).toEqual([null, null, "t.because"]);
  });

  test("prose shows its values as the language writes them", () => {
    const pieces = ["A window of ", { value: "window" }, ", ratio ", { value: "ratio" }, "."];
    const values = { window: 2000, ratio: 0.7 };
    expect(proseIn(pieces, values, "en")).toBe("A window of 2,000, ratio 0.7.");
    expect(proseIn(pieces, values, "pt-BR")).toBe("A window of 2.000, ratio 0,7.");
    expect(proseIn([{ value: "other" }], values, "en")).toBe("{ $other }");
  });
});
