import type { StepKind } from "secondwind/course";

/** The mistakes that a program can be played with. At most one of those that change the same line is on. */
export const bugNames = [
  "noReset", "checkEarly", "checkLate", "append", "cutPair", "staleNotes", "notesInSystem", "appendNotes",
  "thresholdAtLimit", "sharedCounter", "otherGauge", "longSummary", "lastOnly",
] as const;

export type Bug = (typeof bugNames)[number];

export type Meter = "accumulated" | "occupancy";

/** A change of the source: `find` stands in it exactly once. */
export interface Edit {
  find: string;
  replace: string;
}

export interface Toggle {
  edits: readonly Edit[];
  /** The meter that the mistake needs, whatever the scenario compares. */
  meter?: Meter;
  /** A public report of the same mistake: `owner/repository#number`. */
  source: string;
}

export interface Toggles {
  /** What makes the program compare another meter than the lesson's. */
  meters: Partial<Record<Meter, readonly Edit[]>>;
  bugs: Record<Bug, Toggle>;
}

/** An edit as lines: `removed` lines from `start` on make room for `added`. */
interface Change {
  start: number;
  removed: number;
  added: readonly string[];
}

function change(source: string, { find, replace }: Edit): Change {
  const at = source.indexOf(find);
  if (at < 0) throw new Error(`the edit does not fit, this is nowhere: ${JSON.stringify(find)}`);
  if (source.indexOf(find, at + 1) >= 0) throw new Error(`the edit does not fit, this stands twice: ${JSON.stringify(find)}`);
  const from = source.lastIndexOf("\n", at - 1) + 1;
  // The end of the line that the text ends in; a text that ends with a line break does not touch the next line.
  const reached = at + find.length;
  const end = find.endsWith("\n") ? reached : source.indexOf("\n", reached) + 1 || source.length;
  const before = source.slice(from, end).split("\n");
  const after = (source.slice(from, at) + replace + source.slice(reached, end)).split("\n");
  let start = source.slice(0, from).split("\n").length - 1;
  while (before.length > 0 && after.length > 0 && before[0] === after[0]) {
    before.shift();
    after.shift();
    start += 1;
  }
  while (before.length > 0 && after.length > 0 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  return { start, removed: before.length, added: after };
}

/** Whether both change a line, or put something in at one place. */
function clash(a: Change, b: Change): boolean {
  if (a.removed === 0 && b.removed === 0) return a.start === b.start;
  return a.start < b.start + b.removed && b.start < a.start + a.removed;
}

/** A source and the edits that can be made to it. */
export class Program {
  readonly #source: string;
  readonly #toggles: Toggles;

  constructor(source: string, toggles: Toggles) {
    this.#source = source;
    this.#toggles = toggles;
  }

  #meter(bugs: readonly Bug[], meter: Meter): Meter {
    const wanted = new Set(bugs.map((bug) => this.#toggles.bugs[bug].meter).filter((own) => own !== undefined));
    if (wanted.size > 1) throw new Error(`${bugs.join(" and ")} compare different meters`);
    return [...wanted][0] ?? meter;
  }

  #changes(bugs: readonly Bug[], meter: Meter): Change[] {
    const edits = [
      ...(this.#toggles.meters[this.#meter(bugs, meter)] ?? []),
      ...bugs.flatMap((bug) => this.#toggles.bugs[bug].edits),
    ];
    const changes: Change[] = [];
    for (const next of edits.map((edit) => change(this.#source, edit))) {
      if (changes.some((other) => clash(other, next))) throw new Error(`${bugs.join(" and ")} change the same line`);
      changes.push(next);
    }
    // An insertion goes before what replaces the line at its place.
    return changes.sort((a, b) => a.start - b.start || a.removed - b.removed);
  }

  /**
   * The source with these mistakes, marks included.
   * @throws Error if an edit does not fit, or two of them do not go together.
   */
  patched(bugs: readonly Bug[], meter: Meter = "accumulated"): string {
    const lines = this.#source.split("\n");
    for (const { start, removed, added } of this.#changes(bugs, meter).reverse()) lines.splice(start, removed, ...added);
    return lines.join("\n");
  }

  /** The mistakes among those that are on which exclude this one, since they change the same line. */
  excluding(bug: Bug, on: readonly Bug[]): Bug[] {
    return on.filter((other) => {
      if (other === bug) return false;
      try {
        this.#changes([other, bug], "accumulated");
        return false;
      } catch {
        return true;
      }
    });
  }

  /** The source as it is shown against the one without the mistakes. */
  listing(bugs: readonly Bug[], meter: Meter = "accumulated"): Row[] {
    return rowsBetween(linesIn(this.patched([], meter)), linesIn(this.patched(bugs, meter)));
  }

  /**
   * The lines that run at a step of this kind, from 1, in the program with these mistakes. None where the program does
   * nothing of the kind any more.
   */
  linesOf(kind: StepKind, bugs: readonly Bug[], meter: Meter = "accumulated"): number[] {
    const found: number[] = [];
    this.patched(bugs, meter)
      .split("\n")
      .forEach((line, i) => {
        if (marksOf(line).includes(kind)) found.push(i + 1);
      });
    return found;
  }
}

const mark = /\s*\/\/((?:\s*@\w+)+)\s*$/;

/** The kinds of steps at which a line runs: `//@called @asked` at its end. */
const marksOf = (line: string): string[] => mark.exec(line)?.[1]?.match(/\w+/g) ?? [];

/** A line as it is shown, without its marks. */
const shown = (line: string): string => line.replace(mark, "");

/** The source as it is shown and copied. */
export const stripped = (source: string): string => source.split("\n").map(shown).join("\n");

/** A line of two texts: in both, only in the one now, or only in the one before. */
export interface Row {
  type: "same" | "added" | "removed";
  /** Its number in the text now; null for a line that is gone. */
  number: number | null;
  text: string;
}

const linesIn = (source: string): string[] => stripped(source).trimEnd().split("\n");

/** Two texts as one list of lines, by their longest common subsequence: what is gone stands before what came instead. */
export function rowsBetween(a: readonly string[], b: readonly string[]): Row[] {
  // common[i][j] is the length of the longest common subsequence of a[i..] and b[j..].
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const found: Row[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      found.push({ type: "same", number: j + 1, text: b[j++]! });
    } else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      found.push({ type: "removed", number: null, text: a[i++]! });
    } else {
      found.push({ type: "added", number: j + 1, text: b[j++]! });
    }
  }
  return found;
}
