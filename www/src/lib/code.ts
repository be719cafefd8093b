import type { StepKind, StepMark } from "secondwind/course";
import source from "../../../course/lesson-6/harness/harness.js?raw";
import toggles from "../../../course/lesson-6/harness/toggles.json";
import { Program, stripped, type Bug, type Meter, type Toggles } from "./patch";

export { bugNames, type Bug, type Meter, type Row } from "./patch";

/** The lesson's harness and the mistakes that can be made in it. */
export const program = new Program(source, toggles as Toggles);

/** The most that a reply may have in the program as it is shown, in tokens. */
export const replyLimit = Number(/^ +max_tokens: (\d+),$/m.exec(source)?.[1]);

/** The mistakes by what they concern, in the order in which they are offered. */
export const groups: readonly { name: string; bugs: readonly Bug[] }[] = [
  { name: "check", bugs: ["checkEarly", "checkLate", "thresholdAtLimit"] },
  { name: "restart", bugs: ["noReset", "append", "cutPair", "longSummary"] },
  { name: "notes", bugs: ["staleNotes", "notesInSystem", "appendNotes"] },
  { name: "count", bugs: ["sharedCounter", "otherGauge", "lastOnly"] },
];

/** Where a public report of the same mistake stands. GitHub forwards an issue's number to its pull request. */
export function report(bug: Bug): { name: string; url: string } {
  const name = toggles.bugs[bug].source;
  return { name: name.replace("#", " #"), url: `https://github.com/${name.replace("#", "/issues/")}` };
}

/** The program as it is copied: with the mistakes, without what only the page needs. */
export const copied = (bugs: readonly Bug[], meter: Meter): string => stripped(program.patched(bugs, meter));

export const linesOf = (kind: StepKind, bugs: readonly Bug[], meter: Meter = "accumulated"): number[] =>
  program.linesOf(kind, bugs, meter);

/** The lines that ran at a step, and the line that the next step begins with. */
export interface Markers {
  ran: number[];
  next: number | null;
}

export function markersAt(marks: readonly StepMark[], step: number, bugs: readonly Bug[], meter: Meter): Markers {
  const [here, after] = [marks[step], marks[step + 1]];
  return {
    ran: here ? linesOf(here.kind, bugs, meter) : [],
    next: after ? (linesOf(after.kind, bugs, meter)[0] ?? null) : null,
  };
}

/** Line numbers as they are written: neighbours as a range. */
export function ranges(lines: readonly number[]): string {
  const found: [number, number][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else found.push([line, line]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
