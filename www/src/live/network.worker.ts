import { liveClient, mostOf, priceOf, type LiveClient, type LiveDelta } from "secondwind/live";
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
  const { class: name, kind, message: said, status, retryAfter, requestId } = told;
  return { class: name, kind, message: said, status, retryAfter, requestId };
}

function costOf(model: string, reply: object): number | null {
  const { usage } = reply as { usage?: object };
  return usage ? priceOf(model, usage) : null;
}

let client: LiveClient | null = null;
let isAnthropic = false;
const calls = new Map<number, AbortController>();

const say = (word: Word): void => self.postMessage(word);

function open({ endpoint }: Extract<Order, { type: "open" }>): void {
  try {
    const { dialect, base, key } = endpoint;
    isAnthropic = dialect === "anthropic";
    // Other servers that speak Anthropic's dialect let a web page send none of Anthropic's own headers.
    const fewHeaders = isAnthropic && new URL(base).hostname !== "api.anthropic.com";
    client = liveClient({ dialect, baseURL: base, fewHeaders, ...(key === "" ? {} : { apiKey: key }) });
    say({ type: "opened" });
  } catch (error) {
    say({ type: "refused", message: error instanceof Error ? error.message : "" });
  }
}

async function call({ id, body, model }: Extract<Order, { type: "call" }>): Promise<void> {
  const stopping = new AbortController();
  calls.set(id, stopping);
  const onDelta = (delta: LiveDelta): void => {
    const word = shown(delta);
    if (word) say({ type: "delta", id, delta: word });
  };
  const options = { signal: stopping.signal, onDelta };
  try {
    if (!client) throw new Error("no endpoint is open");
    const reply = await (isAnthropic ? client.messages.create(body, options) : client.chat.completions.create(body, options));
    say({ type: "reply", id, reply, cost: costOf(model, reply) });
  } catch (error) {
    say({ type: "failed", id, failure: failureOf(error) });
  } finally {
    calls.delete(id);
  }
}

self.onmessage = ({ data }: MessageEvent<Order>): void => {
  switch (data.type) {
    case "open":
      open(data);
      break;
    case "call":
      void call(data);
      break;
    case "quote":
      say({ type: "quote", id: data.id, quote: mostOf(data.model, data.request, data.reply) });
      break;
    case "cost": {
      const costs = data.replies.map((reply) => costOf(data.model, reply));
      say({ type: "quote", id: data.id, quote: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) });
      break;
    }
    case "abort":
      calls.get(data.id)?.abort();
  }
};
