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
