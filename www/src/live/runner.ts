import { cut } from "./cut";
import { evaluate, type End, type Program } from "./evaluate";
import assert from "./inside/assert.js?raw";
import assertStrict from "./inside/assert-strict.js?raw";
import fs from "./inside/fs.js?raw";
import test from "./inside/test.js?raw";
import { join } from "./paths";
import type { FileRun, TestResult } from "./results";

const modules: Program["modules"] = {
  "node:test": test,
  "node:assert": assert,
  "node:assert/strict": assertStrict,
  "node:fs/promises": fs,
  assert,
  "assert/strict": assertStrict,
  "fs/promises": fs,
};

/** How much of what a run says is kept. Unit: UTF-16 code units. */
const kept = { name: 200, detail: 1500, output: 2000 };
const mostTests = 200;

/** Runs test files, each in a sandbox of its own. The same files give the same results, whatever they do. */
export async function runTests(files: ReadonlyMap<string, string>, paths: readonly string[]): Promise<FileRun[]> {
  const runs: FileRun[] = [];
  for (const path of paths) runs.push(await runFile(files, path));
  return runs;
}

async function runFile(files: ReadonlyMap<string, string>, path: string): Promise<FileRun> {
  const record = new Recorder();
  const entry = `${Object.keys(modules).map((name) => `import "${name}";`).join("\n")}
import { run, told } from "node:test";
import host from "sandbox:host";
const { broken } = host;
try {
  await import(${JSON.stringify(path)});
} catch (error) {
  broken(told(error));
}
await run();`;
  const host: Program["host"] = {
    readText: (wanted = "") => files.get(join("", wanted) ?? ""),
    plan: (name = "") => record.plan(name),
    end: (outcome = "", detail = "") => record.end(outcome as TestResult["outcome"], detail),
    print: (line = "") => record.print(line),
    broken: (why = "") => record.broken(why),
  };
  const end = await evaluate({ entry, modules, files, host });
  return { path, ...record.finish(end) };
}

class Recorder {
  #names: string[] = [];
  #tests: TestResult[] = [];
  #problem: string | null = null;
  #output: string[] = [];
  #room = kept.output;

  plan(name: string): undefined {
    this.#names.push(name);
  }

  end(outcome: TestResult["outcome"], detail: string): undefined {
    this.#tests.push({ name: this.#names[this.#tests.length] ?? "", outcome, detail });
  }

  broken(why: string): undefined {
    this.#problem = why;
  }

  print(text: string): undefined {
    if (this.#room <= 0) return;
    const line = cut(text, this.#room);
    this.#room -= text.length + 1;
    this.#output.push(...line.split("\n"));
  }

  finish(end: End): Omit<FileRun, "path"> {
    const rest = this.#names.slice(this.#tests.length);
    // Tests that were planned and have not run were passed over by the code under test.
    const why = reason(end) ?? (rest.length > 0 ? "did not run: the code under test ended the run" : null);
    if (why !== null && rest.length > 0) {
      const [current = "", ...others] = rest;
      this.#tests.push({ name: current, outcome: "fail", detail: why });
      this.#tests.push(...others.map((name): TestResult => ({ name, outcome: "fail", detail: "did not run" })));
    }
    const problem = this.#problem ?? (rest.length === 0 ? why : null);
    const tests = this.#tests.slice(0, mostTests).map(({ name, outcome, detail }) => ({
      name: cut(name.replace(/\s+/g, " "), kept.name),
      outcome,
      detail: cut(detail, kept.detail),
    }));
    const tooMany = this.#tests.length > mostTests ? `more than ${mostTests} tests in one file` : null;
    return { tests, problem: problem === null ? tooMany : cut(problem, kept.detail), output: this.#output };
  }
}

function reason(end: End): string | null {
  if (end.kind === "finished") return null;
  if (end.kind === "fuel") return "did not finish: it was stopped after very many steps, as an endless loop would be";
  if (end.kind === "waiting") return "did not finish: it awaits a promise that nothing will ever settle";
  if (end.kind === "crashed") return "did not finish: the JavaScript engine ran out of stack or memory";
  const { name, message, stack } = end.error;
  return `${name}: ${message}\n${stack.trimEnd()}`;
}
