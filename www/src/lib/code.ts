import type { StepKind } from "secondwind/course";

/** Stub: one line of the harness code for each kind of step. */
const lines: Partial<Record<StepKind, number>> = {
  called: 1,
  replied: 2,
  ran: 3,
  noted: 4,
  appended: 5,
  checked: 6,
  crossed: 7,
  asked: 8,
  summarized: 9,
  reread: 10,
  replaced: 11,
  reset: 12,
  finished: 13,
};

/** The lines of the shown code that a step runs, in the order in which they run. */
export function linesOf(kind: StepKind, patch: object): number[] {
  void patch;
  const line = lines[kind];
  return line === undefined ? [] : [line];
}
