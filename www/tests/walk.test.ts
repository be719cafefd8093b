import type { StepKind, StepMark } from "secondwind/course";
import { expect, test } from "vitest";
import { isHot, nextCall, nextCompaction, previousCall, stagesAt, standing } from "../src/lib/walk";

const kinds: [StepKind, number, number][] = [
  ["start", 0, 0],
  ["called", 1, 0],
  ["replied", 1, 0],
  ["appended", 1, 0],
  ["crossed", 1, 1],
  ["asked", 2, 1],
  ["summarized", 2, 1],
  ["reread", 2, 1],
  ["replaced", 2, 1],
  ["reset", 2, 1],
  ["called", 3, 0],
  ["replied", 3, 0],
  ["finished", 3, 0],
];
const marks: StepMark[] = kinds.map(([kind, call, compaction], step) => ({
  step,
  kind,
  call,
  compaction,
  accumulated: 0,
  occupancy: 0,
  spend: 0,
  requestTokens: null,
  repeatedTokens: null,
  lines: [],
}));

test("calls are walked in both directions and the walk ends at the ends", () => {
  expect([nextCall(marks, 0), nextCall(marks, 1), nextCall(marks, 5), nextCall(marks, 10)]).toEqual([1, 5, 10, 12]);
  expect([previousCall(marks, 12), previousCall(marks, 10), previousCall(marks, 1), previousCall(marks, 0)]).toEqual([
    10, 5, 0, 0,
  ]);
});

test("the next compaction is where the threshold is crossed", () => {
  expect(nextCompaction(marks, 0)).toBe(4);
  expect(nextCompaction(marks, 4)).toBeNull();
});

test("a compaction has six stages, and only its steps have them", () => {
  expect(stagesAt(marks, 3)).toEqual([]);
  expect(stagesAt(marks, 6).map((mark) => mark.step)).toEqual([4, 5, 6, 7, 8, 9]);
  expect(stagesAt(marks, 10)).toEqual([]);
});

test("a reset stands until the next reply", () => {
  expect([8, 9, 10, 11].map((step) => standing(marks, step, "reset")?.step)).toEqual([undefined, 9, 9, undefined]);
});

test("the meter that triggers is hot from the crossing until it falls", () => {
  const hot = (meter: string): StepKind[] => marks.filter((mark) => isHot(mark.kind, meter)).map((mark) => mark.kind);
  expect(hot("accumulated")).toEqual(["crossed", "asked", "summarized", "reread", "replaced"]);
  expect(hot("occupancy")).toEqual(["crossed", "asked", "summarized", "reread"]);
});
