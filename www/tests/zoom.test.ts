import { describe, expect, test } from "vitest";
import { backward, endOf, forward, nextCheck, zooms, type Place, type Zoom } from "../src/lib/zoom";
import { marks } from "./run";

/** The check and the summary call open into several lines, the start into none. */
const count = (kind: string): number => ({ start: 0, checked: 2, crossed: 3, asked: 4 })[kind] ?? 1;

function walk(zoom: Zoom): Place[] {
  const end = endOf(marks, zoom, count);
  const seen: Place[] = [{ step: 0, line: 0 }];
  for (let i = 0; i < 100; i++) {
    const at = seen.at(-1)!;
    if (at.step === end.step && at.line === end.line) break;
    seen.push(forward(marks, at, zoom, count));
  }
  return seen;
}

test("a turn goes from one round to the next, and a compaction is behind the scenes", () => {
  expect(walk("turn").map((at) => at.step)).toEqual([0, 1, 6, 16, 18]);
});

test("at call zoom every step is a stop", () => {
  expect(walk("call").map((at) => at.step)).toEqual(marks.map((mark) => mark.step));
});

test("at line zoom a step opens into its lines", () => {
  const stops = walk("line");
  expect(stops.filter((at) => at.step === 11).map((at) => at.line)).toEqual([0, 1, 2, 3]);
  expect(stops).toHaveLength(marks.length + 1 + 2 + 3);
});

describe.each(zooms)("at %s zoom", (zoom) => {
  test("the way back is the way forth", () => {
    const forth = walk(zoom);
    const back = [forth.at(-1)!];
    while (back.length < forth.length) back.push(backward(marks, back.at(-1)!, zoom, count));
    expect(back.toReversed()).toEqual(forth);
  });

  test("the ends are the ends", () => {
    const end = endOf(marks, zoom, count);
    expect(forward(marks, end, zoom, count)).toEqual(end);
    expect(backward(marks, { step: 0, line: 0 }, zoom, count)).toEqual({ step: 0, line: 0 });
  });
});

test("a turn can be walked from within a step, and from between two rounds", () => {
  expect(forward(marks, { step: 11, line: 2 }, "turn", count)).toEqual({ step: 16, line: 0 });
  expect(backward(marks, { step: 11, line: 2 }, "turn", count)).toEqual({ step: 6, line: 0 });
  expect(backward(marks, { step: 11, line: 2 }, "call", count)).toEqual({ step: 10, line: 0 });
});

test("the next check is the next comparison, whether it fires or not", () => {
  expect([0, 5, 10].map((step) => nextCheck(marks, step))).toEqual([5, 10, null]);
});
