import assert from "node:assert/strict";
import { describe, expect, test, vi } from "vitest";
import { evaluate } from "../src/live/evaluate";
import assertStrict from "../src/live/inside/assert-strict.js?raw";
import { allPass, report, type FileRun } from "../src/live/results";
import { runTests } from "../src/live/runner";

// A machine that does more than one thing at a time is slow, and nothing here depends on time.
vi.setConfig({ testTimeout: 120_000 });

const head = 'import assert from "node:assert/strict";\nimport { test } from "node:test";\n';
const run = (code: string, files: Record<string, string> = {}): Promise<FileRun[]> =>
  runTests(new Map([["tests/a.test.js", head + code], ...Object.entries(files)]), ["tests/a.test.js"]);
const told = async (code: string, files: Record<string, string> = {}): Promise<string> => report(await run(code, files));

test("results read as Node's do, in short", async () => {
  const code = `
test("adds", () => assert.equal(1 + 1, 2));
test("fails", async () => { await null; assert.deepEqual({ a: [1] }, { a: [2] }); });
test.skip("later", () => assert.fail());
test("throws", () => { throw new TypeError("no"); });
console.log("seen", { a: 1 });`;
  expect(await told(code)).toBe(`tests/a.test.js
  | seen { a: 1 }
✔ adds
✖ fails
  AssertionError: Expected values to be strictly deep-equal:
    actual:   { a: [ 1 ] }
    expected: { a: [ 2 ] }
      at <anonymous> (tests/a.test.js:5:57)
﹣ later
✖ throws
  TypeError: no
      at <anonymous> (tests/a.test.js:7:43)
ℹ tests 4
ℹ pass 1
ℹ fail 2
ℹ skipped 1`);
});

test("groups, hooks and inner tests run as written", async () => {
  const output = await told(`
import { afterEach, before, beforeEach, describe, it } from "node:test";

const seen = [];
describe("outer", () => {
  before(() => seen.push("before"));
  beforeEach(() => seen.push("each"));
  afterEach(() => seen.push("done"));
  it("one", () => seen.push(1));
  describe("inner", () => { it("two", async (t) => { await t.test("three", () => seen.push(3)); seen.push(2); }); });
});
test("order", () => assert.deepEqual(seen, ["before", "each", 1, "done", "each", 3, 2, "done"]));`);
  expect(output).toContain("✔ outer > one\n✔ outer > inner > two\n✔ order\nℹ tests 3\nℹ pass 3");
});

describe("what keeps a file from its end is told", () => {
  test.each([
    ["a fault in its syntax", "test('x', () => {);", "✖ the file could not be run to its end\n  SyntaxError: unexpected token in expression: ')'\n      at tests/a.test.js:3:"],
    ["an import that is not there", 'import { b } from "../src/b.js";', "Error: cannot find module 'src/b.js' imported from tests/a.test.js"],
    ["a name that is not exported", 'import { b } from "./b.js";', "SyntaxError"],
    ["an error outside of tests", "missing();", "ReferenceError: 'missing' is not defined\n      at <anonymous> (tests/a.test.js:3:1)"],
    ["an endless loop in a test", "test('one', () => {});\ntest('two', () => { for (;;); });\ntest('three', () => {});", "✔ one\n✖ two\n  did not finish: it was stopped after very many steps, as an endless loop would be\n✖ three\n  did not run\nℹ tests 3\nℹ pass 1\nℹ fail 2"],
    ["an endless loop outside of tests", "for (;;);", "did not finish: it was stopped"],
    ["a promise that is never settled", "test('waits', () => new Promise(() => {}));", "✖ waits\n  did not finish: it awaits a promise that nothing will ever settle"],
    ["an error in a timer", "test('late', () => new Promise(() => setTimeout(() => { throw new Error('late'); })));", "✖ late\n  Error: late"],
    ["recursion without an end", "test('deep', () => { const deep = () => deep() + 1; deep(); });", "✖ deep\n  InternalError: stack overflow"],
    ["all memory", "test('all', () => { const all = []; for (;;) all.push(new Uint8Array(1e6)); });\ntest('after', () => {});", "✖ all\n  InternalError: out of memory"],
    ["something odd that is thrown", "test('odd', () => { throw { get message() { throw 1; } }; });", "✖ odd\n  thrown: something that cannot be shown"],
  ])("%s", async (_, code, expected) => {
    const files = { "tests/b.js": "export const a = 1;" };
    const output = await told(code, files);
    expect(output).toContain(expected);
    expect(await told(code, files)).toBe(output);
    expect(allPass(await run(code, files))).toBe(false);
  });

  test("a fault in what a test imports has its own file and line", async () => {
    expect(await told('import "../src/b.js";', { "src/b.js": "const a = 1;\nconst = 2;\n" })).toContain("at src/b.js:2:");
  });
});

test("what a run says is bounded", async () => {
  const runs = await run(`
for (let index = 0; index < 1000; index += 1) test("x".repeat(1000), () => { throw new Error("y".repeat(1e5)); });
console.log("z".repeat(1e6));
console.log("and more");`);
  expect(JSON.stringify(runs).length).toBeLessThan(400_000);
  expect(runs[0]!.problem).toBe("more than 200 tests in one file");
});

test("a file has a sandbox of its own", async () => {
  const files = new Map([
    ["a.test.js", `${head}globalThis.left = 1; test("a", () => {});`],
    ["b.test.js", `${head}test("b", () => assert.equal(globalThis.left, undefined));`],
  ]);
  expect(allPass(await runTests(files, ["a.test.js", "b.test.js"]))).toBe(true);
});

test("nothing tested is nothing passed", async () => {
  expect(allPass([])).toBe(false);
  expect(allPass(await run(""))).toBe(false);
  expect(allPass(await run("test.todo('later');"))).toBe(false);
});

test("the code under test reports nothing itself", async () => {
  const forge = `globalThis["sandbox:host"]?.end("pass", "");
for (const name of ["sandbox:host", "../sandbox:host", "sandbox:entry", "../sandbox:inner.js"]) {
  await import(name).then(({ default: host }) => host.end("pass", ""), () => {});
}`;
  const output = await told('import "./forge.js"; test("real", () => assert.fail("seen"));', {
    "tests/forge.js": forge,
    "sandbox:host": "",
    "sandbox:inner.js": 'export { default } from "sandbox:host";',
  });
  expect(output).toContain("✖ real\n  AssertionError: seen");
  expect(output).toContain("ℹ tests 1\n");
});

describe("the code under test cannot change what is reported", () => {
  test.each([
    ["eval", `eval('import("sandbox:host")')`],
    ["a function from text", `new Function('return import("sandbox:host")')()`],
    ["an async function from text", `Object.getPrototypeOf(async () => {}).constructor('return import("sandbox:host")')()`],
    ["a name of its own", `(0, eval)('import("sandbox:host")\\n//# sourceURL=sandbox:base')`],
  ])("by %s", async (_, way) => {
    const forge = `try { const { default: host } = await ${way}; host.end("pass", ""); globalThis.reached = true; } catch {}`;
    const output = await told('import "./forge.js"; test("real", () => assert.ok(globalThis.reached));', { "tests/forge.js": forge });
    expect(output).toContain("✖ real\n");
    expect(output).toContain("ℹ tests 1\n");
  });

  test.each([
    ["toJSON", "Object.prototype.toJSON = () => []; Array.prototype.toJSON = () => [];"],
    ["JSON", "JSON.stringify = () => '[]';"],
    ["lists", "for (const name of ['map', 'push', 'find', 'flatMap', 'splice']) Array.prototype[name] = () => []; Array.prototype[Symbol.iterator] = function* () {};"],
    ["promises", "Promise.prototype.then = function (go) { go(); return this; }; try { Promise.prototype.constructor = null; } catch {}"],
    ["setters", "Object.defineProperty(Array.prototype, '1', { set() {}, get() {} });"],
  ])("by changed %s", async (_, code) => {
    const runs = await run('test("one", () => {}); test("real", async () => { throw 1; }); test("last", () => {});\nawait import("./forge.js");', { "tests/forge.js": code });
    const results = runs[0]!.tests.map(({ name, outcome }) => `${name} ${outcome}`);
    expect(results).toEqual(["one pass", "real fail", "last pass"]);
    expect(allPass(runs)).toBe(false);
  });
});

/** Each as it holds or fails in Node. */
const assertions = [
  "assert(1)", "assert(0)", "assert.ok('')", "assert.equal(NaN, NaN)", "assert.equal(0, -0)", "assert.equal(1, '1')",
  "assert.notEqual(1, 1)", "assert.notEqual(1, 2)", "assert.deepEqual([1, [2]], [1, [2]])", "assert.deepEqual([1], ['1'])",
  "assert.deepEqual({ a: 1, b: 2 }, { b: 2, a: 1 })", "assert.deepEqual({ a: undefined }, {})", "assert.deepEqual([], {})",
  "assert.deepEqual(new Set([1, { a: 1 }]), new Set([1, { a: 1 }]))", "assert.deepEqual(new Set([1]), new Set([2]))",
  "assert.deepEqual(new Map([['a', [1]]]), new Map([['a', [1]]]))", "assert.deepEqual(new Map([['a', 1]]), new Map([['a', 2]]))",
  "assert.deepEqual(new Date(1), new Date(1))", "assert.deepEqual(new Date(1), new Date(2))", "assert.deepEqual(/a/g, /a/g)", "assert.deepEqual(/a/g, /a/i)",
  "assert.deepEqual(new Error('a'), new Error('a'))", "assert.deepEqual(new Error('a'), new Error('b'))", "assert.deepEqual(Object.create(null), {})",
  "assert.notDeepEqual([1], [1])", "assert.notDeepEqual([1], [2])", "assert.match('abc', /b/)", "assert.match('abc', /d/)", "assert.match(1, /1/)",
  "assert.doesNotMatch('abc', /d/)", "assert.doesNotMatch('abc', /b/)", "assert.throws(() => {})", "assert.throws(() => { throw new Error('x'); })",
  "assert.throws(() => { throw new TypeError('x'); }, TypeError)", "assert.throws(() => { throw new TypeError('x'); }, RangeError)",
  "assert.throws(() => { throw new TypeError('x'); }, Error)", "assert.throws(() => { throw new Error('abc'); }, /b/)", "assert.throws(() => { throw new Error('abc'); }, /d/)",
  "assert.throws(() => { throw new Error('abc'); }, { message: 'abc' })", "assert.throws(() => { throw new Error('abc'); }, { message: /b/, name: 'Error' })",
  "assert.throws(() => { throw new Error('abc'); }, { name: 'TypeError' })", "assert.throws(() => { throw new Error('abc'); }, (e) => e.message === 'abc')",
  "assert.throws(() => { throw new Error('abc'); }, () => false)", "assert.doesNotThrow(() => {})", "assert.doesNotThrow(() => { throw 1; })",
  "await assert.rejects(Promise.reject(new Error('x')), /x/)", "await assert.rejects(Promise.resolve())", "await assert.rejects(async () => { throw new Error('x'); }, { message: 'y' })",
  "await assert.doesNotReject(Promise.resolve())", "await assert.doesNotReject(Promise.reject(new Error('x')))", "assert.fail()", "assert.strict.equal(1, 2)",
];

test("assertions hold where Node's do", async () => {
  const said: string[] = [];
  const each = assertions.map((one) => `await (async () => { ${one}; })().then(() => say("holds"), (error) => say(error.name));`);
  const entry = `import assert from "assert";\nimport host from "sandbox:host";\nconst { say } = host;\n${each.join("\n")}`;
  const end = await evaluate({ entry, modules: { assert: assertStrict }, files: new Map(), host: { say: (text = "") => void said.push(text) } });
  expect(end).toEqual({ kind: "finished" });
  const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => (tools: typeof assert) => Promise<void>;
  const node: string[] = [];
  for (const one of assertions) await new AsyncFunction("assert", one)(assert).then(() => node.push("holds"), (error: Error) => node.push(error.name));
  const rows = (outcomes: string[]): string[] => assertions.map((one, index) => `${one}: ${outcomes[index] === "holds"}`);
  expect(rows(said)).toEqual(rows(node));
});
