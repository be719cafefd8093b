// The package's own agent in front of all that can go wrong.
import { describe, expect, test } from "vitest";

import { SecondwindError, estimate, memoryNotes, policy, runAgent, session, summaryRequest, violations } from "../../dist/index.js";
import {
  type Fault, type HoldOptions, brokenRules, estimateRequest, faults, isSummaryRequest, mustHold, reply, strictServer, watch, withFaults,
} from "../../dist/testing/index.js";

type Dialect = "anthropic" | "openAiChat";

const task = "Find the race.";
const dialects: Dialect[] = ["anthropic", "openAiChat"];
const look = (dialect: Dialect) =>
  dialect === "anthropic" ? { name: "look", input_schema: { type: "object" } } : { type: "function", function: { name: "look" } };

/** Calls that look around, then an answer; the window is at its threshold after the third. */
function* work(dialect: Dialect): Generator<object> {
  for (const [call, input] of [[1, 300], [2, 600], [3, 900]] as const) {
    yield reply({ calls: [{ id: `c${call}`, name: "look" }], usage: { input, output: 50 } }, dialect);
  }
  for (;;) yield reply({ text: "found", usage: { input: 200, output: 20 } }, dialect);
}

function* sums(dialect: Dialect): Generator<object> {
  for (;;) yield reply({ text: "Looked three times.", usage: { input: 900, output: 40 } }, dialect);
}

function setUp(dialect: Dialect, plan: Record<string, Fault | (Fault | null)[]>, options: HoldOptions = {}) {
  const server = strictServer({ dialect, window: 4000, replies: work(dialect), summaries: sums(dialect) });
  const client = watch(withFaults(server, plan), { task, ...options });
  const knobs = policy({ window: 1200, ratio: 0.7 });
  const agent = { client, model: "m", policy: knobs, notes: memoryNotes("# Notes"), dialect };
  const run = session({ ...agent, tools: [look(dialect)], toolImpls: { look: () => "a line" } });
  return { server, client, run };
}

const code = async (sent: Promise<unknown>): Promise<unknown> =>
  await sent.catch((error: unknown) => (error instanceof SecondwindError ? (error.kind ?? error.code) : error));

describe.each(dialects)("an agent of the dialect %s", (dialect) => {
  test("gets through a strict server, compaction included", async () => {
    const { server, client, run } = setUp(dialect, {});
    expect(await run.send(task)).toBe("found");
    expect(server.counts).toEqual({ total: 5, main: 4, summary: 1 });
    expect(server.refusals).toEqual([]);
    expect(client.broken).toEqual([]);
    mustHold(run.snapshot(), { task });
    run.free();
  });

  test.each([
    ["empty", faults.empty()], ["blank", faults.blank()], ["truncated", faults.truncated("half")], ["refusal", faults.refusal()],
    ["toolCall", faults.toolCall()], ["no usage", faults.absurdUsage("missing")], ["an absurd usage", faults.absurdUsage("huge")],
  ])("survives %s in the first summary call, and asks again", async (_, fault) => {
    const { server, client, run } = setUp(dialect, { summary: [fault] });
    expect(await run.send(task)).toBe("found");
    expect(run.totals.compactions).toBe(1);
    expect([server.refusals, client.broken]).toEqual([[], []]);
    run.free();
  });

  test.each([
    ["serverError", faults.serverError()], ["overloaded", faults.overloaded()], ["rateLimited", faults.rateLimited({ retryAfter: 1 })],
    ["a network that is gone", faults.throwing(new TypeError("Failed to fetch"))], ["cutStream", faults.cutStream()],
  ])("goes on with its whole history where the summary call meets %s", async (_, fault) => {
    const { server, client, run } = setUp(dialect, { summary: [fault] });
    expect(await run.send(task)).toBe("found");
    expect(run.totals).toMatchObject({ compactionCalls: 1, compactions: 0 });
    expect([server.refusals, client.broken]).toEqual([[], []]);
    run.free();
  });

  test.each([["serverError", faults.serverError()], ["truncated", faults.truncated("half")], ["toolCall", faults.toolCall()]])(
    "keeps its history where every summary call ends with %s",
    async (_, fault) => {
      const { client, run } = setUp(dialect, { summary: fault });
      const ended = await code(run.send(task));
      expect(["found", "COMPACTION_FAILED", "server"]).toContain(ended);
      expect(run.totals.compactions).toBe(0);
      expect(client.broken).toEqual([]);
      expect(JSON.stringify(run.messages)).toContain("a line");
      mustHold(run.snapshot(), { task, dialect });
      run.free();
    },
  );

  test.each<[string, Fault, unknown]>([
    ["serverError", faults.serverError(), "server"],
    ["overloaded", faults.overloaded(), "overloaded"],
    ["rateLimited", faults.rateLimited(), "rateLimited"],
    ["cutStream", faults.cutStream(), "network"],
    ["aborting", faults.aborting(), "aborted"],
    ["refusal", faults.refusal(), "REFUSED"],
    ["truncated", faults.truncated("half"), "STOPPED"],
  ])("ends with a typed error where the second call meets %s, and the next message works", async (_, fault, kind) => {
    const { server, run } = setUp(dialect, { 2: fault });
    expect(await code(run.send(task))).toBe(kind);
    mustHold(run.snapshot(), { task });
    expect(await run.send("Go on.")).toBe("found");
    expect(server.refusals).toEqual([]);
    run.free();
  });

  test("compacts once and goes on where the provider says that the request is too long", async () => {
    const { server, run } = setUp(dialect, { 3: faults.overflow() });
    expect(await run.send(task)).toBe("found");
    expect(server.counts.summary).toBeGreaterThan(0);
    expect(server.refusals).toEqual([]);
    run.free();
  });

  test("lets go of a call that hangs when it is aborted", async () => {
    const { run } = setUp(dialect, { 2: faults.hanging() });
    const sent = code(run.send(task));
    await new Promise((resolve) => setTimeout(resolve, 5));
    run.abort();
    expect(await sent).toBe("ABORTED");
    mustHold(run.snapshot(), { task });
    run.free();
  });

  test.each(["negative", "nan", "huge", "fraction", "string", "zeros", "missing"] as const)("counts by an estimate where usage is %s", async (kind) => {
    const { run } = setUp(dialect, { main: faults.absurdUsage(kind) });
    expect(await run.send(task)).toBe("found");
    expect(run.meters.spend.tokens).toBeGreaterThan(0);
    expect(run.meters.spend.tokens).toBeLessThan(2000);
    mustHold(run.snapshot());
    run.free();
  });
});

test("what the strict server cannot take does not leave the agent", async () => {
  const asks = reply({ calls: [{ id: "a", name: "look" }], text: "" });
  const server = strictServer({ replies: [asks, reply({ text: "done" })] });
  const options = { client: server, model: "m", policy: policy({ window: 20_000 }) };
  expect(await runAgent("half \uD83D", [look("anthropic")], { look: () => "\uDE00" }, options)).toBe("done");
  expect(server.refusals).toEqual([]);
});

describe("by another hand than the core's", () => {
  test("the estimate is the same", () => {
    const words = ["", "x", "日本語 text", "\u{1F600}".repeat(9)];
    for (const text of words) {
      expect(estimateRequest({ messages: [{ role: "user", content: text }] })).toBe(estimate(text) + 4);
      expect(estimateRequest({ system: text, messages: [] })).toBe(estimate(text));
    }
  });

  test("a summary request is known as one", () => {
    for (const dialect of dialects) {
      const content = summaryRequest([{ role: "user", content: task }], dialect);
      expect(isSummaryRequest({ messages: [{ role: "user", content }] })).toBe(true);
    }
  });

  test("the rules on pairs, first role and blanks agree on every short history", () => {
    const use = (...ids: string[]) => ({ role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: "look", input: {} })) });
    const results = (...ids: string[]) => ({ role: "user", content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "ok" })) });
    const pool = [
      { role: "user", content: "go" }, { role: "user", content: " " }, { role: "assistant", content: "so" }, { role: "user", content: [] },
      use("a"), use("a", "b"), results("a"), results("b", "a"), results("a", "a"), results("c"),
    ];
    let broken = 0;
    const visit = (history: object[]) => {
      const core = violations(history).length > 0;
      const found = brokenRules(history).length > 0;
      expect(found, JSON.stringify(history)).toBe(core);
      if (core) broken += 1;
      if (history.length < 4) for (const next of pool) visit([...history, next]);
    };
    visit([]);
    expect(broken).toBeGreaterThan(9000);
    expect(broken).toBeLessThan(11_111);
  });
});
