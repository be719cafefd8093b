import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, distance, visions } from "./colour";

const css = readFileSync(new URL("../src/style/tokens.css", import.meta.url), "utf8");
const families = ["fixed", "user", "model", "world", "memory"] as const;

/** The colours of one scheme, as the style sheet states them: each is a pair of light and dark. */
function scheme(index: 0 | 1): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)) {
    found[name!] = [light!, dark!][index]!;
  }
  return found;
}

describe.each([
  ["light", scheme(0)],
  ["dark", scheme(1)],
])("%s", (_, colours) => {
  const of = (name: string): string => {
    const value = colours[name];
    if (!value) throw new Error(`no colour ${name}`);
    return value;
  };

  test.each(families)("a block of %s stands out from the vessel and carries its label", (family) => {
    expect(contrast(of(family), of("sunk"))).toBeGreaterThanOrEqual(3);
    expect(contrast(of(family), of(`on-${family}`))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.entries(visions))("kinds stay apart with %s vision", (_name, vision) => {
    for (const [i, a] of families.entries()) {
      for (const b of families.slice(i + 1)) {
        expect(distance(of(a), of(b), vision), `${a} and ${b}`).toBeGreaterThanOrEqual(20);
      }
    }
  });

  test("text and lines are readable on every ground", () => {
    for (const ground of ["paper", "panel", "sunk"]) {
      for (const text of ["ink", "soft", "fire", "memory"]) {
        expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(of("edge"), of(ground)), `edge on ${ground}`).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(of("panel"), of("fire"))).toBeGreaterThanOrEqual(4.5);
  });

  test("the threshold is not mistaken for a kind", () => {
    for (const family of families) {
      expect(distance(of("fire"), of(family), visions["normal"]!), family).toBeGreaterThanOrEqual(20);
    }
  });
});
