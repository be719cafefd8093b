import { LLMock } from "@copilotkit/aimock";
import { afterEach, describe, expect, test } from "vitest";

import { type DialectName, type Notice, SecondwindError, memoryNotes, policy, runAgent, stubClient } from "../dist/index.js";
import { type LiveDelta, type LiveOptions, liveClient } from "../dist/live.js";
import { failure } from "./replies.test-util.js";
import { KEY, allOf, anthropic, provider, refusal, stream } from "./server.test-util.js";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function clientAt(url: string, options: Partial<LiveOptions> = {}) {
  const client = liveClient({ dialect: "anthropic", baseURL: url, apiKey: KEY, maxRetries: 0, ...options });
  open.push(() => client.free());
  return client;
}

/** A reply of aimock's, with its usage in the words of either dialect. */
function fixture(reply: object, input: number, output: number) {
  const usage = { input_tokens: input, output_tokens: output, prompt_tokens: input, completion_tokens: output };
  return { ...reply, usage: { ...usage, total_tokens: input + output } };
}

const calls = (...names: string[]) => ({
  toolCalls: names.map((name, at) => ({ id: `call_${name}_${at}`, name, arguments: JSON.stringify({ file: `${name}.ts` }) })),
});

describe("an agent over aimock", () => {
  test.each<DialectName>(["anthropic", "openAiChat"])("uses its tools, compacts once and answers (%s)", async (dialect) => {
    const replies = [
      fixture(calls("look", "list"), 400, 30),
      fixture(calls("look"), 1500, 40),
      fixture({ content: "Looked at look.ts: the race is in save()." }, 1600, 50),
      fixture({ content: "Fixed the race." }, 300, 20),
    ];
    const mock = new LLMock({ port: 0 });
    let at = 0;
    mock.on({ predicate: () => true }, () => replies[at++] ?? expect.unreachable("there are no more replies"));
    await mock.start();
    open.push(() => mock.stop());

    const deltas: LiveDelta[] = [];
    const notices: Notice[] = [];
    const ran: unknown[] = [];
    const tool = (input: unknown) => (ran.push(input), "seen");
    const schema = { type: "object", properties: { file: { type: "string" } } };
    const tools = ["look", "list"].map((name) =>
      dialect === "anthropic"
        ? { name, description: name, input_schema: schema }
        : { type: "function", function: { name, description: name, parameters: schema } });
    const answer = await runAgent("Find the race.", tools, { look: tool, list: tool }, {
      client: clientAt(mock.url, { dialect, onDelta: (delta) => deltas.push(delta) }),
      model: "m", dialect, system: "Be brief.", notes: memoryNotes("- decided"), policy: policy({ window: 2000, replyLimit: 200 }),
      onNotice: (notice) => notices.push(notice),
    });

    expect(answer).toBe("Fixed the race.");
    expect(ran).toEqual([{ file: "look.ts" }, { file: "list.ts" }, { file: "look.ts" }]);
    const told = (type: Notice["type"]) => notices.filter((notice) => notice.type === type).length;
    expect([told("compactionStarted"), told("compacted"), told("usageIgnored")]).toEqual([1, 1, 0]);
    const requests = mock.getRequests();
    expect(requests.map(({ path }) => path)).toEqual(Array(4).fill(dialect === "anthropic" ? "/v1/messages" : "/v1/chat/completions"));
    expect(JSON.stringify(requests.at(-1)?.body)).toContain("the race is in save()");
    expect(deltas.filter(({ type }) => type === "tool").map((delta) => ("name" in delta ? delta.name : ""))).toEqual(["look", "list", "look"]);
    expect(deltas.filter(({ type }) => type === "usage").at(-1)).toMatchObject({ usage: { input: 300, output: 20 } });
  });

  test("reads a failure of its as that of the provider", async () => {
    const mock = new LLMock({ port: 0 });
    mock.onMessage("Hi", { content: "Hello" });
    mock.nextRequestError(529, { message: "Overloaded", type: "overloaded_error" });
    await mock.start();
    open.push(() => mock.stop());
    const run = { client: clientAt(mock.url), model: "m", policy: policy({ window: 2000 }) };
    const error = await failure(runAgent("Hi", [], {}, run));
    expect(error).toMatchObject({ code: "CALL_FAILED", kind: "overloaded", failure: { class: "overload", status: 529, code: "overloaded_error" } });
    expect(await runAgent("Hi", [], {}, run)).toBe("Hello");
  });
});

describe("a run over a live client", () => {
  const call = { name: "look", input: {} };
  const tools = [{ name: "look", input_schema: { type: "object" } }];

  test("compacts and goes on when the provider says that the request is too long", async () => {
    const overflow = refusal(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");
    const server = await provider(
      stream(anthropic("I look.", { call })), overflow, stream(anthropic("Looked once.")), stream(anthropic("Done.")),
    );
    open.push(() => server.close());
    // The wording alone is believed where the window may be full: above half of its threshold.
    const answer = await runAgent("Go", tools, { look: () => "a line ".repeat(5_000) }, {
      client: clientAt(server.url), model: "m", policy: policy({ window: 20_000 }),
    });
    expect(answer).toBe("Done.");
    expect(server.seen.length).toBe(4);
    expect(JSON.stringify(server.seen[3]?.body)).toContain("Looked once.");
  });

  test("tells in its own error what failed, without the key", async () => {
    const server = await provider(refusal(401, "authentication_error", `invalid x-api-key: ${KEY}`));
    open.push(() => server.close());
    const error = await failure(runAgent("Go", [], {}, { client: clientAt(server.url), model: "m", policy: policy({ window: 200_000 }) }));
    expect(error).toMatchObject({ code: "CALL_FAILED", kind: "auth", failure: { class: "auth", status: 401 } });
    expect(error.cause).toMatchObject({ code: "CALL_FAILED", kind: "auth" });
    expect(allOf(error)).not.toContain("canary");
  });

  test("is aborted where its signal is, in the midst of a call", async () => {
    const server = await provider(stream(anthropic("a b c").slice(0, 700), { stays: true }));
    open.push(() => server.close());
    const controller = new AbortController();
    const client = clientAt(server.url, { onDelta: ({ type }) => type === "text" && controller.abort() });
    const run = runAgent("Go", [], {}, { client, model: "m", policy: policy({ window: 200_000 }), signal: controller.signal });
    expect((await failure(run)).code).toBe("ABORTED");
    await expect.poll(server.broken).toBe(1);
  });

  test("asks for the provider's compaction where the policy wants it", async () => {
    const server = await provider(stream(anthropic("Done.")));
    open.push(() => server.close());
    const strategy = { type: "provider", rounds: 1 } as const;
    await runAgent("Go", [], {}, { client: clientAt(server.url), model: "m", policy: policy({ window: 200_000, strategy }) });
    expect(server.seen[0]?.headers).toMatchObject({ "anthropic-beta": "compact-2026-09-04" });
  });

  test("made for the other dialect says so", async () => {
    const client = clientAt("http://localhost", { dialect: "openAiChat" });
    const error = await failure(runAgent("Go", [], {}, { client, model: "m", policy: policy({ window: 2000 }) }));
    expect(error.cause).toMatchObject({ code: "BAD_INPUT", path: "client" });
    expect(error.message).toContain('this client was made for "openAiChat"');
  });
});

test("the kind of an error of this package is the one that it says", async () => {
  for (const kind of ["rateLimited", "network", undefined] as const) {
    const thrown = new SecondwindError("CALL_FAILED", "no status, no code", kind === undefined ? {} : { kind });
    const client = stubClient([thrown]);
    const error = await failure(runAgent("Go", [], {}, { client, model: "m", policy: policy({ window: 200_000 }) }));
    expect([error.code, error.kind, error.cause]).toEqual(["CALL_FAILED", kind ?? "other", thrown]);
  }
});

describe("in a browser", () => {
  /** Runs with what only a browser has. */
  async function inBrowser(origin: string, scope: "document" | "WorkerGlobalScope", run: () => Promise<void>): Promise<void> {
    Object.assign(globalThis, { [scope]: {}, location: { origin } });
    try {
      await run();
    } finally {
      for (const name of [scope, "location"]) Reflect.deleteProperty(globalThis, name);
    }
  }

  test.each(["document", "WorkerGlobalScope"] as const)("Anthropic is told that a page calls (%s)", async (scope) => {
    const server = await provider(stream(anthropic("Hi")));
    open.push(() => server.close());
    await inBrowser("https://page.example", scope, async () => {
      await clientAt(server.url).messages.create({ model: "m" });
      await clientAt(server.url, { fewHeaders: true }).messages.create({ model: "m" });
    });
    expect(server.seen[0]?.headers).toMatchObject({ "anthropic-dangerous-direct-browser-access": "true" });
    expect(server.seen[1]?.headers).not.toHaveProperty("anthropic-dangerous-direct-browser-access");
  });

  test("nothing from another origin may be a server that does not allow the page", async () => {
    const server = await provider();
    await server.close();
    for (const [origin, found] of [["https://page.example", "corsSuspected"], [server.url, "network"], ["null", "corsSuspected"]] as const) {
      await inBrowser(origin, "document", async () => {
        const error = await failure(clientAt(server.url).messages.create({ model: "m" }));
        expect(error.failure).toMatchObject({ class: found, kind: "network" });
      });
    }
  });
});
