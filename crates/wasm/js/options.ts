import type { Client, MaxTokensField, ToolDefinition } from "./client.js";
import type { Journal } from "./journal.js";
import type { NotesStore } from "./notes.js";
import type { ToolImpls } from "./tools.js";
import type { DialectName, Meters, Notice, Policy, Prompts, Snapshot, Totals } from "./types.js";

/** The notice of a compaction that replaced the messages. */
export type Compacted = Extract<Notice, { type: "compacted" }>;

/** What a user sends: a text, or content blocks as the dialect takes them. A copy goes into the history. */
export type UserContent = string | readonly object[];

/** How an agent is run. */
export interface AgentOptions {
  /** Anything with `messages.create`, or with `chat.completions.create` for `openAiChat`; real or a stub. */
  client: Client;
  /** The model's name, as the provider wants it. */
  model: string;
  /** When to compact, and when to stop. See `policy`. */
  policy: Policy;
  /** The system prompt. Default: none. */
  system?: unknown;
  /**
   * Where NOTES.md is kept. With it the model has the tool `update_notes`, whose definition is added unless `tools`
   * has one of that name. Default: no notes; a restart then says that they are empty.
   */
  notes?: NotesStore | undefined;
  /** Whether the model also has the tool `edit_notes`, which changes one section of the notes. Default false. */
  editNotes?: boolean | undefined;
  /** What the harness says to the model. Texts left out are the English defaults. */
  prompts?: Partial<Prompts> | undefined;
  /** Called at each compaction, after the messages were replaced. */
  onCompact?: ((compacted: Compacted) => unknown) | undefined;
  /**
   * Called for everything the core tells: counts, checks, compactions begun, refused, failed, skipped and made. Each
   * call gets a copy.
   *
   * An error in a callback, or in a promise that it returns, ends the run: the harness is left consistent, with a
   * result for each open call, and the run's promise rejects with that very error. So an answer waits for the promises
   * that callbacks returned; only `abort`, `clear`, `free` and the signal wait for none of them, and what fails after that
   * has nobody left to tell.
   *
   * What a callback asks of the session takes its turn when all that the notice belongs to is done: a message sent at the
   * last notice of a run begins the next one.
   */
  onNotice?: ((notice: Notice) => unknown) | undefined;
  /**
   * Ends the run when it aborts; it reaches calls, tools and summaries under way. For a deadline pass
   * `AbortSignal.timeout(milliseconds)`: the package itself has no clock that ends anything.
   */
  signal?: AbortSignal | undefined;
  /** The shape of requests and replies. Default `anthropic`, or that of the snapshot. */
  dialect?: DialectName | undefined;
  /**
   * What a request of the dialect `openAiChat` calls the most tokens that its reply may have. Default
   * `max_completion_tokens`, which is what OpenAI's models want. Servers that know the older name only, as many
   * compatible ones do, take `max_tokens`. The dialect `anthropic` has `max_tokens` alone.
   */
  maxTokensField?: MaxTokensField | undefined;
}

/** How a session is set up. */
export interface SessionOptions extends AgentOptions {
  /** The definitions of the tools, in the provider's shape. Default: none. */
  tools?: readonly ToolDefinition[] | undefined;
  /** The tools themselves, by name. Default: none. */
  toolImpls?: ToolImpls | undefined;
  /**
   * Goes on from a saved session, with the policy, the prompts, the dialect and the notes tools that it was saved with.
   * `dialect` may be left out, but not differ; `notes` must be given if it had notes, and must not if it had none.
   * Tool calls that were open when it was saved get an error result and are not run again; other work that was under
   * way goes on when `resume` is called.
   */
  snapshot?: Snapshot | undefined;
  /**
   * Begins with these messages, oldest first, in the dialect's shape and without the system prompt. Broken pairs of
   * calls and results are mended, blank messages left out. Not together with `snapshot`. Default: none.
   */
  history?: readonly unknown[] | undefined;
}

/** How a session with a journal is set up. */
export interface JournaledOptions extends SessionOptions {
  /**
   * Where everything that happens is written down before anything follows from it. Where it has entries, the session
   * goes on from them, as from a snapshot; `snapshot` and `history` are then left aside.
   */
  journal: Journal;
}

/** A conversation over several messages of the user's: what a chat app holds. */
export interface Session extends Disposable {
  /**
   * Sends a message of the user's and resolves with the answer of the run that carried it.
   *
   * While a compaction is under way the message waits and follows the restart word for word; several that waited
   * resolve with the same answer.
   * @throws SecondwindError as `runAgent`; `BUSY` while another message is being worked on, or where work that a
   *   snapshot or a journal broke off waits for `resume` or `abort`; `ABORTED` with `unsent` for a message that waited
   *   and is not in the history, or is not on record; `JOURNAL_FAILED`, now and from then on, where an entry cannot be
   *   written.
   */
  send(content: UserContent): Promise<string>;
  /**
   * Compacts now, whatever the meters say.
   * @throws SecondwindError `COMPACTION_FAILED`, `BUSY`, `NOTHING_TO_COMPACT`, `JOURNAL_FAILED`, and as `runAgent`.
   */
  compact(): Promise<void>;
  /**
   * Empties the history, and ends the work under way, which rejects with `ABORTED`; out of a callback, nothing is carried
   * out any more that was ordered along with the notice. Meters of spend and totals stay. Messages that waited go, too.
   * @throws SecondwindError `JOURNAL_FAILED`.
   */
  clear(): Promise<void>;
  /**
   * Goes on with what was under way when the session was saved: an open model call is made again, no tool is run
   * again. Resolves with the answer, or with `undefined` where nothing was under way.
   * @throws SecondwindError as `runAgent`, and `JOURNAL_FAILED`. `ABORTED` carries in `unsent` what waited when the
   *   session was saved.
   */
  resume(): Promise<string | undefined>;
  /**
   * Ends the work under way and what waits for its turn, which rejects with `ABORTED`. Does nothing where there is none.
   *
   * It waits for nothing: where a journal is slow, or hangs, those who wait are told before the abort is on record. If the
   * process dies in between, the next one finds the work broken off.
   * @returns For work that waits for `resume`: the messages that waited with it, as text, and are not in the history. Nobody
   *   else is told of them. Otherwise nothing; each `send` is told by its own error.
   */
  abort(reason?: unknown): readonly string[];
  /** Whether no work is under way, in line, or waits for `resume`. */
  readonly isIdle: boolean;
  /** The messages in the window, oldest first: a new array of the very objects that went in. */
  readonly messages: readonly unknown[];
  /** The three meters, as copies. */
  readonly meters: Meters;
  /** How many calls were made so far. */
  readonly totals: Totals;
  /**
   * The session as plain JSON data, at any moment; see `snapshot` in the options.
   * @throws SecondwindError `BAD_SNAPSHOT` if a message was changed since, so that JSON cannot write it.
   */
  snapshot(): Snapshot;
  /**
   * Aborts the work under way and gives the memory back; out of a callback, when the effects at hand are performed.
   * Work that waits for `resume` is left as it is.
   */
  free(): void;
}
