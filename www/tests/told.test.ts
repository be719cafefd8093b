import { Player } from "secondwind/course";
import { expect, test } from "vitest";
import { scenarios, source } from "../src/lib/scenarios";
import { sentenceOf } from "../src/lib/told";

test("the sentence of a step marks the occupancy as estimated exactly where its meter does", () => {
  const player = new Player(source("order-race", "en"));
  const appended = player.run.marks.filter(({ kind }) => kind === "appended").map(({ step }) => player.frame(step));
  expect(appended.length).toBeGreaterThan(2);
  for (const frame of appended) expect(sentenceOf(frame, player.run)).toMatch(frame.meters.occupancyCounted ? /is now [\d,]+\.$/ : /is now ≈[\d,]+\.$/);
  expect(sentenceOf(player.frame(17), player.run)).toContain("≈930");
  player.free();
});

test.each(scenarios)("%s: no figure of the counter is marked while the provider counted it", (scenario) => {
  const player = new Player(source(scenario, "en"));
  for (let step = 0; step <= player.run.last; step++) {
    const frame = player.frame(step);
    if (frame.meters.occupancyCounted && frame.meters.accumulatedCounted) expect(sentenceOf(frame, player.run)).not.toContain("≈");
  }
  player.free();
});
