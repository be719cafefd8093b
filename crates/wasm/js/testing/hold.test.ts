import { describe, expect, test } from "vitest";

import {
  BrokenRulesError, type HoldOptions, type ModelRequest, type Rule, brokenRules, faults, keyedClient, mustHold, reply, watch, withFaults,
} from "../../dist/testing/index.js";

const ask = (text = "go") => ({ role: "user", content: text });
const use = (id: string) => ({ type: "tool_use", id, name: "look", input: {} });
const calls = (...ids: string[]) => ({ role: "assistant", content: ids.map(use) });
const results = (...ids: string[]) => ({ role: "user", content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "ok" })) });
const thought = { type: "thinking", thinking: "hm", signature: "S" };
const tools = [{ name: "look" }];
const request = (messages: unknown[], more: object = {}): ModelRequest => ({ model: "m", max_tokens: 10, messages, tools, ...more });
const summary: ModelRequest = { model: "m", max_tokens: 10, messages: [ask("Sum up.\n\n<history>\nuser: go\n</history>")] };

const tokens = { tokens: 5, measure: "counted" };
const saved = (messages: unknown[], more: object = {}, dialect = "anthropic") => ({
  version: 1,
  harness: {
    config: { dialect, policy: { ratio: 0.7 } },
    transcript: { fixed: tokens, messages: messages.map((message, id) => ({ id, kind: "user", size: tokens, message })), total: 5 },
    accumulated: tokens, spend: tokens, totals: { calls: 1 }, ...more,
  },
});

const rules = (state: object, options?: HoldOptions) => [...new Set(brokenRules(state, options).map(({ rule }) => rule))];

describe("the rules hold of", () => {
  test.each([
    ["a history that ends with an answer", [ask(), calls("a"), results("a"), { role: "assistant", content: "done" }]],
    ["a request", request([ask(), calls("a", "b"), results("b", "a")])],
    ["a snapshot", saved([ask(), calls("a"), results("a")])],
    ["a snapshot while a tool is at work", saved([ask(), calls("a")])],
    ["a snapshot of nothing yet", saved([])],
    ["a snapshot with a message that waits, of a size yet to be told", saved([ask()], { queue: [{ content: "more", tokens: null }] })],
    ["a snapshot in OpenAI's dialect", saved([ask(), { role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" } }] }, { role: "tool", tool_call_id: "a", content: "" }], {}, "openAiChat")],
  ])("%s", (_, state) => {
    expect(() => mustHold(state)).not.toThrow();
  });
});

describe("is broken", () => {
  const before = [ask(), calls("a"), results("a")];
  test.each<[Rule, string, object, HoldOptions?]>([
    ["V1", "by a call without a result", [ask(), calls("a")]],
    ["V1", "by results in two messages", [ask(), calls("a", "b"), results("a"), results("b")]],
    ["V1", "by a second result", [ask(), calls("a"), results("a", "a")]],
    ["V1", "by an open call in the middle of a snapshot", saved([ask(), calls("a"), ask()])],
    ["V2", "by a result without a call", [ask(), results("a")]],
    ["V3", "by no message", request([])],
    ["V3", "by a reply at the start", request([{ role: "assistant", content: "x" }, ask()])],
    ["V3", "by a request that ends with a reply", request([ask(), { role: "assistant", content: "x" }])],
    ["V3", "by a task that is gone", request([ask("what else?")]), { task: "build it" }],
    ["V3", "by a task that only the model repeats", [ask("so?"), { role: "assistant", content: "build it" }], { task: "build it" }],
    ["V4", "by an empty message", [ask(), { role: "assistant", content: [] }]],
    ["V4", "by a blank block", [{ role: "user", content: [{ type: "text", text: "x" }, { type: "text", text: " " }] }]],
    ["V5", "by thinking without a signature", [ask(), { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, { type: "text", text: "x" }] }]],
    ["V5", "by thinking that nobody wrote", [ask(), { role: "assistant", content: [thought, { type: "text", text: "x" }] }], { replies: [] }],
    ["V5", "by thinking that was cut", [ask(), { role: "assistant", content: [{ ...thought, thinking: "h" }, { type: "text", text: "x" }] }], { replies: [{ content: [thought] }] }],
    ["V6", "by half a character", [ask("\uD83D")]],
    ["V6", "by half a character in what a snapshot keeps beside the messages", saved([ask()], { notes: "\uDE00" })],
    ["V7", "by a limit that is no count", request([ask()], { max_tokens: Number.NaN })],
    ["V7", "by a counter that fell below 0", saved([ask()], { spend: { tokens: -1 } })],
    ["V7", "by a counter that JSON does not have", saved([ask()], { spend: { tokens: null, measure: "counted" } })],
    ["V7", "by a counter that is too large", saved([ask()], { totals: { calls: 2 ** 53 } })],
    ["V8", "by a message that is gone", [ask()], { before: saved(before) }],
    ["V8", "by a message that changed", [ask("Go"), calls("a"), results("a")], { before: request(before) }],
  ])("%s %s", (rule, _, state, options) => {
    expect(rules(state, options)).toContain(rule);
    expect(() => mustHold(state, options)).toThrow(BrokenRulesError);
  });

  test("nothing by what followed a compaction that failed", () => {
    const before = [ask(), calls("a"), results("a")];
    expect(rules([...before, ask("more")], { before })).toEqual([]);
  });

  test("and the error holds all of it, with its places", () => {
    const state = [ask(""), { role: "assistant", content: [use("a"), use("b")] }, results("b", "c")];
    try {
      mustHold(state);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: "BrokenRulesError", message: expect.stringContaining('V2 messages[2]: the result for "c"') as string });
      expect((error as BrokenRulesError).broken.map(({ rule, at }) => [rule, at])).toEqual([["V1", "messages[1]"], ["V2", "messages[2]"], ["V4", "messages[0]"]]);
    }
  });

  test("nothing, but refused, by what is no state", () => {
    expect(() => mustHold({})).toThrow("neither messages, nor a request, nor a snapshot");
  });
});

describe("a watched client", () => {
  const good = reply({ text: "good" });
  const watched = (replies: object[], summaries: object[] = [], options: HoldOptions = {}) => {
    const client = keyedClient({ replies, summaries });
    return { client, seen: watch(client, options) };
  };

  test("sends what holds, and rejects what does not, without sending it", async () => {
    const { client, seen } = watched([good]);
    expect(await seen.messages.create(request([ask()]))).toBe(good);
    await expect(seen.messages.create(request([ask(), calls("a")]))).rejects.toThrow(BrokenRulesError);
    expect(seen.broken).toEqual([{ call: 2, rule: "V1", at: "messages[1]", message: 'call "a" has no result in the message that follows' }]);
    expect(client.counts.total).toBe(1);
    expect(seen.counts).toEqual(client.counts);
  });

  test("knows the thinking that passed", async () => {
    const { seen } = watched([reply({ blocks: [thought], calls: [{ id: "a", name: "look" }] }), good]);
    await seen.messages.create(request([ask()]));
    const back = (block: object) => request([ask(), { role: "assistant", content: [block, use("a")] }, results("a")]);
    await expect(seen.messages.create(back({ ...thought, thinking: "h" }))).rejects.toThrow("V5");
    expect(await seen.messages.create(back(thought))).toBe(good);
  });

  test("looks for the task in all requests but summaries", async () => {
    const { seen } = watched([good, good], [good], { task: "build it" });
    await seen.messages.create(request([ask("build it")]));
    await seen.messages.create(summary);
    await expect(seen.messages.create(request([ask("so far")]))).rejects.toThrow("V3 messages: the task");
  });

  const history = [ask(), calls("a"), results("a")];
  test.each([
    ["threw", new Error("down")], ["was blank", reply({ text: " " })], ["was cut off", faults.truncated("half")],
    ["was declined", faults.refusal()], ["called a tool", faults.toolCall()],
  ])("wants the history as it was after a summary that %s", async (_, bad) => {
    const { seen } = watched([good, good], [bad]);
    await seen.messages.create(request(history));
    await seen.messages.create(summary).catch(() => undefined);
    await expect(seen.messages.create(request([ask("half")]))).rejects.toThrow("V8 messages[0]");
    expect(await seen.messages.create(request([...history, ask("on")]))).toBe(good);
  });

  test("lets results give way to a line before a summary that failed", async () => {
    const { seen } = watched([good, good], [new Error("down")]);
    await seen.messages.create(request(history));
    await seen.messages.create(summary).catch(() => undefined);
    const elided = { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "left out" }] };
    expect(await seen.messages.create(request([ask(), calls("a"), elided]))).toBe(good);
  });

  test.each([["at once", [good]], ["at the second try", [faults.empty(), good]]])("takes a new history after a summary that was fit %s", async (_, summaries) => {
    const { seen } = watched([good, good], summaries);
    await seen.messages.create(request(history));
    for (let tries = 0; tries < summaries.length; tries += 1) await seen.messages.create(summary);
    expect(await seen.messages.create(request([ask("fresh")]))).toBe(good);
  });

  test("lets a reply that paused stand last", async () => {
    const paused = reply({ text: "searching", stop: "pause_turn" }) as { content: object[] };
    const { seen } = watched([paused, good, good]);
    await seen.messages.create(request([ask()]));
    expect(await seen.messages.create(request([ask(), { role: "assistant", content: paused.content }]))).toBe(good);
    await expect(seen.messages.create(request([ask(), { role: "assistant", content: "searching" }]))).rejects.toThrow("V3");
  });

  test("stands around one with faults", async () => {
    const seen = watch(withFaults(keyedClient({ replies: [good] }), { 1: faults.overloaded() }));
    await expect(seen.messages.create(request([ask()]))).rejects.toMatchObject({ status: 529 });
    expect(await seen.messages.create(request([ask()]))).toBe(good);
    expect(seen.broken).toEqual([]);
  });
});
