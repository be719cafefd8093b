import { expect, test } from "vitest";
import { diffLines } from "../src/lib/diff";

const added = (before: string | null, now: string): string[] =>
  diffLines(before, now)
    .lines.filter((line) => line.added)
    .map((line) => line.text);

test("everything is new in the first version, except blank lines", () => {
  expect(added(null, "## Decisions\n- a\n\n## Unresolved\n- b")).toEqual(["## Decisions", "- a", "## Unresolved", "- b"]);
  expect(diffLines(null, "a").gone).toEqual([]);
});

test("a replaced line is both new and gone", () => {
  const before = "## Decisions\n- a\n\n## Unresolved\n- b";
  const now = "## Decisions\n- a\n\n## Unresolved\n- none";
  expect(added(before, now)).toEqual(["- none"]);
  expect(diffLines(before, now).gone).toEqual(["- b"]);
});

test("an unchanged text has no changes", () => {
  expect(added("a\nb", "a\nb")).toEqual([]);
  expect(diffLines("a\nb", "a\nb").gone).toEqual([]);
});

test("the lines together are the text, whatever changed", () => {
  for (const before of [null, "", "a\n\nb", "x\ny", "b\na"]) {
    const now = "a\n\nb\nc\n";
    expect(
      diffLines(before, now)
        .lines.map((line) => line.text)
        .join("\n"),
    ).toBe(now);
  }
});
