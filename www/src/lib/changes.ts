import type { Frame, LogLine, ShownMessage } from "secondwind/course";

export interface Counter {
  name: "accumulated" | "occupancy" | "spend";
  from: number;
  to: number;
  /** Which of the two were counted by the provider. */
  counted: { from: boolean; to: boolean };
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

/** What is known of the run as a whole. */
export interface Listed {
  messages: readonly ShownMessage[];
  log: readonly LogLine[];
}

/** What the step of `now` changed. Before the first step nothing was there. */
export function changesBetween(before: Frame | null, now: Frame, { messages, log }: Listed): Changes {
  const wrote = now.notes.version > (before?.notes.version ?? 0) && now.notes.content !== null;
  const sizes = new Map(now.window.map(({ id, tokens, counted }) => [id, { tokens, counted }]));
  return {
    came: messages.filter(({ step }) => step === now.step).map((message) => ({ ...message, ...sizes.get(message.id) })),
    left: messages.filter(({ left }) => left === now.step),
    counters: counters
      .map((name) => ({
        name,
        from: before?.meters[name] ?? 0,
        to: now.meters[name],
        counted: { from: before?.meters[`${name}Counted`] ?? true, to: now.meters[`${name}Counted`] },
      }))
      .filter(({ from, to }) => from !== to),
    notes: wrote ? { before: now.notes.previous, after: now.notes.content!, version: now.notes.version } : null,
    log: log.filter(({ step }) => step === now.step),
  };
}

export const isEmpty = ({ came, left, counters, notes, log }: Changes): boolean =>
  came.length + left.length + counters.length + log.length === 0 && notes === null;
