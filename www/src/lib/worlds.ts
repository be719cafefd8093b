import type { Frame, LogLine, RunSummary, ShownMessage, StepKind, StepMark } from "secondwind/course";

/** A run that can be laid beside another: a `Player`. */
export interface World {
  readonly run: RunSummary;
  frame(step: number): Frame;
  messages(): ShownMessage[];
  log(): LogLine[];
}

/** A moment of two worlds. The one that has no step of its own in it stands where it stood. */
export interface Pair {
  here: number;
  there: number;
  /** Which of the two goes a step on. */
  goes: "both" | "here" | "there";
}

/** What has the same part in a round is laid side by side, whatever comes of it. */
const part = (kind: StepKind): string =>
  kind === "checked" || kind === "crossed" ? "check" : kind === "replied" || kind === "refused" ? "answer" : kind;

/**
 * The steps by rounds. A round begins with a call of the loop; a compaction belongs to the round whose check fired. Calls
 * are not counted by their numbers, since a compaction takes one, and after it the same work would never meet again.
 */
export function rounds(marks: readonly StepMark[]): StepMark[][] {
  const found: StepMark[][] = [[]];
  for (const mark of marks) {
    if (mark.kind === "called") found.push([]);
    found.at(-1)!.push(mark);
  }
  return found;
}

/** Two runs as one list of moments: every step of both stands in it once, in order. */
export function aligned(here: readonly StepMark[], there: readonly StepMark[]): Pair[] {
  const [ours, theirs] = [rounds(here), rounds(there)];
  const pairs: Pair[] = [];
  let at = { here: 0, there: 0 };
  const go = (goes: Pair["goes"], next: Partial<typeof at>): void => {
    at = { ...at, ...next };
    pairs.push({ ...at, goes });
  };
  for (let round = 0; round < Math.max(ours.length, theirs.length); round++) {
    const [a, b] = [ours[round] ?? [], theirs[round] ?? []];
    // common[i][j]: how many steps of a[i..] and b[j..] can be laid side by side.
    const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
    const fits = (i: number, j: number): boolean => part(a[i]!.kind) === part(b[j]!.kind);
    for (let i = a.length - 1; i >= 0; i--) {
      for (let j = b.length - 1; j >= 0; j--) {
        common[i]![j] = fits(i, j) ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
      }
    }
    let i = 0;
    let j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && fits(i, j)) go("both", { here: a[i++]!.step, there: b[j++]!.step });
      else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!)) go("here", { here: a[i++]!.step });
      else go("there", { there: b[j++]!.step });
    }
  }
  return pairs;
}

/** For each step of one world the moment in which it is taken. */
export function momentsOf(pairs: readonly Pair[], side: "here" | "there"): number[] {
  const found: number[] = [];
  pairs.forEach((pair, i) => {
    if (pair.goes === "both" || pair.goes === side) found[pair[side]] = i;
  });
  return found;
}

/** For each step of one world the matching step of the other, or the nearest before. */
export const matching = (pairs: readonly Pair[], side: "here" | "there"): number[] =>
  momentsOf(pairs, side).map((moment) => pairs[moment]![side === "here" ? "there" : "here"]);

/** Something that both worlds have and that is not the same in them. */
export interface Figure {
  what: "accumulated" | "occupancy" | "spend" | "request" | "messages" | "text" | "notes" | "log";
  here: number;
  there: number;
}

export interface Difference {
  /** The moment, by its place in the list. */
  moment: number;
  /** The two kinds of step, where they are not the same. Null: this world has no such step. */
  kinds: { here: StepKind | null; there: StepKind | null } | null;
  figures: Figure[];
}

/** The messages in the window at a step. */
const windowAt = (messages: readonly ShownMessage[], step: number): ShownMessage[] =>
  messages.filter((message) => message.step <= step && (message.left === null || step < message.left));

const textOf = (message: ShownMessage): string => JSON.stringify([message.role, message.parts]);

/** How long a text is, in characters as a person counts them. */
const length = (text: string): number => [...text].length;

/** What differs between the worlds at a moment, the log aside. */
function differing(here: World, there: World, pair: Pair, ours: ShownMessage[], theirs: ShownMessage[]): Omit<Difference, "moment"> | null {
  const [a, b] = [here.run.marks[pair.here]!, there.run.marks[pair.there]!];
  const kinds =
    pair.goes !== "both"
      ? { here: pair.goes === "here" ? a.kind : null, there: pair.goes === "there" ? b.kind : null }
      : a.kind === b.kind
        ? null
        : { here: a.kind, there: b.kind };
  const figures: Figure[] = [];
  const note = (what: Figure["what"], x: number | null, y: number | null): void => {
    if (x !== null && y !== null && x !== y) figures.push({ what, here: x, there: y });
  };
  note("accumulated", a.accumulated, b.accumulated);
  note("occupancy", a.occupancy, b.occupancy);
  note("spend", a.spend, b.spend);
  note("request", a.requestTokens, b.requestTokens);

  const [inOurs, inTheirs] = [windowAt(ours, pair.here), windowAt(theirs, pair.there)];
  note("messages", inOurs.length, inTheirs.length);
  if (inOurs.length === inTheirs.length) {
    const at = inOurs.findIndex((message, i) => textOf(message) !== textOf(inTheirs[i]!));
    const sizes = [inOurs[at], inTheirs[at]].map((message) => message?.parts.reduce((all, one) => all + length(one.text), 0) ?? 0);
    if (at >= 0) figures.push({ what: "text", here: sizes[0]!, there: sizes[1]! });
  }
  if (a.kind === "noted" && b.kind === "noted") {
    const [x, y] = [here.frame(a.step).notes.content ?? "", there.frame(b.step).notes.content ?? ""];
    if (x !== y) figures.push({ what: "notes", here: length(x), there: length(y) });
  }
  return kinds || figures.length > 0 ? { kinds, figures } : null;
}

/** Where the logs part, for worlds that differ in nothing else: the gauge can be wrong on its own. */
function logParts(here: World, there: World, pairs: readonly Pair[]): Difference | null {
  const [ours, theirs] = [here.log(), there.log()];
  for (const [i, line] of ours.entries()) {
    const other = theirs[i];
    if (other && line.key === other.key && JSON.stringify(line.args) === JSON.stringify(other.args)) continue;
    const [x, y] = [line.args["tokens"], other?.args["tokens"]];
    const moment = momentsOf(pairs, "here")[line.step]!;
    return { moment, kinds: null, figures: typeof x === "number" && typeof y === "number" ? [{ what: "log", here: x, there: y }] : [] };
  }
  return null;
}

/** The first moment at which the worlds are not the same, and what differs there; null where they never part. */
export function firstDifference(here: World, there: World, pairs: readonly Pair[]): Difference | null {
  const [ours, theirs] = [here.messages(), there.messages()];
  for (const [moment, pair] of pairs.entries()) {
    const found = differing(here, there, pair, ours, theirs);
    if (found) return { moment, ...found };
  }
  return logParts(here, there, pairs);
}

/** What a world has come to at a step. */
export interface Standing {
  mark: StepMark;
  compactions: number;
  /** The ending, once it is reached. */
  ending: RunSummary["ending"] | null;
}

export function standingAt(run: RunSummary, step: number): Standing {
  const mark = run.marks[step]!;
  return {
    mark,
    compactions: run.marks.filter((one) => one.step <= step && one.kind === "replaced").length,
    ending: step === run.last ? run.ending : null,
  };
}

/** What the valve of the token budget looks at: the counter that compactions zero, if one counter serves both valves. */
export const budgetWatches = (bugs: readonly string[]): "tokensUsed" | "tokensSpent" =>
  bugs.includes("sharedCounter") ? "tokensUsed" : "tokensSpent";

/** A budget as it is typed or linked: a whole number from 0 on. Null for none; undefined where it is no such number. */
export function budgetFrom(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  return Number.isSafeInteger(value) && value <= 999_999_999 ? value : undefined;
}
