// Live: the page against somebody else's server of both protocols, so that not only our own idea of them is tested.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, describe, test } from "node:test";
import { summary, turns } from "../live/script.mjs";
import { canary, everything, reaches, setUp, troublesBeside } from "./live-page.mjs";
import { read } from "./page.mjs";
import { site } from "./site.mjs";

const { LLMock } = createRequire(new URL("../../crates/wasm/package.json", import.meta.url))("@copilotkit/aimock");
const session = site();
const open = [];
after(() => Promise.all(open.map((one) => one.stop())));

const tokens = (value) => Math.ceil(JSON.stringify(value).length / 4);

/** aimock with the lines of the model that solves the task; a request without tools is one for a summary. */
async function startMock() {
  const mock = new LLMock({ port: 0 });
  let next = 0;
  let place = 0;
  mock.on({ predicate: () => true }, (request) => {
    const { say, calls } = request.tools?.length > 0 ? turns[next++] : { say: summary, calls: [] };
    place += 1;
    const [input, output] = [tokens(request.messages) + tokens(request.tools ?? ""), tokens([say, calls])];
    const usage = { input_tokens: input, output_tokens: output, prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
    const toolCalls = calls.map(({ name, input: given }, i) => ({ id: `call_${place}_${i}`, name, arguments: JSON.stringify(given) }));
    return { content: say, ...(toolCalls.length > 0 ? { toolCalls } : {}), usage };
  });
  await mock.start();
  open.push(mock);
  return mock;
}

describe("the task is done over aimock", () => {
  for (const [dialect, path] of [["anthropic", "/v1/messages"], ["openAiChat", "/v1/chat/completions"]]) {
    test(dialect, async () => {
      const mock = await startMock();
      const page = await session.open();
      await setUp(page, { dialect, base: mock.url });
      await page.getByTestId("live-start").click();
      assert.equal(await reaches(page, "over", "failed"), "over");
      await page.locator('[data-testid="live-verdict"][data-outcome="passed"]').waitFor({ timeout: 30_000 });
      const seen = await read(page);
      assert.ok(seen.compactions >= 1, "the window was compacted");
      assert.match(seen.answer, /The race is fixed/);
      assert.match(seen.notes, /None: the race in `updateStatus`/);
      // Beside its calls, the page asks how large the model's window is.
      const requests = mock.getRequests().filter((request) => !request.path.endsWith("/models"));
      assert.deepEqual([...new Set(requests.map((request) => request.path))], [path]);
      assert.ok(requests.length >= turns.length + seen.compactions);
      assert.ok(!(await everything(page)).includes(canary), "the key is nowhere in the page");
      assert.deepEqual(troublesBeside(page, mock.url), []);
      await page.end();
    });
  }
});
