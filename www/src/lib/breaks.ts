import type { MeterName, StepKind, StepMark } from "secondwind/course";

/** What a breakpoint waits for. */
export type Condition =
  /** A step of this kind. */
  | { on: "kind"; kind: StepKind }
  /** The meter that is compared reaches this share of the threshold, in percent. */
  | { on: "share"; value: number }
  /** Occupancy reaches this many tokens. */
  | { on: "occupancy"; value: number }
  /** The call of this number goes out. */
  | { on: "call"; value: number };

export type Breakpoint = Condition & {
  id: number;
  /** A breakpoint that is switched off stays in the list and stops nothing. */
  active: boolean;
};

/** What a condition is compared with. */
export interface Line {
  meter: MeterName;
  threshold: number;
}

/** The kinds of step one can stop at, in the order of the list. A run starts and ends by itself. */
export const breakKinds = [
  "called",
  "replied",
  "ran",
  "noted",
  "appended",
  "checked",
  "crossed",
  "asked",
  "summarized",
  "reread",
  "replaced",
  "reset",
] as const satisfies readonly StepKind[];

function holds(of: Condition, mark: StepMark, line: Line): boolean {
  switch (of.on) {
    case "kind":
      return mark.kind === of.kind;
    case "share":
      return mark[line.meter] * 100 >= line.threshold * of.value;
    case "occupancy":
      return mark.occupancy >= of.value;
    case "call":
      return mark.call === of.value;
  }
}

/**
 * Whether a step meets a condition. A level stops once, where it is reached, and again after it was left: else every
 * step above it would stop.
 */
export function meets(of: Condition, marks: readonly StepMark[], step: number, line: Line): boolean {
  const mark = marks[step];
  if (!mark || !holds(of, mark, line)) return false;
  const before = marks[step - 1];
  return of.on === "kind" || !before || !holds(of, before, line);
}

/** The first active breakpoint that a step meets. */
export function breakAt(points: readonly Breakpoint[], marks: readonly StepMark[], step: number, line: Line): Breakpoint | null {
  return points.find((point) => point.active && meets(point, marks, step, line)) ?? null;
}

export interface Hit {
  step: number;
  point: Breakpoint;
}

/** The next step after `step`, up to `until`, at which a breakpoint stops. */
export function nextBreak(
  points: readonly Breakpoint[],
  marks: readonly StepMark[],
  step: number,
  line: Line,
  until = marks.length - 1,
): Hit | null {
  const active = points.filter((point) => point.active);
  if (active.length === 0) return null;
  for (let k = step + 1; k <= until; k++) {
    const point = breakAt(active, marks, k, line);
    if (point) return { step: k, point };
  }
  return null;
}

const name = (of: Condition): string => (of.on === "kind" ? of.kind : `${of.on}:${of.value}`);

/** The list with a breakpoint added. One that is there already is switched on instead. */
export function withBreak(points: readonly Breakpoint[], of: Condition, active = true): Breakpoint[] {
  if (points.some((point) => name(point) === name(of))) {
    return points.map((point) => (name(point) === name(of) ? { ...point, active } : point));
  }
  const id = points.reduce((most, point) => Math.max(most, point.id), 0) + 1;
  return [...points, { ...of, id, active }];
}

/** The largest number that makes sense in a condition. */
export const bounds = { share: 1000, occupancy: 1e9, call: 1e6 } as const;

/** A condition with a number, or null where the number is not whole or out of bounds. */
export function condition(on: keyof typeof bounds, value: number): Condition | null {
  return Number.isSafeInteger(value) && value >= 1 && value <= bounds[on] ? { on, value } : null;
}

/** A list of breakpoints as text, for storage and addresses: `crossed,share:80,!call:5`; `!` stands before what is off. */
export const written = (points: readonly Breakpoint[]): string =>
  points.map((point) => (point.active ? "" : "!") + name(point)).join(",");

/** Reads what `written` gives. What is no breakpoint is left out. */
export function parsed(text: string): Breakpoint[] {
  return text.split(",").reduce<Breakpoint[]>((points, piece) => {
    const active = !piece.startsWith("!");
    const [on = "", number] = piece.slice(active ? 0 : 1).split(":");
    const kind = breakKinds.find((known) => known === on);
    const level = (["share", "occupancy", "call"] as const).find((known) => known === on);
    const of = kind ? { on: "kind" as const, kind } : level ? condition(level, Number(number)) : null;
    return of ? withBreak(points, of, active) : points;
  }, []);
}
