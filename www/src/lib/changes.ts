import type { Frame, LogLine, ShownMessage } from "secondwind/course";

export interface Counter {
  name: "accumulated" | "occupancy" | "spend";
  from: number;
  to: number;
}

/** What a step changed. */
export interface Changes {
  /** Messages that came into the window, and those that left it. */
  came: ShownMessage[];
  left: ShownMessage[];
  counters: Counter[];
  /** NOTES.md before and after, where it was written. */
  notes: { before: string | null; after: string; version: number } | null;
  log: LogLine[];
}

const counters = ["accumulated", "occupancy", "spend"] as const;

/** What the step of `now` changed. Before the first step nothing was there. */
export function changesBetween(before: Frame | null, now: Frame): Changes {
  const was = new Set(before?.messages.map(({ id }) => id));
  const is = new Set(now.messages.map(({ id }) => id));
  const wrote = now.notes.version > (before?.notes.version ?? 0) && now.notes.content !== null;
  return {
    came: now.messages.filter(({ id }) => !was.has(id)),
    left: before?.messages.filter(({ id }) => !is.has(id)) ?? [],
    counters: counters
      .map((name) => ({ name, from: before?.meters[name] ?? 0, to: now.meters[name] }))
      .filter(({ from, to }) => from !== to),
    notes: wrote ? { before: now.notes.previous, after: now.notes.content!, version: now.notes.version } : null,
    log: now.log.slice(before?.log.length ?? 0),
  };
}

export const isEmpty = ({ came, left, counters, notes, log }: Changes): boolean =>
  came.length + left.length + counters.length + log.length === 0 && notes === null;
