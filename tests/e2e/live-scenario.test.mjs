// A recording makes a scenario: as files that the command line takes, and at once as what the page plays.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { overflow, violations } from "./everyone.mjs";
import { languages, read } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();

const policy = {
  window: 2000, ratio: 0.7, meter: "occupancy", outputReserve: 0, replyLimit: 4000, summaryLimit: 2000, strategy: { type: "restart" },
  restart: { pinInstructions: false, fenceNotes: false, notesLimit: null }, notes: { readAtStart: false, guard: false },
  guards: { summaryAttempts: 1, breaker: null, storm: null, minGain: null, feasibility: false, fitSummary: false, goOn: false },
  valves: { maxCalls: null, tokenBudget: null, maxPauses: null }, anyStopAnswers: false,
};

const usage = (input_tokens, output_tokens) => ({ input_tokens, output_tokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 });
const reply = (content, stop_reason, [input, output]) => ({ reply: { type: "message", role: "assistant", content, stop_reason, usage: usage(input, output) } });
const look = (id) => ({ type: "tool_use", id, name: "look", input: { at: "한국어 \"quoted\"" } });

/** A run with one compaction, which ends with an answer. */
const answers = [
  reply([{ type: "text", text: "First I look." }, look("a")], "tool_use", [300, 40]),
  { result: { text: "nothing\nat all", isError: false } },
  reply([look("b")], "tool_use", [1400, 40]),
  { result: { text: "gone", isError: true } },
  reply([{ type: "text", text: "Looked twice, found nothing." }], "end_turn", [500, 30]),
  reply([{ type: "text", text: "There is nothing." }], "end_turn", [320, 20]),
];
const recording = (all) => ({
  format: "secondwind-recording", version: 1, title: "Looking", task: "Look.", system: "s",
  tools: [{ name: "look", description: "Looks.", inputSchema: { type: "object" } }], policy, dialect: "anthropic", model: "m", answers: all,
});

async function bring(page, all) {
  await page.getByTestId("source-recorded").click();
  await page.getByTestId("recording-input").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(recording(all))) });
  await page.getByTestId("recording").waitFor();
}

/** The files of an archive, by their paths. */
function unpacked(bytes) {
  const files = {};
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [method, packed, name, extra] = [bytes.readUInt16LE(at + 8), bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
    const from = at + 30 + name + extra;
    const body = bytes.subarray(from, from + packed);
    files[bytes.toString("utf8", at + 30, at + 30 + name)] = (method === 0 ? body : inflateRawSync(body)).toString("utf8");
    at = from + packed;
  }
  return files;
}

describe("a recording makes a scenario", () => {
  for (const [i, lang] of languages.entries()) {
    test(lang, async () => {
      const page = await session.open({ lang, width: [1440, 320, 768][i] });
      await bring(page, answers);
      await page.getByTestId("scrubber").fill("999");
      const seen = await read(page);
      assert.equal(seen.compactions, 1);
      await page.getByTestId("code-limit").waitFor({ state: "attached" });

      const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("recording-scenario").click()]);
      assert.equal(download.suggestedFilename(), "scenario-1.zip");
      const files = unpacked(await readFile(await download.path()));
      assert.deepEqual(Object.keys(files).sort(), ["scenario-1.toml", "scenario-1/common.toml", "scenario-1/en.toml", "scenario-1/ko.toml", "scenario-1/pt-BR.toml"]);
      assert.match(files["scenario-1.toml"], /^format = 1\n[^]*window = 2000[^]*tool = "look"/);
      assert.match(files["scenario-1/common.toml"], /Looked twice, found nothing\./);

      // It is what the page plays now: prepared replies, in the language that is chosen, and the same figures.
      await page.locator('[data-testid="source"][data-mode="stubbed"]').waitFor();
      assert.equal(await page.getByTestId("scenario").inputValue(), "scenario-1");
      assert.match(await page.getByTestId("scenario").locator("option:checked").textContent(), /^Looking \(1\), /);
      assert.equal(await page.getByTestId("code-limit").count(), 0, "a scenario has the limits of the program that is shown");
      const same = async () => {
        await page.getByTestId("scrubber").fill("999");
        const { log: _, logKeys: __, lang: ___, title: ____, sentence: _____, ...figures } = await read(page);
        const { log, logKeys, lang: own, title, sentence, ...expected } = seen;
        assert.deepEqual(figures, expected);
      };
      await same();
      assert.deepEqual(await overflow(page), []);
      assert.deepEqual(await violations(page), []);
      const next = languages[(i + 1) % 3];
      await page.getByTestId(`lang-${next}`).click();
      await page.waitForFunction((lang) => document.documentElement.lang === lang, next);
      await same();
      // The tab has it as long as it has the recording.
      await page.reload();
      await page.getByTestId("step-counter").waitFor();
      assert.equal(await page.getByTestId("scenario").inputValue(), "scenario-1");
      await same();
      assert.deepEqual(page.troubles, []);
      await page.end();
    });

    test(`and says why where it cannot, ${lang}`, async () => {
      const page = await session.open({ lang });
      await bring(page, answers.slice(0, 3));
      await page.getByTestId("recording-scenario").click();
      const told = await page.getByTestId("recording-refused").innerText();
      const words = { en: "a scenario needs one", "pt-BR": "um cenário precisa de uma", ko: "시나리오에는 답변이 있어야 합니다" };
      assert.ok(told.includes(words[lang]), told);
      assert.equal(await page.getByTestId("scenario").inputValue(), "recording-1");
      await page.end();
    });
  }
});
