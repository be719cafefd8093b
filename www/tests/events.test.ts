import type { StepMark } from "secondwind/course";
import { expect, test } from "vitest";
import { indexOf, inSight, listed, scrollFor } from "../src/lib/events";
import { marks } from "./run";

const last = marks.length - 1;

test("steps are listed by their types, and the current one always", () => {
  expect(listed(marks, last, [], 0)).toHaveLength(marks.length);
  expect(listed(marks, last, ["checks"], 5)).toEqual([5, 10]);
  expect(listed(marks, last, ["compaction"], 0)).toEqual([0, 10, 11, 12, 13, 14, 15]);
  expect(listed(marks, last, ["checks", "notes"], 10)).toEqual([5, 8, 10, 13]);
});

test("nothing ahead is listed", () => {
  expect(listed(marks, 6, ["calls"], 6)).toEqual([1, 2, 6]);
  expect(Math.max(...listed(marks, 9, [], 9))).toBe(9);
});

test("of 10,000 rows those in sight are drawn", () => {
  for (const top of [0, 777, 160_000, 319_600]) {
    const { from, to } = inSight(top, 400, 32, 10_000);
    expect(to - from).toBeLessThan(30);
    expect(from * 32).toBeLessThanOrEqual(top);
    expect(to * 32).toBeGreaterThanOrEqual(Math.min(top + 400, 320_000));
  }
  expect(inSight(0, 400, 32, 0)).toEqual({ from: 0, to: 0 });
  expect(inSight(5000, 400, 32, 3)).toEqual({ from: 2, to: 3 });
});

test("the list moves as little as needed to show a row and its neighbour", () => {
  expect(scrollFor(3, 0, 320, 32, 100)).toBe(0);
  expect(scrollFor(12, 0, 320, 32, 100)).toBe(14 * 32 - 320);
  expect(scrollFor(2, 640, 320, 32, 100)).toBe(32);
  expect(scrollFor(99, 0, 320, 32, 100)).toBe(3200 - 320);
  expect(scrollFor(0, 640, 320, 32, 100)).toBe(0);
  expect(scrollFor(0, 50, 320, 32, 4)).toBe(0);
});

test("a step is found in the list, or the one before it", () => {
  const steps = [0, 5, 10, 13];
  expect([0, 4, 5, 12, 13, 20].map((step) => indexOf(steps, step))).toEqual([0, 0, 1, 2, 3, 3]);
});

test("10,000 steps are listed within a frame", () => {
  const many: StepMark[] = Array.from({ length: 10_000 }, (_, step) => ({ ...marks[step % marks.length]!, step }));
  const begin = performance.now();
  for (let i = 0; i < 20; i++) listed(many, 9_999, ["calls", "notes"], 9_999);
  expect((performance.now() - begin) / 20).toBeLessThan(16);
});
