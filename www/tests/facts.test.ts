import { Player } from "secondwind/course";
import { expect, test } from "vitest";
import { entryNow, factsAt, placed, tallies, tallyNow } from "../src/lib/facts";
import { scenarios, source } from "../src/lib/scenarios";

test.each(scenarios)("%s: the facts of each step are the engine's, and what is ahead has no name", (scenario) => {
  for (const patch of [{}, { strategy: "keepLast" as const }, { bugs: ["lastOnly" as const] }]) {
    const player = new Player(source(scenario, "en"), patch);
    const { run } = player;
    for (let step = 0; step <= run.last; step++) {
      const frame = player.frame(step);
      const { known, ahead } = factsAt(run, frame);
      const engine = frame.facts.map((fact, index) => ({ ...fact, index })).filter(({ place }) => place !== "ahead");
      expect(known.map(({ index, place, visible }) => ({ index, place, visible }))).toEqual(engine.map(({ index, place, visible }) => ({ index, place, visible })));
      expect(known.map(({ text }) => text)).toEqual(engine.map(({ index }) => run.facts[index]));
      expect(ahead).toBe(run.facts.length - engine.length);
    }
    expect(tallies(run, run.last).map(({ compaction }) => compaction)).toEqual(run.ledger.map(({ compaction }) => compaction));
    player.free();
  }
});

test("the compaction of the reference run keeps two facts, moves one to the notes and loses one", () => {
  const player = new Player(source("order-race", "en"));
  const { run } = player;
  const at = run.marks.find(({ kind }) => kind === "replaced")!.step;
  const told = { compaction: 1, kept: 2, notes: 1, lost: 1 };
  expect(tallyNow(run, player.frame(at - 1))).toBe(null);
  expect(tallies(run, at - 1)).toEqual([]);
  expect([tallyNow(run, player.frame(at)), tallyNow(run, player.frame(at + 1))]).toEqual([told, told]);
  expect(tallyNow(run, player.frame(at + 2))).toBe(null);
  expect(tallies(run, run.last)).toEqual([told]);
  const last = factsAt(run, player.frame(at)).known;
  expect(last.map(({ place, since }) => [place, since])).toEqual([["window", null], ["window", null], ["notes", 1], ["lost", 1]]);
  expect(placed(last).map(({ place, facts }) => [place, facts.map(({ index }) => index)])).toEqual([["window", [0, 1]], ["notes", [2]], ["lost", [3]]]);
  // What is told at the step names the same facts.
  const entry = entryNow(run, player.frame(at));
  expect([entry?.notes, entry?.lost]).toEqual([[2], [3]]);
  player.free();
});

test("the last compaction that moved or lost a fact is the one that is named", () => {
  const player = new Player(source("invoice-import", "en"));
  const { run } = player;
  // Fact 3 is lost in both of the first compactions, having been found again in between.
  const replaced = run.marks.filter(({ kind }) => kind === "replaced").map(({ step }) => step);
  const since = replaced.map((step) => factsAt(run, player.frame(step)).known.find(({ index }) => index === 3)?.since);
  expect(since).toEqual([1, 2, 2]);
  player.free();
});
