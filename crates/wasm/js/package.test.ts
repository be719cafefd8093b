import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

import { fromText } from "./loader.js";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root));
const require = createRequire(import.meta.url);
const manifest = JSON.parse(read("package.json").toString()) as { exports: Record<string, unknown>; sideEffects: string[] };

/** The files that run in every host: all that is built, except for Node's own. */
const universal = readdirSync(new URL("dist/", root)).filter((file) => /\.c?js$/.test(file));

describe("the wasm modules", () => {
  test.each(["core", "course", "live"])("of %s import nothing but their glue", (name) => {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(read(`dist/wasm/${name}.wasm`)));
    const modules = new Set(imports.map(({ module }) => module));
    expect([...modules]).toEqual([`./${name}_bg.js`]);
    expect(imports.filter(({ kind }) => kind !== "function")).toEqual([]);
    const impure = imports.map(({ name }) => /now|random|fetch|timeout|crypto|performance/i.exec(name)?.[0].toLowerCase());
    const expected = name === "live" ? ["fetch", "now", "random", "timeout"] : [];
    expect([...new Set(impure.filter((found) => found !== undefined))].sort()).toEqual(expected);
  });

  test("are carried inline as they are", async () => {
    const { wasm } = (await import("../dist/core-bytes.js")) as { wasm: string };
    expect(read("dist/core.wasm").equals(fromText(wasm))).toBe(true);
  });
});

describe("the files of the package", () => {
  test.each(universal)("%s names nothing that some host lacks", (file) => {
    const text = read(`dist/${file}`).toString();
    const code = text.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""');
    expect(text).not.toMatch(/(?:from|require\()\s*["']node:/);
    expect(code).not.toMatch(/\bimport\.meta\b|^await |instanceof WebAssembly|(?<!\.)\b(?:Buffer|process)\b(?!\?)/m);
    if (!/^slim\.|^live-glue\./.test(file)) expect(code).not.toMatch(/(?<!\.)\bfetch\(/);
  });

  test("that are Node's alone are named by no other", () => {
    for (const file of universal) expect(read(`dist/${file}`).toString(), file).not.toMatch(/["']\.\/(?:bin|stores)\//);
  });

  test("importing compiles nothing", () => {
    const script = `
      const { Module } = WebAssembly;
      let compiled = 0;
      WebAssembly.Module = function (...args) { compiled += 1; return new Module(...args); };
      const { estimate } = await import("./dist/index.js");
      await import("./dist/course.js");
      await import("./dist/live.js");
      const before = compiled;
      estimate("x"); estimate("y");
      console.log(before, compiled);
    `;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: fileURLToPath(root) });
    expect(output.toString().trim()).toBe("0 1");
  });

  test("list every entry that sets something up", () => {
    const entries = ["index.js", "index.cjs", "workerd.js", "edge-light.js"];
    expect(manifest.sideEffects).toEqual(entries.map((entry) => `./dist/${entry}`));
    for (const entry of entries) expect(read(`dist/${entry}`).toString()).toContain(".provide(");
  });
});

/** A file of dist and all that it imports there. */
function closure(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [...seen];
  seen.add(file);
  const text = read(`dist/${file}`).toString();
  for (const [, from = ""] of text.matchAll(/(?:from|import|require\()\s*["'](\.{1,2}\/[^"']+)["']/g)) {
    closure(new URL(from, `file:///${file}`).pathname.slice(1), seen);
  }
  return [...seen];
}

describe("an entry brings along", () => {
  const modules = (file: string) => closure(file).filter((name) => /-(?:glue|bytes)\./.test(name)).sort();

  test.each(["js", "cjs"])("no wasm module that it does not need (%s)", (end) => {
    const of = (name: string) => modules(`${name}.${end}`).map((file) => file.replace(/\..*/, ""));
    expect(of("stores/file")).toEqual([]);
    expect(of("log")).toEqual([]);
    expect(of("course")).toEqual(["course-bytes", "course-glue"]);
    expect(of("live")).toEqual(["live-bytes", "live-glue"]);
    expect(of("slim")).toEqual(["core-glue"]);
    expect(of("index")).toEqual(["core-bytes", "core-glue"]);
  });
});

describe("slim", () => {
  /** Runs a script in a process of its own, since the core of this one is set up already. */
  function run(script: string): string {
    return execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: fileURLToPath(root) }).toString().trim();
  }

  test("says what to do when it has no module", () => {
    const text = run('import("./dist/slim.js").then((s) => { try { s.estimate("x") } catch (e) { console.log(e.code, e.message) } })');
    expect(text).toMatch(/^NOT_INITIALIZED .*initSync\(\) with secondwind\/core\.wasm/);
  });

  test("takes bytes, a module, a response or a promise, once or many times", () => {
    const bytes = 'const { readFileSync } = await import("node:fs"); const bytes = readFileSync("dist/core.wasm");';
    const sources = ["bytes", "new WebAssembly.Module(bytes)", "Promise.resolve(bytes)", "new Response(bytes)", "Promise.resolve(new Response(bytes))"];
    for (const source of sources) {
      const script = `${bytes} const s = await import("./dist/slim.js"); await Promise.all([s.init(${source}), s.init(bytes)]); await s.init(bytes); s.initSync(bytes); console.log(s.estimate("abcd"));`;
      expect(run(script)).toBe("1");
    }
    expect(run(`${bytes} const s = await import("./dist/slim.js"); s.initSync(bytes); console.log(s.estimate("abcd"));`)).toBe("1");
  });

  test("may be set up anew after a failure, which names the cure", () => {
    const script = `
      const { readFileSync } = await import("node:fs");
      const s = await import("./dist/slim.js");
      const codes = [];
      for (const bad of [new Uint8Array([1, 2, 3]), new Response("", { status: 404 }), 5]) {
        await s.init(bad).catch((e) => codes.push(e.code));
      }
      await s.init(readFileSync("dist/core.wasm"));
      console.log(codes.join(), s.estimate("abcd"));
    `;
    expect(run(script)).toBe("INIT_FAILED,INIT_FAILED,INIT_FAILED 1");
  });

  test("shares its core with the main entry", () => {
    expect(run('await import("./dist/index.js"); const s = await import("./dist/slim.js"); console.log(s.estimate("abcd"))')).toBe("1");
    const slim = require("../dist/slim.cjs") as typeof import("../dist/slim.js");
    const main = require("../dist/index.cjs") as typeof import("../dist/index.js");
    expect(slim.estimate("abcd")).toBe(1);
    expect(slim.Harness).toBe(main.Harness);
  });
});
