import type { StepMark } from "secondwind/course";
import { expect, test } from "vitest";
import { areaPath, clearOf, linePath, placeLabels, scaleOf, spaced, thinned, ticksOf, vesselScale, wordWidth, xAt, yAt, type Area } from "../src/lib/curve";

const area: Area = { left: 12, right: 112, top: 10, bottom: 90 };
const mark = (step: number, accumulated: number, occupancy = 0): StepMark => ({
  step,
  kind: "replied",
  call: step,
  compaction: 0,
  accumulated,
  occupancy,
  spend: 0,
  requestTokens: null,
  repeatedTokens: null,
  lines: [],
});

test("the axes run from end to end", () => {
  expect([xAt(0, 10, area), xAt(5, 10, area), xAt(10, 10, area)]).toEqual([12, 62, 112]);
  expect([yAt(0, 2000, area), yAt(1000, 2000, area), yAt(2000, 2000, area)]).toEqual([90, 50, 10]);
  expect(xAt(0, 0, area)).toBe(12);
});

test("the scale of the curve holds the highest point of every world, and the threshold in any case", () => {
  expect(scaleOf(1400, [400, 1850, 0])).toBe(1850);
  expect(scaleOf(1400, [400, 1850, 0], [400, 2400])).toBe(2400);
  expect(scaleOf(2000, [0])).toBeCloseTo(2300);
  expect(scaleOf(2000)).toBeGreaterThan(2000);
});

test("the vessels are scaled to the limit until a meter outgrows it", () => {
  expect(vesselScale(2000, [0], [0])).toBe(2000);
  expect(vesselScale(2000, [2000], [900])).toBe(2000);
  expect(vesselScale(2000, [2001], [900])).toBe(2500);
  for (const meter of [1, 2600, 9000, 31_000, 500_000]) {
    expect(vesselScale(2000, [meter], [0])).toBeGreaterThanOrEqual(meter);
  }
});

test("a meter that triggers nothing enlarges the vessels by one step and no more", () => {
  expect(vesselScale(2000, [900], [2001])).toBe(2500);
  expect(vesselScale(2000, [900], [2400, 31_000])).toBe(2500);
  expect(vesselScale(2000, [2600], [31_000])).toBe(3200);
});

test("paths follow their points", () => {
  const points = [
    { x: 12, y: 90 },
    { x: 62, y: 50 },
  ];
  expect(linePath(points)).toBe("M12.0 90.0L62.0 50.0");
  expect(areaPath(points, 90)).toBe("M12.0 90.0L62.0 50.0L62.0 90L12.0 90Z");
  expect(areaPath([], 90)).toBe("");
});

test("labels that would run into a later one are left out", () => {
  const labels = [0, 30, 60, 200].map((x, i) => ({ x, y: 0, mark: mark(i, 0) }));
  expect(placeLabels(labels, 50).map((label) => label.fits)).toEqual([true, false, true, true]);
});

test("a long line is drawn with few points and keeps its ends, peaks and pits", () => {
  const long = Array.from({ length: 10_000 }, (_, i) => ({ x: i / 20, y: i === 5003 ? -7 : i === 5005 ? 99 : i % 3 }));
  const kept = thinned(long);
  expect(kept.length).toBeLessThan(2100);
  expect([kept[0], kept.at(-1)]).toEqual([long[0], long.at(-1)]);
  expect(kept).toEqual(expect.arrayContaining([long[5003], long[5005]]));
  expect(kept.every((point, i) => i === 0 || point.x >= kept[i - 1]!.x)).toBe(true);
  expect(thinned(long.slice(0, 500))).toEqual(long.slice(0, 500));
});

test("marks closer than their room are left out", () => {
  expect(spaced([0, 1, 3, 4, 8].map((x) => ({ x })), 3).map(({ x }) => x)).toEqual([0, 3, 8]);
});

test("an axis is marked at round numbers, at no more than there is room for", () => {
  expect(ticksOf(1850, 4)).toEqual([0, 500, 1000, 1500]);
  expect(ticksOf(10_410, 5)).toEqual([0, 5000, 10_000]);
  expect(ticksOf(7, 5)).toEqual([0, 2, 4, 6]);
  expect(ticksOf(2, 5)).toEqual([0, 1, 2]);
  for (const end of [1, 3, 90, 1851, 99_999, 1_000_000]) expect(ticksOf(end, 4).length).toBeLessThanOrEqual(5);
});

test("the word of a level keeps clear of the line, to the left and above where it can", () => {
  const word = { width: 30, height: 10 };
  const flat = (y: number) => [{ x: 12, y }, { x: 112, y }];
  expect(clearOf(flat(80), word, 40, area)).toEqual({ x: 17, y: 35 });
  expect(clearOf(flat(30), word, 40, area)).toEqual({ x: 17, y: 51 });
  const rise = [{ x: 12, y: 45 }, { x: 40, y: 45 }, { x: 40, y: 10 }, { x: 60, y: 10 }, { x: 60, y: 85 }, { x: 112, y: 85 }];
  expect(clearOf(rise, word, 40, area)).toEqual({ x: 65, y: 35 });
  const everywhere = Array.from({ length: 51 }, (_, i) => ({ x: 12 + 2 * i, y: i % 2 === 0 ? 10 : 90 }));
  expect(clearOf(everywhere, word, 40, area)).toEqual({ x: 17, y: 35 });
  expect(wordWidth("발동")).toBeGreaterThan(wordWidth("at"));
});
