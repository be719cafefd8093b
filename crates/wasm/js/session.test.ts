import { describe, expect, test } from "vitest";

import { memoryNotes, policy, session, stubClient, violations } from "../dist/index.js";
import { agent, deferred, failure, notices, says, settle, thrown, use, wants } from "./replies.test-util.js";

/** Compacts after a round of 80 tokens. */
const tight = policy({ window: 1000, ratio: 0.07, guards: { feasibility: false, minGain: null }, restart: { notesLimit: null } });
const impls = { tool: () => "ok" };
const full = () => wants([use("tool")], [70, 10]);

/** A session whose summary waits until it is told. */
function compacting(after: object[]) {
  const summary = deferred<object>();
  const client = stubClient([full(), () => summary.promise, ...after]);
  const heard = notices();
  const run = session({ ...agent([]), client, policy: tight, toolImpls: impls, onNotice: heard.onNotice });
  return { run, client, summary, heard };
}

describe("a message while a compaction is under way", () => {
  test("waits, follows the restart word for word, and gets the answer of the run that carried it", async () => {
    const { run, client, summary, heard } = compacting([says("both done", [20, 5])]);
    const first = run.send("the task");
    await settle();
    const second = run.send("also this");
    const third = run.send([{ type: "text", text: "and \ud800that" }]);
    expect(heard.of("queued").map(({ waiting }) => waiting)).toEqual([1, 2]);
    summary.resolve(says("so far", [10, 5]));
    expect(await Promise.all([first, second, third])).toEqual(Array(3).fill("both done"));
    const { messages = [] } = client.requests[2] ?? {};
    expect(messages.slice(1)).toEqual([
      { role: "user", content: "also this" }, { role: "user", content: [{ type: "text", text: "and \ufffdthat" }] },
    ]);
    run.free();
  });

  test("that ends with an abort comes back unsent, and the one before it does not", async () => {
    const { run } = compacting([]);
    const first = failure(run.send("the task"));
    await settle();
    const second = failure(run.send("also this"));
    run.abort("enough");
    const [before, after] = [await first, await second];
    expect([before.code, after.code]).toEqual(["ABORTED", "ABORTED"]);
    expect([before.unsent, after.unsent]).toEqual([undefined, ["also this"]]);
    expect(before.outcome).toEqual({ type: "aborted", unsent: ["also this"] });
    expect(run.messages).toHaveLength(3);
    run.free();
  });

  test("is refused while anything else is under way", async () => {
    const reply = deferred<object>();
    using run = session(agent([() => reply.promise]));
    const first = run.send("go");
    expect(await failure(run.send("more"))).toMatchObject({ code: "BUSY" });
    expect(await failure(run.compact())).toMatchObject({ code: "BUSY" });
    reply.resolve(says("done"));
    expect(await first).toBe("done");
  });
});

describe("compacting on request", () => {
  test("makes a summary of the history, and the next message goes on from it", async () => {
    const options = agent([says("one"), says("summed up", [10, 5]), says("two")], { policy: policy.production(100_000) });
    const heard = notices();
    const lenient = { ...options, policy: { ...options.policy, guards: { ...options.policy.guards, minGain: null } }, onNotice: heard.onNotice };
    using run = session(lenient);
    expect(await failure(run.compact())).toMatchObject({ code: "NOTHING_TO_COMPACT" });
    await run.send("go");
    await run.compact();
    expect(heard.of("compacted")).toMatchObject([{ cause: "request", summary: "summed up" }]);
    expect(run.messages).toHaveLength(1);
    expect(await run.send("and on")).toBe("two");
    expect(run.totals).toEqual({ calls: 3, compactionCalls: 1, compactions: 1 });
  });

  test("that fails rejects with the fault and changes nothing", async () => {
    const once = policy({ window: 100_000, guards: { summaryAttempts: 1 } });
    using run = session(agent([says("one"), says(" "), says("two")], { policy: once }));
    await run.send("go");
    const before = run.messages;
    expect(await failure(run.compact())).toMatchObject({ code: "COMPACTION_FAILED", outcome: { fault: { type: "blank" } } });
    expect(run.messages).toEqual(before);
    expect(await run.send("on")).toBe("two");
  });

  test("ends when it is made, although a message that came meanwhile is still worked on", async () => {
    const [summary, last] = [deferred<object>(), deferred<object>()];
    using run = session(agent([says("one"), () => summary.promise, () => last.promise], { policy: tight }));
    await run.send("go");
    const compaction = run.compact();
    await settle();
    const next = run.send("on");
    summary.resolve(says("so far", [10, 5]));
    await compaction;
    last.resolve(says("two"));
    expect(await next).toBe("two");
  });

  test("that fails rejects, although a message that came meanwhile goes on", async () => {
    const summary = deferred<object>();
    using run = session(agent([says("one"), () => summary.promise, says("two")], { policy: { ...tight, guards: { ...tight.guards, summaryAttempts: 1 } } }));
    await run.send("go");
    const compaction = failure(run.compact());
    await settle();
    const next = run.send("on");
    summary.resolve(says("half", [10, 5], "max_tokens"));
    expect(await compaction).toMatchObject({ code: "COMPACTION_FAILED", stop: "max_tokens" });
    expect(await next).toBe("two");
  });

  test("with elided results alone makes no call", async () => {
    const eliding = policy({ window: 100_000, strategy: { type: "elideResults", keep: 0 } });
    const options = agent([wants([use("tool")], [20, 10]), says("done", [300, 5])], { policy: eliding });
    using run = session({ ...options, toolImpls: { tool: () => "x".repeat(1000) } });
    await run.send("go");
    await run.compact();
    expect(options.client.requests).toHaveLength(2);
    expect(JSON.stringify(run.messages)).not.toContain("xxx");
  });
});

describe("clearing", () => {
  test("empties the history, and the session goes on", async () => {
    const options = agent([says("one"), says("two")]);
    using run = session(options);
    await run.send("go");
    await run.clear();
    expect(run.messages).toEqual([]);
    expect(run.meters).toMatchObject({ accumulated: { tokens: 0 }, spend: { tokens: 15 } });
    expect(await run.send("anew")).toBe("two");
    expect(options.client.requests[1]?.messages).toEqual([{ role: "user", content: "anew" }]);
  });

  test("ends the work under way, with what waited unsent", async () => {
    const { run } = compacting([]);
    const first = failure(run.send("the task"));
    await settle();
    const second = failure(run.send("also this"));
    await run.clear();
    expect(await first).toMatchObject({ code: "ABORTED" });
    expect(await second).toMatchObject({ code: "ABORTED", unsent: ["also this"] });
    expect(run.messages).toEqual([]);
    run.free();
  });
});

describe("a history from elsewhere", () => {
  test("is taken over, and mended where calls have no result", async () => {
    const history = [
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "tool", input: {} }] },
      { role: "user", content: " " },
    ];
    const options = agent([says("done")]);
    using run = session({ ...options, history });
    expect(violations(run.messages)).toEqual([]);
    expect(run.messages[1]).toBe(history[1]);
    expect(await run.send("and on")).toBe("done");
    expect(options.client.requests[0]?.messages.at(-1)).toEqual({ role: "user", content: "and on" });
    const both = { ...agent([]), history, snapshot: run.snapshot() };
    expect(thrown(() => session(both))).toMatchObject({ code: "BAD_CONFIG", path: "history" });
  });
});

describe("content blocks", () => {
  test("go to the model as they are, and a copy of them into the history", async () => {
    const blocks = [{ type: "text", text: "what is this?" }, { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } }];
    const options = agent([says("a dot")]);
    using run = session(options);
    expect(await run.send(blocks)).toBe("a dot");
    (blocks[0] as { text: string }).text = "changed";
    expect(run.messages[0]).toMatchObject({ content: [{ text: "what is this?" }, { type: "image" }] });
    expect(await failure(run.send(7 as never))).toMatchObject({ code: "BAD_INPUT", path: "content" });
    expect(await failure(run.send([]))).toMatchObject({ code: "BLANK_MESSAGE" });
    expect(await failure(run.send([{ type: "text", text: "x", count: 1n }]))).toMatchObject({ code: "BAD_INPUT", path: "content" });
  });
});

describe("resuming", () => {
  test("makes an open call again, and an idle session does nothing", async () => {
    using first = session(agent([() => new Promise(() => undefined)]));
    const running = failure(first.send("go"));
    await settle();
    const saved = first.snapshot();
    const options = agent([says("answered after all")]);
    using second = session({ ...options, snapshot: saved });
    expect(options.client.requests).toHaveLength(0);
    expect(await second.resume()).toBe("answered after all");
    using third = session({ ...agent([]), snapshot: second.snapshot() });
    expect(third.isIdle).toBe(true);
    expect(await third.resume()).toBeUndefined();
    first.abort();
    await running;
  });

  test("goes on with messages that waited", async () => {
    const { run, summary } = compacting([]);
    void run.send("the task").catch(() => undefined);
    await settle();
    void run.send("also this").catch(() => undefined);
    const saved = run.snapshot();
    run.free();
    summary.resolve({});
    const options = agent([says("so far", [10, 5]), says("both done", [20, 5])], { policy: tight });
    using second = session({ ...options, snapshot: saved });
    expect(await second.resume()).toBe("both done");
    expect(JSON.stringify(options.client.requests[1])).toContain("also this");
  });

  test("reads the notes again, since they may have changed", async () => {
    const notes = memoryNotes("## Old\n");
    const options = { notes, policy: policy.production(100_000) };
    using first = session(agent([says("one")], options));
    await first.send("go");
    notes.write("## New\n");
    const again = agent([says("two")], options);
    using second = session({ ...again, snapshot: first.snapshot() });
    await second.send("on");
    expect(JSON.stringify(again.client.requests[0]?.messages.slice(2))).toContain("## New");
  });
});
