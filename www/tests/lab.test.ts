import { Player, type Patch } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { dialsOf, parsed, patchOf, priceOf, ranges, teeth, tryOut, written, type Draft } from "../src/lib/lab";
import { engine } from "../src/lib/engine.svelte";
import { scenarios, source } from "../src/lib/scenarios";

await engine.need();

const patches: Patch[] = [
  {},
  { window: 3000, ratio: 0.5 },
  { strategy: "keepLast" },
  { strategy: "elideResults", summaryTokens: 20 },
  { tokenBudget: 900 },
  { window: 250 },
  { bugs: ["notesInSystem"] },
  { bugs: ["lastOnly"] },
];

describe.each(scenarios)("%s", (scenario) => {
  test.each(patches.map((patch) => [written(patch), patch] as const))("the scoreboard has the figures of the run (%s)", (_, patch) => {
    const { sample } = tryOut(source(scenario, "en"), patch);
    const { score, marks } = sample!;
    const player = new Player(source(scenario, "en"), patch);
    const { run } = player;
    const last = player.frame(run.last);
    expect([score.calls, score.compactions, score.compactionCalls, score.ending]).toEqual([run.calls, run.compactions, run.compactionCalls, run.ending]);
    expect(score.spend).toBe(last.meters.spend);
    expect(score.input + score.output).toBe(score.spend);
    // What the engine logs of each reply is what was paid.
    expect(score.output).toBeGreaterThanOrEqual(0);
    expect(teeth(sample!)).toHaveLength(run.marks.filter(({ kind }) => kind === "crossed").length);
    const lost = last.facts.filter(({ place }) => place === "lost").length;
    const ahead = last.facts.filter(({ place }) => place === "ahead").length;
    expect([score.lost, score.kept + score.lost + ahead]).toEqual([lost, run.facts.length]);
    expect(marks).toEqual(run.marks);
    player.free();
  });
});

test("the reference run: what is sent, what a cache can serve, and its price", () => {
  const { score } = tryOut(source("order-race", "en"), {}).sample!;
  // Requests of 200, 570, 720, 905 (the summary), 210 and 330; replies of 200, 80, 80, 60, 70 and 150.
  expect([score.input, score.output, score.spend]).toEqual([2935, 640, 3575]);
  // Repeated are 200 and 570 before the compaction, and the fixed part of 110 and then 210 after it.
  expect(score.fresh).toBe(2935 - 200 - 570 - 110 - 210);
  expect(priceOf(score, { input: 3, output: 15 })).toBeCloseTo(0.018405, 9);
  expect([score.kept, score.noted, score.lost]).toEqual([4, expect.any(Number), 1]);
});

test("notes in every system prompt cost more input that no cache serves", () => {
  const fresh = (notes: "restart" | "system"): number => tryOut(source("order-race", "en"), patchOf({ notes }, [])).sample!.score.fresh;
  expect(fresh("system")).toBeGreaterThan(fresh("restart"));
});

test("a window that is never filled pays for no compaction", () => {
  const { score } = tryOut(source("order-race", "en"), { window: 8000 }).sample!;
  expect([score.compactions, score.compactionCalls, score.ending, score.lost]).toEqual([0, 0, "answered", 0]);
});

test("dials become a patch and dials again", () => {
  const draft: Draft = { window: 1500, ratio: 0.65, meter: "occupancy", outputReserve: 100, strategy: "restart", summaryTokens: 40, tokenBudget: 9000 };
  expect(patchOf(draft, [])).toEqual(draft);
  expect(dialsOf(patchOf(draft, ["noReset"]))).toEqual(draft);
  expect(parsed(written(draft))).toEqual(draft);
  expect(patchOf({ ...draft, notes: "system" }, ["noReset"])).toEqual({ ...draft, bugs: ["noReset", "notesInSystem"] });
  expect(patchOf({ notes: "restart" }, ["notesInSystem"])).toEqual({});
  expect(patchOf({}, ["notesInSystem"])).toEqual({ bugs: ["notesInSystem"] });
  expect(written({ ratio: 0.5, notes: "system" })).toBe("ratio:0.5,notes:system");
  expect(parsed("window:1500,bugs:noReset@append")).toEqual({ window: 1500, bugs: ["noReset", "append"] });
  expect(written({})).toBe("");
});

test.each(["window", "window:", "window:x", "window:1:2", "window:1,window:2", "size:3", "meter:spend", "bugs:none", "strategy:"])("%s is no dial", (text) => {
  expect(() => parsed(text)).toThrow(RangeError);
});

test.each<[Patch, string]>([
  [{ ratio: 1 }, "patch-ratio"],
  [{ window: 0 }, "patch-window"],
  [{ window: 10.5 }, "wrong-type"],
  [{ outputReserve: 5000 }, "patch-no-room"],
  [{ strategy: "keepLast", bugs: ["noReset"] }, "patch-strategy"],
])("%j comes back with what the engine says", (patch, code) => {
  expect(tryOut(source("order-race", "en"), patch)).toMatchObject({ sample: null, issues: [{ code }] });
});

test("the dials start where the scenario stands", () => {
  const { window, ratio, outputReserve, summaryTokens, tokenBudget, meter } = ranges(source("order-race", "en"));
  expect([window.own, ratio.own, outputReserve.own, summaryTokens.own, tokenBudget.own, meter]).toEqual([2000, 0.7, 0, 60, null, "accumulated"]);
});
