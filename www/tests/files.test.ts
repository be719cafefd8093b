import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bring, compareProgress, longest, fileText, type Brought, type Here, type ProgressFile, type RunFile } from "../src/lib/files";
import { scenarioFiles } from "../src/lib/scenarios";
import { nothing, type Progress } from "../src/lib/schema";
import { sha256 } from "../src/lib/sha256";

test("the hash is SHA-256", () => {
  for (const text of ["", "abc", "파일 😀", "x".repeat(55), "x".repeat(56), "x".repeat(63), "x".repeat(64), "x".repeat(100_003)]) {
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});

test("the files of a scenario are its run and its texts in all languages", () => {
  const files = scenarioFiles("order-race");
  expect(files.map(({ name }) => name)).toEqual(["order-race.toml", "order-race/common.toml", "order-race/en.toml", "order-race/ko.toml", "order-race/pt-BR.toml"]);
  expect(files[0]!.text).toBe(readFileSync(new URL("../../course/lesson-6/scenarios/order-race.toml", import.meta.url), "utf8"));
});

const [h1, h2] = [sha256("1"), sha256("2")];
const sizes = { last: 30, calls: 6, compactions: 1 };
const run: RunFile = {
  format: "secondwind-run",
  version: 1,
  scenario: "order-race",
  files: { "order-race.toml": h1, "order-race/en.toml": h2 },
  run: sizes,
  patch: { bugs: ["noReset"] },
  place: "v1/order-race/12?zoom=line",
};
const progress: Progress = {
  version: 2,
  place: "v1/order-race/12",
  finished: ["order-race"],
  answers: [{ gate: "g", first: "a", tries: [], skipped: false }],
  ticks: ["c1"],
  tasks: [{ task: "c/e/t", first: { answer: "1", outcome: "passed" }, tries: [], hints: 0, shown: false }],
};
const work: ProgressFile = { format: "secondwind-progress", version: 1, settings: { lang: "ko", theme: "dark", letters: false }, progress };
const here = (change: Partial<Here> = {}): Here => ({
  scenarios: ["order-race"],
  hashes: () => run.files,
  play: () => sizes,
  fault: () => null,
  progress: nothing,
  ...change,
});

const how = (found: Brought): [string, string[]] => [found.verdict, found.verdict === "cannot" ? [found.why.key] : found.how.map(({ key }) => key)];

describe("a file that was brought", () => {
  test("is the same where all is the same", () => {
    expect(bring(fileText(run), here())).toEqual({ verdict: "same", kind: "run", file: run, how: [] });
    expect(bring(`\uFEFF${fileText(work)}`, here({ progress }))).toEqual({ verdict: "same", kind: "progress", file: work, how: [] });
  });

  test("is a recording, which the engine has looked at", () => {
    const recording = { format: "secondwind-recording", version: 1, title: "t", answers: [] };
    expect(bring(JSON.stringify(recording), here())).toEqual({ verdict: "same", kind: "recording", recording, how: [] });
    const why = { key: "issue-answer-kind", args: { answer: 1 } };
    expect(bring(JSON.stringify(recording), here({ fault: () => why }))).toEqual({ verdict: "cannot", why });
    expect(how(bring(JSON.stringify({ ...recording, answers: 1 }), here()))).toEqual(["cannot", ["keep-file-damaged"]]);
    expect(how(bring(JSON.stringify({ ...recording, version: 2 }), here()))).toEqual(["cannot", ["keep-file-newer"]]);
  });

  test("differs, and it is said how", () => {
    const other = here({
      hashes: () => ({ "order-race.toml": h2, "order-race/fr.toml": h1 }),
      play: () => ({ last: 31, calls: 6, compactions: 2 }),
    });
    const found = bring(fileText(run), other);
    expect(how(found)).toEqual(["differs", ["keep-run-file", "keep-run-missing", "keep-run-extra", "keep-run-last", "keep-run-compactions"]]);
    expect(found).toMatchObject({ how: [{ args: { name: "order-race.toml" } }, {}, {}, { args: { here: 31, there: 30 } }, {}] });
    expect(how(bring(fileText(work), here()))).toEqual(["differs", ["keep-more-finished", "keep-more-answers", "keep-more-tasks", "keep-more-ticks", "keep-other-place"]]);
  });

  test("the difference is told from both sides", () => {
    const mine: Progress = { ...progress, finished: ["x"], answers: [{ ...progress.answers[0]!, first: "b" }], ticks: [] };
    expect(compareProgress(mine, progress)).toEqual([
      { key: "keep-more-finished", args: { count: 1 } },
      { key: "keep-less-finished", args: { count: 1 } },
      { key: "keep-other-answers", args: { count: 1 } },
      { key: "keep-more-ticks", args: { count: 1 } },
    ]);
  });

  const broken = (change: Record<string, unknown>): string => JSON.stringify({ ...run, ...change });
  test.each([
    ["keep-file-json", "not json"],
    ["keep-file-json", fileText(run).slice(0, -20)],
    ["keep-file-foreign", "[1]"],
    ["keep-file-foreign", "{}"],
    ["keep-file-foreign", broken({ format: "other" })],
    ["keep-file-long", " ".repeat(longest + 1)],
    ["keep-file-newer", broken({ version: 2 })],
    ["keep-file-newer", JSON.stringify({ ...work, progress: { version: 3 } })],
    ["keep-file-damaged", broken({ version: "1" })],
    ["keep-file-damaged", broken({ files: { "order-race.toml": "short" } })],
    ["keep-file-damaged", broken({ run: { last: -1 } })],
    ["keep-file-damaged", broken({ place: "v1/other/3" })],
    ["keep-file-damaged", broken({ patch: { note: "sk-ant-api03-abcdefghijklmnop" } })],
    ["keep-file-damaged", JSON.stringify({ ...work, progress: { ...progress, ticks: [7] } })],
    ["keep-file-damaged", JSON.stringify({ ...work, settings: { lang: 3 } })],
    ["keep-file-scenario", broken({ scenario: "constructor", place: "v1/constructor/0" })],
  ])("cannot be used, and it is said why: %s", (key, text) => {
    expect(how(bring(text, here()))).toEqual(["cannot", [key]]);
  });

  test("a run that cannot be played here is told", () => {
    expect(how(bring(fileText(run), here({ play: () => null })))).toEqual(["cannot", ["keep-file-unplayable"]]);
  });

  test("names that objects have anyway are names", () => {
    const text = fileText(run).replace('"order-race.toml"', '"constructor"');
    expect(how(bring(text, here()))).toEqual(["differs", ["keep-run-missing", "keep-run-extra"]]);
  });
});

test.each(["en", "pt-BR", "ko"])("%s has every word that is kept and shared, and no other", (lang) => {
  const source = new URL("../src/", import.meta.url);
  const code = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(svelte|ts)$/.test(path))
    .map((path) => readFileSync(new URL(path, source), "utf8"))
    .join("\n");
  const families: Record<string, string[]> = {
    "keep-verdict-": ["same", "differs", "cannot", "same-run", "same-progress", "differs-run", "differs-progress"],
    "keep-state-": ["kept", "full", "forbidden", "newer", "blocked"],
    "keep-found-": ["damaged", "full", "forbidden", "newer", "blocked"],
    "keep-offline-": ["none", "loading", "ready", "failed"],
    "keep-run-": ["last", "calls", "compactions"],
  };
  const asked = new Set([...code.matchAll(/"(keep-[\w-]+)"/g)].map((match) => match[1]!));
  for (const [stem, ends] of Object.entries(families)) for (const end of ends) asked.add(stem + end);
  const ids = /^(?:data-testid|id|aria-labelledby)$/;
  for (const [, attribute, value] of code.matchAll(/([\w-]+)="(keep-[\w-]+)"/g)) if (ids.test(attribute!)) asked.delete(value!);
  for (const key of code.matchAll(/t\("(keep-[\w-]+)"/g)) asked.add(key[1]!);
  const catalog = readFileSync(new URL(`../../crates/course/catalogs/${lang}/keep.ftl`, import.meta.url), "utf8");
  const there = [...catalog.matchAll(/^(keep-[\w-]+) =/gm)].map((match) => match[1]!);
  expect(there.toSorted()).toEqual([...asked].sort());
});
