import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { memoryNotes, runAgent, stubClient } from "../dist/index.js";
import { type Lang, lessonLog } from "../dist/log.js";
import { notices } from "./fixtures.test-data.js";
import { agent, model, orderRace, says, thrown } from "./replies.test-util.js";

const { josa } = (await import("../dist/josa.js")) as unknown as typeof import("./josa.js");

/** The log of the reference run. */
async function log(lang: Lang): Promise<string[]> {
  const script = orderRace(lang);
  const notes = memoryNotes();
  const lines: string[] = [];
  const { onNotice, finish } = lessonLog({ lang, write: (line) => lines.push(line) });
  const options = agent([], { client: stubClient(script.replies), model, notes, onNotice });
  finish(await runAgent(script.task, script.tools, script.impls, options), notes.read().content);
  return lines;
}

describe("the log", () => {
  test("of the reference run has its lines in their order", async () => {
    const lines = await log("en");
    expect(lines.slice(0, 6)).toEqual([
      "[call 1] stop_reason=tool_use tokensUsed=400",
      "[call 2] stop_reason=tool_use tokensUsed=1050",
      "[call 3] stop_reason=tool_use tokensUsed=1850",
      expect.stringMatching(/^\[call 4\] >>> .*1.*1850 >= 1400.*reset to 0$/),
      "[call 5] stop_reason=tool_use tokensUsed=280",
      "[call 6] stop_reason=end_turn tokensUsed=490",
    ]);
    expect(lines.slice(6, 8)).toEqual(["", "Final answer:"]);
    expect(lines).toContain("Model calls: 6 (1 for compaction)");
    expect(lines).toContain("Compactions: 1");
    expect(lines.slice(lines.indexOf("Final NOTES.md:") - 1)).toMatchObject({ 0: "", 2: "## Decisions" });
    expect(lines.every((line) => !line.includes("\n"))).toBe(true);
  });

  test("has the same figures in every language, and other words", async () => {
    const figures = (lines: string[]) => lines.slice(0, 6).map((line) => line.match(/\d+/g));
    const [en, pt, ko] = await Promise.all([log("en"), log("pt-BR"), log("ko")]);
    expect(figures(pt)).toEqual(figures(en));
    expect(figures(ko)).toEqual(figures(en));
    expect(new Set([en[0], pt[0], ko[0]]).size).toBe(3);
  });

  test.each<Lang>(["en", "pt-BR", "ko"])("uses every message of the catalog in %s, and no other", (lang) => {
    const catalog = readFileSync(new URL(`../../course/catalogs/${lang}/log.ftl`, import.meta.url), "utf8");
    const keys = [...catalog.matchAll(/^([a-z-]+) =/gm)].map((match) => match[1]);
    const lines: string[] = [];
    const { onNotice, finish } = lessonLog({ lang, write: (line) => lines.push(line) });
    const size = { tokens: 1, measure: "estimated" } as const;
    const meters = { accumulated: size, occupancy: size, spend: size };
    const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, cache: "apart" } as const;
    onNotice({ type: "counted", call: 1, purpose: "main", stop: "end_turn", usage, measure: "estimated", meters, settled: [] });
    onNotice({ ...notices.compacted, meter: "occupancy", threshold: 1, before: meters, after: meters });
    onNotice(notices.resultsElided);
    finish("", null);
    // `log-ended` is for runs of the course that end without an answer; here such a run rejects.
    expect(keys.sort()).toEqual([
      "log-answer", "log-call", "log-compaction", "log-compactions", "log-elided", "log-ended", "log-notes", "log-totals",
    ]);
    expect(lines.join("\n")).not.toMatch(/log-|\{|\u2068/);
    expect(lines[0]).toMatch(/tokensUsed=1 \(.+\)$/);
    expect(lines[1]).toMatch(/ 1 \(.+\) >= 1\)/);
  });

  test("says which counters are estimates", async () => {
    const lines: string[] = [];
    const { onNotice } = lessonLog({ write: (line) => lines.push(line) });
    await runAgent("go", [], {}, agent([{ ...says("hi"), usage: undefined }], { onNotice }));
    expect(lines).toEqual([expect.stringMatching(/ \(estimated\)$/)]);
  });

  test("refuses a language that there is not", () => {
    expect(thrown(() => lessonLog({ lang: "tlh" as never }))).toMatchObject({ code: "BAD_INPUT", path: "lang" });
    expect(thrown(() => lessonLog({ lang: "toString" as never }))).toMatchObject({ code: "BAD_INPUT" });
  });

  test("has a line for ordinary calls, compactions and elisions, and none for any other notice", () => {
    const written: Record<string, number> = {};
    for (const [type, notice] of Object.entries({ ...notices, summary: { ...notices.counted, purpose: "summary" as const } })) {
      const lines: string[] = [];
      lessonLog({ write: (line) => lines.push(line) }).onNotice(notice);
      written[type] = lines.length;
    }
    const lines = Object.entries(written).filter(([, lines]) => lines > 0);
    expect(lines).toEqual([["compacted", 1], ["counted", 1], ["resultsElided", 1]]);
  });
});

test("a Korean postposition follows the last syllable", () => {
  expect([josa("요약본", "을/를"), josa("메시지", "을/를"), josa("파일", "으로/로"), josa("3", "이/가"), josa("NOTES.md", "은/는")])
    .toEqual(["요약본을", "메시지를", "파일로", "3이", "NOTES.md은(는)"]);
});
