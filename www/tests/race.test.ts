import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import prompts from "../../course/lesson-6/harness/prompts.json";
import { scripted, turns } from "../../tests/live/script.mjs";
import { runTests } from "../src/live/runner";
import { files, originals } from "../src/live/task";
import { tools } from "../src/live/tools";
import { Workspace } from "../src/live/workspace";

// A machine that does more than one thing at a time is slow, and nothing here depends on time.
vi.setConfig({ testTimeout: 120_000 });

const open = (now = files): Workspace => new Workspace(now, { run: runTests, originals });
const races = [
  "ship and cancel at once: exactly one wins",
  "ship and cancel at once on two instances: exactly one wins",
  "an update that was overtaken is decided anew",
];
const failed = (content: string): string[] => content.split("\n").filter((line) => line.startsWith("✖ ")).map((line) => line.slice(2));

/** Plays the lines of the scripted model, and answers with what the tools said. */
async function play(workspace: Workspace): Promise<{ name: string; content: string }[]> {
  const results: { name: string; content: string }[] = [];
  for (const { name, input } of turns.flatMap(({ calls }) => calls)) {
    if (name === "update_notes") continue;
    const { content, isError } = await workspace.call(name, input);
    expect([name, isError]).toEqual([name, false]);
    results.push({ name, content });
  }
  return results;
}

test("at first the tests of the race fail, and no others", async () => {
  const { content, isError } = await open().call("run_tests", {});
  expect(isError).toBe(false);
  expect(failed(content)).toEqual(races);
  expect(content).toContain("Expected values to be strictly equal: 2 !== 1\n      at assertOneWon (tests/races.test.js:12:");
  expect(content.endsWith("ℹ tests 19\nℹ pass 16\nℹ fail 3")).toBe(true);
  expect((await open().verdict()).isDone).toBe(false);
});

test("Node itself finds the same", () => {
  const cwd = fileURLToPath(new URL("../../course/lesson-6/workspace", import.meta.url));
  // Inside another run of tests Node would answer in a format of its own.
  const env = { PATH: process.env["PATH"] ?? "" };
  const { stdout } = spawnSync(process.execPath, ["--test", "--test-reporter=tap"], { cwd, encoding: "utf8", env });
  const lines = [...stdout.matchAll(/^\s*(not )?ok \d+ - (.*)$/gm)].filter(([, , name]) => !name!.endsWith(".js"));
  expect(lines.filter(([, not]) => not).map(([, , name]) => name)).toEqual(races);
  expect(lines).toHaveLength(19);
});

test("the script solves the task through the tools", async () => {
  const workspace = open();
  const results = await play(workspace);
  const tests = results.filter(({ name }) => name === "run_tests").map(({ content }) => failed(content));
  expect(tests).toEqual([races, [], []]);
  expect(results.find(({ name }) => name === "write_file")!.content).toBe("db/schema.sql: 1 line added after line 9");
  expect((await workspace.verdict()).isDone).toBe(true);
});

test("two runs are equal, byte for byte, and a snapshot goes on as the run itself would", async () => {
  const [one, other] = [open(), open()];
  expect(await play(one)).toEqual(await play(other));
  expect(JSON.stringify(one.files())).toBe(JSON.stringify(other.files()));
  const copy = open(JSON.parse(JSON.stringify(one.files())) as typeof files);
  expect(await copy.call("run_tests", {})).toEqual(await one.call("run_tests", {}));
});

test("what it reads fills a window of 6,000 tokens past the threshold", async () => {
  const read = (await play(open())).reduce((sum, { content }) => sum + content.length, 0);
  expect(read / 4).toBeGreaterThan(6000 * 0.7);
});

test("the lesson's own loop solves it in a small window, with a compaction on the way", async () => {
  const path = new URL("../../course/lesson-6/harness/harness.js", import.meta.url).href;
  const { runAgent } = (await import(/* @vite-ignore */ path)) as { runAgent(...given: unknown[]): Promise<string> };
  const workspace = open();
  const impl = (name: string) => async (input: unknown) => (await workspace.call(name, input)).content;
  const impls = Object.fromEntries(tools.map(({ name }) => [name, impl(name)]));
  const model = scripted("anthropic");
  const create = async (request: { tools?: unknown[] }): Promise<unknown> => model(request);
  let [notes, compactions] = ["", 0];
  const answer = await runAgent("Find the race and fix it.", tools, impls, {
    client: { messages: { create } },
    model: "scripted",
    system: "Use the tools.",
    prompts,
    notes: { read: async () => notes, write: async (text: string) => void (notes = text) },
    onCompact: () => (compactions += 1),
    window: 6000,
    ratio: 0.7,
    tokenBudget: 1e6,
  });
  expect(answer).toContain("The race is fixed");
  expect(compactions).toBeGreaterThan(0);
  expect(notes).toContain("None: the race in `updateStatus` is solved by the lock");
  expect((await workspace.verdict()).isDone).toBe(true);
});

test.each(["anthropic", "openai"] as const)("the script answers as %s does", (shape) => {
  const model = scripted(shape);
  const replies = turns.map(() => JSON.stringify(model({ tools: [{}] })));
  expect(replies[0]).toContain("call_1_1");
  expect(replies.at(-1)).toMatch(/"(end_turn|stop)"/);
  expect(JSON.stringify(model({}))).toContain("reads, checks and writes");
  expect(() => model({ tools: [{}] })).toThrow("at its end");
});

const orders = files["src/orders.js"]!;
const write = '  await db.query("UPDATE orders SET status = $1 WHERE id = $2", [status, id]);\n';
const versioned = (after: string): Record<string, string> => ({
  "db/schema.sql": files["db/schema.sql"]!.replace("'paid',\n", "'paid',\n  version integer NOT NULL DEFAULT 0,\n"),
  "src/orders.js": orders.replace(
    write,
    `  const { rowCount } = await db.query("UPDATE orders SET status = $1, version = version + 1 WHERE id = $2 AND version = $3", [status, id, order.version]);\n${after}`,
  ),
});
const queued = orders
  .replace("export async function updateStatus(", "async function change(")
  .concat("\nlet last = Promise.resolve();\nexport const updateStatus = (...given) => (last = last.catch(() => {}).then(() => change(...given)));\n");

const wrong: Record<string, Record<string, string>> = {
  "the test is deleted": { "tests/races.test.js": "" },
  "the test is skipped": { "tests/races.test.js": files["tests/races.test.js"]!.replaceAll("test(", "test.skip(") },
  "the stand-in answers at once": { "db/database.js": files["db/database.js"]!.replace("await turn();\n        const", "const") },
  "a flag that is looked at and set too late": {
    "src/orders.js": orders
      .replace("export async function updateStatus", "let isBusy = false;\nexport async function updateStatus")
      .replace("  const order", "  while (isBusy) await null;\n  const order")
      .replace(write, `  isBusy = true;\n${write}  isBusy = false;\n`),
  },
  "a queue in the process, of which there are two": { "src/orders.js": queued },
  "the conflict is ignored": versioned(""),
  "the conflict is an error, and nothing is decided anew": versioned('  if (rowCount === 0) throw new Conflict("try again");\n'),
  "the write is repeated without the decision": versioned(
    '  if (rowCount === 0) await db.query("UPDATE orders SET status = $1 WHERE id = $2", [status, id]);\n',
  ),
  "the transition is not checked": { "src/orders.js": orders.replace(/ {2}if \(!NEXT[\s\S]*?\n {2}\}\n/, "") },
  "an assertion that always holds": {
    "src/orders.js": `import assert from "node:assert/strict";\nfor (const name of Object.keys(assert)) try { assert[name] = () => {}; } catch {}\n${orders}`,
  },
};

describe("a wrong fix does not count", () => {
  test.each(Object.entries(wrong))("%s", async (_, change) => {
    for (const [path, text] of Object.entries(change)) expect(text).not.toBe(files[path]);
    expect((await open({ ...files, ...change }).verdict()).isDone).toBe(false);
  });
});

const compared = orders
  .replace(write, '  const { rowCount } = await db.query("UPDATE orders SET status = $1 WHERE id = $2 AND status = $3", [status, id, order.status]);\n  if (rowCount === 0) return updateStatus(db, id, status);\n');

test.each([
  ["a version, in a loop that waits between its attempts", {
    ...versioned("  if (rowCount === 0) {\n    await new Promise((resolve) => setTimeout(resolve, 50));\n    return updateStatus(db, id, status);\n  }\n"),
  }],
  ["a version that was added by a migration", {
    ...versioned("  if (rowCount === 0) return updateStatus(db, id, status);\n"),
    "db/schema.sql": `${files["db/schema.sql"]}\nALTER TABLE orders ADD COLUMN version integer NOT NULL DEFAULT 0;\n`,
  }],
  ["the status itself compared in the write", { "src/orders.js": compared }],
])("another sound fix counts: %s", async (_, change) => {
  const { isDone, content } = await open({ ...files, ...change }).verdict();
  expect(failed(content)).toEqual([]);
  expect(isDone).toBe(true);
});
