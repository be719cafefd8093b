// What is asked of a session in the middle of something: out of callbacks, before a turn has come, while a journal hangs.
import { describe, expect, test, vi } from "vitest";

import {
  type Journal, type JournalEntry, type Notice, type Session, type SessionOptions, memoryNotes, openSession, policy, runAgent,
  session,
} from "../dist/index.js";
import { brokenRules, strictServer } from "../dist/testing/index.js";
import { agent, deferred, failure, says, settle, use, wants } from "./replies.test-util.js";

/** Compacts after a round of 80 tokens. */
const tight = policy({ window: 1000, ratio: 0.07, guards: { feasibility: false, minGain: null }, restart: { notesLimit: null } });
const never = () => new Promise<never>(() => undefined);
const boom = new Error("boom");

/** A journal in memory; `hold` may keep an entry off it. */
function journalOf(hold: (type: string) => unknown = () => undefined): Journal & { types: string[] } {
  const entries: JournalEntry[] = [];
  const types: string[] = [];
  const append = async (entry: JournalEntry) => {
    const copy = JSON.parse(JSON.stringify(entry)) as JournalEntry;
    const type = copy.type === "event" ? copy.event.type : copy.type;
    await hold(type);
    entries.push(copy);
    types.push(type);
  };
  return { types, append, load: () => Promise.resolve(structuredClone(entries)) };
}

const ways: [string, (options: SessionOptions) => Promise<Session>][] = [
  ["without a journal", (options) => Promise.resolve(session(options))],
  ["with a journal", (options) => openSession({ ...options, journal: journalOf() })],
];

describe.each(ways)("out of a callback, %s", (_, open) => {
  /** A session that asks something of itself once, at a notice. */
  async function asking<T>(at: Notice["type"], ask: (run: Session) => Promise<T>, replies: object[], options: Partial<SessionOptions> = {}) {
    let inner: Promise<T> | undefined;
    const server = strictServer({ replies, summaries: [says("sum")] });
    const given = { client: server, model: "m", policy: policy({ window: 200_000, guards: { minGain: null } }), ...options };
    const run: Session = await open({ ...given, onNotice: ({ type }) => void (type === at && (inner ??= ask(run))) });
    return { run, server, inner: () => inner ?? Promise.reject(new Error(`nothing was ${at}`)) };
  }

  test("a message at the last notice begins the next run, and each gets its own answer", async () => {
    const { run, server, inner } = await asking("counted", (one) => one.send("again"), [says("b"), says("c"), says("d")]);
    expect(await run.send("one")).toBe("b");
    expect(await inner()).toBe("c");
    expect(run.isIdle).toBe(true);
    expect(await run.send("more")).toBe("d");
    expect(server.refusals).toEqual([]);
    run.free();
  });

  test("a compaction at the last notice is made after the answer", async () => {
    const { run, inner } = await asking("counted", (one) => one.compact(), [says("b"), says("c")]);
    expect(await run.send("one")).toBe("b");
    await inner();
    expect(run.totals.compactions).toBe(1);
    expect(await run.send("two")).toBe("c");
    run.free();
  });

  test("a message at a compaction that was asked for begins the next run", async () => {
    const { run, inner } = await asking("compacted", (one) => one.send("again"), [says("b"), says("c"), says("d")]);
    await run.send("one");
    await run.compact();
    expect(await inner()).toBe("c");
    expect(await run.send("more")).toBe("d");
    expect(run.isIdle).toBe(true);
    run.free();
  });

  test("a message in the middle of a run is told BUSY, and the run goes on", async () => {
    const tools = { tools: [{ name: "tool", input_schema: {} }], toolImpls: { tool: () => "ok" } };
    const { run, inner } = await asking("counted", (one) => failure(one.send("again")), [wants([use("tool")]), says("b")], tools);
    expect(await run.send("one")).toBe("b");
    expect(await inner()).toMatchObject({ code: "BUSY" });
    run.free();
  });

  test("clearing leaves out what was ordered along with the notice", async () => {
    const tool = vi.fn(() => "ok");
    const tools = { tools: [{ name: "tool", input_schema: {} }], toolImpls: { tool } };
    const atReply = await asking("counted", (one) => one.clear(), [wants([use("tool")]), says("b")], tools);
    expect(await failure(atReply.run.send("one"))).toMatchObject({ code: "ABORTED" });
    await atReply.inner();
    expect(tool).not.toHaveBeenCalled();
    expect(atReply.run.messages).toEqual([]);
    const atCheck = await asking("checked", (one) => one.clear(), [wants([use("tool")]), says("b")], tools);
    expect(await failure(atCheck.run.send("one"))).toMatchObject({ code: "ABORTED" });
    await atCheck.inner();
    expect(atCheck.server.requests).toHaveLength(1);
    expect(await atCheck.run.send("anew")).toBe("b");
    for (const { run, server } of [atReply, atCheck]) {
      expect(server.refusals).toEqual([]);
      run.free();
    }
  });

  test("a message sent while the end of the work is told waits for that end", async () => {
    let inner: Promise<string> | undefined;
    const replies = [wants([use("tool")]), says("after")];
    const toolImpls = {
      tool: (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve((inner = run.send("again"))))),
    };
    const run: Session = await open({ ...agent(replies), toolImpls });
    const first = failure(run.send("one"));
    await settle();
    await settle();
    run.abort();
    expect(await first).toMatchObject({ code: "ABORTED" });
    expect(await inner).toBe("after");
    run.free();
  });
});

describe("a callback that returns a promise", () => {
  const late = async () => {
    await settle();
    throw boom;
  };

  test("and fails at the last notice rejects the run, and nothing is left unhandled", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    await expect(runAgent("go", [], {}, agent([says("done")], { onNotice: () => Promise.reject(boom) }))).rejects.toBe(boom);
    await expect(runAgent("go", [], {}, agent([says("done")], { onNotice: late }))).rejects.toBe(boom);
    const run = session(agent([says("one"), says("two")], { onNotice: late }));
    await expect(run.send("go")).rejects.toBe(boom);
    expect(run.messages).toHaveLength(2);
    await settle();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    run.free();
  });

  test("is waited for, and an abort waits for nobody", async () => {
    const told = deferred<undefined>();
    const control = new AbortController();
    const run = session(agent([says("one"), says("two")], { onNotice: () => told.promise, signal: control.signal }));
    const answer = run.send("go");
    let isSettled = false;
    void answer.then(() => (isSettled = true));
    await settle();
    expect([isSettled, run.isIdle]).toEqual([false, true]);
    const again = run.send("on");
    await settle();
    control.abort();
    expect(await Promise.all([answer, again])).toEqual(["one", "two"]);
    told.reject(boom);
    await settle();
    run.free();
  });

  test("may be anything with a then", async () => {
    const thenable = { then: (_: unknown, reject: (error: Error) => void) => reject(boom) };
    await expect(runAgent("go", [], {}, agent([says("done")], { onNotice: () => thenable }))).rejects.toBe(boom);
  });
});

describe("an error in onCompact", () => {
  test.each([
    ["that throws", () => {
      throw boom;
    }],
    ["that rejects", () => Promise.reject(boom)],
    ["that rejects later", () => settle().then(() => Promise.reject(boom))],
  ])("%s rejects a compaction that was asked for", async (_, onCompact) => {
    const run = session(agent([says("one"), says("sum")], { policy: tight, onCompact }));
    await run.send("go");
    await expect(run.compact()).rejects.toBe(boom);
    expect(run.messages).toHaveLength(1);
    expect(run.isIdle).toBe(true);
    run.free();
  });
});

describe("aborting a session with a journal", () => {
  test("before the turn of a message has come gives it back unsent, and leaves nothing on record", async () => {
    const journal = journalOf();
    const options = agent([says("done"), says("done")]);
    const run = await openSession({ ...options, journal });
    const sent = failure(run.send("one"));
    const blocks = failure(run.send([{ type: "text", text: "two" }, { type: "text", text: "three" }]));
    expect(run.isIdle).toBe(false);
    run.abort("enough");
    expect(await sent).toMatchObject({ code: "ABORTED", cause: "enough", unsent: ["one"], outcome: { unsent: ["one"] } });
    expect(await blocks).toMatchObject({ code: "ABORTED", unsent: ["two\nthree"] });
    expect([run.isIdle, run.messages, journal.types, options.client.requests]).toEqual([true, [], ["snapshot"], []]);
    expect(await run.send("again")).toBe("done");
    run.free();
  });

  test.each(["by its signal", "by abort()"])("whose append hangs settles what waits, %s", async (way) => {
    const control = new AbortController();
    const run = await openSession({ ...agent([]), signal: control.signal, journal: journalOf((type) => (type === "snapshot" ? undefined : never())) });
    const end = () => (way === "by abort()" ? run.abort() : control.abort());
    const [sent, behind] = [failure(run.send("one")), failure(run.send("two"))];
    await settle();
    end();
    expect(await sent).toMatchObject({ code: "ABORTED", unsent: ["one"] });
    expect(await behind).toMatchObject({ code: "ABORTED", unsent: ["two"] });
    expect(run.isIdle).toBe(true);
    run.free();
  });

  test.each(["replied", "toolReturned"])("while %s is written down leaves each call its result, and the record follows", async (at) => {
    const gate = deferred<undefined>();
    const journal = journalOf((type) => (type === at ? gate.promise : undefined));
    const tool = vi.fn(() => "ok");
    const replies = [wants([use("tool")]), says("done")];
    const run = await openSession({ ...agent(replies), toolImpls: { tool }, journal });
    const sent = failure(run.send("one"));
    await settle();
    run.abort();
    const { code, unsent, messages = [] } = await sent;
    expect([code, unsent, brokenRules(messages.concat({ role: "user", content: "x" }))]).toEqual(["ABORTED", undefined, []]);
    const next = run.send("on");
    gate.resolve(undefined);
    expect(await next).toBe("done");
    expect(tool).toHaveBeenCalledTimes(at === "replied" ? 0 : 1);
    using again = await openSession({ ...agent([]), journal });
    expect(again.messages).toEqual(run.messages);
    run.free();
  });

  test("while its answer is written down is told at once", async () => {
    const journal = journalOf((type) => (type === "replied" ? never() : undefined));
    const run = await openSession({ ...agent([says("done")]), journal });
    const sent = failure(run.send("one"));
    await settle();
    run.abort();
    expect(await sent).toMatchObject({ code: "ABORTED", outcome: { unsent: [] } });
    run.free();
  });
});

describe("a journal that cannot be written", () => {
  test.each(["submitted", "replied", "toolReturned", "notesWritten", "aborted", "cleared"])(
    "at %s ends the session: each call has its result, and later calls say why",
    async (at) => {
      const journal = journalOf((type) => {
        if (type === at) throw boom;
      });
      const replies = [wants([use("tool", {}, "a"), use("update_notes", { content: "x" }, "b")]), says("done"), () => never()];
      const run = await openSession({ ...agent(replies), notes: memoryNotes(), toolImpls: { tool: () => "ok" }, journal });
      const sent = run.send("one").catch((error: unknown) => error);
      await sent;
      if (at === "aborted") void run.send("two").catch(() => undefined);
      await settle();
      if (at === "aborted") run.abort();
      if (at === "cleared") expect(await failure(run.clear())).toMatchObject({ code: "JOURNAL_FAILED", cause: boom });
      if (at !== "aborted" && at !== "cleared") expect(await sent).toMatchObject({ code: "JOURNAL_FAILED", cause: boom });
      await settle();
      for (const call of [() => run.send("x"), () => run.compact(), () => run.clear(), () => run.resume()]) {
        expect(await failure(call())).toMatchObject({ code: "JOURNAL_FAILED", cause: boom });
      }
      expect(run.isIdle).toBe(true);
      expect(brokenRules([...run.messages, { role: "user", content: "x" }])).toEqual([]);
      expect(() => run.snapshot()).not.toThrow();
      run.free();
    },
  );
});

describe("a message that waited when the session was saved", () => {
  async function saved() {
    const run = session(agent([wants([use("tool")], [70, 10]), () => never()], { policy: tight }));
    void run.send("the task").catch(() => undefined);
    await settle();
    void run.send("also this").catch(() => undefined);
    const snapshot = run.snapshot();
    run.free();
    return { ...agent([() => never()], { policy: tight }), snapshot };
  }

  test("is given back by abort(), since nobody else is told of it", async () => {
    const run = session(await saved());
    expect(run.abort()).toEqual(["also this"]);
    expect([run.isIdle, run.abort()]).toEqual([true, []]);
    run.free();
  });

  test("is given back to whoever resumed, and a newer one to whoever sent it", async () => {
    const run = session(await saved());
    const resumed = failure(run.resume());
    const sent = failure(run.send("and that"));
    run.abort();
    expect(await resumed).toMatchObject({ code: "ABORTED", unsent: ["also this"] });
    expect(await sent).toMatchObject({ code: "ABORTED", unsent: ["and that"] });
    run.free();
  });
});
