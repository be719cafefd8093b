import type { StepMark } from "secondwind/course";
import { expect, test } from "vitest";
import { areaPath, linePath, placeLabels, scaleOf, vesselScale, xAt, yAt, type Area } from "../src/lib/curve";

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

test("the scale of a run holds its limit and its highest point", () => {
  expect(scaleOf(2000, [mark(1, 1850, 800)])).toBe(2000);
  expect(scaleOf(2000, [mark(1, 900, 100), mark(2, 2400, 100)])).toBe(2400);
});

test("the vessels are scaled to the limit until a meter outgrows it", () => {
  expect(vesselScale(2000, 0, 0)).toBe(2000);
  expect(vesselScale(2000, 2000, 900)).toBe(2000);
  expect(vesselScale(2000, 2001, 900)).toBe(2500);
  for (const meter of [1, 2600, 9000, 31_000, 500_000]) {
    expect(vesselScale(2000, meter, 0)).toBeGreaterThanOrEqual(meter);
  }
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
