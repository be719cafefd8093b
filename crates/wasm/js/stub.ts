import { SecondwindError } from "./errors.js";
import type { ModelRequest, RequestOptions } from "./client.js";

/**
 * What a stub answers a call with: a reply as the provider would send it, an `Error` to throw, or a function of the
 * request that returns one of them, or a promise for it.
 */
export type StubReply = object | ((request: ModelRequest, call: number) => unknown);

/** A client that answers from a queue. It stands wherever a real one does. */
export interface StubClient {
  messages: { create(request: ModelRequest, options?: RequestOptions): Promise<unknown> };
  /** The requests so far, oldest first, as deep copies. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A client whose replies are prepared: call N takes the Nth.
 *
 * Running dry is an error `STUB_EXHAUSTED` that names the call; out of a run it comes as the `cause` of `CALL_FAILED`.
 * A reply goes out as the very object that was passed in.
 * @param replies The replies in the order in which calls take them, those of compaction calls included.
 */
export function stubClient(replies: Iterable<StubReply>): StubClient {
  const queue = [...replies];
  const requests: ModelRequest[] = [];
  return {
    requests,
    messages: {
      async create(request, options) {
        const call = requests.push(structuredClone(request));
        options?.signal?.throwIfAborted();
        const reply = queue[call - 1];
        if (call > queue.length) {
          const held = queue.length === 1 ? "1 reply" : `${queue.length} replies`;
          throw new SecondwindError("STUB_EXHAUSTED", `the stub holds ${held}, and this is call ${call}`);
        }
        const given: unknown = typeof reply === "function" ? await reply(structuredClone(request), call) : reply;
        if (given instanceof Error) throw given;
        return given;
      },
    },
  };
}
