import type { Frame, ShownMessage } from "secondwind/course";
import { expect, test } from "vitest";
import { archiveRows, shareOf, sum, whoOf, windowRows } from "../src/lib/table";
import { heirs, origins } from "../src/lib/trace";

const message = (id: number, kind: ShownMessage["kind"], tokens = 10): ShownMessage => ({
  id,
  kind,
  role: kind === "reply" ? "assistant" : "user",
  call: 1,
  step: 1,
  left: null,
  tokens,
  counted: false,
  parts: [],
});

test("rows add up to the total of the last one", () => {
  const frame = {
    window: [
      { id: 0, kind: "fixed", tokens: 110, counted: true },
      { id: 1, kind: "task", tokens: 90, counted: true },
      { id: 2, kind: "results", tokens: 70, counted: false },
    ],
  } as unknown as Frame;
  const rows = windowRows(frame);
  expect(rows.map((row) => row.total)).toEqual([110, 200, 270]);
  // A sum with an estimate in it is one.
  expect(rows.map((row) => row.totalCounted)).toEqual([true, true, false]);
  expect(sum(rows)).toBe(270);
  expect(rows.map((row) => row.who)).toEqual(["harness", "user", "tools"]);
  expect(archiveRows([message(3, "reply", 40)])).toEqual([{ id: 3, sign: "reply", who: "model", tokens: 40, counted: false, total: null, totalCounted: true }]);
});

test("the harness wrote the restart message, whatever its role", () => {
  expect(whoOf("restart")).toBe("harness");
});

test("what is below the threshold never reads as all of it", () => {
  expect(shareOf(1400, 1400)).toBe(1);
  expect(shareOf(1399, 1400)).toBe(0.999);
  expect(shareOf(13_999_999, 14_000_000)).toBe(0.999);
  expect(shareOf(5, 0)).toBe(0);
});

test("each restart message is made from what its compaction took out", () => {
  const archive = [message(1, "task"), message(2, "reply"), message(3, "restart"), message(4, "reply")];
  const found = origins(archive, [message(5, "restart"), message(6, "reply")]);
  expect([...found]).toEqual([
    [3, [1, 2]],
    [5, [3, 4]],
  ]);
  expect([...heirs(found)]).toEqual([
    [1, 3],
    [2, 3],
    [3, 5],
    [4, 5],
  ]);
  expect(origins([], [message(1, "task")]).size).toBe(0);
});
