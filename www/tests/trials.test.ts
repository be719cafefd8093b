// What learners write, tried in the sandbox of the page and graded by the course: the same programs that the command line
// checks, and what no program of a course would do.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Course, type CodeTask, type Verdict } from "secondwind/course";
import { beforeAll, describe, expect, test } from "vitest";
import { runOf } from "../src/live/acts";
import { tryProgram } from "../src/live/trials";

const root = join(import.meta.dirname, "../../course/lesson-6");
const folders = ["course", "exercises", "harness", "scenarios", "sections"];

function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(join(root, folder)).flatMap((entry) => {
    const name = folder === "" ? entry : `${folder}/${entry}`;
    if (statSync(join(root, name)).isDirectory()) return folder !== "" || folders.includes(entry) ? filesIn(name) : [];
    return [{ name, text: readFileSync(join(root, name), "utf8") }];
  });
}

let course: Course;
beforeAll(() => {
  course = new Course({ files: filesIn("") });
});

/** Tries a text in the part of a task that is written, and gives what is said of it. */
async function verdict(exercise: string, text: string): Promise<Verdict & { program: string }> {
  const task = course.exercise(exercise).tasks.find((one): one is CodeTask & typeof one => one.kind === "code")!;
  const program = course.programOf(exercise, task.id, text);
  const tried = [];
  for (const { run } of task.trials) {
    const source = course.scenario(run.scenario, "en");
    const done = await tryProgram(program, source, run.patch);
    tried.push({ player: runOf(done, source, run.patch), end: done.end });
  }
  return { ...course.gradeProgram(exercise, task.id, text, tried), program };
}

const file = (path: string): string => readFileSync(join(root, "exercises", path), "utf8");
const code = [
  { exercise: "storm-fix", task: "fix" },
  { exercise: "move-the-check", task: "move" },
];

describe.each(code)("$exercise", ({ exercise, task }) => {
  test("what it begins with is not there yet, and the solution passes", async () => {
    expect((await verdict(exercise, file(`${exercise}/${task}/start.js`))).outcome).toBe("not-yet");
    const solved = await verdict(exercise, file(`${exercise}/${task}/solution.js`));
    expect(solved.outcome).toBe("passed");
    expect(course.solution(exercise, task).answer).toEqual({ kind: "code", text: file(`${exercise}/${task}/solution.js`) });
  });

  test("each wrong program is known again", async () => {
    for (const name of readdirSync(join(root, "exercises", exercise, task, "wrong"))) {
      const said = await verdict(exercise, file(`${exercise}/${task}/wrong/${name}`));
      expect([said.outcome, said.wrong]).toEqual(["not-yet", name.replace(/\.js$/, "")]);
    }
  });
});

describe("a program", () => {
  const start = file("storm-fix/fix/solution.js");
  const say = (text: string) => verdict("storm-fix", text);

  test.each([
    ["an endless loop", "while (true);"],
    ["an endless loop that awaits", "for (;;) await null;"],
    ["an endless loop of calls", "for (;;) await ask({ messages, system, tools }).catch(() => null);"],
    ["a promise that nothing settles", "await new Promise(() => {});"],
  ])("%s did not finish, and does not pass", async (_, loop) => {
    const said = await say(start.replace("    tokensUsed = 0;", `    tokensUsed = 0;\n    ${loop}`));
    expect([said.outcome, said.code]).toEqual(["did-not-finish", "fuel"]);
  });

  test("breaking out of a loop by force does not make it pass", async () => {
    const said = await say(start.replace("    tokensUsed = 0;", "    try { while (true); } finally { tokensUsed = 0; }"));
    expect(said.outcome).toBe("did-not-finish");
  });

  test("one that cannot run names the error and its line", async () => {
    const said = await say(start.replace("    tokensUsed = 0;", "    tokensUsed = zero;"));
    const line = said.program.split("\n").findIndex((one) => one.includes("= zero;")) + 1;
    expect([said.outcome, said.args]).toEqual(["could-not-run", { name: "ReferenceError", message: expect.stringContaining("zero"), line }]);
    expect((await say("  const freshWindow = async () => {")).outcome).toBe("could-not-run");
  });

  test("what is forbidden is told before anything else", async () => {
    const said = await say(start.replace("tokensUsed = 0", "tokensSpent = 0"));
    expect([said.outcome, said.wrong]).toEqual(["not-yet", "spent"]);
  });

  test("its run is shown at the step that breaks the goal", async () => {
    const said = await say(file("storm-fix/fix/start.js"));
    expect(said.jump?.run.scenario).toBe("last-item");
    expect(said.jump?.step).toBeGreaterThan(0);
    expect(said.met).toContain("answered");
  });
});
