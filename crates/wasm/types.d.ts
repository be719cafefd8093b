// The types that cross the border between JavaScript and the core. Counts are whole numbers of
// tokens unless said otherwise. Ordinals (calls, compactions) start at 1.

export type MeterName = "accumulated" | "occupancy";
export type Measure = "counted" | "estimated";
export type DialectName = "anthropic" | "openAiChat";

/** A number of tokens, and whether the provider counted it or it is an estimate. */
export interface Size {
  tokens: number;
  measure: Measure;
}

export interface Policy {
  /** Size of the model's context window. */
  window: number;
  /** The part of the window at which compaction fires, above 0 and below 1. */
  ratio: number;
  /** The meter that is compared with the threshold. */
  meter: MeterName;
  /** Room kept free for the next reply; the threshold must lie below `window - outputReserve`. */
  outputReserve: number;
  /** The most that an ordinary call may write. */
  replyLimit: number;
  /** The most that a compaction call may write. */
  summaryLimit: number;
  /** Whether any stop other than `tool_use` returns the text as the answer, as the lesson's loop does. */
  anyStopAnswers: boolean;
}

/** Every text that the harness itself says to the model. Texts left out are the English defaults. */
export interface Prompts {
  summaryInstruction: string;
  summaryHeading: string;
  notesHeading: string;
  notesEmpty: string;
  notesSaved: string;
  notesWithoutContent: string;
  argumentsUnreadable: string;
  callNotRun: string;
  callAborted: string;
}

export interface HarnessConfig {
  policy: Policy;
  prompts?: Partial<Prompts>;
  /** Default `anthropic`. */
  dialect?: DialectName;
  /** Estimated size of system prompt and tool definitions. Default 0; the first count corrects it. */
  fixed?: number;
  /** The tool whose calls write the notes. Default `update_notes`; `null` for none. */
  notesTool?: string | null;
}

export interface Usage {
  /** The provider's own input figure. */
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
  /** Whether cached tokens are reported beside `input` or inside it. */
  cache: "apart" | "within";
}

export interface Meters {
  /** The lesson's counter: input and output summed since the last restart. */
  accumulated: Size;
  /** How full the window is now. */
  occupancy: Size;
  /** The sum over all calls. */
  spend: Size;
}

export interface Totals {
  calls: number;
  compactionCalls: number;
  compactions: number;
}

export type StopReason =
  | "end_turn" | "tool_use" | "stop_sequence" | "max_tokens" | "pause_turn" | "refusal"
  | "model_context_window_exceeded" | (string & {});

/** A fact that a shell reports to the harness. */
export type ContextEvent =
  | { type: "submitted"; text: string; tokens?: number }
  | { type: "replied"; request: number; reply: unknown }
  | { type: "callFailed"; request: number; message: string }
  | { type: "toolReturned"; request: number; content: unknown; isError?: boolean; tokens?: number }
  | { type: "notesRead"; request: number; content: string | null; tokens?: number }
  | { type: "notesWritten"; request: number; tokens?: number }
  | { type: "notesFailed"; request: number; message: string }
  | { type: "aborted" };

export type MessageKind = "task" | "user" | "reply" | "results" | "restart";
export type Purpose = "main" | "summary";

/** An order to the shell. Performed in the order given. */
export type ContextEffect =
  | { type: "append"; id: number; kind: MessageKind; size: Size; message: unknown }
  | { type: "replace"; id: number; size: Size; message: unknown; removed: number }
  | { type: "callModel"; request: number; call: number; purpose: Purpose; maxTokens: number; messages: unknown[] | null }
  | { type: "runTool"; request: number; call: string; name: string; input: unknown }
  | { type: "writeNotes"; request: number; call: string; content: string }
  | { type: "readNotes"; request: number }
  | { type: "abort"; request: number }
  | { type: "notify"; notice: Notice }
  | { type: "done"; outcome: Outcome };

/** What the core did and why. */
export type Notice =
  | {
      type: "counted"; call: number; purpose: Purpose; stop: StopReason; usage: Usage; measure: Measure;
      meters: Meters; settled: { id: number; tokens: number }[];
    }
  | { type: "usageIgnored"; call: number; field: string; value: string }
  | { type: "checked"; meter: MeterName; used: Size; threshold: number; fired: boolean }
  | { type: "reset"; from: number }
  | {
      type: "compacted"; ordinal: number; call: number; meter: MeterName; threshold: number; before: Meters; after: Meters; removed: number;
      summary: string; notes: string | null;
    };

export type SummaryFault = { type: "blank" } | { type: "stopped"; stop: StopReason };

export type Outcome =
  | { type: "answered"; text: string; stop: StopReason }
  | { type: "stopped"; text: string; stop: StopReason }
  | { type: "callFailed"; purpose: Purpose; message: string }
  | { type: "summaryRefused"; reason: SummaryFault }
  | { type: "notesUnread"; message: string }
  | { type: "aborted" };

/** A slice of the window: the fixed part (id 0) or one message. The slices sum to the occupancy. */
export interface WindowPart {
  id: number;
  kind: "fixed" | MessageKind;
  size: Size;
}

/** A harness as plain JSON data. Its content is not part of the interface; `version` is. */
export interface Snapshot {
  version: number;
  harness: unknown;
}
