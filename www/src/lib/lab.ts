import type { Ending, MeterName, Patch, Player, RecordingSource, ScenarioIssue, ScenarioSource, StepMark } from "secondwind/course";
import { bugNames, type Bug } from "./code";
import { course } from "./engine.svelte";

export const strategies = ["restart", "keepLast", "elideResults"] as const;
export const meters = ["accumulated", "occupancy"] as const;
/** Where NOTES.md comes back: in the restart message, or in every system prompt. */
export const notesPolicies = ["restart", "system"] as const;

/** What the dials change of a scenario. A dial that is not turned is not there. */
export type Dials = Omit<Patch, "bugs">;
export type Draft = Dials & { notes?: (typeof notesPolicies)[number] };

export const countDials = ["window", "outputReserve", "summaryTokens", "tokenBudget"] as const;
export type CountDial = (typeof countDials)[number];
export const numberDials = ["window", "ratio", "outputReserve", "summaryTokens", "tokenBudget"] as const;
export type NumberDial = (typeof numberDials)[number];

/** The patch that the dials make, with the mistakes in the program. */
export function patchOf({ notes, ...dials }: Draft, bugs: readonly Bug[]): Patch {
  const others = bugs.filter((bug) => bug !== "notesInSystem");
  const all = (notes ?? notesOf(bugs)) === "system" ? [...others, "notesInSystem" as const] : others;
  return all.length > 0 ? { ...dials, bugs: all } : dials;
}

export const notesOf = (bugs: readonly Bug[]): (typeof notesPolicies)[number] => (bugs.includes("notesInSystem") ? "system" : "restart");

/** The dials of a patch, without the mistakes. */
export function dialsOf(patch: Patch): Dials {
  const dials = { ...patch };
  delete dials.bugs;
  return dials;
}

export const isTurned = (of: object): boolean => Object.keys(of).length > 0;

const order = [...numberDials, "meter", "strategy", "notes", "bugs"] as const;

/** Dials or a patch as text for an address, `window:1500,strategy:keepLast`. Nothing changed is the empty text. */
export function written(of: Draft & Patch): string {
  return order
    .filter((key) => of[key] !== undefined)
    .map((key) => `${key}:${key === "bugs" ? of.bugs!.join("@") : of[key]}`)
    .filter((pair) => pair !== "bugs:")
    .join(",");
}

function word<T extends string>(all: readonly T[], value: string): T {
  const known = all.find((one) => one === value);
  if (known === undefined) throw new RangeError(`${value} is none of ${all.join(", ")}`);
  return known;
}

/** @throws RangeError for what no dial can be turned to. Whether it works, the engine says. */
export function parsed(text: string): Draft & Patch {
  const found: Record<string, unknown> = {};
  for (const pair of text === "" ? [] : text.split(",")) {
    const [key = "", value = "", ...rest] = pair.split(":");
    if (rest.length > 0 || key in found) throw new RangeError(pair);
    if (key === "meter") found[key] = word(meters, value);
    else if (key === "strategy") found[key] = word(strategies, value);
    else if (key === "notes") found[key] = word(notesPolicies, value);
    else if (key === "bugs") found[key] = value.split("@").map((bug) => word(bugNames, bug));
    else if (value !== "" && Number.isFinite(Number(value))) found[word(numberDials, key)] = Number(value);
    else throw new RangeError(pair);
  }
  return found as Draft & Patch;
}

export interface Score {
  ending: Ending;
  calls: number;
  compactions: number;
  compactionCalls: number;
  /** What all answered calls cost together: `input` and `output`. */
  spend: number;
  input: number;
  output: number;
  /** What of the input does not repeat the request before, and so is no hit in a prompt cache. */
  fresh: number;
  facts: number;
  /** In the window or in NOTES.md at the end. */
  kept: number;
  /** Of those, in NOTES.md alone. */
  noted: number;
  lost: number;
}

/** A whole run, as the lab shows it. */
export interface Sample {
  patch: Patch;
  window: number;
  threshold: number;
  meter: MeterName;
  marks: StepMark[];
  last: number;
  score: Score;
}

/** What goes into a request is paid once its reply has come in. */
export function sums(marks: readonly StepMark[]): Pick<Score, "spend" | "input" | "output" | "fresh"> {
  let [spend, input, output, fresh] = [0, 0, 0, 0];
  let request: StepMark | null = null;
  for (const mark of marks) {
    if (mark.requestTokens !== null) request = mark;
    if (mark.spend === spend) continue;
    const sent = request?.requestTokens ?? 0;
    input += sent;
    output += mark.spend - spend - sent;
    fresh += sent - (request?.repeatedTokens ?? 0);
    spend = mark.spend;
    request = null;
  }
  return { spend, input, output, fresh };
}

function sampleOf(player: Player, patch: Patch): Sample {
  const { run } = player;
  const facts = player.frame(run.last).facts;
  const at = (place: string): number => facts.filter((fact) => fact.place === place).length;
  const { ending, calls, compactions, compactionCalls } = run;
  const score = { ending, calls, compactions, compactionCalls, ...sums(run.marks), facts: facts.length, kept: at("window") + at("notes"), noted: at("notes"), lost: at("lost") };
  return { patch, window: run.window, threshold: run.threshold, meter: run.meter, marks: run.marks, last: run.last, score };
}

/** Plays a scenario with a patch; a patch that cannot work comes back with what the engine says of it. */
export function tryOut(source: ScenarioSource | RecordingSource, patch: Patch): { sample: Sample; issues: null } | { sample: null; issues: ScenarioIssue[] } {
  const { Player } = course();
  let player: Player;
  try {
    player = new Player(source, patch);
  } catch (error) {
    const { issues } = error as { issues?: ScenarioIssue[] };
    if (!Array.isArray(issues)) throw error;
    return { sample: null, issues };
  }
  try {
    return { sample: sampleOf(player, patch), issues: null };
  } finally {
    player.free();
  }
}

/** Where a dial stands when it is not turned, and how far it goes. */
export interface Range {
  own: number | null;
  min: number;
  max: number;
  step: number;
}

/** The dials of a scenario. The number field takes what lies beyond the range as well. */
export function ranges(source: ScenarioSource | RecordingSource): Record<NumberDial, Range> & { meter: MeterName } {
  const { Player } = course();
  const player = new Player(source);
  const { run } = player;
  const spend = run.marks.at(-1)?.spend ?? 0;
  const written = run.marks.find(({ kind }) => kind === "summarized");
  const summary = written ? Number(player.frame(written.step).args["tokens"]) : null;
  player.free();
  return {
    window: { own: run.window, min: 200, max: run.window * 4, step: 50 },
    ratio: { own: run.ratio, min: 0.1, max: 0.95, step: 0.01 },
    outputReserve: { own: run.outputReserve, min: 0, max: run.window, step: 50 },
    summaryTokens: { own: summary, min: 10, max: Math.max(500, 4 * (summary ?? 0)), step: 10 },
    tokenBudget: { own: run.tokenBudget, min: 0, max: Math.ceil((2 * spend) / 100) * 100, step: 100 },
    meter: run.meter,
  };
}

/** Prices of a million tokens. */
export interface Prices {
  input: number;
  output: number;
}

export const usualPrices: Prices = { input: 3, output: 15 };

export const priceOf = (score: Score, prices: Prices): number => (score.input * prices.input + score.output * prices.output) / 1_000_000;

/** The places at which a compaction fired. */
export const teeth = (sample: Sample): StepMark[] => sample.marks.filter(({ kind }) => kind === "crossed");
