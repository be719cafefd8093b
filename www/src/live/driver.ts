import type { FailureKind, ModelRequest, Pending, Recording, RecordedAnswer } from "secondwind/course";

/** What a model call came to, where it did not come to a reply. The words are in the catalog under `live-failed-<class>`. */
export interface Failure {
  /** Which kind of failure, for people. */
  class: string;
  /** Which kind, for the harness. */
  kind: FailureKind;
  /** What the provider said, without the key. */
  message: string;
  status: number | null;
  /** How long the provider asks to wait. Unit: milliseconds. */
  retryAfter: number | null;
  requestId: string | null;
}

/** Something that comes while a reply is written. */
export type Delta =
  | { type: "text" | "thinking"; text: string }
  | { type: "tool"; name: string }
  | { type: "input"; text: string }
  | { type: "again"; failure: Failure; wait: number };

export class CallFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** What the run is doing, or what it waits for. */
export type State =
  | { name: "ready" }
  | { name: "asking"; request: ModelRequest; quote: number | null }
  | { name: "calling"; request: ModelRequest; quote: number | null }
  | { name: "tool"; tool: string }
  | { name: "capped"; quote: number | null; why: "price" | "calls" }
  | { name: "failed"; failure: Failure }
  | { name: "stopped" }
  | { name: "over" };

/** A tool's answer. */
export interface Answered {
  content: string;
  isError: boolean;
}

/** What the run needs of the world. */
export interface Ports {
  /** Plays the recording as far as it goes, and shows it. It throws where the last answer cannot be taken. */
  play(recording: Recording): Pending | null;
  call(request: ModelRequest, signal: AbortSignal, ondelta: (delta: Delta) => void): Promise<{ reply: object; cost: number | null }>;
  tool(name: string, input: Record<string, unknown>, signal: AbortSignal): Promise<Answered>;
  /** The most that a call may cost, in millionths of a dollar; null where no price is known. */
  quote(request: ModelRequest): Promise<number | null>;
  ondelta(delta: Delta): void;
  onstate(state: State): void;
}

export interface Limits {
  /** The most that all calls together may cost, in millionths of a dollar. Null is no limit. */
  price: number | null;
  /** The most model calls, those of compactions included. */
  calls: number;
  /** Whether each call waits for the learner's word. */
  asks: boolean;
}

const aborted = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === "AbortError";

/**
 * A run with a real model. It has no state but the recording: each answer is put behind the others, and the whole is
 * played again, so what is on the screen is what the recording shows when it is opened another day. An answer that does
 * not come leaves the recording as it was, and the run can go on from there.
 */
export class LiveRun {
  recording: Recording;
  limits: Limits;
  /** What the calls of this visit cost, in millionths of a dollar; null once one has no known price. */
  spent: number | null = 0;
  calls = 0;
  #ports: Ports;
  #stopping: AbortController | null = null;
  #state: State = { name: "ready" };

  constructor(recording: Recording, limits: Limits, ports: Ports) {
    this.recording = recording;
    this.limits = limits;
    this.#ports = ports;
  }

  get state(): State {
    return this.#state;
  }

  get isBusy(): boolean {
    return this.#stopping !== null;
  }

  /** Goes on until the run is over, or waits for something. `allowed` lets one call go without asking. */
  async go(allowed = false): Promise<void> {
    if (this.#stopping) return;
    const stopping = new AbortController();
    this.#stopping = stopping;
    let to: State;
    try {
      to = await this.#run(stopping.signal, allowed);
    } catch (error) {
      to = aborted(error) || stopping.signal.aborted ? { name: "stopped" } : { name: "failed", failure: failureOf(error) };
    } finally {
      this.#stopping = null;
    }
    this.#set(to);
  }

  /** Stops what is under way. Nothing that is recorded is lost. */
  stop(): void {
    if (this.#stopping) this.#stopping.abort();
    else if (this.#state.name !== "over") this.#set({ name: "stopped" });
  }

  async #run(signal: AbortSignal, allowed: boolean): Promise<State> {
    let pending = this.#ports.play(this.recording);
    while (pending) {
      if (pending.type === "tool") {
        this.#set({ name: "tool", tool: pending.name });
        const { content, isError } = await this.#ports.tool(pending.name, pending.input, signal);
        signal.throwIfAborted();
        pending = this.#take({ result: { text: content, isError } });
        continue;
      }
      const { request } = pending;
      const quote = await this.#ports.quote(request);
      signal.throwIfAborted();
      if (this.calls >= this.limits.calls) return { name: "capped", quote, why: "calls" };
      if (this.#isOver(quote)) return { name: "capped", quote, why: "price" };
      if (this.limits.asks && !allowed) return { name: "asking", request, quote };
      allowed = false;
      this.#set({ name: "calling", request, quote });
      pending = await this.#call(request, signal);
    }
    return { name: "over" };
  }

  async #call(request: ModelRequest, signal: AbortSignal): Promise<Pending | null> {
    this.calls += 1;
    try {
      const { reply, cost } = await this.#ports.call(request, signal, (delta) => this.#ports.ondelta(delta));
      this.spent = this.spent === null || cost === null ? null : this.spent + cost;
      return this.#take({ reply });
    } catch (error) {
      const failure = error instanceof CallFailed ? error.failure : null;
      // A request that is too long is for the harness to deal with; everything else for the learner.
      if (failure?.kind !== "overflow" || signal.aborted) throw error;
      return this.#take({ failed: { kind: failure.kind, message: failure.message } });
    }
  }

  #isOver(quote: number | null): boolean {
    const { price } = this.limits;
    return price !== null && this.spent !== null && quote !== null && this.spent + quote > price;
  }

  /** Puts an answer behind the others. One that the run cannot take is as if it had not come. */
  #take(answer: RecordedAnswer): Pending | null {
    const recording = { ...this.recording, answers: [...this.recording.answers, answer] };
    const pending = this.#ports.play(recording);
    this.recording = recording;
    return pending;
  }

  #set(state: State): void {
    this.#state = state;
    this.#ports.onstate(state);
  }
}

/** Anything that was thrown, as a failure. */
function failureOf(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { class: "malformed", kind: "other", message, status: null, retryAfter: null, requestId: null };
}
