import { type Sender, checkedReply } from "./client.js";
import { dispose } from "./dispose.js";
import { SecondwindError, describe } from "./errors.js";
import { kindOf } from "./failure.js";
import type { Harness } from "./harness.js";
import type { Journal, JournalEntry } from "./journal.js";
import { notesState, notesVersion } from "./notes.js";
import type { Session, SessionOptions, UserContent } from "./options.js";
import { endOf } from "./outcome.js";
import { messageContent, runTool, textOf } from "./tools.js";
import type { CompactionFault, ContextEffect, ContextEvent, Meters, Notice, Outcome, Snapshot, Totals } from "./types.js";

/** An effect that is answered, and what answers one. */
type Order = Extract<ContextEffect, { type: "callModel" | "runTool" | "writeNotes" | "readNotes" }>;
type Answer = Extract<ContextEvent, { request: number }>;

/** Someone who waits for the end of the work, or of the compaction in it. */
interface Waiter {
  for: "send" | "resume" | "compact";
  /** The message, as text, as long as it may not be in the history: it waits for its turn, or is not on record yet. */
  pending: readonly string[];
  resolve(answer?: string): void;
  reject(error: unknown): void;
}

/** What is under way, from the event that began it to its outcome. */
interface Work {
  waiters: Waiter[];
  controller: AbortController;
  /** The requests that wait for their answer. */
  open: Set<number>;
  /** What the callbacks returned that has not come to its end. None of these rejects. */
  told: Set<Promise<unknown>>;
  /** What the outcome's error will name as its cause. */
  cause?: unknown;
  /** An error that the work ends with, whatever its outcome: one in a callback of the app's, or in the journal. */
  fault?: { error: unknown };
  /** Whether the work is to end as soon as the effects at hand are performed. */
  stop: boolean;
}

/** Something that is to be taken to the harness: all that follows from one turn is done before the next one. */
interface Turn {
  /** None where it is what a restored harness ordered. */
  event?: ContextEvent;
  /** Who waits for what it begins. */
  waiter?: Waiter;
  /** Whether it still is to be taken. */
  isDue(): boolean;
  /** The harness took it: the work that it belongs to. */
  taken(): Work | undefined;
  /** It is on record, and all that follows from it is done. */
  done?(): void;
  /** It was not taken, or could not be recorded. */
  refused(error: unknown): void;
}

/** Effects that are to be performed as soon as their event is on record; without a journal, at once. */
interface Step {
  effects: readonly ContextEffect[];
  written: Promise<void> | undefined;
}

/**
 * Performs effects and feeds events. Every decision is the harness's.
 *
 * Events take turns, so that a call out of a callback comes after whatever it was told of. Only the end of the work takes
 * no turn: nothing that hangs can hold an abort up.
 * @internal
 */
export class Shell implements Session {
  readonly #options: SessionOptions;
  readonly #sender: Sender;
  readonly #passSignal: boolean;
  readonly #harness: Harness;
  readonly #journal: Journal | undefined;
  #messages: unknown[] = [];
  #work: Work | undefined;
  /** What a restored harness ordered, until `resume` is called. */
  #held: readonly ContextEffect[] = [];
  /** What waits for its turn. */
  #line: Turn[] = [];
  #isTaking = false;
  #isPerforming = false;
  /** Those of ended work that wait for the app's callbacks, each as what settles them. */
  readonly #settling = new Set<() => void>();
  /** The end of the last entry. Never rejects. */
  #written: Promise<unknown> = Promise.resolve();
  /** Why the journal could not be written; nothing goes on after that. */
  #broken: SecondwindError | undefined;
  /** Whether the harness is to be freed when the work has ended. */
  #isFreeing = false;
  #isListening = false;
  readonly #onAbort = () => void this.abort(this.#options.signal?.reason);

  constructor(options: SessionOptions, harness: Harness, sender: Sender, passSignal: boolean, journal?: Journal) {
    this.#options = options;
    this.#harness = harness;
    this.#sender = sender;
    this.#passSignal = passSignal;
    this.#journal = journal;
    this.#messages = harness.messages();
    dispose(this);
  }

  /** Takes the event with which the session opens; what it orders waits for `resume`. */
  begin(event: ContextEvent): Promise<void> | undefined {
    const { effects, written } = this.#apply(event);
    this.#held = this.#harness.isIdle ? [] : effects;
    return written;
  }

  /**
   * Writes an entry down, after those before it. When the messages were replaced, a snapshot takes the place of all that
   * was written before.
   */
  record(entry: JournalEntry, effects: readonly ContextEffect[] = []): Promise<void> | undefined {
    const journal = this.#journal;
    if (journal === undefined || this.#broken !== undefined) return undefined;
    const write = this.#write(journal, entry, effects);
    const written = this.#written.then(write).catch((cause: unknown) => {
      throw this.#break(cause);
    });
    this.#written = written.catch(() => undefined);
    return written;
  }

  send(content: UserContent): Promise<string> {
    return this.#start("send", () => ({ type: "submitted", content: messageContent(content) })) as Promise<string>;
  }

  async compact(): Promise<void> {
    await this.#start("compact", () => ({ type: "compactionRequested" }));
  }

  clear(): Promise<void> {
    this.#letGo(undefined);
    return new Promise((resolve, reject) => {
      const taken = () => {
        this.#held = [];
        return undefined;
      };
      this.#feed({ event: { type: "cleared" }, isDue: () => true, taken, done: resolve, refused: reject });
    });
  }

  resume(): Promise<string | undefined> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    return this.#held.length === 0 ? Promise.resolve(undefined) : this.#start("resume", () => undefined);
  }

  abort(reason?: unknown): readonly string[] {
    this.#letGo(reason);
    if (this.#held.length === 0) return [];
    this.#held = [];
    try {
      const { effects } = this.#apply({ type: "aborted" });
      return effects.flatMap((effect) => (effect.type === "done" && "unsent" in effect.outcome ? effect.outcome.unsent : []));
    } catch {
      // It was freed, or trapped: there is nothing to end.
      return [];
    }
  }

  get isIdle(): boolean {
    return this.#harness.isIdle && this.#work === undefined && this.#line.every(({ waiter }) => waiter === undefined);
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
    this.#letGo(undefined);
    if (this.#isPerforming) this.#isFreeing = true;
    else this.#harness.free();
  }

  declare [Symbol.dispose]: () => void;

  /** Gets in line with something that begins work, or that waits for the work under way. */
  #start(waits: Waiter["for"], event: () => ContextEvent | undefined): Promise<string | undefined> {
    const { signal } = this.#options;
    return new Promise((resolve, reject) => {
      const given = event();
      const waiter: Waiter = { for: waits, pending: given?.type === "submitted" ? [textOf(given.content)] : [], resolve, reject };
      if (signal?.aborted === true) {
        reject(this.#aborted(waiter, signal.reason));
        return;
      }
      const isDue = () => {
        // Whoever came first took it along.
        if (given === undefined && this.#held.length === 0) resolve(undefined);
        if (given === undefined) return this.#held.length > 0;
        if (this.#held.length === 0) return true;
        throw new SecondwindError("BUSY", "work that broke off waits here; resume() goes on with it, abort() ends it");
      };
      // Where it is refused, the promise rejects and whatever is under way goes on undisturbed.
      const turn: Turn = { waiter, isDue, taken: () => this.#join(waiter), refused: reject };
      this.#feed(given === undefined ? turn : { ...turn, event: given });
    });
  }

  /** The work under way, or new work, with one more who waits for it. */
  #join(waiter: Waiter): Work {
    this.#work ??= { waiters: [], controller: new AbortController(), open: new Set(), told: new Set(), stop: false };
    this.#work.waiters.push(waiter);
    return this.#work;
  }

  #feed(turn: Turn): void {
    this.#line.push(turn);
    this.#listen();
    if (this.#journal === undefined) this.#goOn();
    else void Promise.resolve().then(() => this.#goOn());
  }

  #goOn(): void {
    while (!this.#isTaking && !this.#isPerforming) {
      const turn = this.#line.shift();
      if (turn === undefined) break;
      this.#take(turn);
    }
    this.#listen();
  }

  #take(turn: Turn): void {
    let step: Step;
    this.#isTaking = true;
    try {
      if (!turn.isDue()) {
        this.#isTaking = false;
        return;
      }
      if (this.#broken !== undefined) throw this.#broken;
      step = turn.event === undefined ? this.#unheld() : this.#apply(turn.event);
    } catch (error) {
      this.#isTaking = false;
      turn.refused(error);
      return;
    }
    const { effects, written } = step;
    const work = turn.taken();
    const perform = () => {
      if (turn.waiter !== undefined) turn.waiter.pending = [];
      this.#perform(work, effects);
      turn.done?.();
      this.#isTaking = false;
    };
    const refused = (error: unknown) => {
      turn.refused(error);
      this.#isTaking = false;
    };
    if (written === undefined) perform();
    else void written.then(perform, refused).then(() => this.#goOn());
  }

  /** Takes an event to the harness and begins to write it down; the local history stays equal to the harness's. */
  #apply(event: ContextEvent): Step {
    const now = Date.now();
    const effects = this.#harness.apply(now, event);
    for (const effect of effects) {
      if (effect.type === "append") this.#messages.push(effect.message);
      else if (effect.type === "replace") this.#messages = effect.messages.map(({ message }) => message);
    }
    return { effects, written: this.record({ type: "event", now, event }, effects) };
  }

  #unheld(): Step {
    // It throws where the harness was freed.
    const effects = this.#harness.isIdle ? [] : this.#held;
    this.#held = [];
    return { effects, written: undefined };
  }

  /** What writes the entry. A snapshot is taken now: the harness may have gone on when the entry's turn comes. */
  #write(journal: Journal, entry: JournalEntry, effects: readonly ContextEffect[]): () => void | Promise<void> {
    const isReplaced = effects.some(({ type }) => type === "replace");
    let write = () => journal.append(entry);
    if (isReplaced && journal.reset !== undefined) {
      const base: JournalEntry = { type: "snapshot", snapshot: this.#harness.snapshot() };
      write = () => journal.reset?.([base]);
    }
    return () => {
      if (this.#broken !== undefined) throw this.#broken;
      return write();
    };
  }

  /** The session ends here: nothing may follow from what is not on record. Open calls get their result in memory. */
  #break(cause: unknown): SecondwindError {
    if (this.#broken === undefined) {
      const message = `the journal could not be written, so the session ends here: ${describe(cause, this.#sender.secrets)}`;
      this.#broken = new SecondwindError("JOURNAL_FAILED", message, { cause });
      const work = this.#work;
      if (work !== undefined) {
        this.#fault(work, this.#broken);
        this.#end(work);
      }
    }
    return this.#broken;
  }

  #perform(work: Work | undefined, effects: readonly ContextEffect[]): void {
    if (work === undefined) return;
    const isOver = this.#work !== work;
    const orders: Order[] = [];
    let outcome: Outcome | undefined;
    let isCompacted = false;
    let fault: CompactionFault | undefined;
    this.#isPerforming = !isOver;
    for (const effect of effects) {
      switch (effect.type) {
        case "append":
        case "replace":
          break;
        case "notify":
          if (effect.notice.type === "compactionFailed") fault = effect.notice.fault;
          if (effect.notice.type === "compacted") isCompacted = true;
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
    this.#isPerforming = false;
    // It was aborted while the event was written down: what happened is told, and nothing more follows from it.
    if (isOver) return;
    if (isCompacted) this.#compacted(work);
    else if (fault !== undefined && outcome === undefined) this.#compacted(work, fault);
    if (outcome !== undefined) this.#finish(work, outcome);
    else if (work.stop) this.#end(work);
    // An order may end the work before the next one is carried out.
    else for (const order of orders) if (work.open.has(order.request)) void this.#carryOut(work, order);
  }

  /** Answers who waits for the compaction alone; the work may go on with messages that came meanwhile. */
  #compacted(work: Work, fault?: CompactionFault): void {
    const waiters = work.waiters.filter((one) => one.for === "compact");
    work.waiters = work.waiters.filter((one) => one.for !== "compact");
    const { messages } = this;
    this.#whenTold(work, () => {
      for (const waiter of waiters) {
        if (work.fault !== undefined) waiter.reject(work.fault.error);
        else if (fault === undefined) waiter.resolve();
        else waiter.reject(endOf({ type: "compactionFailed", fault }, messages, work.cause));
      }
    });
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
    const returned = callback?.(structuredClone(notice));
    if (typeof (returned as PromiseLike<unknown> | null | undefined)?.then !== "function") return;
    const heard: Promise<unknown> = Promise.resolve(returned)
      .catch((error: unknown) => {
        this.#fault(work, error);
        if (this.#work === work && !this.#isPerforming) this.#end(work);
      })
      .then(() => work.told.delete(heard));
    work.told.add(heard);
  }

  #fault(work: Work, error: unknown): void {
    work.fault ??= { error };
    work.stop = true;
  }

  /**
   * Ends whatever anyone waits for: what is in line, the work under way, and work that waits for callbacks. Out of a
   * callback the work ends when the effects at hand are performed.
   */
  #letGo(reason: unknown): void {
    const starts = this.#line.flatMap(({ waiter }) => waiter ?? []);
    this.#line = this.#line.filter(({ waiter }) => waiter === undefined);
    for (const waiter of starts) waiter.reject(this.#aborted(waiter, reason));
    for (const settle of [...this.#settling]) settle();
    const work = this.#work;
    if (work !== undefined) {
      if (!work.stop) work.cause = reason;
      work.stop = true;
      if (!this.#isPerforming) this.#end(work);
    }
    this.#listen();
  }

  /** Ends the work now. Where the harness is done with it already, only the record is missing. */
  #end(work: Work): void {
    try {
      const aborted: ContextEffect = { type: "done", outcome: { type: "aborted", unsent: [] } };
      this.#perform(work, this.#harness.isIdle ? [aborted] : this.#apply({ type: "aborted" }).effects);
    } catch (error) {
      this.#fail(work, error);
    }
    this.#goOn();
  }

  async #carryOut(work: Work, order: Order): Promise<void> {
    const { request } = order;
    let event: Answer;
    let cause: unknown;
    try {
      event = await this.#ask(work, order);
    } catch (error) {
      cause = error;
      const message = describe(error, this.#sender.secrets);
      event =
        order.type === "callModel"
          ? { type: "callFailed", request, message, kind: kindOf(error) }
          : { type: "notesFailed", request, message };
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
      if (this.#work === work) this.#end(work);
    };
    this.#feed({ event, isDue, taken: () => work, refused });
  }

  async #ask(work: Work, order: Order): Promise<Answer> {
    const { request } = order;
    const { signal } = work.controller;
    switch (order.type) {
      case "callModel": {
        const reply = await this.#sender.send(order, this.#messages, this.#passSignal ? signal : undefined);
        return { type: "replied", request, reply: checkedReply(reply, this.#sender.secrets) };
      }
      case "runTool": {
        const { content, isError } = await runTool(this.#options.toolImpls ?? {}, order, signal, this.#sender.secrets);
        return { type: "toolReturned", request, content, isError };
      }
      case "writeNotes":
        try {
          const version = notesVersion(await this.#options.notes?.write(order.content, order.ifVersion ?? undefined));
          return { type: "notesWritten", request, ...version };
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
    return notes ? notesState(await notes.read()) : { content: null };
  }

  #finish(work: Work, outcome: Outcome): void {
    this.#close(work);
    const { waiters } = work;
    const { messages } = this;
    // Those that waited longest are first in both lists. A message from before a restart is told to whoever resumed.
    const unsent = "unsent" in outcome ? outcome.unsent : [];
    const carried = waiters.filter((waiter) => waiter.for === "send").length - unsent.length;
    let sends = 0;
    const settled = waiters.map((waiter) => {
      const place = waiter.for === "send" ? sends++ - carried : -1;
      const own = place >= 0 ? unsent.slice(place, place + 1) : waiter.pending;
      const fromBefore = waiter.for === "resume" ? unsent.slice(0, Math.max(0, -carried)) : [];
      return [waiter, [...fromBefore, ...own]] as const;
    });
    this.#whenTold(work, () => {
      for (const [waiter, texts] of settled) {
        if (work.fault !== undefined) waiter.reject(work.fault.error);
        else if (outcome.type === "answered") waiter.resolve(outcome.text);
        else if (outcome.type === "compacted" && waiter.for !== "send") waiter.resolve();
        else waiter.reject(endOf(outcome, messages, work.cause, texts.length > 0 ? texts : undefined));
      }
    });
  }

  /** Settles when the callbacks told so far have come to their end, since they may fail; work that was stopped waits for nobody. */
  #whenTold(work: Work, settle: () => void): void {
    if (work.told.size === 0 || work.stop) {
      settle();
      return;
    }
    const once = () => {
      if (!this.#settling.delete(once)) return;
      settle();
      this.#listen();
    };
    this.#settling.add(once);
    this.#listen();
    void Promise.all(work.told).then(once);
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
    this.#listen();
    if (this.#isFreeing) this.#harness.free();
  }

  /** The error for one whose turn has not come. */
  #aborted({ pending }: Waiter, reason: unknown): SecondwindError {
    return endOf({ type: "aborted", unsent: [...pending] }, this.messages, reason, pending.length > 0 ? pending : undefined);
  }

  /** Hears the signal as long as anyone waits. */
  #listen(): void {
    const { signal } = this.#options;
    const isWaiting =
      this.#work !== undefined || this.#settling.size > 0 || this.#line.some(({ waiter }) => waiter !== undefined);
    if (signal === undefined || isWaiting === this.#isListening) return;
    this.#isListening = isWaiting;
    if (isWaiting) signal.addEventListener("abort", this.#onAbort);
    else signal.removeEventListener("abort", this.#onAbort);
  }
}
