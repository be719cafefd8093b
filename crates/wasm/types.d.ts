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

/**
 * When to compact, what survives it, and when to stop trying. All members are needed; `policy` fills in the defaults.
 * Where `null` is allowed it means none; 0 never means unlimited.
 */
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
  /** The most that an ordinary call may write. Unit: tokens, at least 1. Default 1024, at most an eighth of the window. */
  replyLimit: number;
  /** The most that a compaction call may write. Unit: tokens, at least 1. Default 2000, at most an eighth of the window. */
  summaryLimit: number;
  /** What a compaction does with the history. Default `restart`. */
  strategy: Strategy;
  /** What the fresh window carries beside the summary. */
  restart: Restart;
  /** How the notes are kept. */
  notes: NotesRules;
  /** When a compaction counts as failed, and when the harness stops trying. */
  guards: Guards;
  /** What ends the work from outside. */
  valves: Valves;
  /**
   * Whether any stop other than `tool_use` returns the text as the answer, as the lesson's loop does. Default false:
   * only `end_turn` and `stop_sequence` do.
   */
  anyStopAnswers: boolean;
}

/** What a compaction does with the history. Cuts lie only where no call is open. */
export type Strategy =
  /** A summary takes the place of everything. */
  | { type: "restart" }
  /** A summary takes the place of everything but the last `rounds` replies, each with its results. 0 is as `restart`. */
  | { type: "keepLast"; rounds: number }
  /**
   * Old tool results give way to a line that says so, without a model call; the newest `keep` messages with results
   * stay. Where that frees too little, a summary follows, as with `restart`.
   */
  | { type: "elideResults"; keep: number }
  /**
   * The provider compacts: its block is put first in the window and is never looked into; the last `rounds` replies
   * stay behind it. Dialect `anthropic` only, and models that can do it.
   */
  | { type: "provider"; rounds: number };

/** What the fresh window carries beside the summary. */
export interface Restart {
  /** The task and the newest instruction of the user's, word for word. Default true; the lesson's is false. */
  pinInstructions: boolean;
  /** A fence around the notes that their content cannot close. Default true; the lesson's is false. */
  fenceNotes: boolean;
  /**
   * The most of the notes that the window takes; the middle of longer notes is left out there, never in the store.
   * Unit: tokens, at least 1; `null` takes all of them. Default an eighth of the window; the lesson's is `null`.
   */
  notesLimit: number | null;
}

/** How the notes are kept. */
export interface NotesRules {
  /** Read them when the work begins and when it is resumed, too, not only at a restart. Default true; the lesson's is false. */
  readAtStart: boolean;
  /** Write only over the version that the model has seen last. Default true; the lesson's is false. */
  guard: boolean;
}

/** When a compaction counts as failed, and when the harness stops trying. */
export interface Guards {
  /** How often a summary is asked for until one is fit, in one compaction. At least 1. Default 3; the lesson's is 1. */
  summaryAttempts: number;
  /**
   * How many attempts at a compaction may fail in a row before the harness stops asking by itself: summary calls that
   * fail or bring no summary, fresh windows that gain too little, notes that cannot be read. At least 1; `null` never
   * stops. Default 3; the lesson's is `null`.
   */
  breaker: number | null;
  /**
   * How many compactions in a row may leave the first reply at the threshold or above before the work ends. At least
   * 1; `null` goes on for ever. Default 2; the lesson's is `null`.
   */
  storm: number | null;
  /**
   * The part of the occupancy that a compaction must free. From 0 up to 1; `null` takes any result, even a larger one.
   * Default 0.1; the lesson's is `null`.
   */
  minGain: number | null;
  /** Whether fixed part, summary limit and notes limit must fit under the threshold. Default true; the lesson's is false. */
  feasibility: boolean;
  /**
   * Whether the summary call is shortened until it fits the window: the longest tool output first, then its limit.
   * Default true; the lesson's is false, since its small window is played in a large one.
   */
  fitSummary: boolean;
  /** Whether the work goes on after a failed compaction while the next request fits. Default true; the lesson's is false. */
  goOn: boolean;
}

/** What ends the work from outside. `null` is no limit; 0 is nothing left. A deadline is the app's: `AbortSignal.timeout`. */
export interface Valves {
  /** The most model calls of a harness, compaction calls included. Default `null`. */
  maxCalls: number | null;
  /**
   * The most that all calls together may spend. Unit: tokens. A call under way is not cut off, so the last one may go
   * over it. Default `null`.
   */
  tokenBudget: number | null;
  /** How many `pause_turn` in a row are answered by calling again. Default 10; the lesson's is `null`. */
  maxPauses: number | null;
}

/** The limits of a model. */
export interface ModelLimits {
  /** Size of the context window. Unit: tokens. */
  window: number;
  /** The most that one reply may hold. Unit: tokens. */
  maxOutput: number;
}

/** Every text that the harness itself says to the model. Texts left out are the English defaults; see `defaultPrompts`. */
export interface Prompts {
  /** Asks for the handover summary; the history follows it. */
  summaryInstruction: string;
  /** Stands above the task in the restart message, where it is pinned. */
  taskHeading: string;
  /** Stands above the summary in the restart message. */
  summaryHeading: string;
  /** Stands above the notes in the restart message, and above notes that are read at the start. */
  notesHeading: string;
  /** Stands above the newest instruction in the restart message, where it is pinned. */
  instructionHeading: string;
  /** What missing or blank notes read as. */
  notesEmpty: string;
  /** The result of a successful change of the notes. */
  notesSaved: string;
  /** The error result of an `update_notes` without a `content` string. */
  notesWithoutContent: string;
  /** The error result of an `edit_notes` that cannot be read. */
  editUnreadable: string;
  /** The error result of a change over notes that someone else has changed; their content follows it. */
  notesConflict: string;
  /** The error result of a call whose arguments are no JSON object. */
  argumentsUnreadable: string;
  /** The error result of a call in a reply that did not stop for tool use. */
  callNotRun: string;
  /** The error result of a call that was open when the run was aborted. */
  callAborted: string;
  /** The error result of a call that was open when the process ended. */
  callInterrupted: string;
  /** What stands in the place of an old result that was elided. */
  resultElided: string;
}

/** How a harness is set up. Fixed for its life. */
export interface HarnessConfig {
  /** When to compact. */
  policy: Policy;
  /** What the harness says to the model. Default: English. */
  prompts?: Partial<Prompts>;
  /** Default `anthropic`. */
  dialect?: DialectName;
  /** Estimated size of system prompt and tool definitions. Unit: tokens. The first count corrects it; a 0, the default, stays 0. */
  fixed?: number;
  /** The tool whose calls overwrite the notes. Default `update_notes`; `null` for none. */
  notesTool?: string | null;
  /** The tool whose calls change one section of the notes, with `SectionEdit` as its arguments. Default `null`: none. */
  editTool?: string | null;
}

/**
 * A change to one section of the notes, which are Markdown: a heading of two `#` and what follows it up to the next.
 * `section` is the heading without its `#`.
 */
export type SectionEdit =
  /** Puts the text in the place of the section's; makes the section at the end if it is new. */
  | { action: "replace"; section: string; content: string }
  /** Adds the text at the end of the section; makes the section at the end if it is new. */
  | { action: "append"; section: string; content: string }
  /** Takes the section out with its heading. Taking out what is not there changes nothing. */
  | { action: "drop"; section: string };

/** What a cut left over. */
export interface Cut {
  /** The text, at most as long as the limit. */
  text: string;
  /** How many characters as people see them are missing from it. */
  omitted: number;
}

/** A streamed reply, put together. */
export interface MergedStream {
  /** The text. */
  text: string;
  /** What the call used; `null` where the stream gave no usable figures. */
  usage: Usage | null;
  /** How full the window is after it. Unit: tokens; `null` as `usage`. */
  occupancy: number | null;
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
  | "model_context_window_exceeded" | "compaction" | (string & {});

/**
 * The kind of a failed call. Only the first two make the harness compact: `overflow` is what a provider's code says,
 * `overflowSuspected` what its wording suggests, which is believed only where the window may be full. `tooLarge` is a
 * body of too many bytes (413), `rateLimited` 429, `overloaded` 503 and 529, `server` any other 5xx, `network` no
 * answer at all, `auth` 401 and 403, `billing` 402, `aborted` a call that was aborted, `other` the rest.
 */
export type FailureKind =
  | "overflow" | "overflowSuspected" | "tooLarge" | "rateLimited" | "overloaded" | "server" | "network" | "auth"
  | "billing" | "aborted" | "other";

/**
 * A fact that a shell reports to the harness. Each answer names the request that it answers, which must be open.
 * `tokens` is the size of what it brings, where the shell knows better than the estimate. `version` is the store's
 * name for what it holds; left out for a store that has none.
 */
export type ContextEvent =
  /**
   * The user sent a message: a string or content blocks, not blank. Accepted when no work is under way, and while a
   * compaction is: then it is queued, and follows the restart message word for word.
   */
  | { type: "submitted"; content: string | readonly unknown[]; tokens?: number }
  /** The user wants a compaction now. Accepted when no work is under way; an open breaker gets one more try. */
  | { type: "compactionRequested" }
  /** The user wants the work under way to end. Accepted at any time while there is some. */
  | { type: "aborted" }
  /** The user wants an empty history. Accepted at any time; ends the work under way. */
  | { type: "cleared" }
  /** A history from elsewhere is taken over, broken pairs of calls and results repaired. Accepted when there is none yet. */
  | { type: "loaded"; messages: readonly unknown[] }
  /**
   * The harness was restored, and whatever was under way is over: open tool calls get an error result and are not run
   * again, an open model call is made again. Changes nothing where no work was under way.
   */
  | { type: "resumed" }
  /** Answers `callModel`: the model replied. `reply` is the provider's response, as it came. */
  | { type: "replied"; request: number; reply: unknown }
  /**
   * Answers `callModel`: there is no reply, and there will be none. `message` is for people; keep keys out of it.
   * `kind` comes from `classifyFailure`; default `other`.
   */
  | { type: "callFailed"; request: number; message: string; kind?: FailureKind }
  /** Answers `runTool`: a string, or what else the dialect takes as a result. A tool that failed is a result, too. */
  | { type: "toolReturned"; request: number; content: unknown; isError?: boolean; tokens?: number }
  /** Answers `readNotes`: the content now, `null` where there are no notes yet. */
  | { type: "notesRead"; request: number; content: string | null; version?: string; tokens?: number }
  /** Answers `writeNotes`: the store holds the new content. `tokens` is the size of the call's result. */
  | { type: "notesWritten"; request: number; version?: string; tokens?: number }
  /** Answers `writeNotes`: the store holds another version than `ifVersion`, told here, and was left as it is. */
  | { type: "notesConflicted"; request: number; content: string | null; version?: string }
  /** Answers `readNotes` or `writeNotes`: the store failed, and holds what it held. The model reads of its own writes. */
  | { type: "notesFailed"; request: number; message: string };

/**
 * What a message is for: the first instruction, a later one, a reply, results of tools, a fresh window's start, a
 * provider's compaction block, or notes that were read at the start.
 */
export type MessageKind = "task" | "user" | "reply" | "results" | "restart" | "block" | "notes";
/** What a model call is for: the loop itself, the handover summary, or a compaction that the provider makes. */
export type Purpose = "main" | "summary" | "provider";
/** Why a compaction is made: the meter reached the threshold, the provider said "too long", or the user asked. */
export type Cause = "threshold" | "overflow" | "request";

/** A message with its place in the window. */
export interface Placed {
  /** Names it. From 1. */
  id: number;
  /** What it is for. */
  kind: MessageKind;
  /** How large it is. */
  size: Size;
  /** The message. */
  message: unknown;
}

/** An order to the shell. Performed in the order given. */
export type ContextEffect =
  /** Add a message at the end of the history: the same value that the provider returned, where it did. Never answered. */
  | { type: "append"; id: number; kind: MessageKind; size: Size; message: unknown }
  /**
   * Drop all messages of the history and put these in their place, oldest first. They replace `removed` messages, those
   * that stay not counted. Never answered.
   */
  | { type: "replace"; messages: Placed[]; removed: number }
  /**
   * Call the model. An ordinary call, where `messages` is `null`, sends the history and the tools. A summary call sends
   * `messages` and no tools. A provider's compaction sends `messages` with system prompt and tools, and the provider's
   * parameter for it. Answered once, by `replied` or `callFailed`, unless aborted.
   */
  | { type: "callModel"; request: number; call: number; purpose: Purpose; maxTokens: number; messages: unknown[] | null }
  /** Run a tool; `call` is the provider's id of the call. Answered once, by `toolReturned`, unless aborted. */
  | { type: "runTool"; request: number; call: string; name: string; input: unknown }
  /**
   * Overwrite the notes wholesale: only over the version `ifVersion`, or over any where it is `null`. Answered once, by
   * `notesWritten` or `notesConflicted` or `notesFailed`, unless aborted.
   */
  | { type: "writeNotes"; request: number; call: string; content: string; ifVersion: string | null }
  /** Read the notes, now. Answered once, by `notesRead` or `notesFailed`, unless aborted. */
  | { type: "readNotes"; request: number }
  /** Stop working on a request if that can be done. Never answered: the request is closed. */
  | { type: "abort"; request: number }
  /** Tell whoever listens. Never answered. */
  | { type: "notify"; notice: Notice }
  /** The work that the last submitted message or request began has ended. Never answered. */
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
  /**
   * A call of a reply came without an id (`from` is empty), or with one that a reply before it used and the provider
   * takes only once, so it is `to` in the history.
   */
  | { type: "callRenamed"; call: number; from: string; to: string }
  /** A call of a reply has the id of one before it, so it was left out. */
  | { type: "callDropped"; call: number; id: string }
  /** The first count shows that no restart can come out below the threshold: what a fresh window needs, by part. */
  | { type: "infeasible"; floor: Floor; threshold: number }
  /** The threshold check, once a round's results are in; it fires from the threshold on. */
  | { type: "checked"; meter: MeterName; used: Size; threshold: number; fired: boolean }
  /** A message waits until the compaction under way has ended; `waiting` is how many do now. */
  | { type: "queued"; waiting: number }
  /**
   * A compaction begins. `forecast` is the occupancy in tokens if the summary fills its limit; `leftOut` the characters
   * of the history that the summary call leaves out so that it fits.
   */
  | { type: "compactionStarted"; cause: Cause; before: Meters; forecast: number; leftOut: number }
  /** A summary is not fit; another one is asked for if attempts are left. `attempt` is from 1. */
  | { type: "summaryRefused"; attempt: number; fault: CompactionFault }
  /** A compaction failed; messages and notes are as they were. `failures` are the failed attempts in a row. */
  | { type: "compactionFailed"; cause: Cause; fault: CompactionFault; failures: number; breakerOpen: boolean }
  /** A compaction was due and not made: too many attempts failed, or the history holds no reply yet. */
  | { type: "compactionSkipped"; cause: Cause; reason: "breakerOpen" | "nothingToCompact" }
  /** Old tool results gave way to a line that says so: the ids of their messages, and the estimated gain in tokens. */
  | { type: "resultsElided"; messages: number[]; freed: number }
  /** The lesson's counter went back to 0, since it is counted from the summary on. Stands before each `compacted`. */
  | { type: "reset"; from: number }
  /**
   * A compaction succeeded: why, the meters around it, what its own calls spent (`cost`, in tokens), how many messages
   * it replaced, the ids of those `kept` word for word, whether task and newest instruction are pinned, and what the
   * window starts from. `summary` is empty for a provider's block.
   */
  | {
      type: "compacted"; ordinal: number; call: number; cause: Cause; meter: MeterName; threshold: number;
      before: Meters; after: Meters; cost: number; removed: number; kept: number[]; taskPinned: boolean;
      instructionPinned: boolean; summary: string; notes: string | null;
    }
  /** Someone else changed the notes, or the model has never seen them, so its update was not written. */
  | { type: "notesConflicted" };

/** What a fresh window holds at least, by part. Unit: tokens. */
export interface Floor {
  /** System prompt and tool definitions. */
  fixed: number;
  /** The handover summary, or its limit where none was written yet. */
  summary: number;
  /** The notes, or their limit where none were read yet. */
  notes: number;
  /** The task and the newest instruction. */
  pinned: number;
}

/** A valve of the policy, with its limit. */
export type Valve =
  /** No more model calls. */
  | { type: "maxCalls"; limit: number }
  /** The token budget is spent. */
  | { type: "tokenBudget"; limit: number; spent: number }
  /** Too many pauses in a row. */
  | { type: "maxPauses"; limit: number };

/** What makes a compaction fail. */
export type CompactionFault =
  /** The summary has no words; `usedUp` if its output limit was used up all the same, by thinking as a rule. */
  | { type: "blank"; usedUp: boolean }
  /** The summary did not end by itself: cut off, declined, or asking for tools. */
  | { type: "stopped"; stop: StopReason }
  /** The summary call failed. */
  | { type: "callFailed"; kind: FailureKind; message: string }
  /** The notes could not be read. */
  | { type: "notesUnread"; message: string }
  /** The fresh window would not be smaller by the gain that the policy asks for. Unit: tokens. */
  | { type: "noGain"; before: number; after: number }
  /** The provider's compaction holds no block. */
  | { type: "noBlock" }
  /** A valve is shut, so no summary was asked for. */
  | { type: "valveShut"; valve: Valve };

/** How the work ended. */
export type Outcome =
  /** The model answered: the text of its last reply. */
  | { type: "answered"; text: string; stop: StopReason }
  /** The model stopped for a reason that is no answer under the policy. Its reply is in the history, unless it was empty. */
  | { type: "stopped"; text: string; stop: StopReason }
  /** The model declined. Its reply is not in the history. */
  | { type: "refused"; text: string }
  /** A model call failed. The history is as it was before the call. */
  | { type: "callFailed"; kind: FailureKind; message: string }
  /** The request is longer than the window, and a compaction did not help or could not be made. */
  | { type: "overflowed"; message: string }
  /** A compaction failed, and the work cannot go on without it. Messages and notes are as they were. */
  | { type: "compactionFailed"; fault: CompactionFault }
  /** Compactions succeed, but the window is at the threshold again at once: what a fresh window holds, by part. */
  | { type: "cannotReduce"; floor: Floor; threshold: number }
  /** A compaction was due and not made, and the next request does not fit without it. */
  | { type: "compactionSkipped"; reason: "breakerOpen" | "nothingToCompact" }
  /** A valve is shut. */
  | { type: "valveShut"; valve: Valve }
  /** The notes could not be read at the start; nothing was sent. `unsent` is what was to be, as text, not in the history. */
  | { type: "notesUnread"; message: string; unsent: string[] }
  /** The compaction that was asked for succeeded. */
  | { type: "compacted" }
  /** The user ended it; calls that were open have an error result. `unsent` are messages that waited, as text, not in the history. */
  | { type: "aborted"; unsent: string[] };

/** A rule that a history breaks. `message` is the place of the message, from 0; `call` the id of the call. */
export type Violation =
  /** A tool call has no result in the messages that directly follow it. */
  | { type: "unanswered"; message: number; call: string }
  /** A tool call has more than one result. */
  | { type: "answeredTwice"; message: number; call: string }
  /** A result answers no call of the message before. */
  | { type: "orphan"; message: number; call: string }
  /** A result stands behind something else in its message; servers want results first. */
  | { type: "behind"; message: number; call: string }
  /** A tool call has no id, or one that an earlier message used (that alone is no fault in `openAiChat`). */
  | { type: "idTaken"; message: number; call: string }
  /** There is no message. */
  | { type: "empty" }
  /** The first message is not the user's but of this role. */
  | { type: "firstRole"; role: string }
  /** A message has nothing in it, or a block of blank text. */
  | { type: "blank"; message: number };

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
