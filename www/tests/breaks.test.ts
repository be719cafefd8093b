import { describe, expect, test } from "vitest";
import { breakAt, breakKinds, condition, meets, nextBreak, parsed, withBreak, written, type Breakpoint, type Condition, type Line } from "../src/lib/breaks";
import { marks } from "./run";

const line: Line = { meter: "accumulated", threshold: 1400 };
const hits = (of: Condition): number[] => marks.filter((mark) => meets(of, marks, mark.step, line)).map((mark) => mark.step);
const point = (of: Condition, active = true, id = 1): Breakpoint => ({ ...of, id, active });

describe("a breakpoint stops", () => {
  test("at every step of its kind", () => {
    expect(hits({ on: "kind", kind: "called" })).toEqual([1, 6, 16]);
    expect(hits({ on: "kind", kind: "reset" })).toEqual([15]);
  });

  test("where the meter that is compared reaches the share, once, and again after it fell", () => {
    expect(hits({ on: "share", value: 80 })).toEqual([7, 17]);
    expect(hits({ on: "share", value: 100 })).toEqual([7]);
    expect(hits({ on: "share", value: 28 })).toEqual([2, 17]);
    expect(marks.filter((mark) => meets({ on: "share", value: 50 }, marks, mark.step, { meter: "occupancy", threshold: 1400 })).map((mark) => mark.step)).toEqual([7]);
  });

  test("at the exact number and not one below", () => {
    expect(hits({ on: "occupancy", value: 930 })).toEqual([9]);
    expect(hits({ on: "occupancy", value: 931 })).toEqual([]);
    expect(hits({ on: "share", value: 132 })).toEqual([7]);
    expect(hits({ on: "share", value: 133 })).toEqual([]);
  });

  test("where its call begins, the summary call too", () => {
    expect([1, 3, 4, 9].map((value) => hits({ on: "call", value }))).toEqual([[1], [11], [16], []]);
  });
});

test("the next one is searched after the step, up to where one goes", () => {
  const points = [point({ on: "kind", kind: "noted" }), point({ on: "call", value: 4 }, true, 2)];
  expect(nextBreak(points, marks, 0, line)).toEqual({ step: 8, point: points[0] });
  expect(nextBreak(points, marks, 8, line)).toEqual({ step: 16, point: points[1] });
  expect(nextBreak(points, marks, 16, line)).toBeNull();
  expect(nextBreak(points, marks, 0, line, 7)).toBeNull();
  expect(nextBreak(points, marks, 0, line, 8)?.step).toBe(8);
});

test("one that is switched off stops nothing", () => {
  const off = [point({ on: "kind", kind: "noted" }, false)];
  expect(nextBreak(off, marks, 0, line)).toBeNull();
  expect(breakAt(off, marks, 8, line)).toBeNull();
});

test("the same condition is listed once and comes back switched on", () => {
  const once = withBreak([], { on: "share", value: 80 });
  const off = once.map((entry) => ({ ...entry, active: false }));
  expect(withBreak(off, { on: "share", value: 80 })).toEqual(once);
  expect(withBreak(once, { on: "share", value: 90 }).map((entry) => entry.id)).toEqual([1, 2]);
});

test.each([0, -1, 1.5, NaN, Infinity, 1001])("%s is no share", (value) => {
  expect(condition("share", value)).toBeNull();
});

test("a list survives being written and read", () => {
  let points = breakKinds.reduce<Breakpoint[]>((list, kind) => withBreak(list, { on: "kind", kind }), []);
  points = withBreak(withBreak(points, { on: "share", value: 80 }), { on: "call", value: 5 }, false);
  expect(parsed(written(points))).toEqual(points);
  expect(written(parsed("crossed,share:80,!call:5"))).toBe("crossed,share:80,!call:5");
});

test.each(["", "nothing", "share", "share:", "share:-5", "share:x", "start", "call:1.5", "__proto__:3", "share:80:90,,"])("%s is read without a fault", (text) => {
  expect(written(parsed(text))).toBe(text.startsWith("share:80") ? "share:80" : "");
});
