import { expect, test } from "vitest";
import { pieces } from "../src/lib/prose";

test.each([
  ["no code at all", ["no code at all"]],
  ["the `version` of `orders`", ["the ", "`version", " of ", "`orders"]],
  ["`a``b`", ["`a", "`b"]],
  ["one ` alone", ["one ` alone"]],
  ["`a` and one ` more", ["`a", " and one ` more"]],
  ["", []],
])("%s", (prose, expected) => {
  expect(pieces(prose).map((piece) => (piece.code ? "`" : "") + piece.text)).toEqual(expected);
});

test("a run without a space that is no word any more stands for itself", () => {
  const file = "A".repeat(1000);
  expect(pieces(`see ${file} and \`${file}\``)).toEqual([
    { text: "see ", code: false },
    { text: file, code: false, endless: true },
    { text: " and ", code: false },
    { text: file, code: true },
  ]);
  expect(pieces(file.slice(1))).toEqual([{ text: file.slice(1), code: false }]);
});
