import type { Frame, ShownMessage } from "secondwind/course";
import { expect, test } from "vitest";
import { archived, inWindow } from "../src/lib/shown";

const message = (id: number, step: number, left: number | null): ShownMessage => ({
  id, kind: "results", role: "user", call: 1, step, left, tokens: 1, counted: false, parts: [],
});

/** The restart message 4 comes in front of 3, which stays; 2 comes again with other content. */
const all = [message(1, 0, 5), message(2, 1, 5), message(3, 2, null), message(4, 5, null), message(2, 5, 9)];

const frame = (step: number, ids: number[]): Frame =>
  ({ step, window: [0, ...ids].map((id) => ({ id, kind: "fixed", tokens: 10 * id, counted: true })) }) as unknown as Frame;

test("the window has its own order and sizes", () => {
  const here = inWindow(all, frame(5, [4, 2, 3]));
  expect(here.map((m) => [m.id, m.step, m.tokens, m.counted])).toEqual([[4, 5, 40, true], [2, 5, 20, true], [3, 2, 30, true]]);
  expect(inWindow(all, frame(4, [1, 2, 3])).map((m) => m.step)).toEqual([0, 1, 2]);
});

test("what left is in the archive from that step on, in the order in which it left", () => {
  expect(archived(all, 4)).toEqual([]);
  expect(archived(all, 5).map((m) => m.id)).toEqual([1, 2]);
  expect(archived(all, 9).map((m) => [m.id, m.left])).toEqual([[1, 5], [2, 5], [2, 9]]);
});
