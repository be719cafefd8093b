import type { StepKind, StepMark } from "secondwind/course";

/**
 * How far one press of Step goes: to the next round that the user sees, through every step of a call, or through every
 * line of code that a step runs.
 */
export type Zoom = "turn" | "call" | "line";
export const zooms: readonly Zoom[] = ["turn", "call", "line"];

/** A place in the run: a step, and which of the lines that it runs, counted from 0. */
export interface Place {
  step: number;
  line: number;
}

/** How many lines a step opens into; a step without code of its own is one stop. */
export type LineCount = (kind: StepKind) => number;

/** A round opens when its call goes out. The summary call belongs to no round: it happens behind the scenes. */
export const opensTurn = (mark: StepMark): boolean => mark.kind === "called";

const stops = (mark: StepMark | undefined, count: LineCount): number => (mark ? Math.max(1, count(mark.kind)) : 1);

/** The last place of a run at a zoom. */
export function endOf(marks: readonly StepMark[], zoom: Zoom, count: LineCount): Place {
  const step = Math.max(0, marks.length - 1);
  return { step, line: zoom === "line" ? stops(marks[step], count) - 1 : 0 };
}

/** The place after this one; the end stays the end. */
export function forward(marks: readonly StepMark[], at: Place, zoom: Zoom, count: LineCount): Place {
  const last = marks.length - 1;
  if (zoom === "line" && at.line + 1 < stops(marks[at.step], count)) return { step: at.step, line: at.line + 1 };
  if (at.step >= last) return endOf(marks, zoom, count);
  if (zoom !== "turn") return { step: at.step + 1, line: 0 };
  for (let step = at.step + 1; step < last; step++) if (opensTurn(marks[step]!)) return { step, line: 0 };
  return { step: last, line: 0 };
}

/** The place before this one; the start stays the start. */
export function backward(marks: readonly StepMark[], at: Place, zoom: Zoom, count: LineCount): Place {
  if (zoom === "line" && at.line > 0) return { step: at.step, line: at.line - 1 };
  if (at.step <= 0) return { step: 0, line: 0 };
  if (zoom === "line") return { step: at.step - 1, line: stops(marks[at.step - 1], count) - 1 };
  if (zoom === "call") return { step: at.step - 1, line: 0 };
  for (let step = at.step - 1; step > 0; step--) if (opensTurn(marks[step]!)) return { step, line: 0 };
  return { step: 0, line: 0 };
}

/** The step at which the harness next compares a meter with the threshold, whatever comes out. */
export function nextCheck(marks: readonly StepMark[], step: number): number | null {
  return marks.find((mark) => mark.step > step && (mark.kind === "checked" || mark.kind === "crossed"))?.step ?? null;
}
