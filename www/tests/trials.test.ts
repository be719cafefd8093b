// What learners write, tried in the sandbox of the page and graded by the course: the same programs that the command line
// checks, and what no program of a course would do.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Course, type CodeTask, type CourseProgram, type PickLineTask, type Verdict } from "secondwind/course";
import { beforeAll, describe, expect, test } from "vitest";
import { bugNames, Program, stripped, type Toggles } from "../src/lib/patch";
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

/** What a program of the course did on its trials. */
async function tried({ program, trials }: CourseProgram) {
  const all = [];
  for (const run of trials) {
    const source = course.scenario(run.scenario, "en");
    const done = await tryProgram(program, source, run.patch);
    all.push({ player: runOf(done, source, run.patch), end: done.end });
  }
  return all;
}

describe("the programs of the course", () => {
  test("are what they are there for", async () => {
    const programs = course.programs();
    const solutions = programs.filter(({ file }) => file.endsWith("/solution.js"));
    expect(solutions.length).toBeGreaterThan(1);
    for (const program of programs) expect(course.programFault(program.file, await tried(program)), program.file).toBeNull();
    for (const { exercise, task, file: path } of solutions) {
      const text = readFileSync(join(root, path), "utf8");
      expect((await verdict(exercise, text)).outcome).toBe("passed");
      expect(course.solution(exercise, task).answer).toEqual({ kind: "code", text });
    }
  });

  test("that are not are told", async () => {
    const programs = course.programs();
    const of = (name: string) => programs.find(({ file }) => file === `exercises/storm-fix/fix/${name}.js`)!;
    const solved = await tried(of("solution"));
    expect(course.programFault(of("start").file, solved)).toMatchObject({ code: "program-start-passes", file: of("start").file });
    expect(course.programFault(of("wrong/append").file, solved)?.code).toBe("program-wrong-passes");
    const failed = await tried(of("start"));
    expect(course.programFault(of("solution").file, failed)?.code).toBe("program-solution-fails");
    expect(() => course.programFault("exercises/none.js", solved)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    expect(() => course.programFault(of("start").file, [])).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  });
});

describe("the sandbox of the page", () => {
  const programs = JSON.parse(readFileSync(join(root, "../../tests/courses/programs.json"), "utf8")) as {
    what: string; text: string; end: string; calls: number;
  }[];

  test.each(programs)("brings $what to the same end as the command line", async ({ text, end, calls }) => {
    const source = course.scenario("order-race", "en");
    const done = await tryProgram(text, source, {});
    const told = { returned: "answer", threw: "name", broken: "message" } as Record<string, string>;
    const what = done.end as unknown as Record<string, string>;
    expect([what.kind, what[told[what.kind!] ?? ""]].filter((one) => one !== undefined).join(" ")).toBe(end);
    expect(runOf(done, source, {}).run.calls).toBe(calls);
  });
});

test("the course shows the lesson's code with each mistake as the page does", () => {
  const read = (name: string) => readFileSync(join(root, "harness", name), "utf8");
  const page = new Program(read("harness.js"), JSON.parse(read("toggles.json")) as Toggles);
  const meters = ["accumulated", "occupancy"] as const;
  const worlds = bugNames.flatMap((bug) => meters.map((meter) => ({ bug, meter, name: `${bug}-${meter}` })));
  const runs = worlds.map(({ bug, meter, name }) => `[runs.${name}]\nscenario = "order-race"\nbugs = ["${bug}"]\nmeter = "${meter}"\n`);
  const tasks = worlds.map(({ name }) => `[[tasks]]\nid = "${name}"\nkind = "pick-line"\nrun = "${name}"\nat = { event = "called" }\n`);
  const files = filesIn("").filter(({ name }) => /^(scenarios|harness)\//.test(name));
  using all = new Course({
    files: [
      ...files,
      { name: "course.toml", text: 'format = 1\nid = "all"\nlanguages = ["en"]\n[[sections]]\nid = "one"\nexercises = ["all"]\n' },
      { name: "exercises/all.toml", text: ["format = 1", ...runs, ...tasks].join("\n") },
    ],
  });
  const shown = all.exercise("all").tasks as (PickLineTask & { id: string })[];
  expect(shown).toHaveLength(bugNames.length * 2);
  for (const [place, { bug, meter, name }] of worlds.entries()) {
    expect(shown[place]!.code, name).toBe(stripped(page.patched([bug], meter)).trimEnd());
  }
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
