import type { StepKind, StepMark } from "secondwind/course";

/** The types by which the list of steps can be narrowed. */
export type EventType = "calls" | "tools" | "notes" | "checks" | "compaction";
export const eventTypes: readonly EventType[] = ["calls", "tools", "notes", "checks", "compaction"];

/** A step can be of two types: the check that fires is also the first stage of a compaction. */
const typesOf: Record<StepKind, readonly EventType[]> = {
  start: [],
  called: ["calls"],
  refused: ["calls"],
  replied: ["calls"],
  ran: ["tools"],
  noted: ["tools", "notes"],
  appended: ["tools"],
  checked: ["checks"],
  crossed: ["checks", "compaction"],
  asked: ["calls", "compaction"],
  summarized: ["calls", "compaction"],
  reread: ["notes", "compaction"],
  replaced: ["compaction"],
  reset: ["compaction"],
  finished: [],
};

export const isOf = (kind: StepKind, type: EventType): boolean => typesOf[kind].includes(type);

/** The steps up to and with `until` that are of one of the types; without types, all. The current step is always there. */
export function listed(marks: readonly StepMark[], until: number, types: readonly EventType[], current: number): number[] {
  const steps: number[] = [];
  for (let step = 0; step <= until && step < marks.length; step++) {
    if (step === current || types.length === 0 || types.some((type) => isOf(marks[step]!.kind, type))) steps.push(step);
  }
  return steps;
}

/** The rows of a list that are drawn: those in sight and a few beyond, so that scrolling shows no gaps. */
export interface Range {
  from: number;
  /** The row after the last one. */
  to: number;
}

export function inSight(top: number, height: number, row: number, rows: number, beyond = 6): Range {
  const from = Math.max(0, Math.floor(top / row) - beyond);
  return { from: Math.min(from, Math.max(0, rows - 1)), to: Math.min(rows, Math.ceil((top + height) / row) + beyond) };
}

/** Where a list has to be scrolled so that a row is in sight with a neighbour, moved as little as needed. */
export function scrollFor(index: number, top: number, height: number, row: number, rows: number): number {
  const room = height >= 3 * row ? row : 0;
  const most = Math.max(0, rows * row - height);
  const upper = index * row - room;
  const lower = (index + 1) * row + room - height;
  return Math.min(most, Math.max(0, top > upper ? upper : top < lower ? lower : top));
}

/** The index of the step, or of the last one listed before it. */
export function indexOf(steps: readonly number[], step: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]! <= step) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
