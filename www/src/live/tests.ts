import { cut } from "./cut";
import { evaluate, type End, type Limits, type Program } from "./evaluate";
import assert from "./inside/assert.js?raw";
import assertStrict from "./inside/assert-strict.js?raw";
import fs from "./inside/fs.js?raw";
import test from "./inside/test.js?raw";
import { join } from "./paths";

export interface TestResult {
  name: string;
  outcome: "pass" | "fail" | "skip";
  /** What went wrong, and where. */
  detail: string;
}

export interface FileRun {
  path: string;
  tests: TestResult[];
  /** Why the file could not be run, or not to its end. */
  problem: string | null;
  /** What the code has printed. */
  output: string[];
}

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

export const isTest = (path: string): boolean => /\.test\.m?js$/.test(path);

/** Runs test files, each in a sandbox of its own. The same files give the same results, whatever they do. */
export async function runTests(files: ReadonlyMap<string, string>, paths: readonly string[], limits: Partial<Limits> = {}): Promise<FileRun[]> {
  const runs: FileRun[] = [];
  for (const path of paths) runs.push(await runFile(files, path, limits));
  return runs;
}

async function runFile(files: ReadonlyMap<string, string>, path: string, limits: Partial<Limits>): Promise<FileRun> {
  const record = new Recorder();
  const entry = `import "node:fs/promises";
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
    readText: (wanted = "") => files.get(join("", wanted.replace(/^\.\//, "")) ?? ""),
    plan: (names = "[]") => record.plan(JSON.parse(names) as string[]),
    begin: () => undefined,
    end: (outcome = "", detail = "") => record.end(outcome as TestResult["outcome"], detail),
    print: (line = "") => record.print(line),
    broken: (why = "") => record.broken(why),
  };
  const end = await evaluate({ entry, modules, files, host, limits });
  return { path, ...record.finish(end) };
}

class Recorder {
  #names: string[] = [];
  #tests: TestResult[] = [];
  #problem: string | null = null;
  #output: string[] = [];
  #room = kept.output;

  plan(names: string[]): undefined {
    this.#names = names;
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
    const why = reason(end);
    const rest = this.#names.slice(this.#tests.length);
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
  if (end.kind === "crashed") return `did not finish: the JavaScript engine gave up (${end.why})`;
  const { name, message, stack } = end.error;
  return `${name}: ${message}\n${stack.trimEnd()}`;
}

const marks = { pass: "✔", fail: "✖", skip: "﹣" };

/** The results as `node --test` tells them, in short. */
export function report(runs: readonly FileRun[]): string {
  const lines: string[] = [];
  for (const { path, tests, problem, output } of runs) {
    lines.push(path, ...output.map((line) => `  | ${line}`));
    for (const { name, outcome, detail } of tests) {
      lines.push(`${marks[outcome]} ${name}`);
      if (detail !== "") lines.push(...detail.split("\n").map((line) => `  ${line}`));
    }
    if (problem !== null) lines.push("✖ the file could not be run to its end", ...problem.split("\n").map((line) => `  ${line}`));
  }
  const all = runs.flatMap(({ tests }) => tests);
  const count = (outcome: TestResult["outcome"]): number => all.filter((one) => one.outcome === outcome).length;
  const broken = runs.filter(({ problem }) => problem !== null).length;
  lines.push(`ℹ tests ${all.length + broken}`, `ℹ pass ${count("pass")}`, `ℹ fail ${count("fail") + broken}`);
  if (count("skip") > 0) lines.push(`ℹ skipped ${count("skip")}`);
  return lines.join("\n");
}

/** Whether there were tests in each file, and each has passed. A skipped test has not. */
export const allPass = (runs: readonly FileRun[]): boolean =>
  runs.length > 0 &&
  runs.every(({ tests, problem }) => problem === null && tests.length > 0 && tests.every(({ outcome }) => outcome === "pass"));
