/** What a Worker answers: what it has done, or why it could not. */
export type Answer<Done> = { done: Done } | { fault: string };

/** What a Worker is to the page. */
export interface Port<Order, Done> {
  onmessage: ((event: { data: Answer<Done> }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(order: Order): void;
  terminate(): void;
}

/**
 * How long a run may take. Fuel ends every program long before, except one that is stuck in a single native operation.
 * Unit: milliseconds.
 */
export const patience = 60_000;

/** What was asked of a Worker did not come in time, and the Worker is gone. */
export class Late extends Error {}

/** Runs programs in a Worker, one order after the other. A Worker that does not answer is ended; the next run gets a new one. */
export class Sandbox<Order, Done> {
  readonly #start: () => Promise<Port<Order, Done>>;
  readonly #patience: number;
  #port: Promise<Port<Order, Done>> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #giveUp: ((why: Error) => void) | null = null;

  constructor(start: () => Promise<Port<Order, Done>>, wait = patience) {
    this.#start = start;
    this.#patience = wait;
  }

  readonly run = (order: Order): Promise<Done> => {
    // What changes while another order is carried out does not count yet.
    const taken = structuredClone(order);
    const done = this.#last.then(() => this.#ask(taken));
    this.#last = done.catch(() => undefined);
    return done;
  };

  /** Ends the run that is under way, which fails, and the Worker. */
  stop(): void {
    this.#giveUp?.(new Error("the tests were stopped"));
    this.#drop();
  }

  async #ask(order: Order): Promise<Done> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<Done>((resolve, reject) => {
        this.#giveUp = reject;
        timer = setTimeout(() => reject(new Late(`the tests did not answer within ${this.#patience / 1000} s and were stopped`)), this.#patience);
        (this.#port ??= this.#start()).then((port) => {
          port.onmessage = ({ data }) => ("done" in data ? resolve(data.done) : reject(new Error(data.fault)));
          port.onerror = ({ message }) => reject(new Error(message ?? "the sandbox did not start"));
          port.postMessage(order);
        }, reject);
      });
    } catch (error) {
      this.#drop();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#giveUp = null;
    }
  }

  #drop(): void {
    this.#port?.then((port) => port.terminate(), () => undefined);
    this.#port = null;
  }
}
