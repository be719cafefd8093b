import type { Frame, LedgerEntry, RunSummary } from "secondwind/course";
import { standing } from "./walk";

export type Place = "window" | "notes" | "lost";

/** A fact that has come by now. */
export interface Fact {
  /** Its place in `run.facts`. */
  index: number;
  text: string;
  place: Place;
  /** Whether the model sees it. */
  visible: boolean;
  /** The compaction that left it where it is: took it out of the window, or lost it. */
  since: number | null;
}

export interface Tally {
  compaction: number;
  kept: number;
  notes: number;
  lost: number;
}

export const places: readonly Place[] = ["window", "notes", "lost"];

/** What stands for a place beside its word. */
export const signs: Record<Place, string> = { window: "●", notes: "◐", lost: "✕" };

/** The facts that have come, by where they are; a place that holds none is left out. */
export function placed(known: readonly Fact[]): { place: Place; facts: Fact[] }[] {
  return places.map((place) => ({ place, facts: known.filter((fact) => fact.place === place) })).filter(({ facts }) => facts.length > 0);
}

/** The compactions that are behind a step, oldest first. */
const behind = (run: RunSummary, step: number): LedgerEntry[] => run.ledger.filter((entry) => entry.step <= step);

/** The facts that have come by a step, and how many are still to come; those are not named. */
export function factsAt(run: RunSummary, frame: Frame): { known: Fact[]; ahead: number } {
  const entries = behind(run, frame.step).reverse();
  const known: Fact[] = [];
  frame.facts.forEach(({ place, visible }, index) => {
    if (place === "ahead") return;
    const since = place === "window" ? undefined : entries.find((entry) => entry[place].includes(index));
    known.push({ index, text: run.facts[index] ?? "", place, visible, since: since?.compaction ?? null });
  });
  return { known, ahead: frame.facts.length - known.length };
}

const tally = ({ compaction, kept, notes, lost }: LedgerEntry): Tally => ({
  compaction,
  kept: kept.length,
  notes: notes.length,
  lost: lost.length,
});

/** What each compaction behind a step did to the facts. */
export const tallies = (run: RunSummary, step: number): Tally[] => behind(run, step).map(tally);

/** What the compaction did whose stages are on the page, once the messages were replaced; null at any other step. */
export function entryNow(run: RunSummary, frame: Frame): LedgerEntry | null {
  if (frame.kind !== "replaced" && frame.kind !== "reset") return null;
  const replaced = standing(run.marks, frame.step, "replaced");
  return (replaced && run.ledger.find(({ step }) => step === replaced.step)) ?? null;
}

/** The same in figures. */
export function tallyNow(run: RunSummary, frame: Frame): Tally | null {
  const entry = entryNow(run, frame);
  return entry && tally(entry);
}
