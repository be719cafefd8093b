import type { ModelRequest, Recording } from "secondwind/course";
import { CallFailed, failure, type Delta, type Failure } from "./driver";

/** Where calls go, and with which key. It is sent once, into the worker, and nothing that comes out of it holds the key. */
export interface Endpoint {
  dialect: Recording["dialect"];
  base: string;
  key: string;
}

/** What the page says to the worker that holds the key. */
export type Order =
  | { type: "open"; endpoint: Endpoint }
  | { type: "call"; id: number; body: object; model: string }
  | { type: "quote"; id: number; model: string; request: number; reply: number }
  | { type: "cost"; id: number; model: string; replies: readonly object[] }
  | { type: "abort"; id: number };

/** What the worker says. */
export type Word =
  | { type: "opened" }
  | { type: "refused"; message: string }
  | { type: "delta"; id: number; delta: Delta }
  | { type: "reply"; id: number; reply: object; cost: number | null }
  | { type: "quote"; id: number; quote: number | null }
  | { type: "failed"; id: number; failure: Failure };

interface Waiting {
  settle(word: Word): void;
  ondelta?: (delta: Delta) => void;
}

const lost = failure("worker", "", "network");

/** What a request may be larger than its estimate: tokenizers differ, and a provider adds words of its own. */
const upper = (tokens: number): number => 2 * tokens + 1000;

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
        else if (data.type === "refused") reject(new CallFailed(failure("refused", data.message)));
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
    const { max_tokens = 0, max_completion_tokens = max_tokens } = request.body;
    const word = await this.#ask({ type: "quote", model, request: upper(request.tokens), reply: max_completion_tokens });
    return word.type === "quote" ? word.quote : null;
  }

  /** What replies that came in cost together; null where one of them has no known price. */
  async cost(model: string, replies: readonly object[]): Promise<number | null> {
    const word = await this.#ask({ type: "cost", model, replies });
    return word.type === "quote" ? word.quote : null;
  }

  async call(model: string, request: ModelRequest, signal: AbortSignal, ondelta: (delta: Delta) => void): Promise<{ reply: object; cost: number | null }> {
    signal.throwIfAborted();
    const body = { model, ...request.body };
    const word = await this.#ask({ type: "call", body, model }, signal, ondelta);
    if (word.type === "reply") return { reply: word.reply, cost: word.cost };
    throw new CallFailed(word.type === "failed" ? word.failure : lost);
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
    for (const [id, { settle }] of waiting) settle({ type: "failed", id, failure: lost });
  }

  #send(order: Order): void {
    this.#worker.postMessage(order);
  }
}

type Without<T> = T extends unknown ? Omit<T, "id"> : never;
