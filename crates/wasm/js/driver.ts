import { kind } from "./check.js";
import type { Sender, ToolDefinition } from "./client.js";
import { dispose } from "./dispose.js";
import { SecondwindError, describe } from "./errors.js";
import { kindOf } from "./failure.js";
import type { Harness } from "./harness.js";
import { type Journal, type JournalEntry, replay } from "./journal.js";
import type { AgentOptions, JournaledOptions, Session, SessionOptions, UserContent } from "./options.js";
import { endOf } from "./outcome.js";
import { fitting, opened, restored } from "./setup.js";
import { type ToolImpls, messageContent, runTool } from "./tools.js";
import type { CompactionFault, ContextEffect, ContextEvent, Meters, Notice, Outcome, Snapshot, Totals } from "./types.js";

/**
 * Runs an agent to its answer: calls the model, runs its tools in parallel, and restarts the window from a summary
 * and the notes whenever the policy says so.
 *
 * @param userInput The task.
 * @param tools The definitions of the tools, in the provider's shape.
 * @param toolImpls The tools themselves, by name.
 * @returns The text of the last reply.
 * @throws SecondwindError How the run ended, if not with an answer: `STOPPED` (see `stop`), `REFUSED`, `CALL_FAILED`
 *   (the client threw; see `kind` and `cause`), `BAD_REPLY`, `OVERFLOWED`, `COMPACTION_FAILED` (see `outcome.fault`),
 *   `CANNOT_REDUCE`, `VALVE_SHUT`, `NOTES_UNREAD` and `ABORTED` (see `unsent`). Each carries `outcome` and `messages`.
 *   Before the first call: `BLANK_MESSAGE`, `BAD_INPUT`, `BAD_POLICY`, `BAD_CONFIG`.
 */
export async function runAgent(
  userInput: UserContent,
  tools: readonly ToolDefinition[],
  toolImpls: ToolImpls,
  options: AgentOptions,
): Promise<string> {
  const all = { ...options, tools, toolImpls };
  const run = new Shell(all, ...opened(all), options.signal !== undefined);
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
  if ("journal" in options && options.journal !== undefined) {
    throw new SecondwindError("BAD_INPUT", "a journal has to be read first; use openSession", { path: "journal" });
  }
  const [harness, sender] = begun(options);
  const shell = new Shell(options, harness, sender, true);
  const first = firstEvent(options, options.snapshot !== undefined);
  if (first !== undefined) void shell.begin(first);
  return shell;
}

/**
 * Opens a session that survives its process: every event is in the journal before anything follows from it, so no tool
 * is started before the reply that asked for it is on record, and none is started twice.
 *
 * Where the journal has entries, the session goes on from them: tool calls that were open get an error result, and
 * `resume` goes on with the rest. One session at a time may write a journal.
 * @throws SecondwindError As `session`; `BAD_JOURNAL` for entries that cannot be replayed, `JOURNAL_FAILED` where
 *   nothing can be written.
 */
export async function openSession(options: JournaledOptions): Promise<Session> {
  const { journal } = options;
  const entries = await journal.load();
  const isNew = entries.length === 0;
  const [harness, sender] = isNew ? begun(options) : fitting(options, replay(entries));
  const shell = new Shell(options, harness, sender, true, journal);
  try {
    if (isNew) await shell.record({ type: "snapshot", snapshot: harness.snapshot() });
    const first = firstEvent(options, !isNew || options.snapshot !== undefined);
    if (first !== undefined) await shell.begin(first);
    return shell;
  } catch (error) {
    harness.free();
    throw error;
  }
}

function begun(options: SessionOptions): [Harness, Sender] {
  return options.snapshot === undefined ? opened(options) : restored(options, options.snapshot);
}

function firstEvent({ history }: SessionOptions, isRestored: boolean): ContextEvent | undefined {
  if (isRestored) return { type: "resumed" };
  return history === undefined ? undefined : { type: "loaded", messages: history };
}

/** An effect that is answered, and what answers one. */
type Order = Extract<ContextEffect, { type: "callModel" | "runTool" | "writeNotes" | "readNotes" }>;
type Answer = Extract<ContextEvent, { request: number }>;

/** Someone who waits for the end of the work, or of the compaction in it. */
interface Waiter {
  for: "send" | "resume" | "compact";
  resolve(answer?: string): void;
  reject(error: unknown): void;
}

/** What is under way, from the event that began it to its outcome. */
interface Work {
  waiters: Waiter[];
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

/** What becomes of an event when its turn has come. */
interface Turn {
  /** Whether it still is to be taken. */
  isDue(): boolean;
  /** The harness took it, and it is on record: the work that it belongs to. */
  taken(): Work | undefined;
  /** It was not taken. */
  refused(error: unknown): void;
}

/** Performs effects and feeds events. Every decision is the harness's. */
class Shell implements Session {
  readonly #options: SessionOptions;
  readonly #impls: ToolImpls;
  readonly #sender: Sender;
  readonly #passSignal: boolean;
  readonly #harness: Harness;
  readonly #journal: Journal | undefined;
  #messages: unknown[] = [];
  #work: Work | undefined;
  /** What a restored harness ordered, until `resume` is called. */
  #held: ContextEffect[] = [];
  /** With a journal, events take turns: each is recorded and performed before the next one is taken. */
  #line: Promise<unknown> = Promise.resolve();
  /** Why the journal could not be written; nothing goes on after that. */
  #broken: SecondwindError | undefined;
  #performing = false;
  /** Whether the harness is to be freed when the work has ended. */
  #freeing = false;
  readonly #onAbort = () => this.abort(this.#options.signal?.reason);

  constructor(options: SessionOptions, harness: Harness, sender: Sender, passSignal: boolean, journal?: Journal) {
    this.#options = options;
    this.#impls = options.toolImpls ?? {};
    this.#harness = harness;
    this.#sender = sender;
    this.#passSignal = passSignal;
    this.#journal = journal;
    this.#messages = harness.messages();
    dispose(this);
  }

  /** Takes the event with which the session opens; what it orders waits for `resume`. */
  begin(event: ContextEvent): Promise<void> {
    const now = Date.now();
    const effects = this.#harness.apply(now, event);
    this.#mirror(effects);
    this.#held = effects.filter(({ type }) => type !== "append" && type !== "replace");
    return this.record({ type: "event", now, event });
  }

  /** Writes an entry down. When the messages were replaced, a snapshot takes the place of all that was written before. */
  async record(entry: JournalEntry, effects: readonly ContextEffect[] = []): Promise<void> {
    const journal = this.#journal;
    if (journal === undefined) return;
    try {
      const isReplaced = effects.some(({ type }) => type === "replace");
      if (isReplaced && journal.reset !== undefined) {
        await journal.reset([{ type: "snapshot", snapshot: this.#harness.snapshot() }]);
      } else {
        await journal.append(entry);
      }
    } catch (cause) {
      const message = `the journal could not be written, so the session ends here: ${describe(cause)}`;
      throw new SecondwindError("JOURNAL_FAILED", message, { cause });
    }
  }

  send(content: UserContent): Promise<string> {
    if (typeof content !== "string" && !Array.isArray(content)) {
      const message = `a message is a string or an array of content blocks, not ${kind(content)}`;
      return Promise.reject(new SecondwindError("BAD_INPUT", message, { path: "content" }));
    }
    return this.#start("send", () => ({ type: "submitted", content: messageContent(content) })) as Promise<string>;
  }

  async compact(): Promise<void> {
    await this.#start("compact", () => ({ type: "compactionRequested" }));
  }

  clear(): Promise<void> {
    return new Promise((resolve, reject) => {
      const taken = () => {
        this.#held = [];
        resolve();
        return this.#work;
      };
      this.#feed({ type: "cleared" }, { isDue: () => true, taken, refused: reject });
    });
  }

  resume(): Promise<string | undefined> {
    if (this.#held.length === 0) return Promise.resolve(undefined);
    const { signal } = this.#options;
    if (signal?.aborted === true) return Promise.reject(endOf({ type: "aborted", unsent: [] }, this.messages, signal.reason));
    return new Promise((resolve, reject) => {
      const held = this.#held;
      this.#held = [];
      this.#perform(this.#join({ for: "resume", resolve, reject }), held);
    });
  }

  abort(reason?: unknown): void {
    const work = this.#work;
    if (work !== undefined) {
      if (!work.stop) work.cause = reason;
      work.stop = true;
      if (!this.#performing) this.#stop(work);
    } else if (this.#held.length > 0) {
      this.#held = [];
      this.#feed({ type: "aborted" }, { isDue: () => !this.#harness.isIdle, taken: () => undefined, refused: () => undefined });
    }
  }

  get isIdle(): boolean {
    return this.#harness.isIdle;
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
    const isBusy = this.#work !== undefined;
    if (isBusy) this.abort();
    if (this.#performing || (isBusy && this.#journal !== undefined)) this.#freeing = true;
    else this.#harness.free();
  }

  declare [Symbol.dispose]: () => void;

  /** Takes an event that begins work, or that waits for the work under way. */
  #start(waits: Waiter["for"], event: () => ContextEvent): Promise<string | undefined> {
    const { signal } = this.#options;
    return new Promise((resolve, reject) => {
      const given = event();
      if (signal?.aborted === true) {
        const unsent = given.type === "submitted" && typeof given.content === "string" ? [given.content] : [];
        reject(endOf({ type: "aborted", unsent }, this.messages, signal.reason, unsent));
        return;
      }
      const isDue = () => {
        if (this.#held.length > 0 && !this.#harness.isIdle) {
          const message = "work that broke off waits here; resume() goes on with it, abort() ends it";
          throw new SecondwindError("BUSY", message);
        }
        this.#held = [];
        return true;
      };
      // Where it is refused, the promise rejects and whatever is under way goes on undisturbed.
      this.#feed(given, { isDue, taken: () => this.#join({ for: waits, resolve, reject }), refused: reject });
    });
  }

  /** The work under way, or new work, with one more who waits for it. */
  #join(waiter: Waiter): Work {
    const { signal } = this.#options;
    if (this.#work === undefined) {
      // While the event was written down, the signal may have aborted.
      const stop = signal?.aborted === true;
      this.#work = { waiters: [], controller: new AbortController(), open: new Set(), stop, cause: stop ? signal.reason : undefined };
      signal?.addEventListener("abort", this.#onAbort);
    }
    this.#work.waiters.push(waiter);
    return this.#work;
  }

  #feed(event: ContextEvent, turn: Turn): void {
    if (this.#journal === undefined) void this.#step(event, turn);
    else this.#line = this.#line.then(() => this.#step(event, turn));
  }

  /** Takes an event to the harness, writes it down, and performs what follows. */
  #step(event: ContextEvent, turn: Turn): Promise<void> | undefined {
    const now = Date.now();
    let effects: ContextEffect[];
    try {
      if (this.#broken !== undefined) throw this.#broken;
      if (!turn.isDue()) return undefined;
      effects = this.#harness.apply(now, event);
    } catch (error) {
      turn.refused(error);
      return undefined;
    }
    const perform = () => this.#perform(turn.taken(), effects);
    if (this.#journal === undefined) {
      perform();
      return undefined;
    }
    return this.record({ type: "event", now, event }, effects).then(perform, (error: unknown) => {
      this.#broken = error as SecondwindError;
      turn.refused(error);
      if (this.#work !== undefined) this.#fail(this.#work, error);
    });
  }

  /** Keeps the local history equal to the harness's. */
  #mirror(effects: readonly ContextEffect[]): void {
    for (const effect of effects) {
      if (effect.type === "append") this.#messages.push(effect.message);
      else if (effect.type === "replace") this.#messages = effect.messages.map(({ message }) => message);
    }
  }

  #perform(work: Work | undefined, effects: readonly ContextEffect[]): void {
    this.#mirror(effects);
    if (work === undefined) return;
    const orders: Order[] = [];
    let outcome: Outcome | undefined;
    let fault: CompactionFault | undefined;
    this.#performing = true;
    for (const effect of effects) {
      switch (effect.type) {
        case "append":
        case "replace":
          break;
        case "notify":
          if (effect.notice.type === "compactionFailed") fault = effect.notice.fault;
          if (effect.notice.type === "compacted") this.#compacted(work);
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
    if (outcome !== undefined) {
      this.#finish(work, outcome);
      return;
    }
    if (fault !== undefined) this.#compacted(work, fault);
    if (work.stop) this.#stop(work);
    // An order may end the work before the next one is carried out.
    else for (const order of orders) if (work.open.has(order.request)) void this.#carryOut(work, order);
  }

  /** Answers who waits for the compaction alone; the work may go on with messages that came meanwhile. */
  #compacted(work: Work, fault?: CompactionFault): void {
    for (const waiter of work.waiters.filter((one) => one.for === "compact")) {
      if (fault === undefined) waiter.resolve();
      else waiter.reject(endOf({ type: "compactionFailed", fault }, this.messages, work.cause));
    }
    work.waiters = work.waiters.filter((one) => one.for !== "compact");
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
    const refused = (error: unknown) => this.#fail(work, error);
    this.#feed({ type: "aborted" }, { isDue: () => this.#work === work, taken: () => work, refused });
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
          ? { type: "callFailed", request, message: describe(error, this.#sender.secrets), kind: kindOf(error) }
          : { type: "notesFailed", request, message: describe(error) };
    }
    this.#answer(work, event, cause);
  }

  /** Feeds the answer to a request, unless it was aborted meanwhile. */
  #answer(work: Work, event: Answer, cause: unknown): void {
    const isDue = () => {
      if (!work.open.delete(event.request)) return false;
      if (!work.stop) work.cause = cause;
      return true;
    };
    const refused = (error: unknown) => {
      // A reply that cannot be read leaves the call open, so it counts as failed.
      if (event.type === "replied" && error instanceof SecondwindError && error.code === "BAD_REPLY") {
        work.open.add(event.request);
        this.#answer(work, { type: "callFailed", request: event.request, message: error.message, kind: "other" }, error);
        return;
      }
      this.#fault(work, error);
      if (this.#work === work) this.#stop(work);
    };
    this.#feed(event, { isDue, taken: () => work, refused });
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
        try {
          const written = await this.#options.notes?.write(order.content, order.ifVersion ?? undefined);
          return { type: "notesWritten", request, ...written };
        } catch (error) {
          if (!(error instanceof SecondwindError) || error.code !== "NOTES_CONFLICT") throw error;
          return { type: "notesConflicted", request, ...(await this.#read()) };
        }
      case "readNotes":
        return { type: "notesRead", request, ...(await this.#read()) };
    }
  }

  async #read(): Promise<{ content: string | null; version?: string }> {
    const { notes } = this.#options;
    if (notes === undefined) return { content: null };
    const { content, version } = await notes.read();
    return { content: content ?? null, version };
  }

  #finish(work: Work, outcome: Outcome): void {
    this.#close(work);
    // Those that waited longest are first in both lists; a message from before a restart has nobody who waits for it.
    const unsent = "unsent" in outcome ? outcome.unsent : [];
    const carried = work.waiters.filter((waiter) => waiter.for === "send").length - unsent.length;
    let sends = 0;
    for (const waiter of work.waiters) {
      const place = waiter.for === "send" ? sends++ - carried : -1;
      if (work.fault !== undefined) waiter.reject(work.fault.error);
      else if (outcome.type === "answered") waiter.resolve(outcome.text);
      else if (outcome.type === "compacted" && waiter.for !== "send") waiter.resolve();
      else waiter.reject(endOf(outcome, this.messages, work.cause, place < 0 ? undefined : unsent.slice(place, place + 1)));
    }
  }

  /** Ends work that the harness cannot end any more. */
  #fail(work: Work, error: unknown): void {
    this.#close(work);
    work.controller.abort(error);
    for (const waiter of work.waiters) waiter.reject(work.fault === undefined ? error : work.fault.error);
  }

  #close(work: Work): void {
    work.open.clear();
    this.#work = undefined;
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#freeing) this.#harness.free();
  }
}
