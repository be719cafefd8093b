import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";

/** The key that the tests plant. It may be found in one header of a request, and nowhere else. */
export const KEY = "sk-canary-0123456789";

/** A request as the server got it. */
export interface Seen {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** What answers one request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** A provider that answers from a list, one request after the other; the last one goes on. */
export interface Provider {
  url: string;
  seen: Seen[];
  /** Connections that the client has broken off. */
  broken: () => number;
  close: () => Promise<void>;
}

export async function provider(...answers: Answer[]): Promise<Provider> {
  const seen: Seen[] = [];
  let broken = 0;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    response.on("close", () => (broken += response.writableEnded ? 0 : 1));
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const text = Buffer.concat(pieces).toString();
      const body = text === "" ? {} : (JSON.parse(text) as Seen["body"]);
      const { method = "", url: path = "", headers } = request;
      const answer = answers[Math.min(seen.push({ method, path, headers, body }), answers.length) - 1];
      void answer?.(response, request);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    broken: () => broken,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a status and a body. */
export function status(code: number, body: object | string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    const type = typeof body === "string" ? "text/html" : "application/json";
    response.writeHead(code, { "content-type": type, ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** An error as Anthropic writes it. */
export function refusal(code: number, type: string, message: string, headers: Record<string, string> = {}): Answer {
  return status(code, { type: "error", error: { type, message }, request_id: "req_1" }, headers);
}

/** How a stream is sent. */
export interface Sending {
  /** How many bytes at a time. Default: all at once. */
  size?: number;
  /** Milliseconds between two of them. Default 0. */
  pause?: number;
  /** After how many bytes the connection breaks. Default: it does not. */
  cut?: number;
  /** Whether it stays open after the last byte. Default: it ends. */
  stays?: boolean;
}

/** Answers with a stream of events. */
export function stream(events: string, { size = Infinity, pause = 0, cut = Infinity, stays = false }: Sending = {}): Answer {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const bytes = Buffer.from(events).subarray(0, cut);
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      // Each piece by itself, so that the network does not put them together.
      await new Promise((next) => (pause > 0 ? setTimeout(next, pause) : setImmediate(next)));
      if (response.destroyed) return;
    }
    if (cut < Infinity) response.destroy();
    else if (!stays) response.end();
  };
}

const event = (data: object) => `event: ${(data as { type: string }).type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Anthropic's stream of a text, a word at a time, perhaps with a call. */
export function anthropic(text: string, { call }: { call?: { name: string; input: object } } = {}): string {
  const usage = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 5, cache_creation_input_tokens: 0 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null, usage };
  const words = text.split(/(?<= )/);
  const events: object[] = [{ type: "message_start", message }];
  events.push({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  for (const word of words) events.push({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: word } });
  events.push({ type: "content_block_stop", index: 0 });
  if (call !== undefined) {
    const block = { type: "tool_use", id: "toolu_1", name: call.name, input: {} };
    events.push({ type: "content_block_start", index: 1, content_block: block });
    for (const piece of JSON.stringify(call.input).match(/.{1,7}/gs) ?? []) {
      events.push({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: piece } });
    }
    events.push({ type: "content_block_stop", index: 1 });
  }
  const stop = call === undefined ? "end_turn" : "tool_use";
  events.push({ type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 7 } });
  events.push({ type: "message_stop" });
  return events.map(event).join("");
}

/** A stream of chat completions of a text, a word at a time. */
export function chat(text: string): string {
  const chunk = (choices: object[], usage: object | null = null) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices, usage })}\n\n`;
  const words = text.split(/(?<= )/).map((content) => chunk([{ index: 0, delta: { role: "assistant", content }, finish_reason: null }]));
  const end = chunk([{ index: 0, delta: {}, finish_reason: "stop" }]);
  const usage = { prompt_tokens: 10, completion_tokens: 7, total_tokens: 17 };
  return `${words.join("")}${end}${chunk([], usage)}data: [DONE]\n\n`;
}

/** All that is told by a value: as JSON, printed, and every property, own and inherited, of it and of what it holds. */
export function allOf(value: unknown): string {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const look = (it: unknown) => {
    if (typeof it === "string") texts.push(it);
    if ((typeof it !== "object" && typeof it !== "function") || it === null || seen.has(it)) return;
    seen.add(it);
    for (let holder: object | null = it; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
      if (holder === Object.prototype || holder === Function.prototype) break;
      for (const key of Reflect.ownKeys(holder)) {
        texts.push(String(key));
        try {
          look((it as Record<PropertyKey, unknown>)[key]);
        } catch {
          // A getter that is not for this object.
        }
      }
    }
  };
  look(value);
  texts.push(inspect(value, { depth: 10, showHidden: true, getters: true }));
  try {
    texts.push(JSON.stringify(value) ?? "");
  } catch {
    // Not every value can be written.
  }
  return texts.join("\n");
}
