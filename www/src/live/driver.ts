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
  /** Whether the call may cost something all the same. */
  mayBeBilled: boolean;
}

/** Something that comes while a reply is written. */
export type Delta =
  | { type: "text" | "thinking"; text: string }
  | { type: "tool"; name: string }
  | { type: "input"; text: string }
  | { type: "again"; failure: Failure; wait: number };

/** A failure of which nothing is known but its class and what was said. */
export const failure = (name: string, message = "", kind: FailureKind = "other"): Failure => ({
  class: name, kind, message, status: null, retryAfter: null, requestId: null, mayBeBilled: false,
});

export class CallFailed extends Error {
  /** `isHeld` says that the call would be made again, were that not beyond its attempts. */
  constructor(
    readonly failure: Failure,
    readonly isHeld = false,
  ) {
    super(failure.message);
  }
}

/** What the run is doing, or what it waits for. */
export type State =
  | { name: "ready" }
  | { name: "asking"; request: ModelRequest; quote: number | null }
  | { name: "calling"; request: ModelRequest; quote: number | null }
  | { name: "tool"; tool: string }
  | { name: "capped"; request: ModelRequest; quote: number | null; why: "price" | "calls" | "unknown" }
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
  /** Plays a recording as far as it goes, and shows it. */
  play(recording: Recording): Pending | null;
  /** Plays on with an answer; with it, the recording is this one. It throws where the answer cannot be taken. */
  push(answer: RecordedAnswer, recording: Recording): Pending | null;
  /** Keeps a recording in which nothing has changed that is shown. */
  keep(recording: Recording): void;
  /** Makes a call; `attempts` is how many that may be billed it may take, where that is limited. */
  call(request: ModelRequest, signal: AbortSignal, ondelta: (delta: Delta) => void, attempts: number | null): Promise<{ reply: object; cost: number | null }>;
  tool(name: string, input: Record<string, unknown>, signal: AbortSignal): Promise<Answered>;
  /** An upper bound of what a call costs, in millionths of a dollar; null where no price is known. */
  quote(request: ModelRequest): Promise<number | null>;
  ondelta(delta: Delta): void;
  onstate(state: State): void;
}

export interface Limits {
  /** The most that all calls of the run together may cost, in millionths of a dollar. Null is no limit. */
  price: number | null;
  /** The most model calls of the run, those of compactions included; one that is made again counts once. */
  calls: number;
  /** Whether each call waits for the learner's word. */
  asks: boolean;
}

const aborted = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === "AbortError";

/**
 * A run with a real model. It has no state but the recording: each answer is put behind the others, and the recording is
 * played on, so what is on the screen is what it shows when it is opened another day. An answer that does not come leaves
 * the answers as they were, and the run can go on from there.
 */
export class LiveRun {
  recording: Recording;
  limits: Limits;
  /** What the calls cost at most, in millionths of a dollar; null once one has no known price. */
  spent: number | null;
  calls: number;
  #ports: Ports;
  #stopping: AbortController | null = null;
  #state: State = { name: "ready" };

  /** `before` is what was spent on the recording as it is, with what is booked in it, and how often the model was called for it. */
  constructor(recording: Recording, limits: Limits, ports: Ports, before: { spent: number | null; calls: number } = { spent: 0, calls: 0 }) {
    this.spent = before.spent;
    this.calls = before.calls;
    this.recording = recording;
    this.limits = limits;
    this.#ports = ports;
  }

  get state(): State {
    return this.#state;
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
      if (request.call > this.limits.calls) return { name: "capped", request, quote, why: "calls" };
      const { price } = this.limits;
      // A limit that cannot be kept is no limit.
      if (price !== null && (this.spent === null || quote === null)) return { name: "capped", request, quote, why: "unknown" };
      if (price !== null && this.spent! + quote! > price) return { name: "capped", request, quote, why: "price" };
      if (this.limits.asks && !allowed) return { name: "asking", request, quote };
      allowed = false;
      this.#set({ name: "calling", request, quote });
      pending = await this.#call(request, quote, signal);
    }
    return { name: "over" };
  }

  async #call(request: ModelRequest, quote: number | null, signal: AbortSignal): Promise<Pending | null> {
    this.calls += 1;
    let { booked = 0 } = this.recording;
    // What it may cost is in the recording before it goes out, so that it is known whatever ends the page.
    const keep = (underway: number | null): void => this.#keep(booked + (underway ?? 0));
    const lose = (): void => {
      this.#spend(quote);
      booked += quote ?? 0;
    };
    const hear = (delta: Delta): void => {
      if (delta.type === "again" && delta.failure.mayBeBilled) {
        lose();
        keep(quote);
      }
      this.#ports.ondelta(delta);
    };
    keep(quote);
    let answer: { reply: object; cost: number | null };
    try {
      answer = await this.#ports.call(request, signal, hear, this.#attempts(quote));
    } catch (error) {
      const failed = error instanceof CallFailed ? error.failure : null;
      if (signal.aborted || !failed || failed.mayBeBilled) lose();
      keep(null);
      // It is for the limit of the price to say what becomes of it.
      if (error instanceof CallFailed && error.isHeld) return { type: "call", request };
      // A request that is too long is for the harness to deal with; everything else for the learner.
      if (signal.aborted || !failed || !tooLong.includes(failed.kind)) throw error;
      return this.#relieved(failed, error);
    }
    this.#spend(answer.cost);
    return this.#take({ reply: answer.reply }, booked);
  }

  /** How often a call may be made that is billed each time, so that no attempt goes over the price. */
  #attempts(quote: number | null): number | null {
    const { price } = this.limits;
    return price === null || !quote ? null : Math.floor((price - (this.spent ?? 0)) / quote);
  }

  /** What the harness does about a request that is too long. Where that would end the run, the failure is the learner's, too. */
  #relieved({ kind, message }: Failure, error: unknown): Pending {
    const { recording } = this;
    const pending = this.#take({ failed: { kind, message } });
    if (pending) return pending;
    this.recording = recording;
    this.#ports.play(recording);
    throw error;
  }

  #spend(cost: number | null): void {
    this.spent = this.spent === null || cost === null ? null : this.spent + cost;
  }

  #keep(booked: number): void {
    if (booked === (this.recording.booked ?? 0)) return;
    this.recording = withBooked(this.recording, booked);
    this.#ports.keep(this.recording);
  }

  /** Puts an answer behind the others. One that the run cannot take is as if it had not come, but for what it may have cost. */
  #take(answer: RecordedAnswer, booked = this.recording.booked ?? 0): Pending | null {
    const recording = withBooked({ ...this.recording, answers: [...this.recording.answers, answer] }, booked);
    const pending = this.#ports.push(answer, recording);
    this.recording = recording;
    return pending;
  }

  #set(state: State): void {
    this.#state = state;
    this.#ports.onstate(state);
  }
}

const tooLong: readonly FailureKind[] = ["overflow", "overflowSuspected"];

function withBooked(recording: Recording, booked: number): Recording {
  const changed: Recording = { ...recording, booked };
  if (booked === 0) delete changed.booked;
  return changed;
}

/** Anything that was thrown, as a failure. A reply that the run cannot take comes with the faults that the engine found. */
function failureOf(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return failure(Array.isArray((error as { issues?: unknown } | null)?.issues) ? "malformed" : "page", message);
}
