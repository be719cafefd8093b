import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Course, checkCourse, type CourseSource, type Patch } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { engine } from "../src/lib/engine.svelte";
import { exerciseFiles, idOf } from "../src/lib/exercisefile";
import { languages, sayIn } from "../src/lib/i18n.svelte";
import { tryOut } from "../src/lib/lab";
import { changesOf } from "../src/lib/labwords";
import { source } from "../src/lib/scenarios";

await engine.need();

const root = fileURLToPath(new URL("../../course/lesson-6/", import.meta.url));
const lesson: CourseSource = {
  files: readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(course|sections|exercises|scenarios|harness)\/.*\.(toml|ftl|md|js|json)$|^course\.toml$/.test(name))
    .map((name) => ({ name, text: readFileSync(`${root}${name}`, "utf8") })),
};

/** The lesson with an exercise of the lab in its first section. */
function withExercise(scenario: string, patch: Patch): CourseSource {
  const played = (of: Patch) => tryOut(source(scenario, "en"), of).sample!.score;
  const made = exerciseFiles({ scenario, patch, plain: played({}), changed: played(patch) }, languages, sayIn, (lang) => changesOf(patch, lang));
  const files = lesson.files.map((file) => (file.name === "course.toml" ? { ...file, text: file.text.replace(/exercises = \[/, `exercises = ["${idOf(scenario)}", `) } : file));
  return { files: [...files, ...made] };
}

describe("an exercise that the lab makes", () => {
  for (const [scenario, patch] of [
    ["order-race", { ratio: 0.5 }],
    ["invoice-import", { window: 4000, meter: "occupancy", summaryTokens: 300 }],
    ["last-item", { bugs: ["noReset"] }],
    ["typo", { ratio: 0.9 }],
  ] as [string, Patch][]) {
    test(`passes the check of a course, and its answers are those of the run: ${scenario}`, () => {
      const made = withExercise(scenario, patch);
      expect(checkCourse(made)).toEqual([]);
      const course = new Course(made);
      const exercise = course.exercise(idOf(scenario));
      const { score } = tryOut(source(scenario, "en"), patch).sample!;
      for (const { id } of exercise.tasks) {
        const right = score[id as "calls" | "compactionCalls" | "spend"];
        expect(course.grade(idOf(scenario), id, { kind: "number", value: right }).outcome).toBe("passed");
      }
      course.free();
    });
  }

  test("asks what the settings changed, and knows the answer of the run without them as a wrong one", () => {
    const made = withExercise("last-item", { bugs: ["noReset"] });
    const course = new Course(made);
    const plain = tryOut(source("last-item", "en"), {}).sample!.score;
    const verdict = course.grade(idOf("last-item"), "compactionCalls", { kind: "number", value: plain.compactionCalls });
    expect([verdict.outcome, verdict.wrong]).toEqual(["not-yet", "plain"]);
    course.free();
  });
});
