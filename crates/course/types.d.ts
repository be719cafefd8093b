// The types of `secondwind/course`: a scenario played to its end, and the view after each step.
// Token counts are whole numbers. Ordinals (calls, rounds, compactions) start at 1.

// The package puts both files side by side.
import type { Policy } from "./types.js";

export type Lang = "en" | "pt-BR" | "ko";
/** A meter that can trigger. */
export type MeterName = "accumulated" | "occupancy";

/** One text file and the name that error messages give it. */
export interface SourceFile {
  name: string;
  text: string;
}

export interface ScenarioSource {
  scenario: SourceFile;
  /** Texts in the order in which a key is looked up: the language's own file first, then the neutral one. */
  texts: SourceFile[];
}

/** A fault in a file; `line` and `column` start at 1 and are 0 when the fault is the file as a whole. */
export interface ScenarioIssue {
  code: string;
  file: string;
  line: number;
  column: number;
  /** Arguments of the message `issue-<code>` in the catalog `cli.ftl`. */
  args: Record<string, string | number>;
}

export type StepKind =
  | "start" // the task is in the window and nothing was sent
  | "called" // a model call went out
  | "replied" // its reply came in and was counted
  | "ran" // a tool ran
  | "noted" // update_notes wrote NOTES.md
  | "appended" // the results of a round were appended
  | "checked" // the threshold check did not fire
  | "crossed" // the threshold check fired
  | "asked" // the summary call went out
  | "summarized" // the handover summary came in
  | "reread" // NOTES.md was read back from the store
  | "replaced" // the messages were replaced wholesale
  | "reset" // the counter went back to 0
  | "finished"; // the run ended with an answer

/** What is known of every step without opening it: enough for the list of steps and the curve over time. */
export interface StepMark {
  step: number;
  kind: StepKind;
  /** The call this step belongs to: the one under way, or the last one. 0 before the first. */
  call: number;
  /** The compaction this step belongs to, or 0. */
  compaction: number;
  accumulated: number;
  occupancy: number;
}

export type MessageKind = "task" | "user" | "reply" | "results" | "restart" | "block" | "notes";

export interface ShownPart {
  type: "text" | "call" | "result" | "summary" | "notes";
  /** The text, the tool's input as JSON, or the result. */
  text: string;
  /** The tool's name, for calls and results. */
  tool: string | null;
  isError: boolean;
}

export interface ShownMessage {
  id: number;
  kind: MessageKind;
  role: "user" | "assistant";
  /** The call that brought it, or before which it was added; 0 before the first. */
  call: number;
  tokens: number;
  counted: boolean;
  parts: ShownPart[];
}

/** A slice of the lesson's counter: one call. The slices sum to `meters.accumulated`. */
export interface CounterPart {
  call: number;
  input: number;
  output: number;
  tokens: number;
}

/** A slice of the window: the fixed part (id 0) or one message. The slices sum to `meters.occupancy`. */
export interface WindowPart {
  id: number;
  kind: "fixed" | MessageKind;
  tokens: number;
  counted: boolean;
}

export interface Meters {
  accumulated: number;
  occupancy: number;
  spend: number;
  /** Whether each is the provider's count alone; else it holds an estimate. */
  accumulatedCounted: boolean;
  occupancyCounted: boolean;
  spendCounted: boolean;
}

/** A line of the log: a key of the log catalog and its arguments. */
export interface LogLine {
  key: string;
  args: Record<string, string | number>;
}

export interface Frame {
  step: number;
  kind: StepKind;
  call: number;
  compaction: number;
  /** Arguments of the sentence `step-<kind>` in the page's catalog. */
  args: Record<string, string | number>;
  meters: Meters;
  counter: CounterPart[];
  window: WindowPart[];
  /** What is in the window now, oldest first. */
  messages: ShownMessage[];
  /** What compactions took out of the window, oldest first. */
  archive: ShownMessage[];
  notes: {
    /** The content of NOTES.md, or null while it does not exist. */
    content: string | null;
    /** What it was before the last write, for a diff; null before the second write. */
    previous: string | null;
    /** How often it was written. */
    version: number;
    /** The call in which it was last written, or 0. */
    call: number;
  };
  /** The log up to here. */
  log: LogLine[];
  answer: string | null;
}

export interface RunSummary {
  title: string;
  task: string;
  window: number;
  threshold: number;
  ratio: number;
  /** The meter that the threshold is compared with. */
  meter: MeterName;
  usage: "given" | "derived";
  /** Steps are 0 to `last`. */
  last: number;
  calls: number;
  compactionCalls: number;
  compactions: number;
  marks: StepMark[];
}

/** A scenario played from beginning to end. `frame` reads; nothing is run again by stepping. */
export class Player {
  /** Throws `SecondwindError` with code `BAD_SCENARIO` and `issues`. */
  constructor(source: ScenarioSource);
  readonly run: RunSummary;
  frame(step: number): Frame;
  free(): void;
}

/** What a stub needs to play the scenario through `runAgent`. */
export interface StubScript {
  task: string;
  system: string;
  /** The whole policy, as `runAgent` takes it. */
  policy: Policy;
  /** Size of the system prompt and the tool definitions. Unit: tokens. */
  fixed: number;
  tools: { name: string; description: string; input_schema: object }[];
  /** Replies in the order in which the run takes them, summaries included. */
  replies: object[];
  /** The result of each tool call, by call id, and its size in tokens. */
  results: Record<string, { text: string; isError: boolean; tokens: number }>;
}

export function stubScript(source: ScenarioSource): StubScript;
