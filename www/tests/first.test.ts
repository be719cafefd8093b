import { Player } from "secondwind/course";
import { describe, expect, test, vi } from "vitest";
import { firstRun, opensAlone, scenarios, titles } from "../src/lib/first.svelte";
import { languages } from "../src/lib/languages";
import * as prefs from "../src/lib/prefs.svelte";
import { scenarios as all, source } from "../src/lib/scenarios";

describe.each(languages)("what the page opens with in %s", (lang) => {
  test("is the first run as the engine plays it", () => {
    const first = firstRun(lang)!;
    const player = new Player(source(scenarios[0]!, lang));
    expect(first.run).toEqual(player.run);
    expect(first.messages()).toEqual(player.messages());
    expect(first.log()).toEqual(player.log());
    for (let step = 0; step <= player.run.last; step++) {
      expect(first.frame(step)).toEqual(player.frame(step));
      expect(first.request(step)).toEqual(player.request(step));
    }
    expect(() => first.frame(player.run.last + 1)).toThrow(RangeError);
  });

  test("are the titles of all scenarios", () => {
    expect(scenarios).toEqual(all);
    expect(titles(lang)).toEqual(Object.fromEntries(all.map((id) => [id, new Player(source(id, lang)).run.title])));
  });
});

test("an address that changes the run, or another scenario, needs the engine", () => {
  for (const alone of ["", "order-race/3", "v1/order-race/12"]) expect(opensAlone(alone, "ko"), alone).toBe(true);
  for (const more of ["invoice-import/3", "v1/nowhere/1", "v1/order-race/12?bugs=noReset", "v1/order-race/12?lab=as-is"]) {
    expect(opensAlone(more, "ko"), more).toBe(false);
  }
});

test("so do questions that were switched on", () => {
  const kept = vi.spyOn(prefs, "recall").mockImplementation((key) => (key === "predict" ? "on" : null));
  expect(opensAlone("", "en")).toBe(false);
  kept.mockRestore();
});
