import { describe, expect, test } from "vitest";

import { memoryNotes, policy, runAgent, session, stubClient } from "../dist/index.js";
import { agent, deferred, failure, notices, says, use, wants } from "./replies.test-util.js";

/** A window in which one round of 80 tokens is over the threshold of 70. */
const tight = policy({
  window: 1000, ratio: 0.07, guards: { feasibility: false, minGain: null },
  restart: { pinInstructions: false, fenceNotes: false, notesLimit: null },
});
const impls = { tool: () => "ok" };
const full = () => wants([use("tool")], [70, 10]);

/** An error as the SDKs of the providers throw it. */
function apiError(status: number, body: object, members: object = {}): Error {
  return Object.assign(new Error(`${status} ${JSON.stringify(body)}`), { status, error: body, ...members });
}

describe("a run that ends without an answer", () => {
  test("because the model declined is REFUSED, and the reply is not in the history", async () => {
    const error = await failure(runAgent("go", [], {}, agent([says("I will not", [5, 5], "refusal")], { policy: policy.production(100_000) })));
    expect(error).toMatchObject({ code: "REFUSED", outcome: { type: "refused", text: "I will not" } });
    expect(error.messages).toHaveLength(1);
  });

  test("because the request is too long, and nothing can be summarised, is OVERFLOWED", async () => {
    const long = apiError(400, { error: { type: "invalid_request_error" } }, { message: "prompt is too long: 9 > 5" });
    const error = await failure(runAgent("go", [], {}, agent([long])));
    expect(error).toMatchObject({ code: "OVERFLOWED", cause: long, outcome: { type: "overflowed" } });
  });

  test("because a summary will not do is COMPACTION_FAILED with the fault", async () => {
    const strict = { ...tight, guards: { ...tight.guards, goOn: false, summaryAttempts: 2 } };
    const cut = () => says("half", [10, 5], "max_tokens");
    const error = await failure(runAgent("go", [], impls, agent([full(), cut(), cut()], { policy: strict })));
    expect(error).toMatchObject({ code: "COMPACTION_FAILED", stop: "max_tokens", outcome: { fault: { type: "stopped", stop: "max_tokens" } } });
    expect(error.message).toContain("did not end by itself (max_tokens)");
    expect(error.messages).toHaveLength(3);
  });

  test("because compactions do not help is CANNOT_REDUCE, and the message names the parts", async () => {
    const replies = [full(), says("one", [10, 5]), full(), says("two", [10, 5]), full()];
    const stormy = { ...tight, guards: { ...tight.guards, storm: 2 } };
    const error = await failure(runAgent("go", [], impls, agent(replies, { policy: stormy })));
    expect(error).toMatchObject({ code: "CANNOT_REDUCE", outcome: { type: "cannotReduce", threshold: 70 } });
    expect(error.message).toMatch(/threshold 70.*fixed part \d+, summary \d+, notes \d+, pinned instructions \d+/);
  });

  test("because a valve is shut is VALVE_SHUT, and the message names the limit", async () => {
    const calls = policy({ window: 100_000, valves: { maxCalls: 1 } });
    const byCalls = await failure(runAgent("go", [], impls, agent([wants([use("tool")])], { policy: calls })));
    expect(byCalls).toMatchObject({ code: "VALVE_SHUT", outcome: { valve: { type: "maxCalls", limit: 1 } } });
    expect(byCalls.message).toContain("1 model calls");
    const budget = policy({ window: 100_000, valves: { tokenBudget: 15 } });
    const byBudget = await failure(runAgent("go", [], impls, agent([wants([use("tool")])], { policy: budget })));
    expect(byBudget.message).toBe("the budget of 15 tokens is spent, at 15");
    const pauses = policy({ window: 100_000, valves: { maxPauses: 1 } });
    const pause = () => says("wait", [5, 5], "pause_turn");
    const byPauses = await failure(runAgent("go", [], impls, agent([pause(), pause()], { policy: pauses })));
    expect(byPauses).toMatchObject({ code: "VALVE_SHUT", outcome: { valve: { type: "maxPauses" } } });
  });

  test("because a deadline passed is ABORTED", async () => {
    const hanging = { messages: { create: () => new Promise(() => undefined) } };
    const options = agent([], { client: hanging, signal: AbortSignal.timeout(5) });
    expect(await failure(runAgent("go", [], {}, options))).toMatchObject({ code: "ABORTED", cause: { name: "TimeoutError" } });
  });

  test("before its message was taken in says what was not sent", async () => {
    const control = new AbortController();
    const notes = { ...memoryNotes(), read: () => new Promise<never>(() => undefined) };
    const running = failure(runAgent("go", [], {}, agent([], { notes, signal: control.signal, policy: policy.production(100_000) })));
    control.abort();
    const error = await running;
    expect(error).toMatchObject({ code: "ABORTED", unsent: ["go"], outcome: { unsent: ["go"] } });
    expect(error.messages).toEqual([]);
  });
});

describe("a failed call", () => {
  test.each<[string, unknown, string]>([
    ["Anthropic's overload", apiError(529, { type: "error", error: { type: "overloaded_error" } }), "overloaded"],
    ["Anthropic's rate limit", apiError(429, { type: "error", error: { type: "rate_limit_error" } }), "rateLimited"],
    ["a server error", apiError(500, { type: "error", error: { type: "api_error" } }), "server"],
    ["a body that is too large", apiError(413, { type: "error", error: { type: "request_too_large" } }), "tooLarge"],
    ["a wrong key", apiError(401, { type: "error", error: { type: "authentication_error" } }), "auth"],
    ["an error in a stream, without a status", Object.assign(new Error("x"), { error: { type: "error", error: { type: "overloaded_error" } } }), "overloaded"],
    ["OpenAI's quota", apiError(429, { code: "insufficient_quota" }, { code: "insufficient_quota" }), "rateLimited"],
    ["a refused request", apiError(400, { type: "error", error: { type: "invalid_request_error" } }), "other"],
    ["no connection", Object.assign(new TypeError("fetch failed"), { code: "ECONNREFUSED" }), "network"],
    ["an abort of the client's own", new DOMException("aborted", "AbortError"), "aborted"],
    ["a status under another name", Object.assign(new Error("busy"), { statusCode: 503 }), "overloaded"],
    ["a thrown string", "boom", "network"],
    ["nothing", undefined, "network"],
    ["something whose members throw", new Proxy({}, { get: () => { throw new Error("no"); } }), "other"],
  ])("by %s says which kind it is", async (_, thrown, kind) => {
    const call = deferred<never>();
    call.reject(thrown);
    const client = { messages: { create: () => call.promise } };
    const error = await failure(runAgent("go", [], {}, agent([], { client })));
    expect(error).toMatchObject({ code: "CALL_FAILED", kind, outcome: { type: "callFailed", kind } });
  });

  test("that is known to mean too long compacts once and is made again", async () => {
    const heard = notices();
    const long = apiError(400, {}, { code: "context_length_exceeded" });
    const options = agent([wants([use("tool")]), long, says("so far"), says("done")], { policy: policy({ window: 100_000, guards: { minGain: null } }), onNotice: heard.onNotice });
    expect(await runAgent("go", [], impls, options)).toBe("done");
    expect(heard.of("compactionStarted")).toMatchObject([{ cause: "overflow" }]);
  });

  test.each([429, 500, 529])("with status %d never compacts, whatever it says", async (status) => {
    const error = apiError(status, {}, { message: "prompt is too long" });
    const options = agent([wants([use("tool")]), error], { policy: policy.production(100_000) });
    expect(await failure(runAgent("go", [], impls, options))).toMatchObject({ code: "CALL_FAILED" });
    expect(options.client.requests).toHaveLength(2);
  });
});

describe("a compaction", () => {
  test("that fails does not end the run while the next request fits", async () => {
    const heard = notices();
    const once = { ...tight, guards: { ...tight.guards, summaryAttempts: 1 } };
    const options = agent([full(), says(" "), says("done")], { policy: once, onNotice: heard.onNotice });
    expect(await runAgent("go", [], impls, options)).toBe("done");
    expect(heard.of("compactionFailed")).toMatchObject([{ cause: "threshold", fault: { type: "blank" } }]);
  });

  test("by the provider sends its parameter and header, and puts its block first", async () => {
    const seen: unknown[] = [];
    const block = { type: "compaction", content: "opaque", encrypted_content: "x", signature: "s" };
    const replies = [full(), { content: [block], stop_reason: "compaction", usage: { input_tokens: 80, output_tokens: 20 } }, says("done", [20, 5])];
    const client = stubClient(replies);
    const create: typeof client.messages.create = (request, options) => (seen.push(options?.headers), client.messages.create(request, options));
    const by = { ...tight, strategy: { type: "provider", rounds: 0 } as const };
    const tools = [{ name: "tool", input_schema: { type: "object" } }];
    expect(await runAgent("go", tools, impls, agent([], { client: { messages: { create } }, policy: by, system: "Be brief." }))).toBe("done");
    expect(client.requests[1]).toMatchObject({ compaction: { type: "summarize" }, system: "Be brief.", tools, max_tokens: by.summaryLimit });
    expect(client.requests[1]?.messages).toHaveLength(3);
    expect(client.requests[2]?.messages[0]).toEqual({ role: "assistant", content: [block] });
    expect(client.requests[2]).not.toHaveProperty("compaction");
    expect(seen).toEqual(Array(3).fill({ "anthropic-beta": "compact-2026-09-04" }));
    const wrong = failure(runAgent("go", [], {}, agent([], { policy: by, dialect: "openAiChat" })));
    expect(await wrong).toMatchObject({ code: "BAD_CONFIG", path: "policy.strategy" });
  });

  test("that elides results makes no call of its own", async () => {
    const eliding = policy({ window: 1000, ratio: 0.2, strategy: { type: "elideResults", keep: 0 }, guards: { feasibility: false } });
    const heard = notices();
    const options = agent([wants([use("tool")], [20, 10]), says("done")], { policy: eliding, onNotice: heard.onNotice });
    expect(await runAgent("go", [], { tool: () => "x".repeat(1000) }, options)).toBe("done");
    expect(heard.of("resultsElided")).toHaveLength(1);
    expect(JSON.stringify(options.client.requests[1])).not.toContain("xxx");
  });
});

describe("edit_notes", () => {
  const edit = (input: object) => wants([use("edit_notes", input)]);

  test("changes one section, and is there only where it is asked for", async () => {
    const notes = memoryNotes("## A\n- a\n\n## B\n- b\n");
    const options = agent(
      [edit({ action: "append", section: "A", content: "- c" }), edit({ action: "drop", section: "B" }), says("done")],
      { notes, editNotes: true, policy: policy.production(100_000) },
    );
    await runAgent("go", [], {}, options);
    expect(notes.read().content).toBe("## A\n- a\n- c\n\n");
    expect(options.client.requests[0]?.tools).toMatchObject([{ name: "update_notes" }, { name: "edit_notes" }]);
    const without = agent([says("done")], { notes });
    await runAgent("go", [], {}, without);
    expect(without.client.requests[0]?.tools).toHaveLength(1);
  });

  test("merges over what someone else wrote meanwhile", async () => {
    const memory = memoryNotes("## A\n- a\n");
    let isFirst = true;
    const notes = {
      read: () => memory.read(),
      write: (content: string, ifVersion?: string) => {
        if (isFirst) memory.write("## A\n- a\n\n## Theirs\n- t\n");
        isFirst = false;
        return memory.write(content, ifVersion);
      },
    };
    const options = agent([edit({ action: "append", section: "A", content: "- mine" }), says("done")], { notes, editNotes: true, policy: policy.production(100_000) });
    await runAgent("go", [], {}, options);
    expect(memory.read().content).toBe("## A\n- a\n- mine\n\n## Theirs\n- t\n");
  });

  test("needs notes, and a saved session keeps it", async () => {
    expect(await failure(runAgent("go", [], {}, agent([], { editNotes: true })))).toMatchObject({ code: "BAD_CONFIG", path: "editNotes" });
    using first = session(agent([says("one")], { notes: memoryNotes(), editNotes: true }));
    await first.send("go");
    const options = agent([says("two")], { notes: memoryNotes() });
    using second = session({ ...options, snapshot: first.snapshot() });
    await second.send("on");
    expect(options.client.requests[0]?.tools).toMatchObject([{ name: "update_notes" }, { name: "edit_notes" }]);
    expect(() => session({ ...options, editNotes: false, snapshot: first.snapshot() })).toThrow("saved with edit_notes");
  });

  test("speaks the other dialect", async () => {
    const chat = { choices: [{ finish_reason: "stop", message: { role: "assistant", content: "hi" } }], usage: { prompt_tokens: 1, completion_tokens: 1 } };
    const options = agent([chat], { notes: memoryNotes(), editNotes: true, dialect: "openAiChat" });
    await runAgent("go", [], {}, options);
    expect(options.client.requests[0]?.tools?.[1]).toMatchObject({ type: "function", function: { name: "edit_notes", parameters: { type: "object" } } });
  });
});
