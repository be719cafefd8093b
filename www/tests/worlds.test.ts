import { Player } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { bugNames } from "../src/lib/code";
import { scenarios, source } from "../src/lib/scenarios";
import { inWindow } from "../src/lib/shown";
import { aligned, budgetFrom, budgetWatches, firstDifference, matching, momentsOf, rounds, standingAt, type Pair } from "../src/lib/worlds";
import { marks } from "./run";

const sound = Object.fromEntries(scenarios.map((id) => [id, new Player(source(id, "en"))]));
const worlds = scenarios.flatMap((id) => bugNames.map((bug) => ({ id, bug, here: sound[id]!, there: new Player(source(id, "en"), { bugs: [bug] }) })));
const worldOf = (id: string, bug: string) => worlds.find((world) => world.id === id && world.bug === bug)!;
const total = (parts: readonly { tokens: number }[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0);

/** All that can be seen of a step, but for its number and the calls counted so far. */
function seen(player: Player, step: number): unknown {
  const frame = player.frame(step);
  const { kind, accumulated, occupancy, spend, requestTokens } = player.run.marks[step]!;
  const window = inWindow(player.messages(), frame).map(({ role, parts }) => ({ role, parts }));
  return { kind, accumulated, occupancy, spend, requestTokens, window, notes: frame.notes.content };
}

describe.each(worlds)("$id with $bug", ({ bug, here, there }) => {
  const pairs = aligned(here.run.marks, there.run.marks);

  test.each(["here", "there"] as const)("every step of %s is taken once, in order", (side) => {
    const run = side === "here" ? here.run : there.run;
    const steps = pairs.filter(({ goes }) => goes === "both" || goes === side).map((pair) => pair[side]);
    expect(steps).toEqual(run.marks.map(({ step }) => step));
    const across = matching(pairs, side);
    expect(across).toHaveLength(run.marks.length);
    expect(across).toEqual([...across].sort((a, b) => a - b));
  });

  test("the other world is never in a later round than this one, unless this one has ended", () => {
    const [ours, theirs] = [here, there].map(({ run }) => rounds(run.marks).flatMap((steps, round) => steps.map(() => round)));
    for (const pair of pairs) {
      const ended = pair.here === here.run.last || pair.there === there.run.last;
      expect(ended || ours![pair.here] === theirs![pair.there] || pair.goes !== "both").toBe(true);
      if (pair.goes === "here" && !ended) expect(ours![pair.here]).toBeGreaterThanOrEqual(theirs![pair.there]!);
    }
  });

  test("the first difference is right: all before it is the same, and it is not", () => {
    const found = firstDifference(here, there, pairs);
    const same = ({ here: a, there: b, goes }: Pair): boolean =>
      goes === "both" && JSON.stringify(seen(here, a)) === JSON.stringify(seen(there, b));
    const parts = pairs.findIndex((pair) => !same(pair));
    if (parts >= 0) {
      expect(found?.moment).toBe(parts);
      expect(found!.kinds !== null || found!.figures.length > 0).toBe(true);
      for (const { what, here: a, there: b } of found!.figures) if (what !== "text" && what !== "notes") expect(a).not.toBe(b);
    } else if (JSON.stringify(here.log().map(({ args }) => args)) === JSON.stringify(there.log().map(({ args }) => args))) {
      expect(found).toBeNull();
      // Only what needs a budget, or a compaction that this run has not, leaves no trace.
      if (here.run.compactions > 0) expect(["sharedCounter", "staleNotes", "appendNotes", "longSummary", "otherGauge", "checkLate"]).toContain(bug);
    } else {
      expect(found?.kinds).toBeNull();
      expect(["otherGauge", "thresholdAtLimit"]).toContain(bug);
    }
  });

  test("the parts sum to the meters in both worlds", () => {
    for (const player of [here, there]) {
      for (const { step, accumulated, occupancy } of player.run.marks) {
        const frame = player.frame(step);
        expect([total(frame.counter), total(frame.window)]).toEqual([accumulated, occupancy]);
        expect([frame.meters.accumulated, frame.meters.occupancy]).toEqual([accumulated, occupancy]);
      }
    }
  });
});

test("a run beside itself goes step by step and never differs", () => {
  for (const id of scenarios) {
    const player = sound[id]!;
    const pairs = aligned(player.run.marks, player.run.marks);
    expect(pairs).toEqual(player.run.marks.map(({ step }) => ({ here: step, there: step, goes: "both" })));
    expect(firstDifference(player, player, pairs)).toBeNull();
  }
});

test("without the reset the reference run parts at the reset: 0 against 1,850", () => {
  const { here, there } = worldOf("order-race", "noReset");
  const pairs = aligned(here.run.marks, there.run.marks);
  const found = firstDifference(here, there, pairs)!;
  expect(here.run.marks[pairs[found.moment]!.here]!.kind).toBe("reset");
  expect(found).toEqual({ moment: 23, kinds: { here: "reset", there: null }, figures: [{ what: "accumulated", here: 0, there: 1850 }] });
});

test("a message that is appended makes eight where one was to stand", () => {
  const { here, there } = worldOf("order-race", "append");
  const found = firstDifference(here, there, aligned(here.run.marks, there.run.marks))!;
  expect(found.kinds).toBeNull();
  expect(found.figures.find(({ what }) => what === "messages")).toEqual({ what: "messages", here: 1, there: 8 });
  expect(found.figures.find(({ what }) => what === "occupancy")?.here).toBe(210);
});

test("a step that only one world has is taken while the other waits", () => {
  const without = marks.filter(({ kind }) => kind !== "reset").map((mark, step) => ({ ...mark, step }));
  const pairs = aligned(marks, without);
  const reset = marks.find(({ kind }) => kind === "reset")!.step;
  expect(pairs[reset]).toEqual({ here: reset, there: reset - 1, goes: "here" });
  expect(pairs[reset + 1]).toEqual({ here: reset + 1, there: reset, goes: "both" });
  expect(matching(pairs, "here").slice(reset - 1, reset + 2)).toEqual([reset - 1, reset - 1, reset]);
  expect(matching(pairs, "there")[reset]).toBe(reset + 1);
  expect(momentsOf(pairs, "there")).not.toContain(reset);
});

test("a check that fires and one that does not are one moment; then one world goes on alone", () => {
  const passed = marks
    .filter(({ compaction, kind }) => compaction === 0 || kind === "crossed")
    .map((mark, step) => ({ ...mark, step, kind: mark.kind === "crossed" ? ("checked" as const) : mark.kind }));
  const pairs = aligned(marks, passed);
  const crossed = marks.find(({ kind }) => kind === "crossed")!.step;
  expect(pairs[crossed]).toEqual({ here: crossed, there: crossed, goes: "both" });
  expect(pairs.filter(({ goes }) => goes === "here").map(({ here }) => marks[here]!.kind)).toEqual(["asked", "summarized", "reread", "replaced", "reset"]);
  expect(pairs.at(-1)).toEqual({ here: marks.length - 1, there: passed.length - 1, goes: "both" });
});

describe("the token budget", () => {
  const budget = 2200;
  const valve = (bugs: ("sharedCounter")[]) => new Player(source("order-race", "en"), { bugs, tokenBudget: budget });

  test("stops the run once that much is spent, unless one counter serves both valves", () => {
    const [stopped, going] = [valve([]), valve(["sharedCounter"])];
    expect(stopped.run.ending).toBe("budgetSpent");
    expect(stopped.run.marks.at(-1)!.spend).toBeGreaterThanOrEqual(budget);
    expect(stopped.run.marks.findLast(({ kind }) => kind === "called")!.spend).toBeLessThan(budget);
    expect(going.run.ending).toBe("answered");
    expect(going.run.marks.at(-1)!.spend).toBeGreaterThan(budget);
    expect(Math.max(...going.run.marks.filter(({ kind }) => kind === "called" || kind === "asked").map(({ accumulated }) => accumulated))).toBeLessThan(budget);
    const pairs = aligned(stopped.run.marks, going.run.marks);
    const found = firstDifference(stopped, going, pairs)!;
    expect(found.kinds).not.toBeNull();
    expect(standingAt(stopped.run, stopped.run.last).ending).toBe("budgetSpent");
    expect(standingAt(going.run, pairs[found.moment]!.there).ending).toBeNull();
  });

  test("is looked at on one counter or the other", () => {
    expect(budgetWatches([])).toBe("tokensSpent");
    expect(budgetWatches(["noReset", "sharedCounter"])).toBe("tokensUsed");
  });

  test.each([["", null], [" ", null], ["0", 0], [" 3000 ", 3000], ["-1", undefined], ["1.5", undefined], ["1e3", undefined], ["9999999999", undefined], ["x", undefined]])(
    "%j is read as %j",
    (text, value) => expect(budgetFrom(text)).toBe(value),
  );
});
