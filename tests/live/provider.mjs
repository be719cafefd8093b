// A provider on this machine that speaks both protocols as the real ones do, in streams of odd pieces, and fails when it
// is told to.
import { createServer } from "node:http";
import { scripted } from "./script.mjs";

const paths = { "/v1/messages": "anthropic", "/v1/chat/completions": "openai" };

/** Cuts a text into pieces that respect nothing: neither lines nor characters. */
function* pieces(text, size = 37) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const sse = (event, data) => `${event ? `event: ${event}\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

/** Text in two parts, so that something is seen while it comes. */
const halves = (text) => [text.slice(0, text.length / 2), text.slice(text.length / 2)].filter((half) => half !== "");

function anthropicStream({ content, stop_reason, usage, ...message }) {
  const events = [sse("message_start", { type: "message_start", message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } }), sse("ping", { type: "ping" })];
  for (const [index, block] of content.entries()) {
    const isText = block.type === "text";
    events.push(sse("content_block_start", { type: "content_block_start", index, content_block: isText ? { type: "text", text: "" } : { ...block, input: {} } }));
    for (const half of halves(isText ? block.text : JSON.stringify(block.input))) {
      const delta = isText ? { type: "text_delta", text: half } : { type: "input_json_delta", partial_json: half };
      events.push(sse("content_block_delta", { type: "content_block_delta", index, delta }));
    }
    events.push(sse("content_block_stop", { type: "content_block_stop", index }));
  }
  events.push(sse("message_delta", { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: usage.output_tokens } }));
  events.push(sse("message_stop", { type: "message_stop" }));
  return events.join("");
}

function chatStream({ choices: [{ message, finish_reason }], usage, ...rest }) {
  const chunk = (delta, finish = null) => sse(null, { ...rest, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }], usage: null });
  const events = [chunk({ role: "assistant", content: "" }), ...halves(message.content).map((content) => chunk({ content }))];
  for (const [index, { id, type, function: called }] of (message.tool_calls ?? []).entries()) {
    events.push(chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] }));
    for (const half of halves(called.arguments)) events.push(chunk({ tool_calls: [{ index, function: { arguments: half } }] }));
  }
  events.push(chunk({}, finish_reason), sse(null, { ...rest, object: "chat.completion.chunk", choices: [], usage }), sse(null, "[DONE]"));
  return events.join("");
}

const streams = { anthropic: anthropicStream, openai: chatStream };

/**
 * Starts it. `faults` holds what happens to the next requests instead of a reply: `{ status, headers, body }`,
 * `{ cut: true }` breaks the stream off in the middle, `{ hang: true }` sends the headers and then nothing. `pauses` holds
 * the time between two pieces of the next streams in milliseconds; without one they come as fast as they can. With `window`
 * it tells how many tokens its model's window has, as vLLM does; who asks for that is in `asked`.
 */
export async function startProvider({ cors = true, host = "127.0.0.1", window } = {}) {
  const asked = [];
  const requests = [];
  const faults = [];
  const pauses = [];
  const scripts = {};
  const server = createServer(async (request, response) => {
    const headers = cors
      ? { "access-control-allow-origin": "*", "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*", "access-control-expose-headers": "*" }
      : {};
    if (request.method === "OPTIONS") {
      response.writeHead(cors ? 204 : 403, headers).end();
      return;
    }
    if (request.method === "GET") {
      asked.push({ url: request.url, headers: request.headers });
      const isTold = window !== undefined && request.url === "/v1/models";
      response.writeHead(isTold ? 200 : 404, { ...headers, "content-type": "application/json" });
      response.end(JSON.stringify(isTold ? { object: "list", data: [{ id: "scripted", max_model_len: window }] } : {}));
      return;
    }
    const shape = paths[new URL(request.url, "http://localhost").pathname];
    let text = "";
    for await (const piece of request) text += piece;
    const body = text === "" ? {} : JSON.parse(text);
    requests.push({ url: request.url, headers: request.headers, body, text });
    const fault = faults.shift();
    if (!shape || (fault && "status" in fault)) {
      const { status = 404, headers: more = {}, body: said = { error: { message: "nothing here" } } } = fault ?? {};
      response.writeHead(status, { ...headers, "content-type": "application/json", ...more }).end(typeof said === "string" ? said : JSON.stringify(said));
      return;
    }
    response.writeHead(200, { ...headers, "content-type": "text/event-stream; charset=utf-8" });
    response.flushHeaders();
    if (fault?.hang) return;
    const stream = streams[shape]((fault?.cut ? scripted(shape) : (scripts[shape] ??= scripted(shape)))(body));
    const pause = fault ? 0 : (pauses.shift() ?? 0);
    for (const piece of pieces(fault?.cut ? stream.slice(0, stream.length / 2) : stream)) {
      if (response.destroyed) return;
      response.write(piece);
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (fault?.cut) response.destroy();
    else response.end();
  });
  await new Promise((resolve) => server.listen(0, host, resolve));
  return {
    url: `http://${host}:${server.address().port}`,
    asked,
    requests,
    faults,
    pauses,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
