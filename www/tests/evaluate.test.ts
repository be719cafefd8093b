import { afterEach, describe, expect, test, vi } from "vitest";
import { evaluate, limits, type End, type Program } from "../src/live/evaluate";

// A machine that does more than one thing at a time is slow, and nothing here depends on time.
vi.setConfig({ testTimeout: 120_000 });

const said: string[] = [];
afterEach(() => void said.splice(0));

/** Runs a module that may say something, with the files that it may import. */
function run(code: string, files: Record<string, string> = {}, more: Partial<Program> = {}): Promise<End> {
  const host = { say: (text = "") => void said.push(text), print: (text = "") => void said.push(text) };
  return evaluate({
    entry: 'import say from "say";\nimport "main.js";',
    modules: { say: 'import host from "sandbox:host"; const { say } = host; export default (one) => say(String(one));' },
    files: new Map([["main.js", `import say from "say";\n${code}`], ...Object.entries(files)]),
    host,
    ...more,
  });
}

describe("modules", () => {
  test("come from the files, by relative paths", async () => {
    const end = await run('import { a } from "./lib/a.js"; say(a);', {
      "lib/a.js": 'export * from "../b.js";',
      "b.js": "export const a = 'deep';",
    });
    expect([end.kind, ...said]).toEqual(["finished", "deep"]);
  });

  test("are two where a query makes them so", async () => {
    await run('import { one } from "./a.js"; import { one as other } from "./a.js?2"; say(one === other);', { "a.js": "export const one = {};" });
    expect(said).toEqual(["false"]);
  });

  test.each([
    ["./missing.js", "cannot find module 'missing.js' imported from main.js"],
    ["../../etc/passwd", "cannot find module '../../etc/passwd' imported from main.js"],
    ["left-pad", "cannot find module 'left-pad' imported from main.js: besides files of the workspace there are say"],
    ["sandbox:host", "cannot find module 'sandbox:host'"],
    ["https://example.com/a.js", "cannot find module 'https://example.com/a.js'"],
    ["__proto__", "cannot find module '__proto__'"],
  ])("%s is not there", async (name, message) => {
    expect(await run(`await import(${JSON.stringify(name)});`)).toMatchObject({ kind: "threw", error: { message: expect.stringContaining(message) } });
  });

  test("with a fault in their syntax are named with the line", async () => {
    const end = await run('import "./a.js";', { "a.js": "const fine = 1;\nconst = 2;\n" });
    expect(end).toMatchObject({ kind: "threw", error: { name: "SyntaxError", stack: expect.stringContaining("a.js:2") } });
  });
});

describe("what there is", () => {
  test("no network, no page, no way to the functions outside", async () => {
    await run(`say(["fetch", "XMLHttpRequest", "WebSocket", "importScripts", "postMessage", "self", "document", "process", "require", "std", "os", "sandbox:host"]
      .filter((name) => name in globalThis).join() || "nothing");`);
    expect(said).toEqual(["nothing"]);
  });

  test("timers fire in the order of their time, and nobody waits", async () => {
    const before = performance.now();
    await run(`
      const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const start = Date.now();
      setTimeout(say, 2e6, "late"); setTimeout(say, 10, "early"); setImmediate(say, "at once");
      clearTimeout(setTimeout(say, 5, "never"));
      let ticks = 0; const every = setInterval(() => ++ticks === 3 && clearInterval(every), 100);
      await wait(3e6); say(ticks); say(Date.now() - start);`);
    expect(said).toEqual(["at once", "early", "late", "3", "3000000"]);
    expect(performance.now() - before).toBeLessThan(3e6);
  });

  test("the time, the zone and chance are the same everywhere", async () => {
    const code = "say(new Date().toISOString()); say(new Date(2026, 5, 1).getTimezoneOffset()); say(new Date(0).getHours()); say(Math.random()); say(new Date(0));";
    const zone = process.env["TZ"];
    try {
      process.env["TZ"] = "Asia/Seoul";
      await run(code);
      const seoul = said.splice(0);
      process.env["TZ"] = "America/Sao_Paulo";
      await run(code);
      expect(said).toEqual(seoul);
      expect(seoul.slice(0, 3)).toEqual(["2026-01-01T00:00:00.000Z", "0", "0"]);
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });

  test("console prints what it is given", async () => {
    await run('console.log("a", 1, { b: [1, "two", null], c: new Map([[1, new Set([2n])]]) }, new TypeError("no"));');
    expect(said).toEqual(["a 1 { b: [ 1, 'two', null ], c: Map(1) { 1 => Set(1) { 2n } } } [TypeError: no]"]);
  });
});

/** Each ends in the given way, at the same place each time, and the next program runs as if nothing had been. */
const hostile: [string, string, End["kind"]][] = [
  ["an endless loop", "for (;;);", "fuel"],
  ["an endless loop that catches everything", "for (;;) try { for (;;); } catch {} finally { continue; }", "fuel"],
  ["an endless loop after an await", "await null; for (;;);", "fuel"],
  ["promise jobs that keep each other going", "const again = () => Promise.resolve().then(again); again(); await new Promise(() => {});", "fuel"],
  ["a promise that is resolved with itself for ever", "await { then(resolve) { resolve(this); } };", "fuel"],
  ["timers that start each other", "const again = () => setTimeout(again, 1); again(); await new Promise(() => {});", "fuel"],
  ["an interval that nobody ends", "setInterval(() => {}, 1); await new Promise(() => {});", "fuel"],
  ["a pattern that takes for ever", "/^(a+)+$/.test('a'.repeat(50) + 'b');", "fuel"],
  ["a generator without an end", "for (const _ of (function* () { for (;;) yield 1; })());", "fuel"],
  ["a getter in an error", "throw { get name() { for (;;); }, message: 1 };", "fuel"],
  ["a promise that is never settled", "await new Promise(() => {});", "waiting"],
  ["recursion without an end", "const deep = () => deep() + 1; deep();", "threw"],
  ["recursion through a sort", "const deep = () => [2, 1].sort(deep); deep();", "threw"],
  ["all memory", "const all = []; for (;;) all.push('x'.repeat(1e6) + all.length);", "threw"],
  ["memory in one piece", "new Uint8Array(1e9);", "threw"],
  ["a text that doubles", "let text = 'x'; for (;;) text += text;", "threw"],
  ["a timer that throws", "setTimeout(() => { throw new Error('late'); }); await new Promise(() => {});", "threw"],
  ["something that is no error", "throw null;", "threw"],
  ["an error whose parts are none", "throw Object.create(null, { message: { value: Symbol('no') } });", "threw"],
  ["a proxy as an error", "throw new Proxy({}, { get() { throw 1; } });", "threw"],
  ["prototypes of the language changed", "Object.prototype.kind = 1; Array.prototype.push = null; Promise.prototype.then = null; throw new Error();", "threw"],
];

describe("a program that means harm ends", () => {
  test.each(hostile)("%s", async (_, code, kind) => {
    const end = await run(code);
    expect(end.kind).toBe(kind);
    expect(await run(code)).toEqual(end);
    said.splice(0);
    expect(await run("say(1 + 1);")).toEqual({ kind: "finished" });
    expect(said).toEqual(["2"]);
  });

  test.each([
    ["brackets", "new Function('['.repeat(1e5));"],
    ["a deep value", "let deep = []; for (let i = 0; i < 1e5; i += 1) deep = [deep]; JSON.stringify(deep);"],
  ])("the browser's own stack overflows: %s", async (_, code) => {
    expect(["threw", "crashed"]).toContain((await run(code)).kind);
    expect(await run("say(1);")).toEqual({ kind: "finished" });
  });

  test("fuel is counted: a loop gets equally far each time", async () => {
    const code = "let count = 0; for (;;) if (++count % 1e4 === 0) say(count);";
    await run(code);
    const first = said.splice(0);
    await run(code);
    expect(said).toEqual(first);
    said.splice(0);
    await run(code, {}, { limits: { fuel: limits.fuel / 10 } });
    expect(said.length).toBeLessThan(first.length / 5);
    expect(said.length).toBeGreaterThan(0);
  });
});
