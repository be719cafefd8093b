import { beforeEach, expect, test, vi } from "vitest";
import { local, longestReason, parse } from "../src/lib/answers";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

const first = { gate: "a", first: 280, tries: [], skipped: false, confidence: 2 as const };

test("what was predicted is there again in the next visit", () => {
  local().put(first);
  const again = local();
  expect(again.get("a")).toEqual(first);
  expect(again.all()).toEqual([first]);
});

test("the first answer is final; later tries stand apart", () => {
  const answers = local();
  answers.put(first);
  answers.put({ ...first, first: 490, tries: [490] });
  expect(answers.get("a")).toEqual({ ...first, first: 280, tries: [490] });
  answers.put({ gate: "b", first: null, tries: [], skipped: true });
  answers.put({ gate: "b", first: 3, tries: [], skipped: false });
  expect(answers.get("b")).toMatchObject({ first: null, skipped: true });
});

test("what is not a prediction is left out", () => {
  for (const text of [null, "", "{", "{}", "3", '[{"gate":1}]', '[{"gate":"a","first":"x","tries":[],"skipped":false}]']) {
    expect(parse(text)).toEqual([]);
  }
  expect(parse('[{"gate":"a","first":null,"tries":[],"skipped":false}]')).toEqual([]);
  expect(parse('[{"gate":"a","first":1,"tries":[2.5],"skipped":false}]')).toEqual([]);
  expect(parse(JSON.stringify([{ ...first, confidence: 9, because: "x".repeat(999), more: 1 }]))).toEqual([
    { gate: "a", first: 280, tries: [], skipped: false, because: "x".repeat(longestReason) },
  ]);
});

test("a gate that holds a key is left out: it would keep all of the work from its host", () => {
  const gate = { gate: `sk-${"a1".repeat(12)}`, first: 1, tries: [], skipped: false };
  expect(parse(JSON.stringify([gate, { ...gate, gate: "order-race.first" }])).map((one) => one.gate)).toEqual(["order-race.first"]);
});

test("a browser that keeps nothing still keeps the visit", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("full");
    },
  });
  const answers = local();
  answers.put(first);
  expect(answers.get("a")).toEqual(first);
});
