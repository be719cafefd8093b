import { once } from "node:events";
import { gzipSync } from "node:zlib";

import { afterEach, describe, expect, test, vi } from "vitest";

import { type Notice, policy, runAgent, session } from "../dist/index.js";
import { type LiveDelta, type LiveOptions, SecondwindError, liveClient, priceOf } from "../dist/live.js";
import { failure } from "./replies.test-util.js";
import { type Answer, KEY, allOf, anthropic, chat, provider, status, stream } from "./server.test-util.js";

const request = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };
const open: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const close of open.splice(0)) await close();
});

/** A client of a provider that answers so, and all that it was told. */
async function clientOf(answers: Answer[], options: Partial<LiveOptions> = {}) {
  const server = await provider(...answers);
  const deltas: LiveDelta[] = [];
  const onDelta = (delta: LiveDelta) => deltas.push(delta);
  const client = liveClient({ dialect: "anthropic", baseURL: server.url, apiKey: KEY, maxRetries: 0, onDelta, ...options });
  open.push(() => server.close(), () => client.free());
  const create = options.dialect === "openAiChat" ? client.chat.completions.create : client.messages.create;
  return { server, client, deltas, create };
}

const stubbed = (answer: () => unknown) => vi.stubGlobal("fetch", answer);

describe("a fetch that was put in the place of the host's", () => {
  test("may give no promise and no response", async () => {
    const { create, client } = await clientOf([stream(anthropic("Hi"))]);
    for (const answer of [undefined, null, 5, "words", {}, () => 5]) {
      stubbed(() => answer);
      const error = await failure(create(request));
      expect(error).toMatchObject({ code: "CALL_FAILED", failure: { class: "network", message: "fetch gave no response" } });
      expect(await client.discover("m")).toBe(null);
    }
    const thenable = { then: (done: (response: Response) => void) => done(new Response(anthropic("Hi"))) };
    stubbed(() => thenable);
    expect(await create(request)).toMatchObject({ stop_reason: "end_turn" });
  });

  test("may give a body of anything", async () => {
    const { create } = await clientOf([]);
    for (const piece of ["words", 5, null, undefined, Symbol("x"), 1e12, {}]) {
      const body = new ReadableStream({ start: (it) => it.enqueue(piece) });
      stubbed(() => ({ status: 200, headers: new Headers(), body }));
      expect((await failure(create(request))).failure).toMatchObject({ class: "cut" });
    }
  });
});

describe("an answer", () => {
  test("with more than a page can hold is told before it is read", async () => {
    const many = `{"content":[${'{"":0},'.repeat(1_000_000)}{}]}`;
    const deep = `{"content":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
    const event = `event: message_start\ndata: {"type":"message_start","message":${many}}\n\n`;
    for (const [body, says] of [[many, "JSON values"], [event, "JSON values"], [deep, "is no JSON"]] as const) {
      const gzip: Answer = (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body));
      const { create, deltas } = await clientOf([gzip]);
      const error = await failure(create(request));
      expect(error.failure).toMatchObject({ class: "malformed", mayRetry: false });
      expect([error.message.includes(says), deltas]).toEqual([true, []]);
    }
  });

  test("whose letters are cut in half has them whole, on the screen and in the reply", async () => {
    const halves = chat("a 😀 b").replace('"content":"😀 "', '"content":"\\ud83d"}}]}\n\ndata: {"choices":[{"index":0,"delta":{"content":"\\ude00 "');
    expect(halves).toContain("ud83d");
    const { create, deltas } = await clientOf([stream(halves, { size: 7 })], { dialect: "openAiChat" });
    expect(await create(request)).toMatchObject({ choices: [{ message: { content: "a 😀 b" } }] });
    expect(deltas.map((delta) => (delta.type === "text" ? delta.text : "")).join("")).toBe("a 😀 b");
  });

  test("that says the key does not show it to a screen either", async () => {
    const { create, deltas } = await clientOf([stream(anthropic(`is it ${KEY}? s`).replace("sk-can", 'sk-"}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"can'))]);
    expect(await create(request)).toMatchObject({ content: [{ text: "is it ***? s" }] });
    expect(deltas.map((delta) => (delta.type === "text" ? delta.text : "")).join("")).toBe("is it ***? s");
    expect(allOf(deltas)).not.toContain("canary");
  });
});

describe("a module that breaks off when nobody has called it", () => {
  const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };

  test("is told to all who wait, and the next client has another one", async () => {
    const slow = (): Answer => stream(anthropic("a b c").slice(0, 700), { stays: true });
    const { create, client, server } = await clientOf([slow(), slow(), status(529, {})], { maxRetries: 1 });
    const waiting = [create(request), create(request)].map((call) => failure(call));
    await expect.poll(() => server.seen.length).toBe(2);
    vi.spyOn(Math, "random").mockImplementation(trap);
    const broken = failure(create(request));
    for (const error of await Promise.all([...waiting, broken])) {
      expect(error).toBeInstanceOf(SecondwindError);
      expect(error.code).toBe("CORE_TRAPPED");
    }
    vi.restoreAllMocks();
    expect((await failure(create(request))).code).toBe("CORE_TRAPPED");
    expect((await failure(client.discover("m"))).code).toBe("CORE_TRAPPED");
    const next = await clientOf([stream(anthropic("Hi"))]);
    expect(await next.create(request)).toMatchObject({ stop_reason: "end_turn" });
    expect(priceOf("llama", {})).toBeNull();
  });

  test("is no failure that a run would wait for", async () => {
    const { client } = await clientOf([status(529, {})], { maxRetries: 1 });
    vi.spyOn(Math, "random").mockImplementation(trap);
    const error = await failure(session({ client, model: "m", policy: policy({ window: 20_000 }) }).send("go"));
    expect(error.cause).toMatchObject({ code: "CORE_TRAPPED" });
  });
});

describe("a run over a live client", () => {
  const call = { name: "look", input: {} };
  const tools = [{ name: "look", input_schema: { type: "object" } }];

  test("tells the model of a tool's error without the key", async () => {
    const { client, server } = await clientOf([stream(anthropic("I look.", { call })), stream(anthropic("Done."))]);
    const look = () => { throw new Error(`sent ${KEY} and ${KEY.replace("-", "%2D")}`); };
    const notices: Notice[] = [];
    const run = { client, model: "m", policy: policy({ window: 20_000 }), onNotice: (it: Notice) => notices.push(it) };
    expect(await runAgent("Go", tools, { look }, run)).toBe("Done.");
    expect(JSON.stringify(server.seen[1]?.body)).toContain("sent *** and ***");
    expect(allOf(notices)).not.toContain("canary");
    // However the client is passed on.
    const passed = await clientOf([stream(anthropic("I look.", { call })), stream(anthropic("Done."))]);
    await runAgent("Go", tools, { look }, { ...run, client: { messages: passed.client.messages } });
    expect(JSON.stringify(passed.server.seen[1]?.body)).not.toContain("canary");
  });

  test.each(["anthropic", "openAiChat"] as const)("tells why the model stopped in few words, without the key (%s)", async (dialect) => {
    const events = dialect === "anthropic" ? anthropic("Hm.") : chat("Hm.");
    const odd = events.replace(/"(end_turn|stop)"/, JSON.stringify(`${KEY} ${"x".repeat(100_000)}`));
    const { client } = await clientOf([stream(odd)], { dialect });
    const notices: Notice[] = [];
    const run = { client, model: "m", dialect, policy: policy({ window: 20_000 }), onNotice: (it: Notice) => notices.push(it) };
    const error = await failure(runAgent("Go", [], {}, run));
    expect(error).toMatchObject({ code: "STOPPED", stop: `*** ${"x".repeat(96)}…` });
    expect(error.message.length).toBeLessThan(200);
    expect(notices.find((it) => it.type === "counted")).toMatchObject({ stop: error.stop });
  });
});

describe("many calls", () => {
  test("at once leave no warning behind, with a signal or without", async () => {
    const warned: string[] = [];
    const hear = (warning: Error) => warned.push(warning.name);
    process.on("warning", hear);
    const { create, server } = await clientOf([() => undefined]);
    const controller = new AbortController();
    const calls = Array.from({ length: 30 }, (_, at) => create(request, at % 2 === 0 ? { signal: controller.signal } : {}));
    const ended = calls.map((it) => it.then(() => "", (error: unknown) => (error as Error).name));
    await expect.poll(() => server.seen.length).toBe(30);
    controller.abort();
    await server.close();
    expect([...new Set(await Promise.all(ended))].sort()).toEqual(["AbortError", "SecondwindError"]);
    process.emitWarning("the last");
    await once(process, "warning");
    process.off("warning", hear);
    expect(warned.filter((name) => name === "MaxListenersExceededWarning")).toEqual([]);
  });

  test("and many betas take no time", async () => {
    const { create, server } = await clientOf([stream(anthropic("Hi"))]);
    const betas = Array.from({ length: 20_000 }, (_, at) => `b${at}`).join();
    expect((await failure(create(request, { headers: { "anthropic-beta": betas } }))).code).toBe("CALL_FAILED");
    expect(server.seen).toEqual([]);
  });
});

describe("an address", () => {
  test("that is none is refused when the client is made", () => {
    for (const baseURL of ["https://1.2.3", "https://256.0.0.1", "https://xn--a"]) {
      const make = () => liveClient({ dialect: "anthropic", baseURL });
      expect(make).toThrow(expect.objectContaining({ code: "BAD_INPUT", path: "baseURL" }));
    }
  });

  test("is not left by the name of a model", async () => {
    const { client, server } = await clientOf([status(200, { max_input_tokens: 5, max_tokens: 1 })]);
    for (const model of ["..", ".", "", " "]) await client.discover(model);
    expect(server.seen.filter(({ path }) => ["/v1/", "/v1", "/v1/models/"].includes(path))).toEqual([]);
    expect(await client.discover("../x")).toEqual({ window: 5, maxOutput: 1 });
    expect(server.seen.at(-1)?.path).toBe("/v1/models/..%2Fx");
  });
});
