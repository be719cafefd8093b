import { describe, expect, onTestFinished, test } from "vitest";

import { memoryNotes, policy, runAgent, session, stubClient } from "../dist/index.js";
import { agent, deferred, defined, failure, model, notices, reply, says, use, wants } from "./replies.test-util.js";

const small = policy.lesson(20, 0.5);

describe("the loop", () => {
  test("runs the tools of a reply in parallel and answers them in call order", async () => {
    const started: string[] = [];
    const impls = {
      slow: async () => {
        started.push("slow");
        await new Promise((resolve) => setTimeout(resolve, 10));
        return "late";
      },
      fast: () => {
        started.push("fast");
        return "early";
      },
    };
    const options = agent([wants([use("slow", {}, "a"), use("fast", {}, "b")]), says("done")]);
    expect(await runAgent("go", defined(impls), impls, options)).toBe("done");
    expect(started).toEqual(["slow", "fast"]);
    expect(options.client.requests[1]?.messages.at(-1)).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "late" },
        { type: "tool_result", tool_use_id: "b", content: "early" },
      ],
    });
  });

  test("keeps what the provider returned as the very same objects", async () => {
    const content = [{ type: "thinking", thinking: "hm", signature: "s" }, { type: "text", text: "yes" }];
    const run = session(agent([reply(content, "end_turn", [1, 1])]));
    await run.send("go");
    expect(run.messages).toHaveLength(2);
    expect((run.messages[1] as { content: unknown }).content).toBe(content);
    run.free();
  });

  test("leaves tools and system out where there are none", async () => {
    const options = agent([says("done")]);
    await runAgent("go", [], {}, options);
    expect(options.client.requests).toEqual([
      { model, max_tokens: 1024, messages: [{ role: "user", content: "go" }] },
    ]);
  });

  test("refuses tools that a server would refuse before the first call", () => {
    const tool = (name: string) => ({ name, input_schema: { type: "object" } });
    const search = { type: "mcp_toolset", mcp_server_name: "docs" };
    const opened = (tools: unknown[]) => () => session({ ...agent([]), tools: tools as object[] }).free();
    expect(opened([tool("a"), tool("b"), search, search])).not.toThrow();
    expect(opened([tool("a"), tool("b"), tool("a")])).toThrow(
      expect.objectContaining({ code: "BAD_CONFIG", path: "tools[2]", message: 'two tools have the name "a", which servers refuse' }),
    );
    expect(opened([null])).toThrow(expect.objectContaining({ code: "BAD_CONFIG", path: "tools[0]" }));
  });

  test("refuses a message that holds tool blocks, and goes on", async () => {
    const run = session(agent([says("done")]));
    const result = [{ type: "tool_result", tool_use_id: "a", content: "seen" }];
    await expect(run.send(result)).rejects.toMatchObject({ code: "BAD_INPUT", path: "event.content" });
    expect(await run.send("go")).toBe("done");
    run.free();
  });

  test("says which message was not sent when the notes cannot be read", async () => {
    const notes = { read: () => Promise.reject(new Error("the disk is full")), write: () => ({ version: "1" }) };
    const run = session(agent([says("done")], { notes, policy: policy.production(100_000) }));
    await expect(run.send("go")).rejects.toMatchObject({ code: "NOTES_UNREAD", unsent: ["go"] });
    expect(run.messages).toEqual([]);
    run.free();
  });

  test("adds update_notes only where there are notes and no tool of that name", async () => {
    const own = { name: "update_notes", description: "mine", input_schema: { type: "object" } };
    const tools = async (given: object[], notes?: ReturnType<typeof memoryNotes>) => {
      const options = agent([says("done")], { notes });
      await runAgent("go", given, {}, options);
      return options.client.requests[0]?.tools;
    };
    expect(await tools([])).toBeUndefined();
    expect(await tools([], memoryNotes())).toMatchObject([{ name: "update_notes" }]);
    expect(await tools([own], memoryNotes())).toEqual([own]);
  });

  test("without notes, update_notes is a tool like any other", async () => {
    const options = agent([wants([use("update_notes", { content: "x" })]), says("done")]);
    let got: unknown;
    await runAgent("go", [], { update_notes: (input: unknown) => void (got = input) }, options);
    expect(got).toEqual({ content: "x" });
  });

  test("goes on with an estimate, marked as one, where usage is missing", async () => {
    const heard = notices();
    const { onNotice } = heard;
    await runAgent("go", [], {}, agent([{ content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" }], { onNotice }));
    expect(heard.of("counted")).toMatchObject([{ measure: "estimated", meters: { accumulated: { measure: "estimated" } } }]);
  });

  test("passes a signal on only where one was given", async () => {
    const seen: unknown[] = [];
    const client = { messages: { create: (...args: unknown[]) => (seen.push(args[1]), says("done")) } };
    await runAgent("go", [], {}, agent([], { client }));
    await runAgent("go", [], {}, agent([], { client, signal: new AbortController().signal }));
    expect(seen).toEqual([undefined, { signal: expect.any(AbortSignal) as unknown }]);
  });

  test("says what an answer is by the policy", async () => {
    const cut = () => agent([says("half", [1, 1], "max_tokens")]);
    expect(await runAgent("go", [], {}, cut())).toBe("half");
    const error = await failure(runAgent("go", [], {}, { ...cut(), policy: policy.production(100_000) }));
    expect(error).toMatchObject({ code: "STOPPED", stop: "max_tokens", outcome: { type: "stopped", text: "half" } });
    expect(error.messages).toHaveLength(2);
  });

  test("speaks the other dialect with a client of that shape", async () => {
    const requests: object[] = [];
    const replies = [
      {
        choices: [{
          finish_reason: "tool_calls",
          message: {
            role: "assistant", content: null,
            tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } }],
          },
        }],
        usage: { prompt_tokens: 9, completion_tokens: 3 },
      },
      { choices: [{ finish_reason: "stop", message: { role: "assistant", content: "2" } }], usage: { prompt_tokens: 20, completion_tokens: 1 } },
    ];
    const create = (request: object) => {
      requests.push(structuredClone(request));
      return Promise.resolve(replies[requests.length - 1]);
    };
    const answer = await runAgent("go", [], { add: ({ a }: { a: number }) => ({ sum: a + 1 }) }, {
      client: { chat: { completions: { create } } }, model, policy: policy.production(100_000),
      dialect: "openAiChat", system: "Add.", notes: memoryNotes(),
    });
    expect(answer).toBe("2");
    expect(requests[0]).toMatchObject({
      max_completion_tokens: 1024,
      messages: [{ role: "system", content: "Add." }, { role: "user", content: "go" }],
      tools: [{ type: "function", function: { name: "update_notes" } }],
    });
    expect(requests[1]).toMatchObject({ messages: [{}, {}, {}, { role: "tool", tool_call_id: "c1", content: '{"sum":2}' }] });
  });
});

describe("the limit of a reply", () => {
  const chat = (content: string, usage: [number, number] = [1, 1]) => ({
    choices: [{ finish_reason: "stop", message: { role: "assistant", content } }],
    usage: { prompt_tokens: usage[0], completion_tokens: usage[1] },
  });
  const asks = {
    choices: [{
      finish_reason: "tool_calls",
      message: { role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: { name: "tool", arguments: "{}" } }] },
    }],
    usage: { prompt_tokens: 8, completion_tokens: 8 },
  };
  /** Compacts early in a window that has room for whole limits. */
  const early = policy.lesson(100_000, 0.0001);
  const limits = (client: { requests: readonly object[] }) =>
    client.requests.map((request) => Object.entries(request).filter(([key]) => key.startsWith("max_")));

  test.each([undefined, "max_completion_tokens", "max_tokens"] as const)("goes by the name that an OpenAI server takes (%s)", async (field) => {
    const options = agent([asks, chat("summed up"), chat("done")], { dialect: "openAiChat", policy: early, maxTokensField: field });
    await runAgent("go", [], { tool: () => "ok" }, options);
    const name = field ?? "max_completion_tokens";
    expect(limits(options.client)).toEqual([[[name, 1024]], [[name, 2000]], [[name, 1024]]]);
  });

  test("has one name in the other dialect", async () => {
    const options = agent([wants([use("tool")], [8, 8]), says("summed up"), says("done")], { policy: early, maxTokensField: "max_tokens" });
    await runAgent("go", [], { tool: () => "ok" }, options);
    expect(limits(options.client)).toEqual([[["max_tokens", 1024]], [["max_tokens", 2000]], [["max_tokens", 1024]]]);
    const wrong = agent([], { maxTokensField: "max_completion_tokens" });
    expect(await failure(runAgent("go", [], {}, wrong))).toMatchObject({ code: "BAD_INPUT", path: "maxTokensField" });
    const unknown = agent([], { dialect: "openAiChat", maxTokensField: "maxTokens" as never });
    expect(await failure(runAgent("go", [], {}, unknown))).toMatchObject({ code: "BAD_INPUT", path: "maxTokensField" });
  });
});

describe("the texts for the model", () => {
  test("are the app's where it gives them, and English where it does not", async () => {
    const prompts = { summaryInstruction: "요약하세요.", notesHeading: "노트:", notesEmpty: "(없음)" };
    const options = agent([wants([use("tool")], [8, 8]), says("요약"), says("done")], { policy: small, prompts });
    await runAgent("go", [], { tool: () => "" }, options);
    const [, summary, restart] = options.client.requests.map(({ messages }) => (messages[0] as { content: string }).content);
    expect(summary).toMatch(/^요약하세요\.\n/);
    expect(restart).toBe("Handover summary:\n\n요약\n\n노트:\n\n(없음)");
  });

  test("that there are not are refused", async () => {
    const error = await failure(runAgent("go", [], {}, agent([], { prompts: { notesEmpty: 5 as never } })));
    expect(error.code).toBe("BAD_CONFIG");
  });
});

describe("a tool", () => {
  /** The result block that the model got for one call of `tool`. */
  async function result(tool: unknown, input: unknown = {}): Promise<{ content: unknown; is_error?: boolean }> {
    const options = agent([wants([use("tool", input)]), says("done")]);
    await runAgent("go", [], tool === undefined ? {} : { tool: tool as () => unknown }, options);
    const { content } = options.client.requests[1]?.messages.at(-1) as { content: [{ content: unknown; is_error?: boolean }] };
    return content[0];
  }

  test("that throws is an error result with its message", async () => {
    const broken = () => {
      throw new Error("disk is full");
    };
    expect(await result(broken)).toMatchObject({ content: "disk is full", is_error: true });
    expect(await result(() => Promise.reject(new Error("later")))).toMatchObject({ content: "later", is_error: true });
    expect(await result(() => Promise.reject(new Error("")))).toMatchObject({ content: "Error", is_error: true });
  });

  test("that there is not is an error result that lists those there are", async () => {
    expect(await result(undefined)).toMatchObject({ content: 'there is no tool "tool"; there are none', is_error: true });
    const options = agent([wants([use("toString")]), says("done")]);
    await runAgent("go", [], { other: () => 1 }, options);
    expect(JSON.stringify(options.client.requests[1])).toContain("there are: other");
  });

  test("returns strings and content blocks as they are, and the rest as JSON", async () => {
    const block = { type: "text", text: "seen" };
    const cases: [unknown, unknown][] = [
      ["plain", "plain"], ["", ""], [undefined, ""], [null, "null"], [5, "5"], [{ a: [1] }, '{"a":[1]}'],
      [[block], [block]], [[], "[]"], [["a"], '["a"]'], [() => 1, ""],
    ];
    for (const [given, expected] of cases) expect((await result(() => given)).content).toEqual(expected);
  });

  test.each(["its own method", "none"])("returns well-formed text, in a host that has %s for it", async (host) => {
    const own = Object.getOwnPropertyDescriptor(String.prototype, "toWellFormed") ?? {};
    onTestFinished(() => void Object.defineProperty(String.prototype, "toWellFormed", own));
    if (host === "none") Reflect.deleteProperty(String.prototype, "toWellFormed");
    const bytes = new Uint8Array([1]);
    const cases: [unknown, unknown][] = [
      ["cut \ud83d", "cut \ufffd"], ["\udc00\ud800", "\ufffd\ufffd"], ["whole \u{1f600}", "whole \u{1f600}"],
      [
        [{ type: "text", text: "a\ud800b" }, { type: "document", source: { type: "content", content: [{ type: "text", text: "\udfff" }], bytes } }],
        [{ type: "text", text: "a\ufffdb" }, { type: "document", source: { type: "content", content: [{ type: "text", text: "\ufffd" }], bytes } }],
      ],
      [{ name: "\ud800" }, '{"name":"\\ud800"}'],
    ];
    for (const [given, expected] of cases) expect((await result(() => given)).content).toEqual(expected);
    const broken = () => {
      throw new Error("no file \ud83d");
    };
    expect(await result(broken)).toMatchObject({ content: "no file \ufffd", is_error: true });
  });

  test("that throws something odd is an error result with some text", async () => {
    const throwing = (thrown: unknown) =>
      result(() => {
        const broken = deferred();
        broken.reject(thrown);
        return broken.promise;
      });
    expect(await throwing("")).toMatchObject({ content: "the tool failed without a message", is_error: true });
    expect(await throwing(undefined)).toMatchObject({ content: "undefined", is_error: true });
    expect(await throwing(Object.create(null))).toMatchObject({ content: "a value that cannot be printed", is_error: true });
    expect(await throwing(Object.assign(new Error(), { message: 5 }))).toMatchObject({ content: "5", is_error: true });
  });

  test("whose result cannot be written down is an error result", async () => {
    const ring: { self?: unknown } = {};
    ring.self = ring;
    expect(await result(() => ring)).toMatchObject({ is_error: true });
    expect(await result(() => 1n)).toMatchObject({ is_error: true });
  });

  test("gets a copy of its input and cannot edit history by accident", async () => {
    const input = { list: [1] };
    const options = agent([wants([use("tool", input)]), says("done")]);
    const tool = (given: { list: number[] }) => void given.list.push(2);
    await runAgent("go", [], { tool }, options);
    expect(input).toEqual({ list: [1] });
  });
});

describe("notes", () => {
  const guarded = policy.production(100_000);

  test("are overwritten by the model and read back at the restart", async () => {
    const notes = memoryNotes();
    const options = agent(
      [wants([use("update_notes", { content: "# decided" })], [8, 8]), says("summed up"), says("done")],
      { notes, policy: small },
    );
    await runAgent("go", [], {}, options);
    expect(notes.read().content).toBe("# decided");
    expect((options.client.requests[2]?.messages[0] as { content: string }).content).toContain("# decided");
  });

  test("written twice in one reply keep the later text, however long each write takes", async () => {
    const memory = memoryNotes();
    let delay = 20;
    const notes = {
      read: () => memory.read(),
      write: async (content: string, ifVersion?: string) => {
        await new Promise((resolve) => setTimeout(resolve, (delay -= 10)));
        return memory.write(content, ifVersion);
      },
    };
    const writes = [use("update_notes", { content: "1" }), use("update_notes", { content: "2" })];
    await runAgent("go", [], {}, agent([wants(writes), says("done")], { notes }));
    expect(memory.read().content).toBe("2");
  });

  test("changed by someone else are not overwritten, and the model reads them", async () => {
    const notes = memoryNotes();
    const options = agent([
      wants([use("update_notes", { content: "mine" })]),
      () => (notes.write("theirs"), wants([use("update_notes", { content: "mine again" })])),
      wants([use("update_notes", { content: "theirs and mine" })]),
      says("done"),
    ], { notes, policy: guarded });
    await runAgent("go", [], {}, options);
    expect(JSON.stringify(options.client.requests[2]?.messages.at(-1))).toMatch(/"content":"Not saved.*theirs.*"is_error":true/);
    expect(notes.read().content).toBe("theirs and mine");
  });

  test("that cannot be written are a tool error, and the run goes on", async () => {
    const notes = { ...memoryNotes(), write: () => Promise.reject(new Error("read-only")) };
    const options = agent([wants([use("update_notes", { content: "x" })]), says("done")], { notes });
    expect(await runAgent("go", [], {}, options)).toBe("done");
    expect(JSON.stringify(options.client.requests[1])).toContain("read-only");
  });

  test("that cannot be read at the restart end the run and leave the history as it is", async () => {
    const broken = new Error("gone");
    const notes = { ...memoryNotes(), read: () => Promise.reject(broken) };
    const options = agent([wants([use("tool")], [8, 8]), says("summed up")], { notes, policy: small });
    const error = await failure(runAgent("go", [], { tool: () => "" }, options));
    expect(error).toMatchObject({ code: "COMPACTION_FAILED", cause: broken, outcome: { fault: { type: "notesUnread", message: "gone" } } });
    expect(error.messages).toHaveLength(3);
    const atStart = await failure(runAgent("go", [], {}, agent([], { notes, policy: guarded })));
    expect(atStart).toMatchObject({ code: "NOTES_UNREAD", cause: broken, outcome: { type: "notesUnread" } });
    expect(atStart.messages).toHaveLength(0);
  });
});

describe("a summary", () => {
  test.each([
    ["blank", says(" ")],
    ["cut off", says("half", [1, 1], "max_tokens")],
    ["asking for tools", wants([use("tool")])],
  ])("that is %s never replaces the history", async (_, summary) => {
    const first = wants([use("tool")], [8, 8]);
    const error = await failure(runAgent("go", [], { tool: () => "ok" }, agent([first, summary], { policy: small })));
    expect(error).toMatchObject({ code: "COMPACTION_FAILED", outcome: { type: "compactionFailed" } });
    expect(error.messages).toHaveLength(3);
  });

  test("takes the place of everything before it, as often as the window fills up", async () => {
    const heard = notices();
    const full = () => wants([use("tool")], [8, 8]);
    const replies = [full(), says("one"), full(), says("two"), says("done", [1, 1])];
    const client = stubClient(replies);
    const run = session({ ...agent([]), client, policy: small, toolImpls: { tool: () => "ok" }, onNotice: heard.onNotice });
    expect(await run.send("go")).toBe("done");
    expect(heard.of("compacted").map(({ ordinal, call, summary }) => [ordinal, call, summary])).toEqual([
      [1, 2, "one"], [2, 4, "two"],
    ]);
    expect(run.messages).toHaveLength(2);
    expect(run.totals).toEqual({ calls: 5, compactionCalls: 2, compactions: 2 });
    run.free();
  });
});
