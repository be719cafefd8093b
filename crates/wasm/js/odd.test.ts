// What an app, a client or a store gets wrong is told at once, by its place, and costs nobody a session.
import { describe, expect, test } from "vitest";

import {
  Harness, type NotesStore, SecondwindError, elide, memoryNotes, openSession, policy, repair, runAgent, session, truncate,
} from "../dist/index.js";
import { agent, failure, says, thrown, use, wants } from "./replies.test-util.js";

const guarded = policy({ window: 100_000 });
const ring: { self?: unknown } = {};
ring.self = ring;
const revoked = <T extends object>(value: T): T => {
  const { proxy, revoke } = Proxy.revocable(value, {});
  revoke();
  return proxy;
};
const prickly = () =>
  new Proxy({}, {
    get() {
      throw new Error("hands off");
    },
  });

describe("options that cannot work", () => {
  test.each<[string, object]>([
    ["model", { model: undefined }], ["model", { model: " " }], ["client", { client: prickly() }], ["client", { client: null }],
    ["system", { system: ring }], ["system", { system: [1n] }], ["system", { system: () => "x" }],
    ["tools[0]", { tools: [ring] }], ["tools[1]", { tools: [{ name: "a" }, { name: "b", n: 1n }] }], ["tools[0]", { tools: [prickly()] }],
    ["tools", { tools: revoked([]) }], ["toolImpls", { toolImpls: null }], ["toolImpls.look", { toolImpls: { look: "x" } }],
    ["notes", { notes: 5 }], ["notes.read", { notes: {} }], ["notes.write", { notes: { read: () => ({ content: null, version: "0" }) } }],
    ["signal", { signal: {} }], ["signal.addEventListener", { signal: { aborted: false } }],
    ["onNotice", { onNotice: 5 }], ["onCompact", { onCompact: {} }],
    ["history", { history: "x" }], ["history", { history: null }], ["history[0]", { history: [{ role: "user", content: revoked([]) }] }],
    ["history[0]", { history: [{ role: "user", content: [{ type: "x", n: 1n }] }] }],
  ])("are BAD_INPUT by their place: %s", (path, odd) => {
    const error = thrown(() => session({ ...agent([]), ...odd }));
    expect(error).toMatchObject({ code: "BAD_INPUT", path });
    expect(error.message).not.toBe("");
  });

  test("of another name are refused with the nearest one that there is", async () => {
    for (const [name, near] of [
      ["onNotices", "onNotice"], ["Policy", "policy"], ["note", "notes"], ["toolimpls", "toolImpls"], ["stream", "system"],
    ] as const) {
      const error = thrown(() => session({ ...agent([]), [name]: undefined, ...{ [name]: {} } }));
      expect(error).toMatchObject({ code: "BAD_INPUT", path: name });
      expect(error.message).toContain(`the nearest is \`${near}\``);
    }
    // What a session takes and a run does not would have no effect there.
    for (const name of ["snapshot", "history", "journal", "tools"]) {
      expect(await failure(runAgent("x", [], {}, { ...agent([]), [name]: [] }))).toMatchObject({ code: "BAD_INPUT", path: name });
    }
    const key = "sk-canary-0123456789";
    expect(JSON.stringify(thrown(() => session({ ...agent([]), ...{ [key]: 1 } })).message)).not.toContain("canary");
    session({ ...agent([]), ...{ onNotices: undefined } }).free();
  });

  test("of a client name their place in the error of the run", async () => {
    const cause = new SecondwindError("BAD_INPUT", "not so", { path: "client.dialect" });
    const client = { messages: { create: () => Promise.reject(cause) } };
    expect(await failure(runAgent("x", [], {}, agent([], { client })))).toMatchObject({ code: "CALL_FAILED", path: "client.dialect" });
  });

  test("of an SDK that was given no key are a matter of the key", async () => {
    for (const says of ["Could not resolve authentication method. Expected either apiKey or authToken to be set.", "Missing credentials. Please pass an `apiKey`."]) {
      const client = { messages: { create: () => Promise.reject(new Error(says)) } };
      expect(await failure(runAgent("x", [], {}, agent([], { client })))).toMatchObject({ code: "CALL_FAILED", kind: "auth" });
    }
  });

  test.each([["undefined", undefined], ["null", null], ["a number", 5]])("that are no object are told apart: %s", async (_, options) => {
    expect(thrown(() => session(options as never))).toMatchObject({ code: "BAD_INPUT", path: "options" });
    expect(thrown(() => session(revoked({}) as never))).toMatchObject({ code: "BAD_INPUT", path: "options" });
    expect(await failure(openSession(options as never))).toMatchObject({ code: "BAD_INPUT", path: "options" });
    expect(await failure(runAgent("x", [], {}, options as never))).toMatchObject({ code: "BAD_INPUT", path: "options" });
  });

  test("of a run are refused before the message is anywhere", async () => {
    expect(await failure(runAgent("x", null as never, {}, agent([])))).toMatchObject({ code: "BAD_INPUT", path: "tools" });
    expect(await failure(runAgent("x", [], null as never, agent([])))).toMatchObject({ code: "BAD_INPUT", path: "toolImpls" });
    expect(await failure(runAgent("x", [], {}, agent([], { signal: {} as never })))).toMatchObject({ code: "BAD_INPUT", path: "signal" });
  });

  test("about a journal name what it lacks, or what it gave", async () => {
    const faultOf = (journal: unknown) => failure(openSession({ ...agent([]), journal } as never));
    const append = () => undefined;
    expect(await faultOf(undefined)).toMatchObject({ code: "BAD_INPUT", path: "journal" });
    expect(await faultOf({ load: () => [] })).toMatchObject({ code: "BAD_INPUT", path: "journal.append" });
    for (const given of [undefined, "abc", {}]) {
      expect(await faultOf({ append, load: () => [given].pop() })).toMatchObject({ code: "BAD_JOURNAL", path: "entries" });
    }
    expect(await faultOf({ append, load: () => [revoked({})] })).toMatchObject({ code: "BAD_JOURNAL", path: "entries[0]" });
  });

  test("changed afterwards change nothing", async () => {
    const options = agent([says("done")]);
    const run = session(options);
    options.onNotice = 5 as never;
    expect(await run.send("go")).toBe("done");
    run.free();
  });
});

test.each([
  ["a revoked array", () => revoked([])], ["a revoked object", () => revoked({})], ["one that throws", () => [prickly()]],
  ["a ring", () => [{ type: "text", ring }]], ["a big integer", () => ["x", 1n]],
])("a message that cannot be read rejects, and the next one goes through: %s", async (_, odd) => {
  const run = session(agent([says("done")]));
  expect(await failure(run.send(odd() as never))).toMatchObject({ code: "BAD_INPUT", path: "content" });
  expect(await run.send("go")).toBe("done");
  run.free();
});

describe("a reply that cannot be read", () => {
  const done = { stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };
  class Late {
    readonly stop_reason = "end_turn";
    get content(): unknown {
      throw new Error("not there yet");
    }
  }
  let deep: unknown = [];
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  const replies: [string, () => object][] = [
    ["a revoked content", () => ({ ...done, content: revoked([]) })],
    ["a revoked block", () => ({ ...done, content: [revoked({})] })],
    ["a getter that throws", () => Object.defineProperty({ ...done }, "content", { enumerable: true, get: () => { throw new Error("no"); } })],
    ["a getter of a class that throws", () => new Late()],
    ["a big integer", () => ({ ...done, content: [{ type: "odd", count: 1n }] })],
    ["a ring", () => ({ ...done, content: [{ type: "odd", ring }] })],
    ["more levels than there are", () => ({ ...done, content: [{ type: "odd", deep }] })],
  ];

  test.each(replies)("is BAD_REPLY and locks nothing: %s", async (_, odd) => {
    let calls = 0;
    const client = { messages: { create: () => Promise.resolve(calls++ === 0 ? odd() : says("fine")) } };
    const run = session(agent([], { client }));
    expect(await failure(run.send("go"))).toMatchObject({ code: "BAD_REPLY", path: "event.reply", outcome: { type: "callFailed" } });
    expect(run.messages).toHaveLength(1);
    expect(() => run.snapshot()).not.toThrow();
    expect(await run.send("again")).toBe("fine");
    await run.clear();
    run.free();
  });

  test("leaves a bare harness as it was, with the call open", () => {
    const harness = new Harness({ policy: policy.lesson(2000, 0.7) });
    harness.apply(0, { type: "submitted", content: "go" });
    for (const [, odd] of replies.filter(([name]) => !/integer|ring/.test(name))) {
      expect(thrown(() => harness.apply(0, { type: "replied", request: 1, reply: odd() }))).toMatchObject({ code: "BAD_REPLY", path: "event.reply" });
    }
    for (const event of [revoked({}), prickly(), { type: "toolReturned", request: 1, content: revoked([]) }]) {
      expect(thrown(() => harness.apply(0, event as never))).toMatchObject({ code: "BAD_INPUT", path: "event" });
    }
    harness.apply(0, { type: "replied", request: 1, reply: says("done") });
    expect(harness.isIdle).toBe(true);
    expect(thrown(() => Harness.restore(revoked({}) as never))).toMatchObject({ code: "BAD_SNAPSHOT" });
    expect(thrown(() => repair([revoked({})]))).toMatchObject({ code: "BAD_INPUT", path: "messages" });
    harness.free();
  });
});

describe("a store that answers something odd", () => {
  const read = () => ({ content: "x", version: "1" });
  const write = () => ({ version: "2" });

  test.each<[string, unknown]>([
    ["undefined", undefined], ["null", null], ["a number", { content: 5, version: "1" }], ["an undefined", { version: "1" }],
    ["a version that is a number", { content: "x", version: 5 }], ["a version that is null", { content: "x", version: null }],
  ])("to reading is NOTES_UNREAD with what was not sent: %s", async (_, answer) => {
    const run = session(agent([says("done")], { policy: guarded, notes: { read: () => answer, write } as never }));
    const error = await failure(run.send("go"));
    expect(error).toMatchObject({ code: "NOTES_UNREAD", unsent: ["go"] });
    expect(error.message).toMatch(/the store's read\(\) gave /);
    expect([run.isIdle, run.messages]).toEqual([true, []]);
    run.free();
  });

  test.each<[string, unknown]>([["undefined", undefined], ["a string", "2"], ["a version that is a number", { version: 2 }]])(
    "to writing is an error result for the model: %s",
    async (_, answer) => {
      const notes = { read, write: () => answer } as never;
      const run = session(agent([wants([use("update_notes", { content: "y" })]), says("done")], { policy: guarded, notes }));
      expect(await run.send("go")).toBe("done");
      expect(JSON.stringify(run.messages)).toMatch(/the store's write\(\) gave .*"is_error":true/);
      run.free();
    },
  );

  test("beside what was asked for has no say in which request it answers", async () => {
    const beside = { type: "aborted", request: 77, tokens: -1 };
    const notes: NotesStore = { read: () => ({ ...read(), ...beside }), write: () => ({ ...write(), ...beside }) };
    const run = session(agent([wants([use("update_notes", { content: "y" })]), says("done")], { policy: guarded, notes }));
    expect(await run.send("go")).toBe("done");
    run.free();
  });

  test("needs no versions, and may be null for none", async () => {
    const notes = { read: () => ({ content: null }), write: () => ({}) } as never;
    const update = () => wants([use("update_notes", { content: "y" })]);
    expect(await runAgent("go", [], {}, agent([update(), update(), says("done")], { policy: guarded, notes }))).toBe("done");
    expect(await runAgent("go", [], {}, agent([says("done")], { policy: guarded, notes: null as never }))).toBe("done");
  });
});

test.each([-1, 0.5, NaN, Infinity, "5", undefined])("a cut takes no limit that is no count: %s", (limit) => {
  for (const cut of [truncate, elide]) expect(thrown(() => cut("abc", limit as never))).toMatchObject({ code: "BAD_NUMBER", path: "limit" });
});

test("a cut takes any count, however large", () => {
  for (const limit of [3, 2 ** 32 - 1, 2 ** 32 + 1, 2 ** 53]) {
    for (const cut of [truncate, elide]) expect(cut("abc", limit)).toEqual({ text: "abc", omitted: 0 });
  }
  expect(truncate("abc", 0)).toEqual({ text: "", omitted: 3 });
});

test("production's policy refuses a window with the words of any other policy", () => {
  for (const window of [-1, 0.5, "x", undefined] as never[]) {
    const [short, long] = [thrown(() => policy.production(window)), thrown(() => policy({ window }))];
    expect([short.code, short.path, short.message]).toEqual([long.code, long.path, long.message]);
  }
});

test("an error says once what it carries, and holds nothing that it does not", () => {
  const bare = new SecondwindError("ABORTED", "x");
  expect(Object.keys(bare).sort()).toEqual(["code", "path"]);
  const full = new SecondwindError("ABORTED", "x", { unsent: ["a"], stop: "refusal", kind: "other", messages: [] });
  expect(full).toMatchObject({ unsent: ["a"], stop: "refusal", kind: "other", messages: [] });
  expect(memoryNotes().read()).toEqual({ content: null, version: "0" });
});
