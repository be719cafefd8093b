import type { Answer, Order } from "./sandbox.worker";
import type { FileRun } from "./results";

/** What a Worker is to the page. */
export interface Port {
  onmessage: ((event: { data: Answer }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(order: Order): void;
  terminate(): void;
}

/**
 * How long a run may take. Fuel ends every program long before, except one that is stuck in a single native operation.
 * Unit: milliseconds.
 */
export const patience = 60_000;

/** Runs tests in a Worker, one run after the other. A Worker that does not answer is ended; the next run gets a new one. */
export class Sandbox {
  readonly #start: () => Promise<Port>;
  readonly #patience: number;
  #port: Promise<Port> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #giveUp: ((why: Error) => void) | null = null;

  constructor(start: () => Promise<Port>, wait = patience) {
    this.#start = start;
    this.#patience = wait;
  }

  readonly run = (files: ReadonlyMap<string, string>, paths: readonly string[]): Promise<FileRun[]> => {
    // Files that are written while others are tested do not count yet.
    const order = { files: new Map(files), paths: [...paths] };
    const done = this.#last.then(() => this.#ask(order));
    this.#last = done.catch(() => undefined);
    return done;
  };

  /** Ends the run that is under way, which fails, and the Worker. */
  stop(): void {
    this.#giveUp?.(new Error("the tests were stopped"));
    this.#drop();
  }

  async #ask(order: Order): Promise<FileRun[]> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<FileRun[]>((resolve, reject) => {
        this.#giveUp = reject;
        timer = setTimeout(() => reject(new Error(`the tests did not answer within ${this.#patience / 1000} s and were stopped`)), this.#patience);
        (this.#port ??= this.#start()).then((port) => {
          port.onmessage = ({ data }) => ("runs" in data ? resolve(data.runs) : reject(new Error(data.fault)));
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
