import { describe, expect, test } from "vitest";

import {
  type Policy, defaultPrompts, estimate, freshWindow, handoverSummary, memoryNotes, notesOrPlaceholder, policy, restartMessage,
  runAgent, shouldCompact, stubClient, summaryRequest, threshold, trackUsage,
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
    expect(summary).toMatchObject({ max_tokens: 2000, messages: [{ role: "user" }] });
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
      expect(thrown(() => handoverSummary(bad))).toMatchObject({ code: "SUMMARY_REFUSED" });
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

describe("a policy", () => {
  test("takes production's defaults, and reserves what a reply may write", () => {
    expect(policy({ window: 200_000 })).toEqual(policy.production(200_000));
    expect(policy({ window: 200_000, replyLimit: 8000 })).toMatchObject({ outputReserve: 8000, ratio: 0.7, meter: "occupancy" });
    expect(policy({ window: 2000, outputReserve: 100 })).toMatchObject({ window: 2000, outputReserve: 100 });
    const all: Policy = {
      window: 9000, ratio: 0.5, meter: "accumulated", outputReserve: 7, replyLimit: 8, summaryLimit: 9, anyStopAnswers: true,
    };
    expect(policy(all)).toEqual(all);
    const blank = { ratio: undefined, meter: undefined, replyLimit: undefined, outputReserve: undefined } as object;
    expect(policy({ ...blank, window: 200_000 })).toEqual(policy.production(200_000));
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
      () => policy({ window: 2000 }),
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
    expect([pathOf({ ratio: 0 }), pathOf({ ratio: "0.7" })]).toEqual(Array(2).fill("policy.ratio"));
    expect(pathOf({ meter: "spend" })).toBe("policy.meter");
    expect(thrown(() => policy({ window: 2000 })).message).toMatch(/1400.*2000.*1024/);
    expect(thrown(() => policy.lesson(2000.5, 0.7))).toMatchObject({ code: "BAD_NUMBER", path: "window" });
  });
});
