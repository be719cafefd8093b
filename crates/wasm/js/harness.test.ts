import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, describe, expect, test, vi } from "vitest";

import { Player, type ScenarioSource, type SourceFile } from "../dist/course.js";
import {
  type ContextEvent, Harness, SecondwindError, type SessionOptions, type Snapshot, memoryNotes, policy, session,
} from "../dist/index.js";
import { agent, failure, says, settle, thrown, use, wants } from "./replies.test-util.js";

// The build strips what is internal from the types.
const { core } = (await import("../dist/core.js")) as unknown as typeof import("./core.js");

const config = { policy: policy.lesson(2000, 0.7) };
const course = new URL("../../../course/lesson-6/scenarios/", import.meta.url);

/** A harness that waits for a tool. */
function busy(): Harness {
  const harness = new Harness(config);
  harness.apply(0, { type: "submitted", content: "go" });
  harness.apply(1, { type: "replied", request: 1, reply: wants([use("tool", { deep: ["é", 1.5, null] }, "a")]) });
  return harness;
}

describe("a harness", () => {
  test("returns effects for events, and holds the objects that came in", () => {
    const harness = new Harness(config);
    const content = [{ type: "text", text: "hi" }];
    expect(harness.apply(0, { type: "submitted", content: "go" })).toMatchObject([
      { type: "append", id: 1, kind: "task" },
      { type: "callModel", request: 1, call: 1, purpose: "main", messages: null },
    ]);
    expect(harness.isIdle).toBe(false);
    const usage = { input_tokens: 7, output_tokens: 2 };
    const effects = harness.apply(1, { type: "replied", request: 1, reply: { content, stop_reason: "end_turn", usage } });
    expect(effects.at(-1)).toEqual({ type: "done", outcome: { type: "answered", text: "hi", stop: "end_turn" } });
    const appended = effects[0] as { message: { content: unknown } };
    expect(appended.message.content).toBe(content);
    expect(harness.messages()[1]).toBe(appended.message);
    expect(harness.meters.occupancy).toEqual({ tokens: 9, measure: "counted" });
    expect(harness.window().reduce((sum, { size }) => sum + size.tokens, 0)).toBe(9);
    expect(harness.totals).toEqual({ calls: 1, compactionCalls: 0, compactions: 0 });
    expect(harness.threshold).toBe(1400);
    harness.free();
  });

  test.each<[string, ContextEvent, string]>([
    ["unknown answer", { type: "replied", request: 9, reply: {} }, "UNKNOWN_REQUEST"],
    ["late answer", { type: "replied", request: 1, reply: {} }, "LATE_ANSWER"],
    ["wrong answer", { type: "notesRead", request: 2, content: null }, "WRONG_ANSWER"],
    ["message while busy", { type: "submitted", content: "more" }, "BUSY"],
    ["nonsense", { type: "nonsense" } as never, "BAD_EVENT"],
    ["event without a request", { type: "toolReturned" } as never, "BAD_EVENT"],
  ])("rejects an %s by code and stays as it was", (_, event, code) => {
    using harness = busy();
    const before = harness.snapshot();
    const error = thrown(() => harness.apply(2, event));
    expect(error.code).toBe(code);
    expect(error.name).toBe("SecondwindError");
    expect(harness.snapshot()).toEqual(before);
  });

  test("refuses to abort nothing", () => {
    using harness = new Harness(config);
    expect(thrown(() => harness.apply(0, { type: "aborted" }))).toMatchObject({ code: "IDLE" });
  });

  test("refuses what is no config or no snapshot", () => {
    expect(thrown(() => new Harness(undefined as never))).toMatchObject({ code: "BAD_CONFIG" });
    expect(thrown(() => new Harness({ policy: { ...config.policy, ratio: 2 } }))).toMatchObject({ code: "BAD_POLICY", path: "policy.ratio" });
    for (const bad of [undefined, null, 5, {}, { version: 99, harness: {} }]) {
      expect(thrown(() => Harness.restore(bad as never))).toMatchObject({ code: "BAD_SNAPSHOT" });
    }
  });
});

describe("a snapshot", () => {
  test("is plain JSON, shares nothing, and restores to an equal harness that goes on alike", () => {
    using harness = busy();
    const saved = harness.snapshot();
    expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
    using restored = Harness.restore(JSON.parse(JSON.stringify(saved)) as typeof saved);
    expect(restored.snapshot()).toEqual(saved);
    const event: ContextEvent = { type: "toolReturned", request: 2, content: "ok" };
    expect(restored.apply(5, event)).toEqual(harness.apply(5, event));
    expect(restored.snapshot()).toEqual(harness.snapshot());
    expect(saved).not.toEqual(harness.snapshot());
  });

  test("of a session goes on in another one", async () => {
    const first = session(agent([says("one")]));
    await first.send("go");
    const saved = first.snapshot();
    first.free();
    const options = agent([says("two")]);
    using second = session({ ...options, snapshot: saved });
    expect(await second.send("and on")).toBe("two");
    expect(options.client.requests[0]?.messages).toHaveLength(3);
    expect(second.totals.calls).toBe(2);
  });

  test("taken in the middle of a tool answers the open call once, and runs nothing", async () => {
    const first = session({ ...agent([wants([use("tool", {}, "a")])]), toolImpls: { tool: () => new Promise(() => undefined) } });
    const running = failure(first.send("go"));
    await settle();
    const saved = first.snapshot();
    first.free();
    expect((await running).code).toBe("ABORTED");

    const ran = vi.fn();
    const options = agent([says("two"), says("three")]);
    using second = session({ ...options, toolImpls: { tool: ran }, snapshot: saved });
    expect(second.messages.at(-1)).toMatchObject({ content: [{ tool_use_id: "a", is_error: true }] });
    using third = session({ ...agent([]), snapshot: second.snapshot() });
    expect(third.messages).toEqual(second.messages);
    expect(second.isIdle).toBe(false);
    expect(await failure(second.send("not yet"))).toMatchObject({ code: "BUSY", message: expect.stringContaining("resume()") as unknown });
    expect(options.client.requests).toHaveLength(0);
    expect(await second.resume()).toBe("two");
    expect(await second.resume()).toBeUndefined();
    expect(await second.send("and on")).toBe("three");
    expect(ran).not.toHaveBeenCalled();
  });

  test("of broken off work may also be ended, and the next message sent", async () => {
    const first = session({ ...agent([() => new Promise(() => undefined)]) });
    const running = failure(first.send("go"));
    await settle();
    const saved = first.snapshot();
    first.free();
    await running;
    using second = session({ ...agent([says("two")]), snapshot: saved });
    second.abort();
    expect(second.isIdle).toBe(true);
    expect(await second.send("and on")).toBe("two");
    expect(second.messages).toHaveLength(3);
  });
});

describe("a saved session", () => {
  const chat = (content: string) => ({
    choices: [{ finish_reason: "stop", message: { role: "assistant", content } }], usage: { prompt_tokens: 9, completion_tokens: 3 },
  });

  /** What a session leaves behind after one message. */
  async function saved(options: Partial<SessionOptions>, reply: object): Promise<Snapshot> {
    using run = session({ ...agent([reply]), ...options });
    await run.send("go");
    return run.snapshot();
  }

  test("goes on in its dialect and with its notes tool, which need not be said again", async () => {
    const snapshot = await saved({ dialect: "openAiChat", notes: memoryNotes() }, chat("one"));
    const write = { id: "c", type: "function", function: { name: "update_notes", arguments: '{"content":"# saved"}' } };
    const noting = {
      choices: [{ finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [write] } }],
      usage: { prompt_tokens: 20, completion_tokens: 3 },
    };
    const options = agent([noting, chat("two")], { notes: memoryNotes(), system: "Be brief." });
    using run = session({ ...options, snapshot });
    expect(await run.send("and on")).toBe("two");
    expect(options.notes?.read()).toMatchObject({ content: "# saved" });
    expect(options.client.requests[0]).toMatchObject({
      max_completion_tokens: 1024,
      messages: [{ role: "system", content: "Be brief." }, {}, {}, { role: "user", content: "and on" }],
      tools: [{ type: "function", function: { name: "update_notes" } }],
    });
    expect(options.client.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "c" });
  });

  test("takes the client of its own dialect", async () => {
    const snapshot = await saved({ dialect: "openAiChat" }, chat("one"));
    const create = vi.fn(() => chat("two"));
    const both = { chat: { completions: { create } }, messages: { create: () => expect.unreachable() } };
    using run = session({ ...agent([], { client: both }), snapshot });
    expect(await run.send("and on")).toBe("two");
    expect(create).toHaveBeenCalledTimes(1);
  });

  test("keeps a notes tool of another name", async () => {
    using harness = new Harness({ ...config, notesTool: "remember" });
    const options = agent([wants([use("remember", { content: "kept" })]), says("done")], { notes: memoryNotes() });
    using run = session({ ...options, snapshot: harness.snapshot() });
    await run.send("go");
    expect(options.client.requests[0]?.tools).toMatchObject([{ name: "remember" }]);
    expect(await options.notes?.read()).toMatchObject({ content: "kept" });
  });

  test("refuses options that contradict it, and takes those that agree", async () => {
    const plain = await saved({}, says("one"));
    const noted = await saved({ notes: memoryNotes() }, says("one"));
    const other = await saved({ dialect: "openAiChat" }, chat("one"));
    const faultOf = (snapshot: Snapshot, options: Partial<SessionOptions>) =>
      thrown(() => session({ ...agent([]), ...options, snapshot }));
    expect(faultOf(plain, { dialect: "openAiChat" })).toMatchObject({
      code: "BAD_CONFIG", path: "dialect", message: "the session was saved in the dialect anthropic, not openAiChat",
    });
    expect(faultOf(other, { dialect: "anthropic" })).toMatchObject({ code: "BAD_CONFIG", path: "dialect" });
    expect(faultOf(plain, { notes: memoryNotes() })).toMatchObject({ code: "BAD_CONFIG", path: "notes" });
    expect(faultOf(noted, {})).toMatchObject({ code: "BAD_CONFIG", path: "notes" });
    expect(faultOf({ version: 1, harness: { config: { dialect: "openAiChat" } } }, { dialect: "anthropic" })).toMatchObject({ code: "BAD_SNAPSHOT" });
    session({ ...agent([]), dialect: "anthropic", snapshot: plain }).free();
    session({ ...agent([]), dialect: "openAiChat", snapshot: other }).free();
    session({ ...agent([]), notes: memoryNotes(), snapshot: noted }).free();
  });
});

describe("a session", () => {
  test("takes one message after the other", async () => {
    const options = agent([says("one", [10, 5]), says("two", [30, 5])]);
    using run = session(options);
    expect(await run.send("first")).toBe("one");
    expect(await run.send("second")).toBe("two");
    expect(options.client.requests[1]?.messages).toHaveLength(3);
    expect(run.messages).toHaveLength(4);
    expect(run.meters.spend.tokens).toBe(50);
  });

  test("is busy while a message is worked on, and goes on undisturbed", async () => {
    using run = session(agent([says("one")]));
    const running = run.send("first");
    expect(await failure(run.send("second"))).toMatchObject({ code: "BUSY" });
    expect(await running).toBe("one");
  });

  test("gives out its messages as a list of its own", async () => {
    using run = session(agent([says("one")]));
    await run.send("first");
    (run.messages as unknown[]).length = 0;
    expect(run.messages).toHaveLength(2);
  });

  test("that was freed says so", async () => {
    const run = session(agent([says("one")]));
    run.free();
    run.free();
    expect(await failure(run.send("go"))).toMatchObject({ code: "USE_AFTER_FREE" });
  });
});

describe("after a trap", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Breaks the instance in use the way a panic does. */
  function breakCore(): void {
    vi.spyOn(core.get().api.RawHarness.prototype, "apply").mockImplementation(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    });
  }

  test("old handles are dead, new ones work, and the way out is named", () => {
    const harness = busy();
    const bystander = busy();
    const saved = harness.snapshot();
    breakCore();
    const error = thrown(() => harness.apply(2, { type: "aborted" }));
    expect(error).toMatchObject({ code: "CORE_TRAPPED", cause: { message: "unreachable" } });
    expect(error.message).toContain("restore a harness from its last snapshot");

    for (const dead of [harness, bystander]) {
      expect(thrown(() => dead.meters)).toMatchObject({ code: "CORE_TRAPPED" });
      expect(() => dead.free()).not.toThrow();
      expect(thrown(() => dead.meters)).toMatchObject({ code: "USE_AFTER_FREE" });
    }
    using restored = Harness.restore(saved);
    expect(restored.apply(3, { type: "aborted" }).at(-1)).toMatchObject({ type: "done" });
  });

  test("a run rejects and can be taken up from its last snapshot", async () => {
    const run = session(agent([says("one"), () => (breakCore(), says("lost")), says("never")]));
    await run.send("first");
    const saved = run.snapshot();
    expect(await failure(run.send("second"))).toMatchObject({ code: "CORE_TRAPPED" });
    expect(await failure(run.send("third"))).toMatchObject({ code: "CORE_TRAPPED" });
    run.free();
    using next = session({ ...agent([says("back")]), snapshot: saved });
    expect(await next.send("third")).toBe("back");
  });
});

describe("errors", () => {
  test("are of the one class across copies of the package", () => {
    const require = createRequire(import.meta.url);
    const other = require("../dist/index.cjs") as typeof import("../dist/index.js");
    expect(other.SecondwindError).not.toBe(SecondwindError);
    expect(thrown(() => other.policy.lesson(0, 0.7))).toBeInstanceOf(SecondwindError);
    expect(new Error("other")).not.toBeInstanceOf(SecondwindError);
    expect(null).not.toBeInstanceOf(SecondwindError);
    class Own extends SecondwindError {}
    expect(new SecondwindError("IDLE", "x")).not.toBeInstanceOf(Own);
    expect(new Own("IDLE", "x")).toBeInstanceOf(SecondwindError);
  });

  test("do not print the history with their members", async () => {
    const error = await failure(session(agent([new Error("no")])).send("go"));
    expect(Object.keys(error)).not.toContain("messages");
    expect(error.messages).toHaveLength(1);
  });
});

describe("a player of the course", () => {
  test("refuses broken scenarios with all faults, and frees", () => {
    const source: ScenarioSource = { scenario: { name: "x.toml", text: "format = 1\nnonsense" }, texts: [] };
    const error = thrown(() => new Player(source));
    expect(error.code).toBe("BAD_SCENARIO");
    expect(error.issues).toMatchObject([{ file: "x.toml", line: 2 }]);
    expect(thrown(() => new Player(undefined as never)).code).toBe("BAD_SOURCE");
  });

  const file = (name: string): SourceFile => ({ name, text: readFileSync(new URL(name, course), "utf8") });
  const source = {
    scenario: file("order-race.toml"),
    texts: [file("order-race/en.toml"), file("order-race/common.toml")],
  };

  test("refuses a patch that cannot work, and names what it knows", () => {
    const refused = (patch: object): SecondwindError => thrown(() => new Player(source, patch));
    expect(refused({ ratio: 2 })).toMatchObject({ code: "BAD_PATCH", issues: [{ code: "patch-ratio", args: { ratio: "2" } }] });
    const { issues } = refused({ bugs: ["noRest"] });
    expect(issues).toMatchObject([{ code: "patch-unknown-word", args: { key: "bugs", found: "noRest" } }]);
    expect(JSON.stringify(issues)).toContain("noReset, checkEarly");
    expect(refused({ window: 1.5 }).issues).toMatchObject([{ code: "wrong-type" }]);
  });

  test("plays a patch, and lists messages, log and requests once a run", () => {
    using sound = new Player(source, {});
    using storm = new Player(source, { bugs: ["noReset"] });
    expect([sound.run.compactions, storm.run.compactions]).toEqual([1, 2]);
    expect(sound.run.marks.map((mark) => mark.requestTokens).filter((size) => size !== null)).toEqual([200, 570, 720, 905, 210, 330]);
    expect(sound.messages().map((message) => message.kind).filter((kind) => kind === "restart")).toHaveLength(1);
    expect(sound.log().map((line) => line.key).slice(-4)).toEqual(["log-answer", "log-totals", "log-compactions", "log-notes"]);
    const request = sound.request(0);
    expect(request).toMatchObject({ step: 1, call: 1, purpose: "main", tokens: 200, repeated: 0 });
    expect(request?.body.tools?.at(-1)).toMatchObject({ name: "update_notes" });
    expect(request?.body.messages).toEqual([{ role: "user", content: sound.run.task }]);
    expect(sound.request(sound.run.last)).toBeNull();
    expect(thrown(() => sound.request(sound.run.last + 1)).code).toBe("BAD_INPUT");
    expect(sound.frame(0).facts.map((fact) => fact.place)).toEqual(["window", "ahead", "ahead", "ahead", "ahead"]);
  });
});
