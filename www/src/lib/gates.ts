import type { Bug, Frame, RunSummary, StepKind, StepMark } from "secondwind/course";

/** A run that can be asked: a `Player`. */
export interface Reading {
  readonly run: RunSummary;
  frame(step: number): Frame;
}

/** The run of another world, or null where it cannot be played. */
export type Worlds = (bug: Bug) => Reading | null;

/** Reads an answer off a run. `at` is the gate's step; it is found again in other worlds by its call or compaction. */
export type Query = (of: Reading, at: StepMark) => number | null;

/** What the number of an answer stands for, and so how it is written. */
export type Shown = "tokens" | "messages" | "fires" | "notes" | "message";

/** A wrong answer and the harness in which it would be right. */
interface Other {
  /** Ending of the word key `gates-what-…`: what would have to be so. */
  what: string;
  /** The world that is asked the same question. */
  world?: Bug;
  /** The answer by formula from this run; for a world, only where that world cannot be played. */
  instead: Query;
}

/** A question before a step. Nothing in it is a figure: the right answer and the wrong ones are read off runs. */
interface Spec {
  id: string;
  /** The gate is at this step, and the next step shows the answer. */
  at: (marks: readonly StepMark[]) => StepMark | undefined;
  /** Ending of the word key `gates-ask-…`. */
  ask: string;
  as: Shown;
  input: "choice" | "number" | "pick";
  /** The vessel in which the prediction is drawn. */
  meter?: "accumulated" | "occupancy";
  answer: Query;
  others: readonly Other[];
}

export interface Choice {
  value: number;
  /** Why one might think so; null for the right answer and for answers that no harness leads to. */
  what: string | null;
  world: Bug | null;
  /** Where the value was read: in this run, in the run of another world, or by a formula that stands for one. */
  from: "run" | "world" | "formula";
}

export interface Gate {
  id: string;
  step: number;
  ask: string;
  as: Shown;
  input: Spec["input"];
  meter: "accumulated" | "occupancy" | null;
  /** The call that the question is about. */
  call: number;
  right: number;
  /** In the order of their values, so that the order says nothing. */
  choices: Choice[];
}

/** What an answer that is not right leads to. */
export interface Offer {
  value: number;
  what: string;
  world: Bug | null;
}

const before =
  (found: (marks: readonly StepMark[]) => StepMark | undefined) =>
  (marks: readonly StepMark[]): StepMark | undefined => {
    const mark = found(marks);
    return mark && marks[mark.step - 1];
  };

const ofCompaction = (kind: StepKind, compaction: number) => (marks: readonly StepMark[]) =>
  marks.find((mark) => mark.kind === kind && mark.compaction === compaction);

const replyTo = (call: number) => (marks: readonly StepMark[]) =>
  marks.find((mark) => mark.kind === "replied" && mark.call === call);

/** The first reply in the window that a compaction opened. */
const firstReplyAfter = (compaction: number) => (marks: readonly StepMark[]) => {
  const replaced = ofCompaction("replaced", compaction)(marks);
  return replaced && marks.find((mark) => mark.kind === "replied" && mark.step > replaced.step);
};

const checkOf = (call: number) => (marks: readonly StepMark[]) =>
  marks.find((mark) => (mark.kind === "checked" || mark.kind === "crossed") && mark.call === call);

const number = (value: string | number | undefined): number | null => (typeof value === "number" ? value : null);

/** What a reply was charged for: what was sent, what of it came from the cache, and what came back. */
function usage(of: Reading, mark: StepMark): { input: number; cached: number; output: number } {
  const { input, cacheRead, output } = of.frame(mark.step).args;
  return { input: number(input) ?? 0, cached: number(cacheRead) ?? 0, output: number(output) ?? 0 };
}

/** The replies that the counter holds once the call of the gate is answered: since the last reset, or of the whole run. */
function replies(of: Reading, at: StepMark, whole: boolean): StepMark[] {
  const reset = whole ? undefined : of.run.marks.findLast((mark) => mark.kind === "reset" && mark.step <= at.step);
  return of.run.marks.filter((mark) => mark.kind === "replied" && mark.step > (reset?.step ?? 0) && mark.call <= at.call);
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const messages = (frame: Frame): Frame["window"] => frame.window.filter((part) => part.kind !== "fixed");

/** The meter once the call of the gate is answered. */
const after =
  (meter: "accumulated" | "occupancy"): Query =>
  (of, at) =>
    replyTo(at.call)(of.run.marks)?.[meter] ?? null;

const sent: Query = (of, at) => {
  const mark = replyTo(at.call)(of.run.marks);
  if (!mark) return null;
  const { input, cached } = usage(of, mark);
  return input + cached;
};

const fires: Query = (of, at) => {
  const check = checkOf(at.call)(of.run.marks);
  return check ? Number(check.kind === "crossed") : null;
};

/** A frame of the compaction that the gate belongs to. */
const inCompaction =
  (kind: StepKind, read: (frame: Frame) => number | null): Query =>
  (of, at) => {
    const mark = ofCompaction(kind, at.compaction)(of.run.marks);
    return mark ? read(of.frame(mark.step)) : null;
  };

const here =
  (read: (frame: Frame, run: RunSummary) => number | null): Query =>
  (of, at) =>
    read(of.frame(at.step), of.run);

const counterAfter = { ask: "counter", as: "tokens", input: "choice", meter: "accumulated", answer: after("accumulated") } as const;

const showsWindow: Other = { what: "occupancy", instead: after("occupancy") };
const inputOnly: Other = {
  what: "inputOnly",
  instead: (of, at) => total(replies(of, at, false).map((mark) => usage(of, mark).input)),
};
const noReset: Other = {
  what: "noReset",
  world: "noReset",
  instead: (of, at) => total(replies(of, at, true).map((mark) => usage(of, mark)).map(({ input, output }) => input + output)),
};
/** As if the counter started from what the fresh window holds. */
const counterStarts: Other = {
  what: "startsFull",
  instead: (of, at) => {
    const reset = of.run.marks.findLast((mark) => mark.kind === "reset" && mark.step <= at.step);
    const counter = after("accumulated")(of, at);
    return reset && counter !== null ? reset.occupancy + counter : null;
  },
};

const atLimit: Other = {
  what: "thresholdAtLimit",
  world: "thresholdAtLimit",
  instead: here((frame, run) => Number(frame.meters.occupancy >= run.window)),
};
const otherMeter = (what: string, meter: "accumulated" | "occupancy"): Other => ({
  what,
  instead: here((frame, run) => Number(frame.meters[meter] >= run.threshold)),
});

type Kind = Omit<Spec, "id" | "at">;

const request: Kind = {
  ask: "request",
  as: "tokens",
  input: "number",
  answer: sent,
  others: [
    {
      what: "lastOnly",
      world: "lastOnly",
      instead: here(({ window }) => total([window[0], window.at(-1)].map((part) => part?.tokens ?? 0))),
    },
    { what: "newest", instead: here(({ window }) => window.at(-1)?.tokens ?? null) },
    { what: "counterSent", instead: here(({ meters }) => meters.accumulated) },
  ],
};
const growing: Kind = { ...counterAfter, others: [showsWindow, inputOnly] };
const fresh: Kind = { ...counterAfter, others: [noReset, showsWindow, inputOnly, counterStarts] };
const firing: Kind = { ask: "fires", as: "fires", input: "choice", answer: fires, others: [atLimit, otherMeter("occupancyCompared", "occupancy")] };
const spared: Kind = { ...firing, others: [otherMeter("counterCompared", "accumulated")] };
const covering: Kind = {
  ask: "covers",
  as: "message",
  input: "pick",
  answer: inCompaction("asked", (frame) => messages(frame).at(-1)?.id ?? null),
  others: [{ what: "checkEarly", world: "checkEarly", instead: here((frame) => messages(frame).at(-2)?.id ?? null) }],
};
const reading: Kind = {
  ask: "reads",
  as: "notes",
  input: "choice",
  answer: inCompaction("reread", (frame) => number(frame.args["version"])),
  others: [
    { what: "staleNotes", world: "staleNotes", instead: (of) => of.frame(0).notes.version },
    { what: "firstNotes", instead: here(({ notes }) => Math.min(1, notes.version)) },
    { what: "notesInSystem", world: "notesInSystem", instead: () => -1 },
  ],
};
const replacing: Kind = {
  ask: "replaces",
  as: "messages",
  input: "choice",
  answer: inCompaction("replaced", (frame) => messages(frame).length),
  others: [
    { what: "append", world: "append", instead: here((frame) => messages(frame).length + 1) },
    { what: "cutPair", world: "cutPair", instead: () => 2 },
    { what: "cleared", instead: () => 0 },
  ],
};
const staying: Kind = {
  ask: "occupancy",
  as: "tokens",
  input: "choice",
  meter: "occupancy",
  answer: inCompaction("reset", (frame) => frame.meters.occupancy),
  others: [{ what: "emptied", instead: () => 0 }],
};

/** The gates of each scenario. A scenario without its own takes the ones under `any`, and without a compaction `calm`. */
const specs: Record<string, readonly Spec[]> = {
  "order-race": [
    { id: "order-race.request", at: before(replyTo(2)), ...request },
    { id: "order-race.counter", at: before(replyTo(3)), ...growing },
    { id: "order-race.fires", at: before(ofCompaction("crossed", 1)), ...firing },
    { id: "order-race.reads", at: before(ofCompaction("reread", 1)), ...reading },
    { id: "order-race.replaces", at: before(ofCompaction("replaced", 1)), ...replacing },
    { id: "order-race.stays", at: before(ofCompaction("reset", 1)), ...staying },
    { id: "order-race.fresh", at: before(firstReplyAfter(1)), ...fresh },
  ],
  "invoice-import": [
    { id: "invoice-import.spared", at: before(checkOf(4)), ...spared },
    { id: "invoice-import.covers", at: before(ofCompaction("asked", 1)), ...covering },
    { id: "invoice-import.reads", at: before(ofCompaction("reread", 2)), ...reading },
    { id: "invoice-import.fresh", at: before(firstReplyAfter(3)), ...fresh },
  ],
  any: [
    { id: "fires", at: before(ofCompaction("crossed", 1)), ...firing },
    { id: "replaces", at: before(ofCompaction("replaced", 1)), ...replacing },
    { id: "fresh", at: before(firstReplyAfter(1)), ...fresh },
  ],
  // A run that never compacts is asked what its meters do.
  calm: [
    { id: "first", at: before(replyTo(1)), ...growing },
    { id: "request", at: before(replyTo(2)), ...request },
    { id: "counter", at: before(replyTo(3)), ...growing },
  ],
};

function asked(spec: Spec, of: Reading, worlds: Worlds | null): Gate | null {
  const at = spec.at(of.run.marks);
  const right = at ? spec.answer(of, at) : null;
  if (!at || right === null) return null;
  const found = new Map<number, Choice>([[right, { value: right, what: null, world: null, from: "run" }]]);
  for (const other of spec.others) {
    const played = other.world ? worlds?.(other.world) : null;
    const there = played ? spec.answer(played, at) : null;
    const value = there ?? other.instead(of, at);
    if (value === null || found.has(value)) continue;
    found.set(value, { value, what: other.what, world: other.world ?? null, from: there === null ? "formula" : "world" });
  }
  if (spec.input === "pick") {
    const shown = messages(of.frame(at.step)).map((part) => part.id);
    for (const value of found.keys()) if (!shown.includes(value)) found.delete(value);
    for (const value of shown) if (!found.has(value)) found.set(value, { value, what: null, world: null, from: "run" });
  }
  if (!found.has(right) || found.size < 2) return null;
  return {
    id: spec.id,
    step: at.step,
    ask: spec.ask,
    as: spec.as,
    input: spec.input,
    meter: spec.meter ?? null,
    call: at.call,
    right,
    choices: [...found.values()].sort((a, b) => a.value - b.value),
  };
}

/** The gates of a run, in the order of its steps. Without other worlds, formulas over this run stand for them. */
export function gatesOf(scenario: string, of: Reading, worlds: Worlds | null = null): Gate[] {
  const own = specs[scenario];
  const compacts = of.run.compactions > 0;
  return (own ?? specs[compacts ? "any" : "calm"]!)
    .map((spec) => asked(own ? spec : { ...spec, id: `${scenario}.${spec.id}` }, of, worlds))
    .filter((gate) => gate !== null)
    .sort((a, b) => a.step - b.step);
}

/** The harness in which this answer would be right. */
export function offerFor(gate: Gate, value: number): Offer | null {
  const choice = gate.choices.find((one) => one.value === value);
  return choice && choice.what !== null ? { value, what: choice.what, world: choice.world } : null;
}

/** A harness in which the right answer would not hold, for who was right but unsure: one that can be opened, if any. */
export function otherOffer(gate: Gate): Offer | null {
  const choices = gate.choices.filter((one) => one.what !== null);
  const best = choices.find((one) => one.world !== null) ?? choices[0];
  return best ? offerFor(gate, best.value) : null;
}

/** Whether a second try says more than that the other answer is right. */
export const secondTry = (gate: Gate): boolean => gate.input === "number" || gate.choices.length > 2;
