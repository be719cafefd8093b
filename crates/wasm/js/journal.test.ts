import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { type Journal, type JournalEntry, memoryNotes, openSession, policy, session } from "../dist/index.js";
import { fileJournal } from "../dist/stores/file.js";
import { agent, deferred, failure, says, settle, thrown, use, wants } from "./replies.test-util.js";

/** A journal in memory, as JSON. */
function memoryJournal(entries: JournalEntry[] = []): Journal & { entries: JournalEntry[] } {
  const copy = (entry: JournalEntry) => JSON.parse(JSON.stringify(entry)) as JournalEntry;
  return { entries, load: () => Promise.resolve(entries.map(copy)), append: (entry) => void entries.push(copy(entry)) };
}

const types = ({ entries }: { entries: readonly JournalEntry[] }) =>
  entries.map((entry) => (entry.type === "event" ? entry.event.type : entry.type));

const tight = policy({ window: 1000, ratio: 0.07, guards: { feasibility: false, minGain: null }, restart: { notesLimit: null } });

describe("a session with a journal", () => {
  test("writes every event down before anything follows from it", async () => {
    const journal = memoryJournal();
    const order: string[] = [];
    const append = journal.append.bind(journal);
    journal.append = async (entry) => {
      await settle();
      await append(entry);
      order.push(entry.type === "event" ? entry.event.type : entry.type);
    };
    const client = { messages: { create: () => (order.push("call"), [wants([use("tool")]), says("done")][order.filter((one) => one === "call").length - 1]) } };
    using run = await openSession({ ...agent([], { client }), toolImpls: { tool: () => void order.push("tool") }, journal });
    expect(await run.send("go")).toBe("done");
    expect(order).toEqual(["snapshot", "submitted", "call", "replied", "tool", "toolReturned", "call", "replied"]);
    expect(types(journal)).toEqual(["snapshot", "submitted", "replied", "toolReturned", "replied"]);
  });

  test("starts no tool while the reply that asked for it is not on record", async () => {
    const journal = memoryJournal();
    const gate = deferred<undefined>();
    const append = journal.append.bind(journal);
    journal.append = async (entry) => {
      if (entry.type === "event" && entry.event.type === "replied") await gate.promise;
      await append(entry);
    };
    const tool = vi.fn(() => "ok");
    using run = await openSession({ ...agent([wants([use("tool")]), says("done")]), toolImpls: { tool }, journal });
    const answer = run.send("go");
    await settle();
    await settle();
    expect(types(journal)).toEqual(["snapshot", "submitted"]);
    expect(tool).not.toHaveBeenCalled();
    gate.resolve(undefined);
    expect(await answer).toBe("done");
    expect(tool).toHaveBeenCalledTimes(1);
  });

  test("goes on from it in another process, and runs no tool again", async () => {
    const journal = memoryJournal();
    const first = await openSession({
      ...agent([wants([use("tool", {}, "a"), use("quick", {}, "b")])]), journal,
      toolImpls: { tool: () => new Promise(() => undefined), quick: () => "ok" },
    });
    void first.send("go").catch(() => undefined);
    await vi.waitFor(() => expect(types(journal)).toContain("toolReturned"));

    const again = memoryJournal([...journal.entries]);
    const tool = vi.fn();
    const options = agent([says("done")]);
    using second = await openSession({ ...options, toolImpls: { tool, quick: tool }, journal: again });
    expect(second.isIdle).toBe(false);
    expect(second.messages.at(-1)).toMatchObject({
      content: [{ tool_use_id: "a", is_error: true, content: expect.stringContaining("Interrupted") as unknown }, { tool_use_id: "b", content: "ok" }],
    });
    expect(types(again).at(-1)).toBe("resumed");
    expect(await second.resume()).toBe("done");
    expect(tool).not.toHaveBeenCalled();

    using third = await openSession({ ...agent([]), journal: memoryJournal([...again.entries]) });
    expect(third.messages).toEqual(second.messages);
    expect(third.meters).toEqual(second.meters);
    expect(third.isIdle).toBe(true);
    first.free();
  });

  test("replays to the same state, byte for byte", async () => {
    const journal = memoryJournal();
    const notes = memoryNotes();
    const replies = [wants([use("update_notes", { content: "x" })], [70, 10]), says("sum", [10, 5]), says("done")];
    using run = await openSession({ ...agent(replies, { notes, policy: tight }), journal });
    expect(await run.send("go")).toBe("done");
    const saved = run.snapshot();
    const replayed = memoryJournal([...journal.entries]);
    using other = await openSession({ ...agent([], { notes }), journal: replayed });
    const plain = (text: unknown) => JSON.stringify(text).replace(/"isRead":\w+/, "").replace(/"now":\d+/, "");
    expect(plain(other.snapshot())).toBe(plain(saved));
  });

  test("begins anew from a snapshot when the messages were replaced", async () => {
    const journal = memoryJournal();
    const reset = vi.fn((entries: readonly JournalEntry[]) => void journal.entries.splice(0, Infinity, ...entries));
    journal.reset = reset;
    using run = await openSession({ ...agent([wants([use("tool")], [70, 10]), says("sum", [10, 5]), says("done")], { policy: tight }), toolImpls: { tool: () => "ok" }, journal });
    await run.send("go");
    expect(reset).toHaveBeenCalledTimes(1);
    expect(types(journal)).toEqual(["snapshot", "replied"]);
    using other = await openSession({ ...agent([]), journal });
    expect(other.messages).toEqual(run.messages);
  });

  test("takes a history or a snapshot to begin with, and leaves them aside later", async () => {
    const history = [{ role: "user", content: "old" }, { role: "assistant", content: [{ type: "text", text: "yes" }] }];
    const journal = memoryJournal();
    using first = await openSession({ ...agent([says("one")]), journal, history });
    await first.send("go");
    expect(types(journal)).toEqual(["snapshot", "loaded", "submitted", "replied"]);
    using second = await openSession({ ...agent([]), journal: memoryJournal([...journal.entries]), history });
    expect(second.messages).toEqual(first.messages);
    using third = await openSession({ ...agent([says("two")]), journal: memoryJournal(), snapshot: first.snapshot() });
    expect(await third.send("on")).toBe("two");
    expect(third.messages).toHaveLength(6);
  });

  test("that cannot be written ends the session, and nothing follows from what is not on record", async () => {
    const journal = memoryJournal();
    const tool = vi.fn();
    using run = await openSession({ ...agent([wants([use("tool")]), says("never")]), toolImpls: { tool }, journal });
    const full = new Error("no space left");
    const append = journal.append.bind(journal);
    journal.append = (entry) => (entry.type === "event" && entry.event.type === "replied" ? Promise.reject(full) : append(entry));
    expect(await failure(run.send("go"))).toMatchObject({ code: "JOURNAL_FAILED", cause: full });
    expect(tool).not.toHaveBeenCalled();
    expect(await failure(run.send("again"))).toMatchObject({ code: "JOURNAL_FAILED" });
    const never = { ...memoryJournal(), append: () => Promise.reject(full) };
    expect(await failure(openSession({ ...agent([]), journal: never }))).toMatchObject({ code: "JOURNAL_FAILED" });
  });

  test("whose entries make no sense is BAD_JOURNAL and names the place", async () => {
    const journal = memoryJournal();
    using run = await openSession({ ...agent([says("one")]), journal });
    await run.send("go");
    const [base, ...events] = journal.entries as [JournalEntry, ...JournalEntry[]];
    const faultOf = (entries: unknown[]) => failure(openSession({ ...agent([]), journal: memoryJournal(entries as JournalEntry[]) }));
    expect(await faultOf(events)).toMatchObject({ code: "BAD_JOURNAL", path: "entries[0]" });
    expect(await faultOf([base, events[1]])).toMatchObject({ code: "BAD_JOURNAL", path: "entries[1]", cause: { code: "UNKNOWN_REQUEST" } });
    expect(await faultOf([base, { type: "gossip" }])).toMatchObject({ code: "BAD_JOURNAL", path: "entries[1]" });
    expect(await faultOf([{ type: "snapshot", snapshot: { version: 99 } }])).toMatchObject({ code: "BAD_JOURNAL", path: "entries[0]" });
    expect(thrown(() => session({ ...agent([]), journal } as never))).toMatchObject({ code: "BAD_INPUT", path: "journal" });
  });

  test("aborts, clears and frees in turn", async () => {
    const journal = memoryJournal();
    const run = await openSession({ ...agent([() => new Promise(() => undefined), says("two"), () => new Promise(() => undefined)]), journal });
    const first = failure(run.send("go"));
    await settle();
    run.abort("enough");
    expect(await first).toMatchObject({ code: "ABORTED", cause: "enough" });
    await run.clear();
    expect(await run.send("anew")).toBe("two");
    const last = failure(run.send("on"));
    await settle();
    run.free();
    expect(await last).toMatchObject({ code: "ABORTED" });
    expect(types(journal)).toEqual(["snapshot", "submitted", "aborted", "cleared", "submitted", "replied", "submitted", "aborted"]);
    expect(await failure(run.send("late"))).toMatchObject({ code: "USE_AFTER_FREE" });
  });

  test("leaves broken off work alone when it is freed without resuming", async () => {
    const journal = memoryJournal();
    const first = await openSession({ ...agent([() => new Promise(() => undefined)]), journal });
    void first.send("go").catch(() => undefined);
    await settle();
    const again = memoryJournal([...journal.entries]);
    (await openSession({ ...agent([]), journal: again })).free();
    using third = await openSession({ ...agent([says("done")]), journal: again });
    expect(await third.resume()).toBe("done");
    first.free();
  });
});

describe("a journal in a file", () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "secondwind-journal-"));
    path = join(folder, "deep", "session.jsonl");
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** A session over the file that has answered once. */
  async function written(): Promise<string[]> {
    using run = await openSession({ ...agent([says("one")]), journal: fileJournal(path) });
    await run.send("go");
    return readFileSync(path, "utf8").split("\n");
  }

  test("holds a line an entry, and a session goes on from it", async () => {
    expect(await written()).toHaveLength(4);
    using run = await openSession({ ...agent([says("two")]), journal: fileJournal(path) });
    expect(await run.send("on")).toBe("two");
    expect(run.messages).toHaveLength(4);
  });

  test("belongs to the session that opened it last, and is left as it is by the one before", async () => {
    await written();
    using first = await openSession({ ...agent([says("never")]), journal: fileJournal(path) });
    using second = await openSession({ ...agent([says("two"), says("three")]), journal: fileJournal(path) });
    expect(await second.send("on")).toBe("two");
    const before = readFileSync(path, "utf8");
    expect(await failure(first.send("on"))).toMatchObject({ code: "JOURNAL_FAILED", cause: { code: "BAD_JOURNAL" } });
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(await second.send("on")).toBe("three");
    using third = await openSession({ ...agent([]), journal: fileJournal(path) });
    expect(third.messages).toHaveLength(6);
  });

  test("drops a last line that a crash tore, and goes on after it", async () => {
    const lines = await written();
    for (const torn of ['{"type":"event","now":1,"ev', "\0\0\0\0\n"]) {
      writeFileSync(path, lines.join("\n"));
      appendFileSync(path, torn);
      const journal = fileJournal(path);
      expect(await journal.load()).toHaveLength(3);
      expect(readFileSync(path, "utf8")).toBe(lines.join("\n"));
    }
    appendFileSync(path, "{");
    const journal = fileJournal(path);
    await journal.append(JSON.parse(lines[1] as string) as JournalEntry);
    expect(await journal.load()).toHaveLength(4);
  });

  test("is not mended where more than the last line is broken", async () => {
    const [first, , ...rest] = await written();
    writeFileSync(path, [first, "{", ...rest].join("\n"));
    await expect(fileJournal(path).load()).rejects.toMatchObject({ code: "BAD_JOURNAL", path: "entries[1]" });
  });

  test("begins anew as a whole when it is reset", async () => {
    await written();
    const journal = fileJournal(path);
    const [base] = (await journal.load()) as [JournalEntry];
    await journal.reset([base]);
    expect(await journal.load()).toEqual([base]);
    expect(existsSync(`${path}.tmp`)).toBe(false);
    expect(await fileJournal(join(folder, "none")).load()).toEqual([]);
  });
});
