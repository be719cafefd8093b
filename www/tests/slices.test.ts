import { describe, expect, test } from "vitest";
import { dodged, drawnOf, grouped, isTarget, wide, type Room, type Sized } from "../src/lib/slices";

const slices = (...tokens: number[]): Sized[] => tokens.map((size, id) => ({ id, tokens: size }));
const room: Room<Sized> = { height: (tokens) => tokens / 4, label: 12.5, target: 24, alone: () => false };
const small = ({ tokens }: Sized): boolean => tokens < 50;
const shape = (of: Sized[], its = room): number[][] => grouped(of, its).map((block) => block.slices.map((slice) => slice.tokens));

describe("slices", () => {
  test("are grouped where neighbours are small", () => {
    expect(shape(slices(100, 20, 30, 10, 200, 40, 60))).toEqual([[100], [20, 30, 10], [200], [40], [60]]);
  });

  test("stand with what is between them where they are too near to each other to be hit", () => {
    expect(shape(slices(20, 60, 20))).toEqual([[20, 60, 20]]);
    expect(shape(slices(20, 76, 20))).toEqual([[20], [76], [20]]);
    expect(shape(slices(20, 60, 60, 20))).toEqual([[20], [60], [60], [20]]);
  });

  test("that never stand with others are no target", () => {
    const its = { ...room, alone: ({ id }: Sized) => id === 0 };
    expect(shape(slices(8, 20, 20), its)).toEqual([[8], [20, 20]]);
    expect(grouped(slices(8, 100), its).map((block) => isTarget(block, its))).toEqual([false, false]);
  });

  test("keep their order, their sum and their places, and targets keep apart", () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % 120;
    for (let run = 0; run < 200; run++) {
      const many = slices(...Array.from({ length: run % 30 }, random));
      const stack = grouped(many, room);
      expect(stack.flatMap((block) => block.slices)).toEqual(many);
      let from = 0;
      for (const block of stack) {
        expect(block.from).toBe(from);
        expect(block.tokens).toBe(block.slices.reduce((sum, slice) => sum + slice.tokens, 0));
        if (block.slices.length > 1) expect(small(block.slices[0]!) && small(block.slices.at(-1)!)).toBe(true);
        from += block.tokens;
      }
      const targets = stack.filter((block) => isTarget(block, room));
      targets.forEach((target, i) => {
        const next = targets[i + 1];
        const half = ({ tokens }: { tokens: number }): number => Math.max(tokens / 4, 24) / 2;
        const middle = (block: { from: number; tokens: number }): number => (block.from + block.tokens / 2) / 4;
        if (next) expect(middle(next) - middle(target)).toBeGreaterThanOrEqual(half(next) + half(target) - 1e-9);
      });
    }
  });
});

test("a block is drawn up to the end of the drawing", () => {
  expect([0, 800, 1000, 1500].map((from) => drawnOf({ from, tokens: 400 }, 1000))).toEqual([400, 200, 0, 0]);
});

describe("a label", () => {
  test("stays in the middle where no line goes through it", () => {
    expect(dodged(60, 10, [])).toBe(0);
    expect(dodged(60, 10, [10, -25])).toBe(0);
  });

  test("moves as little as takes it clear of every line", () => {
    expect(dodged(60, 10, [4])).toBe(-6);
    expect(dodged(60, 10, [-4])).toBe(6);
    // Clear of the first line it would stand on the second, so it goes the other way.
    expect(dodged(60, 10, [4, -8])).toBe(14);
  });

  test("stays struck through where its block is too low for anything else", () => {
    expect(dodged(24, 10, [1])).toBeNull();
    expect(dodged(60, 10, [0, 18, -18])).toBeNull();
  });
});

test("the width of a text is judged by its signs, those of Korean square", () => {
  expect(wide("", 12)).toBe(0);
  expect(wide("재시작", 10)).toBeCloseTo(28.8);
  expect(wide("mmm", 10)).toBeGreaterThan(wide("iii", 10));
  expect(wide("restart message", 12.5)).toBeGreaterThan(2 * wide("restart", 12.5) - 1);
});
