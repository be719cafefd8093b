// `secondwind/live` in Chromium, in a window and in a worker, against a provider of another origin.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { launch } from "./browser.mjs";

const KEY = "sk-canary-0123456789";
const dist = new URL("../../crates/wasm/dist/", import.meta.url);
const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const reply =
  event({ type: "message_start", message: { type: "message", role: "assistant", content: [], usage: { input_tokens: 9, output_tokens: 1 } } }) +
  event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }) +
  event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Grüße aus " } }) +
  event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "서울" } }) +
  event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } }) +
  event({ type: "message_stop" });

/** What a worker and a window run: one call, told whole. */
const program = `
  import { liveClient } from "/dist/live.js";
  export async function call(baseURL, abortAfter) {
    const deltas = [];
    const controller = new AbortController();
    const onDelta = (delta) => {
      deltas.push(delta);
      if (delta.type === abortAfter) controller.abort();
    };
    const client = liveClient({ dialect: "anthropic", baseURL, apiKey: ${JSON.stringify(KEY)}, onDelta, maxRetries: abortAfter === "again" ? 1 : 0 });
    try {
      const reply = await client.messages.create({ model: "m", max_tokens: 9, messages: [] }, { signal: controller.signal });
      return { text: reply.content[0].text, deltas };
    } catch (error) {
      const { name, message, code, kind, failure } = error;
      return { name, message, code, kind, failure, deltas };
    } finally {
      client.free();
    }
  }`;
const worker = `
  import { call } from "/program.js";
  onmessage = async ({ data }) => postMessage(await call(...data));
  postMessage("ready");`;

function listen(server) {
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(`http://127.0.0.1:${server.address().port}`)));
}

const pages = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const own = { "/": "<!doctype html><title>page</title>", "/program.js": program, "/worker.js": worker }[pathname];
  const file = /^\/dist\/[\w-]+\.js$/.test(pathname) ? await readFile(new URL(pathname.slice(6), dist)).catch(() => undefined) : undefined;
  response.writeHead(own ?? file ? 200 : 404, { "content-type": pathname === "/" ? "text/html" : "text/javascript" });
  response.end(own ?? file);
});

/** A provider that lets pages call it as Anthropic does; what follows /v1 in its path says how it answers. */
const seen = [];
const provider = createServer((request, response) => {
  seen.push([request.method, request.url, request.headers]);
  const [, way] = request.url.split("/");
  const allowed = { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-expose-headers": "*" };
  for (const [name, value] of Object.entries(way === "closed" ? {} : allowed)) response.setHeader(name, value);
  if (request.method === "OPTIONS") return void response.writeHead(204).end();
  if (way === "busy") {
    response.writeHead(529, { "retry-after": "30", "request-id": "req_1" });
    return void response.end(JSON.stringify({ type: "error", error: { type: "overloaded_error", message: `${KEY} Overloaded` } }));
  }
  if (way === "moved") return void response.writeHead(307, { location: "/elsewhere/v1/messages" }).end();
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (way === "hanging") return void response.write(reply.slice(0, 500));
  const bytes = Buffer.from(reply);
  for (let at = 0; at < bytes.length; at += 41) response.write(bytes.subarray(at, at + 41));
  response.end();
});

let page;
let browser;
let base;
before(async () => {
  base = await listen(provider);
  browser = await launch();
  page = await browser.newPage();
  await page.goto(await listen(pages));
});
after(async () => {
  await browser?.close();
  for (const server of [pages, provider]) {
    server.close();
    server.closeAllConnections();
  }
});

const calls = {
  "a window": (...args) => page.evaluate(async (args) => (await import("/program.js")).call(...args), args),
  "a worker": (...args) =>
    page.evaluate(
      (args) =>
        new Promise((done, fail) => {
          const worker = new Worker("/worker.js", { type: "module" });
          worker.onerror = ({ message }) => fail(new Error(message));
          worker.onmessage = ({ data }) => {
            if (data === "ready") return worker.postMessage(args);
            worker.terminate();
            done(data);
          };
        }),
      args,
    ),
};

for (const [place, call] of Object.entries(calls)) {
  test(`${place} reads a stream, and tells Anthropic that it is a browser`, async () => {
    seen.length = 0;
    const { text, deltas } = await call(base);
    assert.equal(text, "Grüße aus 서울");
    assert.equal(deltas.map((delta) => delta.text ?? "").join(""), text);
    const [, , headers] = seen.find(([method]) => method === "POST");
    assert.equal(headers["x-api-key"], KEY);
    assert.equal(headers["anthropic-dangerous-direct-browser-access"], "true");
    assert.deepEqual(Object.entries(headers).filter(([, value]) => value.includes("canary")).map(([name]) => name), ["x-api-key"]);
    assert.deepEqual([headers.referer, headers.cookie], [undefined, undefined]);
  });

  test(`${place} reads the headers of a failure, and an abort ends the wait`, async () => {
    const told = await call(`${base}/busy`, "again");
    const [again] = told.deltas;
    assert.deepEqual([told.name, again.wait, again.failure.class, again.failure.requestId], ["AbortError", 30_000, "overload", "req_1"]);
    assert.ok(!JSON.stringify(told).includes("canary"));
  });

  test(`${place} suspects CORS where a server does not allow it, and follows no redirect`, async () => {
    seen.length = 0;
    const closed = await call(`${base}/closed`);
    assert.deepEqual([closed.code, closed.kind, closed.failure.class], ["CALL_FAILED", "network", "corsSuspected"]);
    const moved = await call(`${base}/moved`);
    assert.deepEqual([moved.failure.class, moved.failure.status, moved.failure.mayRetry], ["malformed", null, false]);
    assert.deepEqual(seen.filter(([, url]) => url.includes("elsewhere")), []);
  });

  test(`${place} ends a call in the midst of its answer`, async () => {
    const told = await call(`${base}/hanging`, "text");
    assert.deepEqual([told.name, told.deltas.at(-1)], ["AbortError", { type: "text", text: "Grüße aus " }]);
  });
}
