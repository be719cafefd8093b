import { describe, expect, test, vi } from "vitest";

import { SecondwindError, memoryNotes, policy, runAgent, session, stubClient } from "../dist/index.js";
import { agent, deferred, defined, failure, model, notices, reply, says, settle, thrown, use, wants } from "./replies.test-util.js";

const small = policy.lesson(20, 0.5);

describe("a client that throws", () => {
  test("is CALL_FAILED with the cause, and the history is as it was before the call", async () => {
    const cause = new Error("overloaded");
    const error = await failure(runAgent("go", [], {}, agent([cause])));
    expect(error).toMatchObject({ code: "CALL_FAILED", cause, kind: "network", outcome: { type: "callFailed" } });
    expect(error.message).toBe("the model call failed: overloaded");
    expect(error.messages).toEqual([{ role: "user", content: "go" }]);
  });

  test("at once, without a promise, is no different", async () => {
    const client = {
      messages: {
        create: () => {
          throw new TypeError("no network");
        },
      },
    };
    expect(await failure(runAgent("go", [], {}, agent([], { client })))).toMatchObject({ code: "CALL_FAILED" });
  });

  test("in the summary call leaves the history alone", async () => {
    const replies = [wants([use("tool")], [8, 8]), new Error("down")];
    const error = await failure(runAgent("go", [], { tool: () => "ok" }, agent(replies, { policy: small })));
    expect(error).toMatchObject({ code: "COMPACTION_FAILED", kind: "network", outcome: { fault: { type: "callFailed", message: "down" } } });
    expect(error.cause).toMatchObject({ message: "down" });
    expect(error.messages).toHaveLength(3);
  });

  test("leaves a session that takes the next message", async () => {
    const run = session(agent([new Error("once"), says("there you go")]));
    await failure(run.send("go"));
    expect(await run.send("again")).toBe("there you go");
    expect(run.messages).toHaveLength(3);
    run.free();
  });

  test("never has its key in the message", async () => {
    const secrets = ["plain-secret-value", "sk-ant-api03-abcdefgh"];
    const text = `401 for plain-secret-value; authorization: Bearer sk-ant-api03-abcdefgh; {"x-api-key":"tok3n"}; api_key=tok3n`;
    const client = { apiKey: secrets[0], messages: { create: () => Promise.reject(new Error(text)) } };
    const error = await failure(runAgent("go", [], {}, agent([], { client })));
    for (const secret of [...secrets, "tok3n"]) expect(JSON.stringify([error.message, error.outcome])).not.toContain(secret);
    expect(error.message).toContain("401 for");
  });
});

describe("garbage for a reply", () => {
  test.each([
    undefined, null, 42, "text", [], {}, { content: [] }, { content: "x", stop_reason: "end_turn" },
    { content: [], stop_reason: "tool_use" }, { content: [{ type: "tool_use" }], stop_reason: "tool_use" },
  ])("%j is BAD_REPLY, and the history is as it was", async (garbage) => {
    const client = { messages: { create: () => Promise.resolve(garbage) } };
    const run = session(agent([], { client }));
    const error = await failure(run.send("go"));
    expect(error).toMatchObject({ code: "BAD_REPLY", path: "event.reply", outcome: { type: "callFailed" } });
    expect(run.messages).toEqual([{ role: "user", content: "go" }]);
    expect(run.meters.spend.tokens).toBe(0);
    run.free();
  });

  test.each([null, undefined])("%s is named", async (nothing) => {
    const client = { messages: { create: () => nothing } };
    const error = await failure(runAgent("go", [], {}, agent([], { client })));
    expect(error.message).toBe(`the model call brought nothing usable: the client returned ${String(nothing)}`);
  });

  test("in the place of a summary leaves the history alone", async () => {
    const full = wants([use("tool")], [8, 8]);
    const replies = [full, null];
    const client = { messages: { create: () => replies.shift() } };
    const error = await failure(runAgent("go", [], { tool: () => "ok" }, agent([], { client, policy: small })));
    expect(error).toMatchObject({ code: "COMPACTION_FAILED", kind: "other", cause: { code: "BAD_REPLY" } });
    expect(error.messages).toHaveLength(3);
  });

  test("after good rounds keeps what they brought", async () => {
    const client = stubClient([wants([use("tool")]), { nonsense: true }]);
    const error = await failure(runAgent("go", [], { tool: () => "ok" }, agent([], { client })));
    expect(error.code).toBe("BAD_REPLY");
    expect(error.messages).toHaveLength(3);
  });
});

describe("a stub", () => {
  test("that runs dry names the call", async () => {
    const error = await failure(runAgent("go", [], { tool: () => "" }, agent([wants([use("tool")])])));
    expect(error.code).toBe("CALL_FAILED");
    expect(error.cause).toBeInstanceOf(SecondwindError);
    expect(error.cause).toMatchObject({ code: "STUB_EXHAUSTED", message: "the stub holds 1 reply, and this is call 2" });
  });

  test("answers by function, throws errors, and records requests as copies", async () => {
    const client = stubClient([({ model }, call) => says(`${model} ${call}`), () => new Error("no")]);
    const request = { model, max_tokens: 1, messages: [{ role: "user", content: "a" }] };
    expect(await client.messages.create(request)).toEqual(says("stub 1"));
    request.messages.push({ role: "user", content: "b" });
    expect(client.requests[0]?.messages).toHaveLength(1);
    await expect(client.messages.create(request)).rejects.toThrow("no");
  });
});

describe("input", () => {
  test.each(["", " \n\t"])("that is blank (%j) is refused before any call", async (blank) => {
    const options = agent([says("done")]);
    expect(await failure(runAgent(blank, [], {}, options))).toMatchObject({ code: "BLANK_MESSAGE" });
    expect(options.client.requests).toHaveLength(0);
  });

  test("of the wrong kind is named", async () => {
    const run = (options: object) => failure(runAgent("go", [], {}, options as never));
    expect(await run({ ...agent([]), client: undefined })).toMatchObject({ code: "BAD_INPUT", path: "client" });
    expect(await run({ ...agent([]), client: { messages: {} } })).toMatchObject({ code: "BAD_INPUT", path: "client" });
    expect(await run({ ...agent([]), policy: undefined })).toMatchObject({ code: "BAD_CONFIG" });
    expect(await failure(runAgent("go", "tools" as never, {}, agent([])))).toMatchObject({ code: "BAD_INPUT", path: "tools" });
    expect(await failure(runAgent(5 as never, [], {}, agent([])))).toMatchObject({ code: "BAD_INPUT", path: "content" });
    expect(await failure(runAgent([{ type: "text", text: " " }], [], {}, agent([])))).toMatchObject({ code: "BLANK_MESSAGE" });
  });
});

describe("aborting", () => {
  test("during a call reaches the client and rejects at once", async () => {
    const control = new AbortController();
    let heard: AbortSignal | undefined;
    const never = { messages: { create: (_: unknown, options?: { signal?: AbortSignal }) => ((heard = options?.signal), new Promise(() => undefined)) } };
    const running = failure(runAgent("go", [], {}, agent([], { client: never, signal: control.signal })));
    await settle();
    control.abort(new Error("enough"));
    const error = await running;
    expect(error).toMatchObject({ code: "ABORTED", outcome: { type: "aborted" }, cause: { message: "enough" } });
    expect(heard?.aborted).toBe(true);
  });

  test("during a tool answers the open call and keeps what came before", async () => {
    const hanging = deferred<string>();
    let heard: AbortSignal | undefined;
    const impls = { quick: () => "ok", slow: (_: unknown, { signal }: { signal: AbortSignal }) => ((heard = signal), hanging.promise) };
    const replies: (() => object)[] = [() => wants([use("quick", {}, "a"), use("slow", {}, "b")])];
    const client = { messages: { create: () => replies.shift()?.() } };
    const run = session({ ...agent([], { client }), tools: defined(impls), toolImpls: impls });
    const running = failure(run.send("go"));
    await settle();
    run.abort();
    expect((await running).code).toBe("ABORTED");
    expect(heard?.aborted).toBe(true);
    expect(run.messages.at(-1)).toMatchObject({
      role: "user",
      content: [{ tool_use_id: "a", content: "ok" }, { tool_use_id: "b", is_error: true }],
    });
    const answer = deferred<object>();
    replies.push(() => answer.promise);
    const next = run.send("go on");
    hanging.resolve("too late");
    await settle();
    answer.resolve(says("fine"));
    expect(await next).toBe("fine");
    run.free();
  });

  test("during a summary leaves the history alone", async () => {
    const run = session({
      ...agent([wants([use("tool")], [8, 8]), () => new Promise(() => undefined)], { policy: small }),
      toolImpls: { tool: () => "ok" },
    });
    const running = failure(run.send("go"));
    await settle();
    run.abort("stop");
    expect(await running).toMatchObject({ code: "ABORTED", cause: "stop" });
    expect(run.messages).toHaveLength(3);
    run.free();
  });

  test("before the start makes no call", async () => {
    const options = agent([says("done")], { signal: AbortSignal.abort("never") });
    expect(await failure(runAgent("go", [], {}, options))).toMatchObject({ code: "ABORTED", cause: "never" });
    expect(options.client.requests).toHaveLength(0);
  });

  test("when nothing is under way does nothing", async () => {
    const run = session(agent([says("done")]));
    run.abort();
    expect(await run.send("go")).toBe("done");
    run.abort();
    run.free();
  });

  test("leaves no listener on the signal", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await runAgent("go", [], {}, agent([says("done")], { signal }));
    const listener: unknown = expect.any(Function);
    expect(added.mock.calls).toEqual([["abort", listener]]);
    expect(removed.mock.calls).toEqual(added.mock.calls);
    expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1]);
    await failure(runAgent("go", [], {}, agent([new Error("down")], { signal })));
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed).toHaveBeenCalledTimes(2);
  });

  test("in the first of two tools does not start the second", async () => {
    const second = vi.fn();
    const run = session({
      ...agent([wants([use("first", {}, "a"), use("second", {}, "b")])]),
      toolImpls: { first: () => run.abort("enough"), second },
    });
    expect(await failure(run.send("go"))).toMatchObject({ code: "ABORTED", cause: "enough" });
    expect(second).not.toHaveBeenCalled();
    expect(run.messages.at(-1)).toMatchObject({ content: [{ tool_use_id: "a", is_error: true }, { tool_use_id: "b", is_error: true }] });
    run.free();
  });

  test("from a callback ends the run after the effects at hand", async () => {
    const run = session({
      ...agent([wants([use("tool")]), says("done")]),
      toolImpls: { tool: () => "ok" },
      onNotice: () => run.abort("seen enough"),
    });
    expect(await failure(run.send("go"))).toMatchObject({ code: "ABORTED", cause: "seen enough" });
    expect(run.messages).toHaveLength(3);
    run.free();
  });
});

describe("freeing a session", () => {
  test("in a callback aborts the work, then frees", async () => {
    const client = stubClient([wants([use("tool")]), says("never")]);
    const tool = vi.fn();
    const run = session({ ...agent([], { client }), toolImpls: { tool }, onNotice: () => run.free() });
    const error = await failure(run.send("go"));
    expect(error).toMatchObject({ code: "ABORTED", outcome: { type: "aborted" } });
    expect(error.messages).toHaveLength(3);
    expect(tool).not.toHaveBeenCalled();
    expect(client.requests).toHaveLength(1);
    expect(thrown(() => run.meters)).toMatchObject({ code: "USE_AFTER_FREE" });
    expect(await failure(run.send("again"))).toMatchObject({ code: "USE_AFTER_FREE" });
    run.free();
  });

  test("in the callback of the last reply does not take its answer away", async () => {
    const run = session(agent([says("done")], { onNotice: () => run.free() }));
    expect(await run.send("go")).toBe("done");
    expect(thrown(() => run.meters)).toMatchObject({ code: "USE_AFTER_FREE" });
  });

  test("in a tool, in the client or at a compaction is no different", async () => {
    const inTool = session({ ...agent([wants([use("tool")])]), toolImpls: { tool: () => inTool.free() } });
    expect(await failure(inTool.send("go"))).toMatchObject({ code: "ABORTED" });
    const client = { messages: { create: () => (inClient.free(), says("late")) } };
    const inClient = session(agent([], { client }));
    expect(await failure(inClient.send("go"))).toMatchObject({ code: "ABORTED" });
    const replies = [wants([use("tool")], [8, 8]), says("sum")];
    const atCompaction = session({ ...agent(replies, { policy: small, onCompact: () => atCompaction.free() }), toolImpls: { tool: () => "" } });
    expect(await failure(atCompaction.send("go"))).toMatchObject({ code: "ABORTED" });
    expect(atCompaction.messages).toHaveLength(1);
    for (const run of [inTool, inClient, atCompaction]) expect(thrown(() => run.totals)).toMatchObject({ code: "USE_AFTER_FREE" });
  });
});

describe("an error in a callback", () => {
  const boom = new Error("boom");

  test("rejects with that very error, and the session goes on from a consistent history", async () => {
    let calls = 0;
    const run = session({
      ...agent([wants([use("tool")]), says("fine")]),
      toolImpls: { tool: () => "ok" },
      onNotice: () => {
        if (calls++ === 0) throw boom;
      },
    });
    await expect(run.send("go")).rejects.toBe(boom);
    expect(run.messages.map((message) => (message as { role: string }).role)).toEqual(["user", "assistant", "user"]);
    expect(run.messages.at(-1)).toMatchObject({ content: [{ type: "tool_result", is_error: true }] });
    expect(await run.send("again")).toBe("fine");
    run.free();
  });

  test("at a compaction comes after the messages were replaced", async () => {
    const run = session({
      ...agent([wants([use("tool")], [8, 8]), says("sum")], { policy: small, notes: memoryNotes() }),
      toolImpls: { tool: () => "ok" },
      onCompact: () => {
        throw boom;
      },
    });
    await expect(run.send("go")).rejects.toBe(boom);
    expect(run.messages).toHaveLength(1);
    expect(run.snapshot()).toBeDefined();
    run.free();
  });

  test("at the last notice rejects although there is an answer", async () => {
    const onNotice = () => {
      throw boom;
    };
    await expect(runAgent("go", [], {}, agent([says("done")], { onNotice }))).rejects.toBe(boom);
  });

  test("out of a promise ends the run, too", async () => {
    const onNotice = () => Promise.reject(boom);
    const options = agent([wants([use("tool")]), () => new Promise(() => undefined)], { onNotice: onNotice });
    await expect(runAgent("go", [], { tool: () => "" }, options)).rejects.toBe(boom);
  });

  test("cannot change what the next one sees", async () => {
    const heard = notices();
    const onNotice = (notice: Parameters<typeof heard.onNotice>[0]) => {
      heard.onNotice(structuredClone(notice));
      for (const key of Object.keys(notice)) Reflect.deleteProperty(notice, key);
    };
    let ordinal: number | undefined;
    const replies = [wants([use("tool")], [8, 8]), says("sum"), reply([], "end_turn", [1, 1])];
    await runAgent("go", [], { tool: () => "" }, agent(replies, { policy: small, onNotice, onCompact: (told) => (ordinal = told.ordinal) }));
    expect(ordinal).toBe(1);
  });
});
