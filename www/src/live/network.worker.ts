import { limitsOf, liveClient, priceOf, quoteOf, type LiveClient, type LiveDelta, type SecondwindError } from "secondwind/live";
import type { Order, Word } from "./channel";
import { failure, type Delta, type Failure } from "./driver";

/** What is shown of a delta. Which of several tool calls grows is not told apart: they come one after the other. */
function shown(delta: LiveDelta): Delta | null {
  switch (delta.type) {
    case "text":
    case "refusal":
      return { type: "text", text: delta.text };
    case "thinking":
      return { type: "thinking", text: delta.text };
    case "tool":
      return { type: "tool", name: delta.name };
    case "input":
      return { type: "input", text: delta.text };
    case "again":
      return { type: "again", failure: failureOf(delta), wait: delta.wait };
    default:
      return null;
  }
}

/** A failure without what the page has no use for. Its message was cleared of the key where it was made. */
function failureOf(error: unknown): Failure {
  const { failure: told, message } = (error ?? {}) as { failure?: Failure; message?: unknown };
  if (!told) return failure("other", typeof message === "string" ? message : "");
  const { class: name, kind, message: said, status, retryAfter, requestId, mayBeBilled } = told;
  // Without a connection nobody answers, whomever they let in; only this machine is still there.
  const isOffline = name === "corsSuspected" && !navigator.onLine && !isHere;
  return { class: isOffline ? "network" : name, kind, message: said, status, retryAfter, requestId, mayBeBilled };
}

function costOf(model: string, reply: object): number | null {
  const { usage } = reply as { usage?: object };
  return usage ? priceOf(model, usage) : null;
}

/** Ends a call that would be made again and is not to be. */
class Held extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

let client: LiveClient | null = null;
let isAnthropic = false;
/** Whether the server is on this machine. */
let isHere = false;
const under = new Map<number, AbortController>();

const say = (word: Word): void => self.postMessage(word);

function open({ endpoint }: Extract<Order, { type: "open" }>): void {
  try {
    const { dialect, base, key, fewHeaders } = endpoint;
    isAnthropic = dialect === "anthropic";
    ({ isHere } = endpoint);
    client = liveClient({ dialect, baseURL: base, fewHeaders, ...(key === "" ? {} : { apiKey: key }) });
    say({ type: "opened" });
  } catch (error) {
    const { message, path } = error as Partial<SecondwindError>;
    say({ type: "refused", message: message ?? "", path: path ?? "" });
  }
}

/** Does something for an order that may be ended by another one. */
async function within(id: number, what: (signal: AbortSignal) => Promise<Word>): Promise<void> {
  const stopping = new AbortController();
  under.set(id, stopping);
  try {
    say(await what(stopping.signal));
  } catch (error) {
    say({ type: "failed", id, failure: failureOf(error), isHeld: error instanceof Held });
  } finally {
    under.delete(id);
  }
}

function opened(): LiveClient {
  if (!client) throw new Error("no endpoint is open");
  return client;
}

const call = ({ id, body, model, attempts }: Extract<Order, { type: "call" }>): Promise<void> =>
  within(id, async (signal) => {
    let left = attempts ?? Infinity;
    const onDelta = (delta: LiveDelta): void => {
      // Here, and not in the page: the next attempt may begin before the page has heard of this one.
      if (delta.type === "again" && delta.failure.mayBeBilled && --left <= 0) throw new Held(failureOf(delta));
      const word = shown(delta);
      if (word) say({ type: "delta", id, delta: word });
    };
    const { messages, chat } = opened();
    const reply = await (isAnthropic ? messages : chat.completions).create(body, { signal, onDelta });
    return { type: "reply", id, reply, cost: costOf(model, reply) };
  });

/** What the table does not know, the server may. */
const limits = ({ id, model }: Extract<Order, { type: "limits" }>): Promise<void> =>
  within(id, async (signal) => ({ type: "limits", id, limits: limitsOf(model) ?? (await opened().discover(model, { signal })) }));

self.onmessage = ({ data }: MessageEvent<Order>): void => {
  switch (data.type) {
    case "open":
      open(data);
      break;
    case "call":
      void call(data);
      break;
    case "quote":
      say({ type: "quote", id: data.id, quote: quoteOf(data.model, data.tokens, data.body) });
      break;
    case "limits":
      void limits(data);
      break;
    case "cost": {
      const costs = data.replies.map((reply) => costOf(data.model, reply));
      say({ type: "quote", id: data.id, quote: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) });
      break;
    }
    case "abort":
      under.get(data.id)?.abort();
  }
};
