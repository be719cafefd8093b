import { describe, expect, test } from "vitest";
import { grouped, type Sized } from "../src/lib/slices";

const slices = (...tokens: number[]): Sized[] => tokens.map((size, id) => ({ id, tokens: size }));
const small = ({ tokens }: Sized): boolean => tokens < 50;
const shape = (of: Sized[]): number[][] => grouped(of, small).map((block) => block.slices.map((slice) => slice.tokens));

describe("slices", () => {
  test("are grouped where neighbours are small", () => {
    expect(shape(slices(100, 20, 30, 10, 200, 40, 60))).toEqual([[100], [20, 30, 10], [200], [40], [60]]);
  });

  test("keep their order, their sum and their places", () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % 120;
    for (let run = 0; run < 200; run++) {
      const many = slices(...Array.from({ length: run % 30 }, random));
      const stack = grouped(many, small);
      expect(stack.flatMap((block) => block.slices)).toEqual(many);
      let from = 0;
      for (const block of stack) {
        expect(block.from).toBe(from);
        expect(block.tokens).toBe(block.slices.reduce((sum, slice) => sum + slice.tokens, 0));
        if (block.slices.length > 1) expect(block.slices.every(small)).toBe(true);
        from += block.tokens;
      }
      stack.forEach((block, i) => {
        const next = stack[i + 1];
        if (next) expect(small(block.slices.at(-1)!) && small(next.slices[0]!)).toBe(false);
      });
    }
  });
});
