import { kind, list } from "./check.js";
import { type Client, type MaxTokensField, Sender, type ToolDefinition, notesTool, toolName } from "./client.js";
import { dispose } from "./dispose.js";
import { SecondwindError, describe } from "./errors.js";
import { Harness } from "./harness.js";
import { estimate } from "./lesson.js";
import { type NotesStore, SeenNotes } from "./notes.js";
import { endOf } from "./outcome.js";
import { type ToolImpls, runTool } from "./tools.js";
import type {
  ContextEffect, ContextEvent, DialectName, HarnessConfig, Meters, Notice, Outcome, Policy, Prompts, Snapshot, Totals,
} from "./types.js";

/** The notice of a compaction that replaced the messages. */
export type Compacted = Extract<Notice, { type: "compacted" }>;

/** How an agent is run. */
export interface AgentOptions {
  /** Anything with `messages.create`, or with `chat.completions.create` for `openAiChat`; real or a stub. */
  client: Client;
  /** The model's name, as the provider wants it. */
  model: string;
  /** When to compact. See `policy`. */
  policy: Policy;
  /** The system prompt. Default: none. */
  system?: unknown;
  /**
   * Where NOTES.md is kept. With it the model has the tool `update_notes`, whose definition is added unless `tools`
   * has one of that name. Default: no notes; a restart then says that they are empty.
   */
  notes?: NotesStore | undefined;
  /** What the harness says to the model. Texts left out are the English defaults. */
  prompts?: Partial<Prompts> | undefined;
  /** Called at each compaction, after the messages were replaced. */
  onCompact?: ((compacted: Compacted) => unknown) | undefined;
  /**
   * Called for everything the core tells: counts, checks, resets, compactions. Each call gets a copy.
   *
   * An error in a callback, or in a promise that it returns, ends the run: the harness is left consistent, with a
   * result for each open call, and the run's promise rejects with that very error.
   */
  onNotice?: ((notice: Notice) => unknown) | undefined;
  /** Ends the run when it aborts; it reaches calls, tools and summaries under way. */
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
   * Goes on from a saved session, with the policy, the prompts, the dialect and the notes tool that it was saved with.
   * `dialect` may be left out, but not differ; `notes` must be given if it had notes, and must not if it had none.
   * Calls that were open when it was saved get an error result; nothing is run again by itself.
   */
  snapshot?: Snapshot | undefined;
}

/** A conversation over several messages of the user's: what a chat app holds. */
export interface Session extends Disposable {
  /**
   * Sends a message of the user's and resolves with the answer.
   * @throws SecondwindError as `runAgent`, and `BUSY` while another message is being worked on.
   */
  send(text: string): Promise<string>;
  /** Ends the work under way, which rejects with `ABORTED`. Does nothing where there is none. */
  abort(reason?: unknown): void;
  /** The messages in the window, oldest first: a new array of the very objects that went in. */
  readonly messages: readonly unknown[];
  /** The three meters, as copies. */
  readonly meters: Meters;
  /** How many calls were made so far. */
  readonly totals: Totals;
  /** The session as plain JSON data, at any moment; see `snapshot` in the options. */
  snapshot(): Snapshot;
  /** Aborts the work under way and gives the memory back; out of a callback, when the effects at hand are performed. */
  free(): void;
}

/**
 * Runs an agent to its answer: calls the model, runs its tools in parallel, and restarts the window from a summary
 * and the notes whenever the policy says so.
 *
 * @param userInput The task.
 * @param tools The definitions of the tools, in the provider's shape.
 * @param toolImpls The tools themselves, by name.
 * @returns The text of the last reply.
 * @throws SecondwindError How the run ended, if not with an answer: `CALL_FAILED` (the client threw; see `cause`),
 *   `BAD_REPLY`, `SUMMARY_REFUSED`, `NOTES_UNREAD`, `STOPPED` (see `stop`), `ABORTED`. Each carries `outcome` and
 *   `messages`. Before the first call: `BLANK_MESSAGE`, `BAD_INPUT`, `BAD_POLICY`, `BAD_CONFIG`.
 */
export async function runAgent(
  userInput: string,
  tools: readonly ToolDefinition[],
  toolImpls: ToolImpls,
  options: AgentOptions,
): Promise<string> {
  const run = new Shell({ ...options, tools, toolImpls }, options.signal !== undefined);
  try {
    return await run.send(userInput);
  } finally {
    run.free();
  }
}

/**
 * Opens a session. Free it when the conversation is over.
 * @throws SecondwindError `BAD_INPUT`, `BAD_POLICY`, `BAD_CONFIG` (also for options that contradict the snapshot),
 *   `BAD_SNAPSHOT`.
 */
export function session(options: SessionOptions): Session {
  return new Shell(options, true);
}

/** An effect that is answered, and what answers one. */
type Order = Extract<ContextEffect, { type: "callModel" | "runTool" | "writeNotes" | "readNotes" }>;
type Answer = Extract<ContextEvent, { request: number }>;

/** The work on one message of the user's. */
interface Work {
  resolve(answer: string): void;
  reject(error: unknown): void;
  controller: AbortController;
  /** The requests that wait for their answer. */
  open: Set<number>;
  /** What the outcome's error will name as its cause. */
  cause?: unknown;
  /** An error in a callback of the app's; the work ends with it. */
  fault?: { error: unknown };
  /** Whether the work is to end as soon as the effects at hand are performed. */
  stop: boolean;
}

/** Performs effects and feeds events. Every decision is the harness's. */
class Shell implements Session {
  readonly #options: SessionOptions;
  readonly #impls: ToolImpls;
  readonly #sender: Sender;
  readonly #notes: SeenNotes | undefined;
  readonly #passSignal: boolean;
  readonly #harness: Harness;
  #messages: unknown[] = [];
  #work: Work | undefined;
  #performing = false;
  /** Whether the harness is to be freed when the work has ended. */
  #freeing = false;
  readonly #onAbort = () => this.abort(this.#options.signal?.reason);

  constructor(options: SessionOptions, passSignal: boolean) {
    this.#options = options;
    this.#impls = options.toolImpls ?? {};
    this.#passSignal = passSignal;
    this.#notes = options.notes && new SeenNotes(options.notes);
    [this.#harness, this.#sender] = options.snapshot === undefined ? opened(options) : restored(options, options.snapshot);
    dispose(this);
    this.#messages = this.#harness.messages();
    if (!this.#harness.isIdle) this.#mirror(this.#harness.apply(Date.now(), { type: "aborted" }));
  }

  send(text: string): Promise<string> {
    const { signal } = this.#options;
    if (signal?.aborted === true) return Promise.reject(this.#end({ type: "aborted" }, signal.reason));
    return new Promise((resolve, reject) => {
      // Where it throws, the promise rejects and whatever is under way goes on undisturbed.
      const effects = this.#harness.apply(Date.now(), { type: "submitted", text });
      const work = { resolve, reject, controller: new AbortController(), open: new Set<number>(), stop: false };
      this.#work = work;
      signal?.addEventListener("abort", this.#onAbort);
      this.#perform(work, effects);
    });
  }

  abort(reason?: unknown): void {
    const work = this.#work;
    if (work === undefined) return;
    work.cause = reason;
    work.stop = true;
    if (!this.#performing) this.#stop(work);
  }

  get messages(): readonly unknown[] {
    return [...this.#messages];
  }

  get meters(): Meters {
    return this.#harness.meters;
  }

  get totals(): Totals {
    return this.#harness.totals;
  }

  snapshot(): Snapshot {
    return this.#harness.snapshot();
  }

  free(): void {
    this.abort();
    if (this.#performing) this.#freeing = true;
    else this.#harness.free();
  }

  declare [Symbol.dispose]: () => void;

  /** Keeps the local history equal to the harness's. */
  #mirror(effects: readonly ContextEffect[]): void {
    for (const effect of effects) {
      if (effect.type === "append") this.#messages.push(effect.message);
      else if (effect.type === "replace") this.#messages = [effect.message];
    }
  }

  #perform(work: Work, effects: readonly ContextEffect[]): void {
    const orders: Order[] = [];
    let outcome: Outcome | undefined;
    this.#performing = true;
    for (const effect of effects) {
      switch (effect.type) {
        case "append":
        case "replace":
          this.#mirror([effect]);
          break;
        case "notify":
          this.#tell(work, effect.notice);
          break;
        case "abort":
          work.open.delete(effect.request);
          work.controller.abort(work.cause);
          break;
        case "done":
          outcome = effect.outcome;
          break;
        default:
          work.open.add(effect.request);
          orders.push(effect);
      }
    }
    this.#performing = false;
    if (outcome !== undefined) this.#finish(work, outcome);
    else if (work.stop) this.#stop(work);
    // An order may end the work before the next one is carried out.
    else for (const order of orders) if (work.open.has(order.request)) void this.#carryOut(work, order);
  }

  /** Tells the app. Its callbacks get copies, and their errors wait until the effects at hand are performed. */
  #tell(work: Work, notice: Notice): void {
    const { onNotice, onCompact } = this.#options;
    try {
      this.#watch(work, onNotice, notice);
      if (notice.type === "compacted") this.#watch(work, onCompact, notice);
    } catch (error) {
      this.#fault(work, error);
    }
  }

  /** Calls a callback. One that returns a promise may fail later, which ends the work just the same. */
  #watch<N extends Notice>(work: Work, callback: ((notice: N) => unknown) | undefined, notice: N): void {
    const told = callback?.(structuredClone(notice));
    if (!(told instanceof Promise)) return;
    told.catch((error: unknown) => {
      if (this.#work !== work) throw error;
      this.#fault(work, error);
      if (!this.#performing) this.#stop(work);
    });
  }

  #fault(work: Work, error: unknown): void {
    work.fault ??= { error };
    work.stop = true;
  }

  #stop(work: Work): void {
    this.#feed(work, { type: "aborted" });
  }

  #feed(work: Work, event: ContextEvent): void {
    let effects: ContextEffect[];
    try {
      effects = this.#harness.apply(Date.now(), event);
    } catch (error) {
      this.#refused(work, event, error);
      return;
    }
    this.#perform(work, effects);
  }

  /** The harness did not take an event: a reply that cannot be read leaves the call open, so it counts as failed. */
  #refused(work: Work, event: ContextEvent, error: unknown): void {
    if (event.type === "replied" && error instanceof SecondwindError && error.code === "BAD_REPLY") {
      work.cause = error;
      this.#feed(work, { type: "callFailed", request: event.request, message: error.message });
      return;
    }
    this.#close(work);
    try {
      this.#mirror(this.#harness.apply(Date.now(), { type: "aborted" }));
    } catch {
      // The harness is dead or idle; in both cases there is nothing left to end.
    }
    work.reject(error);
  }

  /** Feeds the answer to a request, unless it was aborted meanwhile. */
  #answer(work: Work, event: Answer, cause?: unknown): void {
    if (!work.open.delete(event.request)) return;
    work.cause = cause;
    this.#feed(work, event);
  }

  async #carryOut(work: Work, order: Order): Promise<void> {
    const { request } = order;
    let event: Answer;
    let cause: unknown;
    try {
      event = await this.#ask(work, order);
    } catch (error) {
      cause = error;
      event =
        order.type === "callModel"
          ? { type: "callFailed", request, message: describe(error, this.#sender.secrets) }
          : { type: "notesFailed", request, message: describe(error) };
    }
    this.#answer(work, event, cause);
  }

  async #ask(work: Work, order: Order): Promise<Answer> {
    const { request } = order;
    const { signal } = work.controller;
    switch (order.type) {
      case "callModel": {
        const reply = await this.#sender.send(order, this.#messages, this.#passSignal ? signal : undefined);
        if (reply === undefined || reply === null) {
          throw new SecondwindError("BAD_REPLY", `the client returned ${kind(reply)}`, { path: "event.reply" });
        }
        return { type: "replied", request, reply };
      }
      case "runTool": {
        const { content, isError } = await runTool(this.#impls, order, signal);
        return { type: "toolReturned", request, content, isError };
      }
      case "writeNotes":
        await this.#notes?.write(order.content);
        return { type: "notesWritten", request };
      case "readNotes":
        return { type: "notesRead", request, content: (await this.#notes?.read()) ?? null };
    }
  }

  #finish(work: Work, outcome: Outcome): void {
    this.#close(work);
    if (work.fault !== undefined) work.reject(work.fault.error);
    else if (outcome.type === "answered") work.resolve(outcome.text);
    else work.reject(this.#end(outcome, work.cause));
  }

  #end(outcome: Exclude<Outcome, { type: "answered" }>, cause: unknown): SecondwindError {
    return endOf(outcome, this.messages, cause);
  }

  #close(work: Work): void {
    work.open.clear();
    this.#work = undefined;
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#freeing) this.#harness.free();
  }
}

/** A harness with an empty history, and what sends its requests. */
function opened(options: SessionOptions): [Harness, Sender] {
  const { policy, prompts, system, notes, dialect } = options;
  const name = notes ? "update_notes" : null;
  const tools = toolsOf(options, dialect ?? "anthropic", name);
  const sender = senderOf(options, dialect ?? "anthropic", tools);
  const parts = [system, tools.length > 0 ? tools : undefined].filter((part) => part !== undefined);
  const words = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join("");
  const config: HarnessConfig = { policy, notesTool: name, fixed: estimate(words) };
  if (prompts !== undefined) config.prompts = prompts;
  if (dialect !== undefined) config.dialect = dialect;
  return [new Harness(config), sender];
}

/** A saved harness, and what sends its requests: in its dialect and with its notes tool, whatever the options leave out. */
function restored(options: SessionOptions, snapshot: Snapshot): [Harness, Sender] {
  const harness = Harness.restore(snapshot);
  try {
    // It was restored, so it has a config; what is left out there has the defaults of every config.
    const { dialect = "anthropic", notesTool = "update_notes" } = (snapshot.harness as { config: HarnessConfig }).config;
    if (options.dialect !== undefined && options.dialect !== dialect) {
      throw contradiction("dialect", `the session was saved in the dialect ${dialect}, not ${options.dialect}`);
    }
    if (!options.notes && notesTool !== null) {
      throw contradiction("notes", "the session was saved with notes; give it the store that holds them");
    }
    if (options.notes && notesTool === null) {
      throw contradiction("notes", "the session was saved without notes, so its model cannot write any");
    }
    return [harness, senderOf(options, dialect, toolsOf(options, dialect, notesTool))];
  } catch (error) {
    harness.free();
    throw error;
  }
}

function contradiction(path: string, message: string): SecondwindError {
  return new SecondwindError("BAD_CONFIG", message, { path });
}

/** The definitions of the tools; that of the notes tool is added unless it is there. */
function toolsOf(options: SessionOptions, dialect: DialectName, name: string | null): readonly ToolDefinition[] {
  const tools = list("tools", options.tools ?? []) as ToolDefinition[];
  const isThere = name === null || tools.some((tool) => toolName(tool) === name);
  return isThere ? [...tools] : [...tools, notesTool(name, dialect)];
}

function senderOf(options: SessionOptions, dialect: DialectName, tools: readonly ToolDefinition[]): Sender {
  const { client, model, system, maxTokensField } = options;
  return new Sender(client, { model, system, tools, dialect, maxTokensField });
}
