// The types that cross the border between JavaScript and the core. Counts are whole numbers of
// tokens unless said otherwise, from 0 to 2^53 - 1. Ordinals (calls, compactions) start at 1.

/** A meter that can trigger: the lesson's counter, or how full the window is. See `Meters`. */
export type MeterName = "accumulated" | "occupancy";
/** Whether the provider counted a number, or at least a part of it is an estimate. */
export type Measure = "counted" | "estimated";
/** The shape of requests and replies: Anthropic's messages, or OpenAI's chat completions. */
export type DialectName = "anthropic" | "openAiChat";

/** A number of tokens, and whether the provider counted it or it is an estimate. */
export interface Size {
  tokens: number;
  measure: Measure;
}

/** When to compact, and how much a call may write. All members are needed; `policy` fills in the defaults. */
export interface Policy {
  /** Size of the model's context window. Unit: tokens. No default: it is the caller's to say. */
  window: number;
  /**
   * The part of the window at which compaction fires, taken to millionths. Above 0 and below 1. Default 0.7. Higher
   * leaves no room for the next request and for the summary call; lower spends calls.
   */
  ratio: number;
  /** The meter that is compared with the threshold. Default `occupancy`; the lesson's is `accumulated`. */
  meter: MeterName;
  /**
   * Room kept free for the next reply. Unit: tokens. The threshold must lie below `window - outputReserve`. Default:
   * as `replyLimit`; the lesson's is 0.
   */
  outputReserve: number;
  /** The most that an ordinary call may write. Unit: tokens, at least 1. Default 1024. */
  replyLimit: number;
  /** The most that a compaction call may write. Unit: tokens, at least 1. Default 2000. */
  summaryLimit: number;
  /**
   * Whether any stop other than `tool_use` returns the text as the answer, as the lesson's loop does. Default false:
   * only `end_turn` and `stop_sequence` do.
   */
  anyStopAnswers: boolean;
}

/** Every text that the harness itself says to the model. Texts left out are the English defaults; see `defaultPrompts`. */
export interface Prompts {
  /** Asks for the handover summary; the history follows it. */
  summaryInstruction: string;
  /** Stands above the summary in the restart message. */
  summaryHeading: string;
  /** Stands above the notes in the restart message. */
  notesHeading: string;
  /** What missing or blank notes read as. */
  notesEmpty: string;
  /** The result of a successful `update_notes`. */
  notesSaved: string;
  /** The error result of an `update_notes` without a `content` string. */
  notesWithoutContent: string;
  /** The error result of a call whose arguments are not JSON. */
  argumentsUnreadable: string;
  /** The error result of a call in a reply that did not stop for tool use. */
  callNotRun: string;
  /** The error result of a call that was open when the run was aborted. */
  callAborted: string;
}

/** How a harness is set up. Fixed for its life. */
export interface HarnessConfig {
  /** When to compact. */
  policy: Policy;
  /** What the harness says to the model. Default: English. */
  prompts?: Partial<Prompts>;
  /** Default `anthropic`. */
  dialect?: DialectName;
  /** Estimated size of system prompt and tool definitions. Unit: tokens. Default 0; the first count corrects it. */
  fixed?: number;
  /** The tool whose calls write the notes. Default `update_notes`; `null` for none. */
  notesTool?: string | null;
}

/** What one model call used, as the provider reported it or as estimated. Unit: tokens. */
export interface Usage {
  /** The provider's own input figure; whether it holds the cached tokens is `cache`'s to say. */
  input: number;
  /** Input tokens read from the provider's cache. 0 where it says nothing of them. */
  cacheRead: number;
  /** Input tokens written to the provider's cache. 0 where it says nothing of them. */
  cacheWrite: number;
  /** Tokens the model wrote, thinking included. */
  output: number;
  /** Whether cached tokens are reported beside `input` (Anthropic) or inside it (OpenAI). */
  cache: "apart" | "within";
}

/** The three meters after an event. Unit: tokens. */
export interface Meters {
  /** The lesson's counter: input and output summed since the last restart, so 0 after each compaction. */
  accumulated: Size;
  /** How full the window is now: the last reply's request and output, and an estimate of what was appended since. */
  occupancy: Size;
  /** The sum over all calls, compaction calls included. Never zeroed; for budgets and prices, not for the threshold. */
  spend: Size;
}

/** How many calls were made over the life of a harness, restored ones included. Unit: calls, from 0. */
export interface Totals {
  /** Model calls, the compaction calls included. */
  calls: number;
  /** Those of them that were made for a compaction. */
  compactionCalls: number;
  /** Compactions that replaced the messages; at most `compactionCalls`. */
  compactions: number;
}

/** Why the model stopped writing, in Anthropic's words in either dialect; unknown reasons as the provider wrote them. */
export type StopReason =
  | "end_turn" | "tool_use" | "stop_sequence" | "max_tokens" | "pause_turn" | "refusal"
  | "model_context_window_exceeded" | (string & {});

/**
 * A fact that a shell reports to the harness. Each answer names the request that it answers, which must be open.
 * `tokens` is the size of what it brings, where the shell knows better than the estimate.
 */
export type ContextEvent =
  /** The user sent a message, which must not be blank. Accepted when no work is under way. */
  | { type: "submitted"; text: string; tokens?: number }
  /** Answers `callModel`: the model replied. `reply` is the provider's response, as it came. */
  | { type: "replied"; request: number; reply: unknown }
  /** Answers `callModel`: there is no reply, and there will be none. `message` is for people; keep keys out of it. */
  | { type: "callFailed"; request: number; message: string }
  /** Answers `runTool`: a string, or what else the dialect takes as a result. A tool that failed is a result, too. */
  | { type: "toolReturned"; request: number; content: unknown; isError?: boolean; tokens?: number }
  /** Answers `readNotes`: the content now, `null` where there are no notes yet. */
  | { type: "notesRead"; request: number; content: string | null; tokens?: number }
  /** Answers `writeNotes`: the store holds the new content. `tokens` is the size of the call's result. */
  | { type: "notesWritten"; request: number; tokens?: number }
  /** Answers `readNotes` or `writeNotes`: the store failed, and holds what it held. The model reads of its own writes. */
  | { type: "notesFailed"; request: number; message: string }
  /** The user wants the work under way to end. Accepted at any time while there is some. */
  | { type: "aborted" };

/** What a message is for: the first instruction, a later one, a reply, results of tools, or a fresh window's start. */
export type MessageKind = "task" | "user" | "reply" | "results" | "restart";
/** What a model call is for: the loop itself, or the handover summary. */
export type Purpose = "main" | "summary";

/** An order to the shell. Performed in the order given. */
export type ContextEffect =
  /** Add a message at the end of the history: the same value that the provider returned, where it did. Never answered. */
  | { type: "append"; id: number; kind: MessageKind; size: Size; message: unknown }
  /** Drop all messages of the history, `removed` many, and put this one in their place. Never answered. */
  | { type: "replace"; id: number; size: Size; message: unknown; removed: number }
  /**
   * Call the model. A summary call sends `messages` and no tools; an ordinary call, where `messages` is `null`, sends
   * the history and the tools. Answered once, by `replied` or `callFailed`, unless aborted.
   */
  | { type: "callModel"; request: number; call: number; purpose: Purpose; maxTokens: number; messages: unknown[] | null }
  /** Run a tool; `call` is the provider's id of the call. Answered once, by `toolReturned`, unless aborted. */
  | { type: "runTool"; request: number; call: string; name: string; input: unknown }
  /** Overwrite the notes wholesale. Answered once, by `notesWritten` or `notesFailed`, unless aborted. */
  | { type: "writeNotes"; request: number; call: string; content: string }
  /** Read the notes, now. Answered once, by `notesRead` or `notesFailed`, unless aborted. */
  | { type: "readNotes"; request: number }
  /** Stop working on a request if that can be done. Never answered: the request is closed. */
  | { type: "abort"; request: number }
  /** Tell whoever listens. Never answered. */
  | { type: "notify"; notice: Notice }
  /** The work that the last submitted message began has ended. Never answered. */
  | { type: "done"; outcome: Outcome };

/** What the core did and why, in codes and figures: words are the shell's. Never answered. */
export type Notice =
  /** A reply was counted, the meters stand as told, and the sizes in `settled` were corrected (id 0: the fixed part). */
  | {
      type: "counted"; call: number; purpose: Purpose; stop: StopReason; usage: Usage; measure: Measure;
      meters: Meters; settled: { id: number; tokens: number }[];
    }
  /** The provider reported a figure that is no token count, so an estimate is used. `value` is the figure as JSON. */
  | { type: "usageIgnored"; call: number; field: string; value: string }
  /** The threshold check, once a round's results are in; it fires from the threshold on. */
  | { type: "checked"; meter: MeterName; used: Size; threshold: number; fired: boolean }
  /** The lesson's counter went back to 0, since it is counted from the summary on. Stands before each `compacted`. */
  | { type: "reset"; from: number }
  /** A compaction succeeded: the meters around it, how many messages it replaced, and what the window starts from. */
  | {
      type: "compacted"; ordinal: number; call: number; meter: MeterName; threshold: number; before: Meters;
      after: Meters; removed: number; summary: string; notes: string | null;
    };

/** What makes a summary unfit to replace the history. */
export type SummaryFault =
  /** It has no words. */
  | { type: "blank" }
  /** It did not end by itself: cut off, declined, or asking for tools. */
  | { type: "stopped"; stop: StopReason };

/** How the work ended. */
export type Outcome =
  /** The model answered: the text of its last reply. */
  | { type: "answered"; text: string; stop: StopReason }
  /** The model stopped for a reason that is no answer under the policy. The reply is in the history. */
  | { type: "stopped"; text: string; stop: StopReason }
  /** A model call failed. The history is as it was before the call. */
  | { type: "callFailed"; purpose: Purpose; message: string }
  /** The summary cannot stand in for the history, which is as it was. */
  | { type: "summaryRefused"; reason: SummaryFault }
  /** The notes could not be read at the restart; the history is as it was. */
  | { type: "notesUnread"; message: string }
  /** The user ended it; calls that were open have an error result. */
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
