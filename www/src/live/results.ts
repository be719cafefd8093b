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

export const isTest = (path: string): boolean => /\.test\.m?js$/.test(path);

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
