import { afterEach, describe, expect, expectTypeOf, test } from "vitest";

import { type Client, policy } from "../dist/index.js";
import {
  type LiveClient, type LiveDelta, type LiveOptions, SecondwindError, limitsOf, liveClient, mostOf, priceOf, quoteOf,
} from "../dist/live.js";
import {
  type Answer, KEY, type Provider, type Sending, allOf, anthropic, chat, provider, refusal, status, stream,
} from "./server.test-util.js";

const request = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A client of a provider that answers so, and all that it was told. */
async function clientOf(answers: Answer[], options: Partial<LiveOptions> = {}) {
  const server = await provider(...answers);
  const deltas: LiveDelta[] = [];
  const onDelta = (delta: LiveDelta) => deltas.push(delta);
  const client = liveClient({ dialect: "anthropic", baseURL: server.url, apiKey: KEY, onDelta, ...options });
  open.push(() => server.close(), () => client.free());
  const create = options.dialect === "openAiChat" ? client.chat.completions.create : client.messages.create;
  return { server, client, deltas, create };
}

/** What a call fails with; the key is in none of it. */
async function failureOf(call: Promise<unknown>, server?: Provider): Promise<SecondwindError> {
  const error: unknown = await call.then(() => expect.unreachable("the call went well"), (error: unknown) => error);
  expect(allOf(error)).not.toContain("canary");
  expect(error).toBeInstanceOf(SecondwindError);
  for (const { path, body } of server?.seen ?? []) expect(path + JSON.stringify(body)).not.toContain("canary");
  return error as SecondwindError;
}

const textOf = (deltas: LiveDelta[]) => deltas.map((delta) => (delta.type === "text" ? delta.text : "")).join("");
const types = (deltas: LiveDelta[]) => [...new Set(deltas.map(({ type }) => type))];
const sends: [string, Sending][] = [
  ["at once", {}], ["byte by byte", { size: 1 }], ["in sevens", { size: 7 }], ["slowly", { size: 90, pause: 5 }],
];

describe("a reply", () => {
  test.each(sends)("of Anthropic's arrives whole, sent %s", async (_, sending) => {
    const call = { name: "look", input: { path: "src/né.ts", "한": [1, "🦀"] } };
    const { create, deltas, server } = await clientOf([stream(anthropic("Grüße aus 서울 🦀 ", { call }), sending)]);
    const reply = (await create(request)) as Record<string, unknown>;
    expect(reply).toEqual({
      id: "msg_1", type: "message", role: "assistant", model: "m",
      content: [
        { type: "text", text: "Grüße aus 서울 🦀 " },
        { type: "tool_use", id: "toolu_1", name: "look", input: call.input },
      ],
      stop_reason: "tool_use", stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 7, cache_read_input_tokens: 5, cache_creation_input_tokens: 0 },
    });
    expect(textOf(deltas)).toBe("Grüße aus 서울 🦀 ");
    const inputs = deltas.map((delta) => (delta.type === "input" ? delta.text : "")).join("");
    expect(JSON.parse(inputs)).toEqual(call.input);
    expect(types(deltas)).toEqual(["usage", "text", "tool", "input"]);
    const last = deltas.findLast((delta) => delta.type === "usage");
    expect(last?.usage).toEqual({ input: 10, cacheRead: 5, cacheWrite: 0, output: 7, cache: "apart" });
    expect(server.seen[0]?.body).toEqual({ ...request, stream: true });
  });

  test.each(sends)("of a chat completion arrives whole, sent %s", async (_, sending) => {
    const { create, deltas, server } = await clientOf([stream(chat("Grüße aus 서울 🦀"), sending)], { dialect: "openAiChat" });
    const reply = (await create(request)) as { choices: object[]; usage: object };
    expect(reply.choices).toEqual([
      { index: 0, message: { role: "assistant", content: "Grüße aus 서울 🦀" }, finish_reason: "stop" },
    ]);
    expect(reply.usage).toEqual({ prompt_tokens: 10, completion_tokens: 7, total_tokens: 17 });
    expect(textOf(deltas)).toBe("Grüße aus 서울 🦀");
    expect(server.seen[0]?.body).toEqual({ ...request, stream: true, stream_options: { include_usage: true } });
  });

  test("comes out of a stream that is complete and stays open", async () => {
    const { create } = await clientOf([stream(anthropic("Hi"), { stays: true })]);
    expect(await create(request)).toMatchObject({ content: [{ type: "text", text: "Hi" }] });
  });

  test("that is no stream is taken as well", async () => {
    const message = { type: "message", role: "assistant", content: [{ type: "text", text: "Hi" }], usage: {} };
    const { create, server } = await clientOf([status(200, message)]);
    expect(await create({ ...request, stream: false })).toEqual(message);
    expect(server.seen[0]?.body).toMatchObject({ stream: false });
  });

  test("does not depend on anybody who looks on, and may go to another than the client's own", async () => {
    const { create, deltas } = await clientOf([stream(anthropic("Hi"))]);
    const own: LiveDelta[] = [];
    await create(request, { onDelta: (delta) => own.push(delta) });
    expect([textOf(own), deltas]).toEqual(["Hi", []]);
    const silent = await clientOf([stream(anthropic("Hi"))], { onDelta: undefined });
    expect(await silent.create(request)).toMatchObject({ stop_reason: "end_turn" });
  });

  test("is not waited for by an error in the callback, which comes out as it is", async () => {
    const { create, server } = await clientOf([stream(anthropic("a b c d e f"), { size: 40, pause: 20 })]);
    const mine = new TypeError("mine");
    const call = create(request, { onDelta: () => { throw mine; } });
    await expect(call).rejects.toBe(mine);
    await expect.poll(server.broken).toBe(1);
    expect(server.seen.length).toBe(1);
  });

  test("nor by one in a promise of the callback", async () => {
    const { create } = await clientOf([stream(anthropic("a b c d e f"), { size: 40, pause: 20 })]);
    const mine = new TypeError("mine");
    await expect(create(request, { onDelta: () => Promise.reject(mine) })).rejects.toBe(mine);
  });
});

describe("a request", () => {
  test("carries the key in one header, and nothing of a browser", async () => {
    const { create, server } = await clientOf([stream(anthropic("Hi"))]);
    await create(request);
    const chatting = await clientOf([stream(chat("Hi"))], { dialect: "openAiChat" });
    await chatting.create(request);
    const few = await clientOf([stream(anthropic("Hi"))], { fewHeaders: true });
    await few.create(request);
    const holding = (it: Provider) => Object.entries(it.seen[0]?.headers ?? {}).filter(([, value]) => String(value).includes("canary"));
    expect(holding(server)).toEqual([["x-api-key", KEY]]);
    expect(holding(chatting.server)).toEqual([["authorization", `Bearer ${KEY}`]]);
    expect(holding(few.server)).toEqual([["authorization", `Bearer ${KEY}`]]);
    expect(server.seen[0]).toMatchObject({ method: "POST", path: "/v1/messages" });
    expect(chatting.server.seen[0]).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
    expect(server.seen[0]?.headers).toMatchObject({ "anthropic-version": "2023-06-01", "content-type": "application/json" });
    for (const { seen } of [server, chatting.server, few.server]) {
      const names = Object.keys(seen[0]?.headers ?? {});
      expect(names.filter((name) => /dangerous|cookie|referer|origin/.test(name))).toEqual([]);
    }
    expect(few.server.seen[0]?.headers).not.toHaveProperty("anthropic-version");
  });

  test("without a key carries none", async () => {
    const { create, server } = await clientOf([stream(chat("Hi"))], { dialect: "openAiChat", apiKey: undefined });
    await create(request);
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
  });

  test("names the betas of the client and of the call, each once", async () => {
    const options: Partial<LiveOptions> = { betas: ["a-1"], version: "2026-10-21" };
    const { create, server } = await clientOf([stream(anthropic("Hi"))], options);
    await create(request, { headers: { "Anthropic-Beta": "compact-2026-09-04, a-1" } });
    expect(server.seen[0]?.headers).toMatchObject({ "anthropic-beta": "a-1,compact-2026-09-04", "anthropic-version": "2026-10-21" });
  });

  test("with half a character is mended, since servers refuse it", async () => {
    const { create, server } = await clientOf([stream(anthropic("Hi"))]);
    await create({ ...request, system: "a\ud83e" });
    expect(server.seen[0]?.body).toMatchObject({ system: "a\ufffd" });
  });

  test("that cannot be sent is refused before it is", async () => {
    const { create, server, client } = await clientOf([stream(anthropic("Hi"))], { version: "2026-10-21" });
    const circle: Record<string, unknown> = {};
    circle.me = circle;
    const nested = JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`) as object;
    for (const [given, says] of [
      [null, "null, not an object"], ["x", "a string"], [[], "an array"], [circle, "JSON"], [nested, "recursion"],
      [{ temperature: 1 }, "`temperature` is not taken"],
    ] as [object, string][]) {
      const error = await failureOf(create(given));
      expect([error.code, error.path]).toEqual(["BAD_INPUT", "request"]);
      expect(error.message).toContain(says);
    }
    for (const [given, path] of [
      [5, "options"], [{ timeout: 5 }, "options"], [{ onDelta: 5 }, "onDelta"], [{ signal: {} }, "options.signal"],
      [{ headers: { "x-api-key": KEY } }, "options.headers"], [{ headers: new Headers() }, "options.headers"],
    ] as [object, string][]) {
      const error = await failureOf(create(request, given));
      expect([error.code, error.path]).toEqual(["BAD_INPUT", path]);
    }
    const beta = await failureOf(create(request, { headers: { "anthropic-beta": "a b" } }));
    expect(beta.message).toContain("a beta feature");
    const other = await failureOf(client.chat.completions.create(request));
    expect([other.code, other.path]).toEqual(["BAD_INPUT", "client"]);
    expect(other.message).toContain('speaks "openAiChat", and this client was made for "anthropic"');
    expect(server.seen).toEqual([]);
  });
});

const quick = { maxRetries: 0, idleTimeout: 200 };
const page = "<html><head><title>Bad gateway</title></head></html>";
const overflow = "prompt is too long: 210000 tokens > 200000 maximum";
const failures: [string, Answer, object, Partial<LiveOptions>?][] = [
  ["401", refusal(401, "authentication_error", `invalid key ${KEY}`), { class: "auth", kind: "auth", status: 401, message: "invalid key ***", requestId: "req_1", mayRetry: false }],
  ["402", refusal(402, "billing_error", "no credit"), { class: "billing", kind: "billing", mayRetry: false }],
  ["the text on CORS", refusal(403, "forbidden", "CORS requests are not allowed for this Organization because of its settings."), { class: "originForbidden", mayRetry: false }],
  ["404 with a page", status(404, page), { class: "notFound", status: 404, message: "HTTP 404, a web page: Bad gateway" }],
  ["413", refusal(413, "request_too_large", "too many bytes"), { class: "tooLarge", kind: "tooLarge", mayRetry: false }],
  ["429", refusal(429, "rate_limit_error", "slow down", { "retry-after": "7" }), { class: "rate", kind: "rateLimited", retryAfter: 7000, mayRetry: true }],
  ["429 of a limit on spending", refusal(429, "rate_limit_error", "cap"), { class: "rate", retryAfter: null, mayRetry: false }],
  ["500", refusal(500, "api_error", "broken"), { class: "server", kind: "server", mayRetry: true, code: "api_error" }],
  ["503", status(503, ""), { class: "overload", kind: "overloaded", message: "HTTP 503", mayRetry: true }],
  ["529", refusal(529, "overloaded_error", "Overloaded"), { class: "overload", kind: "overloaded", mayRetry: true, mayBeBilled: false }],
  ["an overflow", refusal(400, "invalid_request_error", overflow), { class: "overflow", kind: "overflowSuspected", message: overflow, mayRetry: false }],
  ["another 400", refusal(400, "invalid_request_error", "max_tokens: required"), { class: "other", kind: "other", mayRetry: false }],
  ["garbage", status(200, "\u0000\u0001 what"), { class: "malformed", kind: "other", mayRetry: false }],
  ["a page in the place of a reply", status(200, page), { class: "malformed", message: "an answer, a web page: Bad gateway" }],
  ["JSON of another shape", status(200, { ok: KEY }), { class: "malformed" }],
  ["an empty answer", status(200, ""), { class: "cut", mayRetry: true }],
  ["a stream that breaks", stream(anthropic("a b c"), { cut: 600 }), { class: "cut", kind: "network", status: null, mayRetry: true, mayBeBilled: true }],
  ["a stream that ends too early", stream(anthropic("a b c").slice(0, 600)), { class: "cut" }],
  ["a stream that falls silent", stream(anthropic("a b c").slice(0, 600), { stays: true }), { class: "timeout", kind: "network", mayRetry: true }],
  ["an error in a stream", stream(`${anthropic("a").slice(0, 600).replace(/\n\n[^]*?$/, "\n\n")}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"${KEY}"}}\n\n`, { stays: true }), { class: "overload", kind: "overloaded", message: "***" }],
  ["no answer", () => undefined, { class: "timeout", kind: "network", status: null, mayRetry: true }],
  ["a redirect", status(307, "", { location: "http://127.0.0.1:9/v1/messages" }), { class: "malformed", status: 307, mayRetry: false }],
  ["overflow with a code", status(400, { error: { message: "too long", code: "context_length_exceeded", type: "invalid_request_error" } }), { class: "overflow", kind: "overflow", code: "context_length_exceeded" }, { dialect: "openAiChat" }],
  ["a quota", status(429, { error: { message: "quota", code: "insufficient_quota" } }), { class: "billing", mayRetry: false }, { dialect: "openAiChat" }],
];

describe("a failure", () => {
  test.each(failures)("is told: %s", async (_, answer, expected, options = {}) => {
    const { create, server, deltas } = await clientOf([answer], { ...quick, ...options });
    const error = await failureOf(create(request), server);
    expect(error.code).toBe("CALL_FAILED");
    expect(error.failure).toMatchObject(expected);
    expect(error.kind).toBe(error.failure?.kind);
    expect(error.message).toContain(error.failure?.message);
    expect(server.seen.length).toBe(1);
    expect(allOf(deltas)).not.toContain("canary");
    expect(deltas.filter(({ type }) => type === "again")).toEqual([]);
  });

  test("is told: nobody listens", async () => {
    const { server, create } = await clientOf([], quick);
    await server.close();
    const error = await failureOf(create(request));
    expect(error.failure).toMatchObject({ class: "network", kind: "network", status: null, code: "", mayRetry: true, mayBeBilled: false });
    expect(error.failure?.message).toMatch(/fetch failed: .*ECONNREFUSED/);
    expect(Object.keys(error.failure ?? {})).toEqual(["class", "kind", "message", "status", "code", "retryAfter", "requestId", "mayRetry", "mayBeBilled"]);
  });

  test("of a fetch that was put in its place is told, whatever it rejects with", async () => {
    const { fetch } = globalThis;
    const { create } = await clientOf([stream(anthropic("Hi"))], quick);
    try {
      for (const [thrown, says] of [["words", "words"], [undefined, "the fetch failed"], [{ message: KEY }, "***"]] as const) {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        globalThis.fetch = () => Promise.reject(thrown);
        expect((await failureOf(create(request))).failure).toMatchObject({ class: "network", message: says });
      }
      globalThis.fetch = () => { throw new Error("at once"); };
      expect((await failureOf(create(request))).failure).toMatchObject({ class: "network", message: "at once" });
      globalThis.fetch = () => Promise.resolve(5 as unknown as Response);
      expect((await failureOf(create(request))).failure).toMatchObject({ class: "network", message: "fetch gave no response" });
      for (const [made, found] of [
        [{ status: 500, headers: {}, body: null }, "server"], [{ status: 200, headers: undefined, body: "words" }, "cut"],
        [new Response(anthropic("Hi"), { status: 418 }), "malformed"],
      ] as const) {
        globalThis.fetch = () => Promise.resolve(made as unknown as Response);
        expect((await failureOf(create(request))).failure).toMatchObject({ class: found });
      }
      globalThis.fetch = undefined as unknown as typeof fetch;
      expect(await failureOf(create(request))).toMatchObject({ code: "INIT_FAILED", message: expect.stringContaining("no `fetch`") as string });
    } finally {
      globalThis.fetch = fetch;
    }
    expect(await create(request)).toMatchObject({ stop_reason: "end_turn" });
  });

  test("a redirect is not followed, since it would take the key along", async () => {
    const { server: thief } = await clientOf([stream(anthropic("Hi"))]);
    const { create } = await clientOf([status(302, "", { location: `${thief.url}/v1/messages` })], quick);
    const error = await failureOf(create(request));
    expect(error.message).toContain("make it the base of the client");
    expect(thief.seen).toEqual([]);
  });
});

const busy = (headers: Record<string, string> = { "retry-after-ms": "20" }) => refusal(529, "overloaded_error", `${KEY} Overloaded`, headers);

describe("a retry", () => {
  test("is announced, waits as long as it is asked to, and the reply is that of the last attempt", async () => {
    const { create, server, deltas } = await clientOf([busy(), stream(anthropic("half of").slice(0, 700)), stream(anthropic("all of it"))]);
    const reply = create(request, { headers: {} });
    expect(await reply).toMatchObject({ content: [{ text: "all of it" }] });
    expect(server.seen.length).toBe(3);
    const again = deltas.filter((delta) => delta.type === "again");
    expect(again.map(({ failure }) => failure.class)).toEqual(["overload", "cut"]);
    expect(again[0]).toMatchObject({ wait: 20, failure: { retryAfter: 20, message: "*** Overloaded", status: 529 } });
    expect(again[1]?.wait).toBeGreaterThanOrEqual(750);
    expect(again[1]?.wait).toBeLessThanOrEqual(1000);
    expect(textOf(deltas.slice(deltas.findLastIndex(({ type }) => type === "again")))).toBe("all of it");
    expect(allOf(deltas)).not.toContain("canary");
  });

  test("is made as often as it was asked for, and no more", async () => {
    for (const maxRetries of [0, 1, 4]) {
      const { create, server } = await clientOf([busy({ "retry-after-ms": "1" })], { maxRetries });
      expect((await failureOf(create(request))).failure).toMatchObject({ class: "overload" });
      expect(server.seen.length).toBe(maxRetries + 1);
    }
  });

  test("is not made where the provider wants more patience than there is, or than there is time", async () => {
    for (const [wait, options] of [["61000", {}], ["30000", { timeout: 5000 }]] as const) {
      const { create, server, deltas } = await clientOf([busy({ "retry-after-ms": wait })], options);
      expect((await failureOf(create(request))).failure).toMatchObject({ class: "overload", retryAfter: Number(wait) });
      expect([server.seen.length, deltas]).toEqual([1, []]);
    }
  });

  test("has the time of the whole call, with all that came before it", async () => {
    const slow = stream(anthropic("a b c d e f g h i j k l m n o p q r s t"), { size: 30, pause: 40 });
    const { create, server } = await clientOf([slow], { timeout: 300 });
    expect((await failureOf(create(request))).failure).toMatchObject({ class: "timeout", kind: "network" });
    expect(server.seen.length).toBe(1);
    await expect.poll(server.broken).toBe(1);
  });
});

describe("an abort", () => {
  const moments: [string, Answer[], (deltas: LiveDelta[], server: Provider) => boolean][] = [
    ["before the headers", [() => undefined], (_, { seen }) => seen.length > 0],
    ["between two pieces", [stream(anthropic("a b c").slice(0, 700), { stays: true })], (deltas) => deltas.some(({ type }) => type === "text")],
    ["in the wait before a retry", [busy({ "retry-after": "30" })], (deltas) => deltas.some(({ type }) => type === "again")],
  ];

  test.each(moments)("%s ends the call with the signal's reason", async (_, answers, isTime) => {
    for (const reason of [undefined, new TypeError("mine"), "words"]) {
      const { create, server, deltas } = await clientOf(answers);
      const controller = new AbortController();
      const call = create(request, { signal: controller.signal });
      const ended = call.then(() => expect.unreachable(), (error: unknown) => error);
      await expect.poll(() => isTime(deltas, server)).toBe(true);
      controller.abort(reason);
      const error = await ended;
      if (reason === undefined) expect(error).toMatchObject({ name: "AbortError" });
      else expect(error).toBe(reason);
      expect(allOf(error)).not.toContain("canary");
      await new Promise((later) => setTimeout(later, 30));
      expect(server.seen.length).toBe(1);
    }
  });

  test("that came before sends nothing", async () => {
    const { create, server } = await clientOf([stream(anthropic("Hi"))]);
    await expect(create(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    expect(server.seen).toEqual([]);
  });

  test("leaves no listener behind, nor does a call that goes well", async () => {
    const { create } = await clientOf([stream(anthropic("Hi"))]);
    const { signal } = new AbortController();
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof add>) => { listeners += 1; add(...args); },
      removeEventListener: (...args: Parameters<typeof remove>) => { listeners -= 1; remove(...args); },
    });
    await create(request, { signal });
    expect(listeners).toBe(0);
  });

  test("of the client by free ends all its calls, and none can be made afterwards", async () => {
    const { client, create, server } = await clientOf([() => undefined]);
    const calls = [create(request), create(request)].map((call) => call.then(() => expect.unreachable(), (error: unknown) => error));
    await expect.poll(() => server.seen.length).toBe(2);
    client.free();
    client.free();
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ name: "AbortError" });
    expect((await failureOf(create(request))).code).toBe("USE_AFTER_FREE");
  });
});

describe("a client", () => {
  test("shows nothing of its key", () => {
    const client = liveClient({ dialect: "anthropic", apiKey: KEY });
    expect(allOf(client)).not.toContain("canary");
    expect(JSON.stringify(client)).toBe('{"messages":{},"chat":{"completions":{}}}');
    client.free();
  });

  test("is refused an option that it does not know or cannot use, by its name", () => {
    for (const [options, path, says] of [
      [null, "options", "null, not an object"],
      [{}, "dialect", "missing"],
      [{ dialect: "openai" }, "dialect", '"anthropic" or "openAiChat"'],
      [{ dialect: "anthropic", apikey: KEY }, "apikey", "no option `apikey`"],
      [{ dialect: "anthropic", [KEY]: 1 }, "…", "no option `…`"],
      [{ dialect: "anthropic", apiKey: 5 }, "apiKey", "a number, not a string"],
      [{ dialect: "anthropic", apiKey: null }, "apiKey", "null"],
      [{ dialect: "anthropic", apiKey: " " }, "apiKey", "blank"],
      [{ dialect: "anthropic", apiKey: `${KEY} ${KEY}` }, "apiKey", "a character at 20"],
      [{ dialect: "anthropic", apiKey: () => KEY }, "apiKey", "a function"],
      [{ dialect: "anthropic", baseURL: `https://${KEY}@h` }, "baseURL", "a user or a password"],
      [{ dialect: "anthropic", timeout: NaN }, "timeout", "NaN"],
      [{ dialect: "anthropic", timeout: "5" }, "timeout", "a whole number"],
      [{ dialect: "anthropic", maxRetries: 11 }, "maxRetries", "from 0 to 10"],
      [{ dialect: "anthropic", betas: [() => 1] }, "betas", "an array of strings"],
      [{ dialect: "openAiChat", version: "2023-06-01" }, "version", "alone"],
      [{ dialect: "anthropic", onDelta: "x" }, "onDelta", "not a function"],
      [{ dialect: "anthropic", fetch: () => 1 }, "fetch", "a function"],
    ] as [unknown, string, string][]) {
      const error = ((): unknown => {
        try {
          return liveClient(options as LiveOptions);
        } catch (error) {
          return error;
        }
      })();
      expect(error).toBeInstanceOf(SecondwindError);
      expect(error).toMatchObject({ code: "BAD_INPUT", path });
      expect((error as Error).message).toContain(says);
      expect(allOf(error)).not.toContain("canary");
    }
  });

  test("is one that runs take", () => {
    expectTypeOf<LiveClient>().toExtend<Client>();
  });

  test("asks the server for its window", async () => {
    const models = status(200, { data: [{ id: "m", max_model_len: 40_960 }] });
    const { client, server } = await clientOf([models], { dialect: "openAiChat" });
    expect(await client.discover("m")).toEqual({ window: 40_960, maxOutput: 10_240 });
    expect(server.seen[0]).toMatchObject({ method: "GET", path: "/v1/models", headers: { authorization: `Bearer ${KEY}` } });
    expect(await client.discover("n")).toBeNull();
    await expect(client.discover("m", { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    const { client: none } = await clientOf([status(404, page)]);
    expect(await none.discover("m")).toBeNull();
  });

  test("a server on this machine that does not answer as one of them is soon asked as the next", async () => {
    const props = status(200, { default_generation_settings: { n_ctx: 16_384 } });
    const { client, server } = await clientOf([() => undefined, props], { dialect: "openAiChat" });
    const start = performance.now();
    expect(await client.discover("m")).toEqual({ window: 16_384, maxOutput: 4_096 });
    expect(server.seen.map(({ path }) => path)).toEqual(["/v1/models", "/props"]);
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});

describe("prices and limits", () => {
  test("are told where they are known, in millionths of a dollar", () => {
    expect(priceOf("claude-haiku-5-5", { input_tokens: 100_000, output_tokens: 1_000 })).toBe(10_500);
    expect(priceOf("gpt-6.1-terra", { prompt_tokens: 100, completion_tokens: 1 })).toBe(105);
    expect(priceOf("gpt-6.1-terra", { input: 100, cacheRead: 0, cacheWrite: 0, output: 1, cache: "within" })).toBe(105);
    expect(priceOf("llama", { input_tokens: 1, output_tokens: 1 })).toBeNull();
    expect(priceOf("gpt-6.1-terra", {})).toBeNull();
    expect(mostOf("claude-haiku-5-5", 10_000, 1_000)).toBe(2_500);
    expect(mostOf("llama", 1, 1)).toBeNull();
    // Twice the estimate and 1,000 tokens of the provider's own.
    expect(quoteOf("claude-haiku-5-5", 4_500, { max_tokens: 1_000 })).toBe(2_500);
    expect(quoteOf("llama", 4_500, { max_tokens: 1_000 })).toBeNull();
    expect(limitsOf("claude-opus-5-5")).toEqual({ window: 1_000_000, maxOutput: 128_000 });
    expect(limitsOf("llama")).toBeNull();
    const limits = limitsOf("claude-opus-5-5");
    expect(policy({ window: limits?.window ?? 0 }).window).toBe(1_000_000);
  });

  test("are refused for what is no name and no count", () => {
    expect(() => priceOf(5 as unknown as string, {})).toThrow(expect.objectContaining({ code: "BAD_INPUT", path: "model" }));
    expect(() => priceOf("m", undefined as unknown as object)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    expect(() => mostOf("m", -1, 1)).toThrow(expect.objectContaining({ code: "BAD_NUMBER", path: "requestTokens" }));
    expect(() => quoteOf("m", 1.5, {})).toThrow(expect.objectContaining({ code: "BAD_NUMBER", path: "estimatedTokens" }));
    expect(() => quoteOf("m", 1, [] as object)).toThrow(expect.objectContaining({ code: "BAD_INPUT", path: "request" }));
    expect(() => limitsOf(undefined as unknown as string)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  });
});
