import type { ModelLimits } from "secondwind/live";
import type { ModelRequest, Recording } from "secondwind/course";
import { CallFailed, failure, type Delta, type Failure } from "./driver";

/** Where calls go, and with which key. It is sent once, into the worker, and nothing that comes out of it holds the key. */
export interface Endpoint {
  dialect: Recording["dialect"];
  base: string;
  key: string;
  /** Whether only the headers go along that a server other than Anthropic lets a web page send. */
  fewHeaders: boolean;
  /** Whether the server is on this machine. */
  isHere: boolean;
}

/** What the page says to the worker that holds the key. */
export type Order =
  | { type: "open"; endpoint: Endpoint }
  | { type: "call"; id: number; body: object; model: string; attempts: number | null }
  | { type: "quote"; id: number; model: string; tokens: number; body: object }
  | { type: "limits"; id: number; model: string }
  | { type: "cost"; id: number; model: string; replies: readonly object[] }
  | { type: "abort"; id: number };

/** What the worker says. */
export type Word =
  | { type: "opened" }
  | { type: "refused"; message: string; path: string }
  | { type: "delta"; id: number; delta: Delta }
  | { type: "reply"; id: number; reply: object; cost: number | null }
  | { type: "quote"; id: number; quote: number | null }
  | { type: "limits"; id: number; limits: ModelLimits | null }
  /** `isHeld`: it would be made again, were that not beyond its attempts. */
  | { type: "failed"; id: number; failure: Failure; isHeld: boolean };

/** What the worker does not take of an endpoint, by the option of the client that is to blame. */
export class Refused extends CallFailed {
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(failure("refused", message));
  }
}

interface Waiting {
  settle(word: Word): void;
  ondelta?: (delta: Delta) => void;
}

/** A call that was under way when its worker ended may have been answered. */
const lost: Failure = { ...failure("worker", "", "network"), mayBeBilled: true };

/** How long a server may take to tell of its model's window. Unit: milliseconds. */
const patience = 5000;

/** The page's end of the worker that alone holds the key and talks to the network. */
export class Channel {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  /** Settles when the worker has taken the endpoint; it is rejected with the reason where it does not. */
  readonly opened: Promise<void>;

  constructor(worker: Worker, endpoint: Endpoint) {
    this.#worker = worker;
    this.opened = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Word>) => {
        if (data.type === "opened") resolve();
        else if (data.type === "refused") reject(new Refused(data.message, data.path));
        else this.#hear(data);
      };
      worker.onerror = () => {
        reject(new CallFailed(lost));
        this.#drop();
      };
    });
    this.#send({ type: "open", endpoint });
  }

  /** An upper bound of what a call costs, in millionths of a dollar. */
  async quote(model: string, request: ModelRequest): Promise<number | null> {
    // The messages are in the estimate already.
    const body = { ...request.body, messages: [] };
    const word = await this.#ask({ type: "quote", model, tokens: request.tokens, body });
    return word.type === "quote" ? word.quote : null;
  }

  /** What replies that came in cost together; null where one of them has no known price. */
  async cost(model: string, replies: readonly object[]): Promise<number | null> {
    const word = await this.#ask({ type: "cost", model, replies });
    return word.type === "quote" ? word.quote : null;
  }

  /** How large a model's window really is. Null where neither a table nor the server tells, or not in time. */
  async limits(model: string, wait = patience): Promise<ModelLimits | null> {
    const word = await this.#ask({ type: "limits", model }, AbortSignal.timeout(wait)).catch(() => null);
    return word?.type === "limits" ? word.limits : null;
  }

  async call(model: string, request: ModelRequest, signal: AbortSignal, ondelta: (delta: Delta) => void, attempts: number | null = null): Promise<{ reply: object; cost: number | null }> {
    signal.throwIfAborted();
    const body = { model, ...request.body };
    const word = await this.#ask({ type: "call", body, model, attempts }, signal, ondelta);
    if (word.type === "reply") return { reply: word.reply, cost: word.cost };
    throw word.type === "failed" ? new CallFailed(word.failure, word.isHeld) : new CallFailed(lost);
  }

  /** Ends the worker, and with it the key. */
  close(): void {
    this.#worker.terminate();
    this.#drop();
  }

  #ask(order: Without<Extract<Order, { id: number }>>, signal?: AbortSignal, ondelta?: (delta: Delta) => void): Promise<Word> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.delete(id);
        this.#send({ type: "abort", id });
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", abort, { once: true });
      const settle = (word: Word): void => {
        signal?.removeEventListener("abort", abort);
        resolve(word);
      };
      this.#waiting.set(id, { settle, ...(ondelta ? { ondelta } : {}) });
      this.#send({ ...order, id } as Order);
    });
  }

  #hear(word: Extract<Word, { id: number }>): void {
    const waiting = this.#waiting.get(word.id);
    if (!waiting) return;
    if (word.type === "delta") {
      waiting.ondelta?.(word.delta);
      return;
    }
    this.#waiting.delete(word.id);
    waiting.settle(word);
  }

  #drop(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, { settle }] of waiting) settle({ type: "failed", id, failure: lost, isHeld: false });
  }

  #send(order: Order): void {
    this.#worker.postMessage(order);
  }
}

type Without<T> = T extends unknown ? Omit<T, "id"> : never;
