import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { FluentBundle, FluentResource } from "@fluent/bundle";
import { describe, expect, expectTypeOf, test } from "vitest";

import {
  type Answer, Course, type CourseSource, Player, type TaskView, Trial, checkCourse, trialLimits,
} from "../dist/course.js";
import { thrown } from "./replies.test-util.js";

const folder = new URL("../../../tests/courses/", import.meta.url).pathname;

/** All text files in a folder, named as a course names them. */
function filesOf(root: string): CourseSource {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map((path) => ({ name: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
  return { files };
}

const tiny = (): CourseSource => filesOf(join(folder, "tiny"));

interface Refusal {
  code: string;
  at: string;
  edits: { file: string; find?: string; replace?: string }[];
}

function broken({ edits }: Refusal): CourseSource {
  let { files } = tiny();
  for (const { file, find, replace } of edits) {
    if (find !== undefined) {
      files = files.map((one) => (one.name === file ? { ...one, text: one.text.split(find).join(replace ?? "") } : one));
    } else if (replace === undefined) files = files.filter(({ name }) => name !== file);
    else files = [...files, { name: file, text: replace }];
  }
  return { files };
}

test("every broken course gives exactly its fault, as it does on the command line", () => {
  const refusals = JSON.parse(readFileSync(join(folder, "refusals.json"), "utf8")) as Refusal[];
  expect(refusals.length).toBeGreaterThan(100);
  expect(checkCourse(tiny())).toEqual([]);
  for (const refusal of refusals) {
    const told = checkCourse(broken(refusal)).map(({ code, file, line, column }) => ({
      code, at: line === 0 ? file : `${file}:${line}:${column}`,
    }));
    expect(told, JSON.stringify(refusal.edits)).toEqual([{ code: refusal.code, at: refusal.at }]);
  }
}, 60_000);

describe("a course", () => {
  test("is shown without its answers", () => {
    using course = new Course(tiny());
    expect(course.view).toMatchObject({
      id: "tiny",
      languages: ["en", "pt-BR", "ko"],
      values: { threshold: 500 },
      sections: [{ id: "first", run: { scenario: "small", patch: {} }, exercises: ["kinds"] }],
      criteria: [{ id: "kinds", exercise: "kinds" }],
    });
    expect(course.view.sections[0]?.prose.ko?.[2]).toBe("토큰에서 발동합니다.\n\n![떨어지는 곡선](curve.svg)\n");
    const { tasks } = course.exercise("kinds");
    expect(tasks.map(({ kind }) => kind)).toEqual([
      "number", "choice", "claims", "order", "pick-line", "pick-blocks", "facts", "dials", "code", "explain",
    ]);
    expect(JSON.stringify(tasks)).not.toContain("solution");
    expect(tasks[0]).toMatchObject({ hints: 2, because: true, says: ["storm", "window"], gated: true });
  });

  test("has texts that the page's own Fluent shows with the values", () => {
    using course = new Course(tiny());
    const { texts, values } = course.exercise("kinds");
    const said = (lang: "en" | "pt-BR" | "ko", attribute?: string) => {
      const bundle = new FluentBundle(lang, { useIsolating: false, functions: { JOSA: ([word]) => word ?? "" } });
      bundle.addResource(new FluentResource(texts[lang] ?? ""));
      const message = bundle.getMessage(attribute ? "claims" : "counter");
      const pattern = attribute ? message?.attributes[attribute] : message?.value;
      return bundle.formatPattern(pattern ?? "", values);
    };
    expect(said("en")).toBe("What is the counter after the last of 2 turns?");
    expect(said("pt-BR")).toBe("Qual é o contador depois do último de 2 turnos?");
    expect(said("ko")).toBe("2턴이 끝난 뒤의 카운터는 얼마입니까?");
    expect(said("en", "option-above")).toBe("The counter stays below 500.");
  });

  test("passes its own solutions, and leads to a step that a player shows", () => {
    using course = new Course(tiny());
    for (const { id, kind } of course.exercise("kinds").tasks) {
      const { answer, jump } = course.solution("kinds", id);
      if (answer === null) {
        expect(kind).toBe("explain");
        continue;
      }
      expect(answer.kind).toBe(kind);
      if (kind === "code") {
        // It is graded by what it does.
        expect(thrown(() => course.grade("kinds", id, answer))).toMatchObject({ code: "BAD_INPUT", path: "answer" });
        continue;
      }
      expect(course.grade("kinds", id, answer).outcome, id).toBe("passed");
      expect(jump, id).not.toBeNull();
    }
    const { jump } = course.solution("kinds", "counter");
    using player = new Player(course.scenario(jump?.run.scenario ?? "", "ko"), jump?.run.patch);
    expect(player.run.marks[jump?.step ?? -1]).toMatchObject({ kind: "replied", call: 4, accumulated: 190 });
  });

  test("says of a wrong answer in which world it would be right", () => {
    using course = new Course(tiny());
    const verdict = course.grade("kinds", "counter", { kind: "number", value: 710 });
    expect(verdict).toMatchObject({ outcome: "not-yet", code: "named", wrong: "storm" });
    expect(verdict.world?.run).toEqual({ scenario: "small", patch: { bugs: ["noReset"] } });
    using player = new Player(course.scenario("small", "en"), verdict.world?.run.patch);
    expect(player.run.marks[verdict.world?.step ?? -1]?.accumulated).toBe(710);
    expect(course.grade("kinds", "counter", { kind: "number", value: 189 })).toMatchObject({ code: "low", wrong: null });
    expect(course.grade("kinds", "dials", { kind: "dials", set: { ratio: 0.9 } })).toMatchObject({
      outcome: "not-yet", code: "goal", args: { goal: "once" }, met: ["rare"], wrong: "high",
    });
    expect(course.grade("kinds", "words", { kind: "explain", text: "since" })).toMatchObject({ outcome: "kept", code: "kept" });
  });

  test("refuses what is no answer, no task, no course, and every call once it was freed", () => {
    const course = new Course(tiny());
    const grade = (answer: unknown) => thrown(() => course.grade("kinds", "counter", answer as Answer));
    for (const bad of [null, 1, {}, { kind: "number" }, { kind: "number", value: NaN }, { kind: "choice", value: 1 }]) {
      expect(grade(bad), JSON.stringify(bad)).toMatchObject({ code: "BAD_INPUT", path: "answer" });
    }
    expect(thrown(() => course.solution("kinds", "none"))).toMatchObject({ code: "BAD_INPUT", path: "task" });
    expect(thrown(() => course.exercise("none"))).toMatchObject({ code: "BAD_INPUT" });
    expect(thrown(() => course.exercise(1 as never))).toMatchObject({ code: "BAD_INPUT", path: "id" });
    expect(thrown(() => course.scenario("none", "en"))).toMatchObject({ code: "BAD_COURSE" });
    expect(thrown(() => course.scenario("small", "fr" as never))).toMatchObject({ code: "BAD_INPUT", path: "lang" });
    // The module is whole all the same.
    expect(course.grade("kinds", "counter", { kind: "number", value: 190 }).outcome).toBe("passed");
    course.free();
    course.free();
    expect(thrown(() => course.exercise("kinds"))).toMatchObject({ code: "USE_AFTER_FREE" });
    expect(thrown(() => new Course({ files: [] }))).toMatchObject({
      code: "BAD_COURSE", issues: [{ code: "missing-file", file: "course.toml" }],
    });
    for (const bad of [undefined, {}, { files: [{ name: 1 }] }]) {
      expect(thrown(() => new Course(bad as never)), JSON.stringify(bad)).toMatchObject({ code: "BAD_SOURCE" });
      expect(thrown(() => checkCourse(bad as never)), JSON.stringify(bad)).toMatchObject({ code: "BAD_SOURCE" });
    }
  });
});

describe("a program of a course", () => {
  const end = { kind: "returned", answer: "done" } as const;

  test("is graded by its runs, and one bad end spoils nothing that comes later", () => {
    using course = new Course(tiny());
    using player = new Player(course.scenario("small", "en"));
    const grade = (tried: { player: Player; end: unknown }[], exercise = "kinds") =>
      course.gradeProgram(exercise, "code", "", tried as never);
    const one = { player, end };
    const both = [one, one];
    expect(grade(both)).toMatchObject({ outcome: "passed", met: ["answered", "reset"], jump: { run: { scenario: "small" } } });
    for (const bad of [null, {}, { kind: "none" }, { kind: "returned" }]) {
      expect(thrown(() => grade([one, { player, end: bad }]))).toMatchObject({ code: "BAD_INPUT", path: "end" });
    }
    expect(thrown(() => grade(both, 1 as never))).toMatchObject({ code: "BAD_INPUT", path: "exercise" });
    expect(thrown(() => grade([one]))).toMatchObject({ code: "BAD_INPUT" });
    expect(thrown(() => grade([one, { player: {} as never, end }]))).toMatchObject({ code: "BAD_INPUT", path: "tried[1].player" });
    expect(grade(both).outcome).toBe("passed");
    expect(grade([one, { player, end: { kind: "broken", message: "no memory" } }])).toMatchObject({
      outcome: "could-not-check", code: "sandbox", args: { detail: "no memory" },
    });
    // The second is held back: where it went is not shown.
    expect(grade([one, { player, end: { kind: "stopped" } }])).toMatchObject({ code: "fuel", jump: null });
    const gone = new Player(course.scenario("small", "en"));
    gone.free();
    expect(thrown(() => grade([one, { player: gone, end }]))).toMatchObject({ code: "USE_AFTER_FREE" });
  });

  test("is listed with what it is tried on, and told where it is not what it is there for", () => {
    using course = new Course(tiny());
    using player = new Player(course.scenario("small", "en"));
    const folder = "exercises/kinds/code";
    const programs = course.programs();
    expect(programs.map(({ file }) => file)).toEqual(["start", "solution", "wrong/kept"].map((name) => `${folder}/${name}.js`));
    expect(programs[0]).toMatchObject({ exercise: "kinds", task: "code", trials: [{ scenario: "small" }, { scenario: "small" }] });
    expect(programs[1]?.program).toContain("used = 0;");
    const tried = [{ player, end }, { player, end }];
    expect(course.programFault(`${folder}/start.js`, tried)).toMatchObject({ code: "program-start-passes", file: `${folder}/start.js` });
    expect(course.programFault(`${folder}/solution.js`, tried)).toBeNull();
    expect(thrown(() => course.programFault("none", tried))).toMatchObject({ code: "BAD_INPUT", path: "file" });
  });
});

test("a trial takes whatever a program gives, and says when that is too much", () => {
  using course = new Course(tiny());
  const trial = new Trial(course.scenario("small", "en"));
  const { fuel, call } = trialLimits();
  expect(fuel).toBeGreaterThan(100 * call);
  for (const name of ["input", "create", "runTool", "writeNotes", "tell", "tellCompaction", "none"]) trial.act(name, "{");
  expect(JSON.parse(trial.create("x".repeat(2 ** 20 + 1)))).toMatchObject({ refusal: { status: 413 } });
  expect(trial.readNotes()).toBe("{");
  expect(trial.isFull).toBe(false);
  for (let count = 0; count < 9; count++) trial.writeNotes("x".repeat(2 ** 20));
  expect(trial.isFull).toBe(true);
  trial.end({ kind: "stopped" });
  using player = trial.player();
  expect(player.run.ending).toBe("refused");
  expect(thrown(() => trial.isFull)).toMatchObject({ code: "USE_AFTER_FREE" });
});

test("the kinds of tasks and of answers are the same", () => {
  expectTypeOf<Answer["kind"]>().toEqualTypeOf<TaskView["kind"]>();
});
