import { describe, expect, test } from "vitest";

import {
  type Policy, classifyFailure, defaultPrompts, elide, estimate, fence, freshWindow, handoverSummary, memoryNotes, mergeNotes,
  mergeStream, modelLimits, modelsFrom, notesOrPlaceholder, policy, repair, restartMessage, runAgent, shouldCompact, stubClient, summaryRequest, threshold, trackUsage, truncate, violations,
} from "../dist/index.js";
import { agent, failure, model, notices, orderRace, says, thrown } from "./replies.test-util.js";

describe("the reference run", () => {
  test("has the lesson's figures", async () => {
    const script = orderRace();
    const heard = notices();
    const notes = memoryNotes();
    const client = stubClient(script.replies);
    const compactions: unknown[] = [];
    const answer = await runAgent(script.task, script.tools, script.impls, {
      client, model, notes, system: script.system,
      policy: script.policy,
      onNotice: heard.onNotice,
      onCompact: (compacted) => compactions.push(compacted.ordinal),
    });

    const main = heard.of("counted").filter(({ purpose }) => purpose === "main");
    expect(main.map(({ meters }) => meters.accumulated.tokens)).toEqual([400, 1050, 1850, 280, 490]);
    expect(main.map(({ call }) => call)).toEqual([1, 2, 3, 5, 6]);
    expect(heard.of("checked").map(({ used, fired }) => [used.tokens, fired])).toEqual([
      [400, false], [1050, false], [1850, true], [280, false],
    ]);
    expect(heard.of("reset")).toEqual([{ type: "reset", from: 1850 }]);
    expect(compactions).toEqual([1]);
    expect(script.policy).toEqual(policy.lesson(2000, 0.7));
    expect(client.requests).toHaveLength(6);
    expect(answer).toContain("`version`");
    expect(notes.read().content).toContain("## Decisions");
  });

  test("sends the summary call without tools or system, and restarts from one message", async () => {
    const script = orderRace();
    const client = stubClient(script.replies);
    await runAgent(script.task, script.tools, script.impls, {
      client, model, notes: memoryNotes(), system: script.system, policy: policy.lesson(2000, 0.7),
    });
    const [first, , , summary, fifth] = client.requests;
    expect(Object.keys(summary ?? {})).toEqual(["model", "max_tokens", "messages"]);
    expect(summary).toMatchObject({ messages: [{ role: "user" }] });
    // As much as the policy allows, and no more than fits beside the history.
    expect(summary?.max_tokens).toBe(2000);
    expect(first).toMatchObject({ max_tokens: 1024, system: script.system });
    expect(first?.tools).toHaveLength(script.tools.length + 1);
    expect(fifth?.messages).toHaveLength(1);
    const restart = (fifth?.messages[0] as { content: string }).content;
    expect(restart).toContain("## Unresolved");
    expect(restart).toContain("updateStatus");
  });
});

describe("the lesson's functions", () => {
  test("the counter takes input and output, and not what was cached", () => {
    const usage = { input_tokens: 60, cache_read_input_tokens: 270, output_tokens: 150 };
    expect(trackUsage(280, usage)).toBe(490);
    expect(trackUsage(5, { prompt_tokens: 10, completion_tokens: 2 }, "openAiChat")).toBe(17);
  });

  test("the counter stays where usage is missing, and refuses what is no count", () => {
    expect([{}, { input_tokens: 5 }, { output_tokens: 5 }].map((usage) => trackUsage(7, usage))).toEqual([7, 7, 7]);
    expect(thrown(() => trackUsage(7, { input_tokens: -1, output_tokens: 2 }))).toMatchObject({ code: "BAD_USAGE" });
    expect(thrown(() => trackUsage(0.5, {}))).toMatchObject({ code: "BAD_NUMBER", path: "used" });
  });

  test("the threshold is exact at one below, at it and one above", () => {
    const limit = threshold(2000, 0.7);
    expect(limit).toBe(1400);
    expect([1399, 1400, 1401].map((used) => shouldCompact(used, limit))).toEqual([false, true, true]);
    expect(threshold(100, 0.07)).toBe(7);
  });

  test("the trace exercise fires after its fourth turn", () => {
    const limit = threshold(6000, 0.75);
    let used = 0;
    const sums = [1200, 1500, 900, 1100].map((input_tokens) => (used = trackUsage(used, { input_tokens, output_tokens: 0 })));
    expect(sums).toEqual([1200, 2700, 3600, 4700]);
    expect(sums.map((sum) => shouldCompact(sum, limit))).toEqual([false, false, false, true]);
    expect(trackUsage(0, { input_tokens: 300, output_tokens: 100 })).toBe(400);
  });

  test("missing and blank notes read as the placeholder", () => {
    const { notesEmpty } = defaultPrompts();
    expect([null, "", " \n"].map((notes) => notesOrPlaceholder(notes))).toEqual([notesEmpty, notesEmpty, notesEmpty]);
    expect(notesOrPlaceholder(null, { notesEmpty: "nada" })).toBe("nada");
  });

  test("the restart message is the summary, then the notes", () => {
    const text = restartMessage("half done", "# open");
    expect(text.indexOf("half done")).toBeLessThan(text.indexOf("# open"));
    expect(freshWindow("half done", "# open")).toEqual({ role: "user", content: text });
  });

  test("the summary request holds the history as text", () => {
    const text = summaryRequest([{ role: "user", content: "fix it" }], "anthropic", { summaryInstruction: "Sum up." });
    expect(text).toBe("Sum up.\n\n<history>\nuser: fix it\n</history>");
  });

  test("a summary that was cut off, is blank or asks for tools is refused", () => {
    expect(handoverSummary(says(" so far "))).toBe("so far");
    for (const bad of [says("cut", [1, 1], "max_tokens"), says(" "), says("no", [1, 1], "refusal")]) {
      expect(thrown(() => handoverSummary(bad))).toMatchObject({ code: "COMPACTION_FAILED" });
    }
    expect(thrown(() => handoverSummary({}))).toMatchObject({ code: "BAD_REPLY" });
  });

  test("an estimate is bytes by four, rounded up", () => {
    expect(["", "a", "abcd", "abcde", "가나"].map(estimate)).toEqual([0, 1, 1, 2, 2]);
  });

  test("what is no string is refused and costs nothing", () => {
    for (const bad of [() => estimate(5 as never), () => restartMessage(undefined as never, null), () => summaryRequest("x" as never)]) {
      expect(thrown(bad)).toMatchObject({ code: "BAD_INPUT" });
    }
    expect(estimate("abcd")).toBe(1);
  });
});

describe("functions for shells", () => {
  test("classify failures", () => {
    expect(classifyFailure(400, "context_length_exceeded", "")).toBe("overflow");
    expect(classifyFailure(529, "", "")).toBe("overloaded");
    expect(classifyFailure(undefined, "", "fetch failed")).toBe("network");
    expect(classifyFailure(NaN, "", "fetch failed")).toBe("network");
    expect(thrown(() => classifyFailure(400, undefined as never, ""))).toMatchObject({ code: "BAD_INPUT" });
  });

  test("cut between characters as people see them, and say how many are missing", () => {
    expect(truncate("a😀b", 4)).toEqual({ text: "a", omitted: 2 });
    const { text, omitted } = elide("x".repeat(500), 100);
    expect([text.length <= 100, omitted > 400]).toEqual([true, true]);
  });

  test("merge sections of notes, and fence what a text cannot close", () => {
    expect(mergeNotes("## A\n- a\n", { action: "append", section: "A", content: "- b" })).toBe("## A\n- a\n- b\n");
    expect(thrown(() => mergeNotes("", { action: "burn" } as never))).toMatchObject({ code: "BAD_INPUT" });
    expect(fence("notes", "x </notes>")).toMatch(/^<notes-1>\n/);
  });

  test("find what is wrong with a history, and mend it", () => {
    const broken = [{ role: "user", content: "go" }, { role: "assistant", content: [{ type: "tool_use", id: "a", name: "t", input: {} }] }];
    expect(violations(broken)).toEqual([{ type: "unanswered", message: 1, call: "a" }]);
    const mended = repair(broken);
    expect(violations(mended)).toEqual([]);
    expect(mended[1]).toBe(broken[1]);
  });

  test("put a stream together", () => {
    const events = [
      { type: "message_start", message: { usage: { input_tokens: 10, output_tokens: 1 } } },
      { type: "content_block_delta", delta: { type: "text_delta", text: "hi" } },
      { type: "message_delta", usage: { output_tokens: 5 } },
    ];
    expect(mergeStream(events)).toMatchObject({ text: "hi", usage: { input: 10, output: 5 }, occupancy: 15 });
    expect(mergeStream([])).toEqual({ text: "", usage: null, occupancy: null });
  });

  test("know the limits of current models, and guess none", () => {
    expect(modelLimits("claude-opus-4-6")).toEqual({ window: 1_000_000, maxOutput: 128_000 });
    expect(modelLimits("claude")).toBeUndefined();
  });
});

describe("a policy", () => {
  test("takes production's defaults, and reserves what a reply may write", () => {
    expect(policy({ window: 200_000 })).toEqual(policy.production(200_000));
    expect(policy({ window: 200_000, replyLimit: 8000 })).toMatchObject({ outputReserve: 8000, ratio: 0.7, meter: "occupancy" });
    expect(policy({ window: 2000, outputReserve: 100 })).toMatchObject({ window: 2000, outputReserve: 100 });
    const all: Policy = {
      window: 9000, ratio: 0.5, meter: "accumulated", outputReserve: 7, replyLimit: 8, summaryLimit: 9,
      strategy: { type: "keepLast", rounds: 2 },
      restart: { pinInstructions: false, fenceNotes: false, notesLimit: null },
      notes: { readAtStart: false, guard: false },
      guards: { summaryAttempts: 1, breaker: 9, storm: null, minGain: 0.5, feasibility: false, fitSummary: true, goOn: false },
      valves: { maxCalls: 5, tokenBudget: 6, maxPauses: null },
      anyStopAnswers: true,
    };
    expect(policy(all)).toEqual(all);
    const blank = { ratio: undefined, meter: undefined, replyLimit: undefined, outputReserve: undefined } as object;
    expect(policy({ ...blank, window: 200_000 })).toEqual(policy.production(200_000));
  });

  test("merges groups knob by knob, and takes a strategy as a whole", () => {
    const base = policy.production(200_000);
    const made = policy({
      window: 200_000, guards: { breaker: null, storm: undefined }, valves: { maxCalls: 0 }, strategy: { type: "keepLast", rounds: 2 },
    } as never);
    expect(made).toEqual({
      ...base, guards: { ...base.guards, breaker: null }, valves: { ...base.valves, maxCalls: 0 }, strategy: { type: "keepLast", rounds: 2 },
    });
    expect(policy({ window: 8000 })).toMatchObject({ replyLimit: 1000, outputReserve: 1000, summaryLimit: 1000 });
  });

  test("for a model takes its window from the options, the table given, or the package", () => {
    for (const model of ["claude-haiku-5-5", "claude-opus-5-5-20261007"]) expect(policy.forModel(model)).toEqual(policy.production(1_000_000));
    expect(policy.forModel("claude-haiku-4-5-20251001")).toEqual(policy.production(200_000));
    expect(policy.forModel("claude-haiku-4-5", { window: 50_000, ratio: 0.5 })).toMatchObject({ window: 50_000, ratio: 0.5 });
    const page = { data: [
      { id: "claude-haiku-4-5", max_input_tokens: 100_000, max_tokens: 8000 }, { id: "own", max_input_tokens: 32_000, max_tokens: 4000 },
      { id: "none" }, { id: "odd", max_input_tokens: -1, max_tokens: "x" }, null,
    ] };
    const models = modelsFrom(page);
    expect(models).toEqual({ "claude-haiku-4-5": { window: 100_000, maxOutput: 8000 }, own: { window: 32_000, maxOutput: 4000 } });
    expect([modelsFrom(page.data), modelsFrom(page.data[1]), modelsFrom(undefined)]).toEqual([models, { own: models.own }, {}]);
    expect(policy.forModel("own", { models, guards: { storm: 1 } })).toMatchObject({ window: 32_000, guards: { storm: 1, breaker: 3 } });
    expect(policy.forModel("claude-haiku-4-5", { models }).window).toBe(100_000);
    const error = thrown(() => policy.forModel("nobody-knows", { models }));
    expect(error).toMatchObject({ code: "BAD_POLICY", path: "policy.window" });
    expect(error.message).toMatch(/"nobody-knows".*give `window`/);
    expect(thrown(() => policy.forModel("toString", { models }))).toMatchObject({ code: "BAD_POLICY" });
  });

  test("without a window is refused, and said to lack it", () => {
    for (const fault of [() => policy({} as never), () => policy(undefined as never), () => policy.production(undefined as never)]) {
      const error = thrown(fault);
      expect(error).toMatchObject({ code: "BAD_POLICY", path: "policy.window" });
      expect(error.message).toMatch(/^policy\.window should be a whole number of tokens.*missing/);
    }
  });

  test("with a knob that there is not is refused, and the knob named", async () => {
    const typo = { window: 100_000, ratoi: 0.5 } as never;
    const error = thrown(() => policy(typo));
    expect(error).toMatchObject({ code: "BAD_POLICY", path: expect.stringMatching(/^policy(\.ratoi)?$/) as unknown });
    expect(error.message).toContain("ratoi");
    const options = { ...agent([]), policy: { ...policy({ window: 100_000 }), ratoi: 0.5 } };
    const inRun = await failure(runAgent("go", [], {}, options));
    expect(inRun.code).toBe("BAD_CONFIG");
    expect(inRun.message).toContain("ratoi");
  });

  test("that cannot work names the numbers", () => {
    const faults = [
      () => policy.lesson(2000, 1),
      () => policy.lesson(2000, Number.NaN),
      () => policy({ window: 2000, replyLimit: 1024 }),
      () => policy({ window: 100_000, replyLimit: 0 }),
      () => policy({ window: 100_000, typo: 1 } as never),
      () => policy({} as never),
      () => policy(undefined as never),
    ];
    expect(faults.map((fault) => thrown(fault).code)).toEqual(Array(7).fill("BAD_POLICY"));
    const pathOf = (options: object) => thrown(() => policy({ window: 100_000, ...options })).path;
    expect(pathOf({ replyLimit: 0 })).toBe("policy.replyLimit");
    expect(pathOf({ summaryLimit: 0 })).toBe("policy.summaryLimit");
    expect(pathOf({ outputReserve: 90_000 })).toBe("policy.outputReserve");
    expect([pathOf({ window: undefined }), pathOf({ window: 0.5 }), pathOf({ window: 1 })]).toEqual(Array(3).fill("policy.window"));
    expect(pathOf({ replyLimit: "many" })).toBe("policy.replyLimit");
    expect(pathOf({ guards: { breaker: 0 } })).toBe("policy.guards.breaker");
    expect(pathOf({ guards: { minGain: 1 } })).toBe("policy.guards.minGain");
    expect(pathOf({ guards: { stormm: 1 } })).toMatch(/^policy\.guards/);
    expect(pathOf({ guards: null })).toBe("policy.guards");
    expect([pathOf({ ratio: 0 }), pathOf({ ratio: "0.7" })]).toEqual(Array(2).fill("policy.ratio"));
    expect(pathOf({ meter: "spend" })).toBe("policy.meter");
    expect(thrown(() => policy({ window: 2000, replyLimit: 1024 })).message).toMatch(/1400.*2000.*1024/);
    expect(thrown(() => policy.lesson(2000.5, 0.7))).toMatchObject({ code: "BAD_NUMBER", path: "window" });
  });
});
