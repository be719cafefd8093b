// The types of `secondwind/course`: a scenario played to its end, and the view after each step.
// Token counts are whole numbers. Ordinals (calls, rounds, compactions) start at 1.

// The package puts both files side by side.
import type { FailureKind, Policy } from "./types.js";

export type { FailureKind, Policy } from "./types.js";

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

/**
 * A way in which the lesson's loop can be wrong. Of `checkEarly` and `checkLate`, of `append` and `cutPair`, of
 * `staleNotes` and `notesInSystem`, and of `thresholdAtLimit` and `otherGauge` one at most: they change the same line.
 */
export type Bug =
  | "noReset" // the counter does not go back to 0 after a compaction
  | "checkEarly" // the check stands before the tools run, so that their results land behind the restart
  | "checkLate" // the check stands after the next reply has come in, before it is counted and appended
  | "append" // the restart message is pushed behind the history instead of replacing it
  | "staleNotes" // the restart carries the notes as they were when the run began
  | "notesInSystem" // NOTES.md stands in the system prompt of every request; the restart is the summary alone
  | "thresholdAtLimit" // occupancy is compared with the whole window
  | "sharedCounter" // the token budget looks at the counter that compactions zero
  | "lastOnly" // each request sends the last message only
  | "longSummary" // the summary has no limit: it is as long as what it replaces
  | "cutPair" // the restart keeps the last message, without the call that it answers
  | "otherGauge" // log and gauge show occupancy; the check compares the accumulated counter
  | "appendNotes"; // update_notes appends to NOTES.md instead of overwriting it

/** What is changed of a scenario before it is played. Nothing changed: `{}`. Counts are in tokens. */
export interface Patch {
  bugs?: readonly Bug[];
  window?: number;
  /** Above 0 and below 1. */
  ratio?: number;
  meter?: MeterName;
  /** Room kept free for the next reply: the threshold must lie below the rest of the window. */
  outputReserve?: number;
  /** How long each handover summary is. */
  summaryTokens?: number;
  /** The valve that ends the run. The call under way is not cut off; 0 lets none through. */
  tokenBudget?: number;
  /** With bugs `restart` alone: they are those of the lesson's loop. The others keep two rounds, or two results. */
  strategy?: "restart" | "keepLast" | "elideResults";
}

/** A fault in a file; `line` and `column` start at 1 and are 0 when the fault is the file as a whole, or a patch. */
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
  | "refused" // the provider refused the request
  | "replied" // its reply was taken in and counted
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
  | "finished"; // the run ended, see `run.ending`

/** The statements of the lesson's loop, for the code line in sync and for breakpoints. */
export type LineEvent =
  | "submit" // the task is pushed
  | "call" // the model is called
  | "throw" // the call fails
  | "appendReply"
  | "trackUsage"
  | "runTool"
  | "writeNotes"
  | "appendResults"
  | "check" // is the threshold reached?
  | "summarize" // the summary call
  | "readNotes"
  | "replace" // what compact returned takes the place of the messages (with the bug `append`: is pushed)
  | "reset" // tokensUsed = 0
  | "return" // the text of the last reply
  | "stop"; // the run ends without an answer

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
  spend: number;
  /** The size of the request that goes out in this step (`called`, `asked`); else null. */
  requestTokens: number | null;
  /** What of it, from the beginning on, repeats the main request before: what a prompt cache can serve. */
  repeatedTokens: number | null;
  /** The statements that were run in this step, in order. */
  lines: LineEvent[];
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

/** A message that was in the window from `step` to before `left`. */
export interface ShownMessage {
  /** Comes twice only where results gave way to a line that says so (`elideResults`). */
  id: number;
  kind: MessageKind;
  role: "user" | "assistant";
  /** The call that brought it, or before which it was added; 0 before the first. */
  call: number;
  /** The step in which it came. */
  step: number;
  /** The step in which it left the window; null if it never did. */
  left: number | null;
  /** Its size when it left, or at the end of the run. A frame has its size at each step. */
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

/** A slice of the window: the fixed part (id 0), then the messages in their order. They sum to `meters.occupancy`. */
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
  /** The step that adds it. */
  step: number;
  key: string;
  args: Record<string, string | number>;
}

export type FactPlace =
  | "ahead" // nothing that carries it has come yet
  | "window" // a message in the window carries it
  | "notes" // NOTES.md alone carries it, and with it whatever shows the notes
  | "lost"; // nothing carries it any more

/** A fact of `run.facts` at a step. */
export interface ShownFact {
  place: FactPlace;
  /** Whether the model sees it: in a message, or in notes that a message or the system prompt shows. */
  visible: boolean;
}

/** What a compaction did to the facts that were known; they are named by their place in `run.facts`. */
export interface LedgerEntry {
  compaction: number;
  /** The step in which the messages were replaced. */
  step: number;
  /** Still in a message of the window. */
  kept: number[];
  /** Now in NOTES.md alone. */
  notes: number[];
  /** Gone with this compaction. */
  lost: number[];
}

/** What is seen at a step. Texts of messages and lines of the log are listed once a run. */
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
  /** Where each of `run.facts` is, in their order. */
  facts: ShownFact[];
  /** How many messages are in the window, how many have left it, and how many lines the log has by now. */
  counts: { window: number; archive: number; log: number };
  answer: string | null;
}

export type Ending =
  | "answered"
  | "refused" // the provider refused a request that breaks its rules
  | "overflowed" // a request and its reply did not fit the window
  | "budgetSpent"
  | "scriptEnded" // nothing was prepared for what a patched run went on to ask
  | "open" // it did not: a recording goes up to here, see `Player.pending`
  | "stopped"; // anything else, such as a summary that was cut off

export interface RunSummary {
  title: string;
  task: string;
  window: number;
  /** What every check of this run compares with, and so the line to draw. */
  threshold: number;
  ratio: number;
  /** What the policy keeps free for the reply, below the limit of the window; less than the window. Unit: tokens. */
  outputReserve: number;
  /** The meter that the threshold is compared with. */
  meter: MeterName;
  /** The meter that log and gauge show beside the threshold: the same, but for the bug `otherGauge`. */
  gauge: MeterName;
  tokenBudget: number | null;
  usage: "given" | "derived";
  ending: Ending;
  /** Steps are 0 to `last`. */
  last: number;
  calls: number;
  compactionCalls: number;
  compactions: number;
  /** What there is to know in this run, in words. */
  facts: string[];
  ledger: LedgerEntry[];
  marks: StepMark[];
}

/** A model request as it goes out, without the model's name. */
export interface ModelRequest {
  /** The step in which it goes out. */
  step: number;
  call: number;
  purpose: "main" | "summary";
  /** Its size, as the provider counts it. */
  tokens: number;
  /** What of it, from the beginning on, repeats the main request before: what a prompt cache can serve. */
  repeated: number;
  body: RequestBody;
}

/** A request in the shape of its dialect; scenarios are played in Anthropic's. */
export interface RequestBody {
  /** The most that the reply may have, in tokens. Chat requests of a recording may have the other one. */
  max_tokens?: number;
  max_completion_tokens?: number;
  /** Of main requests; with the bug `notesInSystem` NOTES.md stands at its end. In chat it is the first message. */
  system?: string;
  /** Of main requests, `update_notes` included. */
  tools?: object[];
  messages: { role: string; content?: string | object[] | null }[];
}

/** What a recording that stops in the middle waits for; put the answer behind `answers`, and play it again. */
export type Pending =
  | { type: "call"; request: ModelRequest }
  | { type: "tool"; call: string; name: string; input: Record<string, unknown> };

/**
 * A run with a real model: what it was set up with, and every answer that came in. Requests, with their headers and the
 * key in them, are never part of it.
 */
export interface Recording {
  format: "secondwind-recording";
  version: 1;
  title: string;
  task: string;
  system: string;
  /** The tools beside `update_notes`, which the harness adds. */
  tools: { name: string; description: string; inputSchema: object }[];
  /** The whole policy, as `runAgent` takes it. */
  policy: Policy;
  dialect: "anthropic" | "openAiChat";
  /** The field that limits the reply, where it is not the dialect's usual one. */
  maxTokensField?: "max_tokens" | "max_completion_tokens";
  /** The model that answered, for people. */
  model: string;
  /** What the tools worked on, by a name that the page knows; its files begin as they are there. */
  workspace?: string;
  /** The most that calls may have cost whose replies did not come in, in millionths of a dollar. */
  booked?: number;
  /** In the order in which the run asked for them. */
  answers: RecordedAnswer[];
}

export type RecordedAnswer =
  | { reply: object } // the provider's response to a model call, as it came
  | { failed: { kind: FailureKind; message: string } } // a model call that failed and was not tried again
  | { result: { text: string; isError: boolean } }; // the result of a tool call

export interface RecordingSource {
  /** A `Recording` as JSON, at most 16 MiB. */
  recording: SourceFile;
}

/** A scenario played from beginning to end, or a recording as far as it goes. What it answers is read; nothing is run again by stepping. */
export class Player {
  /**
   * Plays a scenario with what the patch changes of it: bugs on the lesson's loop, everything else on the core.
   * A recording is played as it stands; with a patch, as the scenario that it makes (`scenarioOf`).
   * Throws `SecondwindError` with `issues`: code `BAD_SCENARIO`, or `BAD_PATCH` for a patch that cannot work.
   */
  constructor(source: ScenarioSource | RecordingSource, patch?: Patch);
  readonly run: RunSummary;
  frame(step: number): Frame;
  /** Every message that was ever in the window, in the order in which they came. Ask once. */
  messages(): ShownMessage[];
  /** The whole log. Ask once. */
  log(): LogLine[];
  /** The request that goes out in this step, or the next one after it; null where none does. */
  request(step: number): ModelRequest | null;
  /** What a recording that stops in the middle waits for; null for a run that is over. */
  pending(): Pending | null;
  free(): void;
}

/** A recording that is played while its answers come in: each takes it on from where it is, and nothing is played twice. */
export class Recorder {
  /** Throws `SecondwindError` `BAD_SCENARIO` with all faults of the recording as `issues`. */
  constructor(source: RecordingSource);
  /**
   * Plays on with the answer that the run waits for. Throws `SecondwindError` with `issues` for one that it cannot take; the
   * run is over then, and goes on in a new recorder, from the answers before.
   */
  push(answer: RecordedAnswer): void;
  /** What the run waits for; null where it is over. */
  pending(): Pending | null;
  /** The run up to here. */
  player(): Player;
  free(): void;
}

/** What a program is called with on a trial, beside its client, its tools and its notes. */
export interface TrialInput {
  task: string;
  system: string;
  /** Without `update_notes`, which is the program's own. */
  tools: { name: string; description: string; input_schema: object }[];
  window: number;
  ratio: number;
  tokenBudget: number | null;
  /** The texts that the model reads. */
  prompts: Record<string, string>;
}

/** How a program ended. */
export type TrialEnd =
  | { kind: "returned"; answer: string }
  | { kind: "threw"; name: string; message: string; line: number | null } // the line of `harness.js`, from 1
  | { kind: "stopped" } // it used up its fuel, its memory or its stack, or awaited what never comes
  | { kind: "stuck" } // it was ended from outside: a single operation of the engine took longer than is waited
  | { kind: "broken"; message: string }; // the sandbox did not come to run it, so that nothing is known of it

/**
 * What a program may use on a trial, the same in every sandbox and never a time. Fuel counts steps, and not how much the
 * engine does in one of them: for what does not come back, a sandbox needs a clock outside.
 */
export interface TrialLimits {
  /** How far it may run: QuickJS asks once in 10,000 steps whether it shall stop, which costs `steps`. */
  fuel: number;
  steps: number;
  /** What a promise job, a timer and a model call cost. */
  job: number;
  timer: number;
  call: number;
  /** Unit: bytes. */
  memory: number;
  stack: number;
}

/**
 * A loop that somebody else wrote, tried on the prepared model of a scenario, which is as strict as a real one. The
 * functions are those of the program's world; they take and give texts, as a sandbox does.
 */
export class Trial {
  /** Of the patch, the dials of the window and the model count. Throws `BAD_SCENARIO` or `BAD_PATCH`. */
  constructor(source: ScenarioSource, patch?: Patch);
  input(): TrialInput;
  /**
   * What a program asks for, as it comes out of a sandbox: `input`, or one of the functions below by its name, with a text
   * for a text. Whatever it gives, the trial goes on.
   */
  act(name: string, text: string): string | undefined;
  /** It asked for more than is recorded: 10,000 acts, or 8 MB of texts. Such a program is to be stopped. */
  readonly isFull: boolean;
  /** `client.messages.create`: a request as JSON; answers `{ reply }` or `{ refusal: { status, message } }` as JSON. */
  create(request: string): string;
  /** The result of a tool call, by its id: `{ text, isError }` as JSON. */
  runTool(call: string): string;
  readNotes(): string | undefined;
  writeNotes(content: string): void;
  /** The program told its counter after a reply (`log`); what is no whole number says nothing. */
  tell(tokensUsed: number): void;
  /** The program told its counter after a compaction (`onCompact`). */
  tellCompaction(tokensUsed: number): void;
  end(end: TrialEnd): void;
  /** What it did, as a run like any other; the trial is over. */
  player(): Player;
  free(): void;
}

/**
 * The module that calls `runAgent` of `./harness.js` inside a sandbox. It takes the functions of a trial from
 * `sandbox:host`, with every text as JSON, and tells its end to `end` there: `returned` and the answer, or `threw`, the
 * name, the message and the line. `guard` of `sandbox:base` takes what is told of an error that a timer throws.
 */
export function trialEntry(): string;

/** What a program may use on a trial. */
export function trialLimits(): TrialLimits;

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

/**
 * The scenario that a recording makes: it plays with the same figures, in Anthropic's dialect. What a scenario has no
 * words for is left out, such as thinking. Throws `BAD_SCENARIO` for a run that was not answered.
 */
export function scenarioOf(source: RecordingSource): ScenarioSource;

/**
 * The files that such a scenario is kept in, by their paths: itself, its texts, and one of texts for each language, which
 * the command line asks for.
 */
export function scenarioFiles(scenario: ScenarioSource, langs: string[]): SourceFile[];

export type LiveProviderName = "anthropic" | "openai" | "ollama" | "lmstudio" | "llamacpp" | "vllm" | "other";

/** Who answers in a live run: a provider, or a kind of server on one's own machine. */
export interface LiveProvider {
  name: LiveProviderName;
  /** What it speaks by itself. */
  dialect: Recording["dialect"];
  /** Its usual address. */
  base: string;
  /** The environment variable with the key that it asks for; null where it asks for none. */
  key: string | null;
  /** Models to choose from, the cheapest first. Empty where they are one's own. */
  models: string[];
  /** What limits a reply in chat completions, where it is not the dialect's own field. */
  chatLimit: "max_tokens" | null;
}

/** Those with a key first, any other server last. */
export function liveProviders(): LiveProvider[];

/** What is known of a live run by the address that it calls. */
export interface LiveEndpoint {
  /** Whether it is on this machine. */
  isHere: boolean;
  /** Whether it is a provider's own address, and no server that only speaks like it. */
  isOwn: boolean;
  /** What limits a reply, where it is not the dialect's own field. */
  maxTokensField: "max_tokens" | null;
}

/** Of the address of a server, as it was typed, and what is spoken there; null for what is no address. */
export function liveEndpoint(base: string, dialect: Recording["dialect"]): LiveEndpoint | null;

/** What is chosen of a live run's policy. Counts are in tokens. */
export interface LiveWindow {
  /** Size of the window that is simulated. Default 8000. */
  window?: number;
  /** The threshold's part of the window, above 0 and below 1. Default 0.7. */
  ratio?: number;
  /** The meter that is compared with the threshold. Default `accumulated`. */
  meter?: MeterName;
  /** The most that a reply may have. Default 1024. */
  replyLimit?: number;
}

/**
 * The policy of a run with a real model, the same as the command line's: the lesson's, but what is cut off or refused
 * does not count as an answer. Throws `BAD_INPUT` for a policy that cannot work.
 */
export function livePolicy(window?: LiveWindow): Policy;
