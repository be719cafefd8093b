import { FluentBundle, FluentResource } from "@fluent/bundle";
import { readFileSync } from "node:fs";
import { Player, type Frame, type Lang, type RunSummary } from "secondwind/course";
import type { Bug } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { gatesOf, offerFor, otherOffer, secondTry, type Gate, type Reading } from "../src/lib/gates";
import { scenarios, source } from "../src/lib/scenarios";

const langs: Lang[] = ["en", "pt-BR", "ko"];
const runs = scenarios.flatMap((id) => langs.map((lang) => ({ id, lang, player: new Player(source(id, lang)) })));
const reference = runs.find((run) => run.id === "order-race" && run.lang === "en")!.player;
const inMessages = (frame: Frame): Frame["window"] => frame.window.filter((part) => part.kind !== "fixed");

/** What the step behind a gate shows, read by hand for every kind of question. */
const facts: Record<string, (next: Frame) => unknown> = {
  request: (next) => Number(next.args["input"]) + Number(next.args["cacheRead"]),
  counter: (next) => next.meters.accumulated,
  fires: (next) => (next.kind === "crossed" ? 1 : next.kind === "checked" ? 0 : next.kind),
  covers: (next) => inMessages(next).at(-1)?.id,
  reads: (next) => next.notes.version,
  replaces: (next) => next.window.length - 1,
  occupancy: (next) => next.meters.occupancy,
};

describe.each(runs)("$id in $lang", ({ id, player }) => {
  const gates = gatesOf(id, player);

  test("asks a few questions, in the order of its steps, each behind a step of its own", () => {
    expect(gates.length).toBeGreaterThanOrEqual(3);
    const steps = gates.map((gate) => gate.step);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    expect(new Set(gates.map((gate) => gate.id)).size).toBe(gates.length);
  });

  test.each(gates)("$id: the right answer is what the next step shows", (gate) => {
    expect(gate.right).toBe(facts[gate.ask]!(player.frame(gate.step + 1)));
  });

  test.each(gates)("$id: the others differ from it, and at least two answers stand to choose from", (gate) => {
    const values = gate.choices.map((choice) => choice.value);
    expect(new Set(values).size).toBe(values.length);
    expect(values.length).toBeGreaterThanOrEqual(2);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(gate.choices.filter((choice) => choice.value === gate.right)).toEqual([
      { value: gate.right, what: null, world: null, from: "run" },
    ]);
    for (const choice of gate.choices) if (choice.value !== gate.right && gate.input !== "pick") expect(choice.what).not.toBeNull();
  });

  test.each(gates)("$id: nothing that is already shown gives the answer away", (gate) => {
    const frame = player.frame(gate.step);
    if (gate.ask === "counter") expect(Object.values(frame.meters)).not.toContain(gate.right);
    if (gate.ask === "replaces") expect(inMessages(frame).length).not.toBe(gate.right);
  });
});

test("the questions and answers are the same in every language", () => {
  for (const id of scenarios) {
    const [first, ...others] = runs.filter((run) => run.id === id).map((run) => gatesOf(id, run.player));
    for (const other of others) expect(other).toEqual(first);
  }
});

describe("the reference run", () => {
  const gates = gatesOf("order-race", reference);
  const values = (name: string): (string | number | null)[][] =>
    gates.find((gate) => gate.id === `order-race.${name}`)!.choices.map((choice) => [choice.value, choice.what, choice.world]);

  test("is asked about at seven steps", () => {
    expect(gates.map((gate) => [gate.ask, gate.step])).toEqual([
      ["request", 7],
      ["counter", 13],
      ["fires", 17],
      ["reads", 20],
      ["replaces", 21],
      ["occupancy", 22],
      ["counter", 24],
    ]);
  });

  test("offers answers that follow from other harnesses", () => {
    expect(values("counter")).toEqual([
      [800, "occupancy", null],
      [1490, "inputOnly", null],
      [1850, null, null],
    ]);
    expect(values("fires")).toEqual([
      [0, "thresholdAtLimit", "thresholdAtLimit"],
      [1, null, null],
    ]);
    expect(values("reads")).toEqual([
      [-1, "notesInSystem", "notesInSystem"],
      [0, "staleNotes", "staleNotes"],
      [1, null, null],
    ]);
    expect(values("replaces")).toEqual([
      [0, "cleared", null],
      [1, null, null],
      [2, "cutPair", "cutPair"],
      [8, "append", "append"],
    ]);
    expect(values("fresh")).toEqual([
      [210, "inputOnly", null],
      [280, null, null],
      [490, "startsFull", null],
      [2130, "noReset", "noReset"],
    ]);
  });
});

/** A world that is played: the reference run with the counter never brought down. */
function withoutReset(): Reading {
  const run: RunSummary = structuredClone(reference.run);
  for (const mark of run.marks) if (mark.step >= 23) mark.accumulated += 1850;
  return { run, frame: (step) => reference.frame(step) };
}

describe("other worlds", () => {
  const fresh = (worlds: ((bug: Bug) => Reading | null) | null): Gate =>
    gatesOf("order-race", reference, worlds).find((gate) => gate.id === "order-race.fresh")!;

  test("a world that can be played is asked the same question", () => {
    const asked: Bug[] = [];
    const gate = fresh((bug) => {
      asked.push(bug);
      return bug === "noReset" ? withoutReset() : null;
    });
    expect(asked).toContain("noReset");
    expect(gate.choices.find((choice) => choice.what === "noReset")).toEqual({ value: 2130, what: "noReset", world: "noReset", from: "world" });
  });

  test("the formula that stands for it says the same", () => {
    expect(fresh(null).choices.find((choice) => choice.what === "noReset")).toEqual({
      value: 2130,
      what: "noReset",
      world: "noReset",
      from: "formula",
    });
  });

  test("a world that answers as this one does is no choice", () => {
    const gate = fresh(() => reference);
    expect(gate.choices.map((choice) => choice.value)).toEqual([210, 280, 490]);
  });

  test("a question that every world answers alike is not asked", () => {
    const fires = gatesOf("order-race", reference, () => reference).find((gate) => gate.ask === "fires");
    // The world of the threshold at the limit fires as well here; what is left is the other meter.
    expect(fires?.choices.map((choice) => [choice.value, choice.what])).toEqual([
      [0, "occupancyCompared"],
      [1, null],
    ]);
    const stays = { run: reference.run, frame: (step: number) => ({ ...reference.frame(step), meters: { ...reference.frame(step).meters, occupancy: 0 } }) };
    expect(gatesOf("order-race", stays).some((gate) => gate.ask === "occupancy")).toBe(false);
  });
});

test("a wrong answer leads to its world, an answer of no world to none", () => {
  const gates = gatesOf("order-race", reference);
  const [request] = gates as [Gate];
  const fresh = gates.at(-1)!;
  expect(offerFor(fresh, 2130)).toEqual({ value: 2130, what: "noReset", world: "noReset" });
  expect(offerFor(fresh, 280)).toBeNull();
  expect(offerFor(request, 123)).toBeNull();
  expect(otherOffer(fresh)).toEqual({ value: 2130, what: "noReset", world: "noReset" });
  expect(gates.filter((gate) => !secondTry(gate)).map((gate) => gate.ask)).toEqual(["fires", "occupancy"]);
});

test("a scenario without gates of its own takes the common ones under its name", () => {
  const gates = gatesOf("elsewhere", reference);
  expect(gates.map((gate) => gate.id)).toEqual(["elsewhere.fires", "elsewhere.replaces", "elsewhere.fresh"]);
});

test.each(langs)("%s has the words of every question and answer", (lang) => {
  const bundle = new FluentBundle(lang, { useIsolating: false, functions: { JOSA: () => "" } });
  bundle.addResource(new FluentResource(readFileSync(new URL(`../../crates/course/catalogs/${lang}/gates.ftl`, import.meta.url), "utf8")));
  const said = (key: string, args = {}): string => {
    const pattern = bundle.getMessage(key)?.value;
    expect(pattern, `${lang}: ${key}`).toBeTruthy();
    const errors: Error[] = [];
    const text = bundle.formatPattern(pattern!, args, errors);
    expect(errors, `${lang}: ${key}`).toEqual([]);
    return text;
  };
  for (const { id, player } of runs.filter((run) => run.lang === lang)) {
    for (const gate of gatesOf(id, player)) {
      said(`gates-ask-${gate.ask}`, { call: gate.call });
      for (const { what, value } of gate.choices) {
        if (what !== null) said("gates-would", { what: said(`gates-what-${what}`), answer: "x" });
        if (gate.as !== "tokens" && gate.as !== "message") said(`gates-value-${gate.as}`, { value });
      }
      // No two answers may read the same in any language.
      if (gate.as !== "tokens" && gate.as !== "message") {
        const texts = gate.choices.map((choice) => said(`gates-value-${gate.as}`, { value: choice.value }));
        expect(new Set(texts).size).toBe(texts.length);
      }
    }
  }
  for (const level of [1, 2, 3]) said(`gates-sure-${level}`);
  said("gates-valuetext", { step: 1, title: "t", accumulated: 1, occupancy: 1, threshold: 1 });
});
