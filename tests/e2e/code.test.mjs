// The code on screen: what ran and what comes, mistakes as diffs, and the tabs beside the window.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { site } from "./site.mjs";

const tabs = ["code", "request", "changes", "files", "log"];

const session = site();

/** The listing as it is shown, and where its marks stand. */
const code = (page) =>
  page.evaluate(() => {
    const box = document.querySelector(".listing");
    const lines = [...document.querySelectorAll('[data-testid="code-line"]')];
    const of = (mark) => lines.filter((line) => line.dataset.mark === mark);
    const isSeen = (line) => {
      const [a, b] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
      return a.top >= b.top && a.bottom <= b.bottom;
    };
    const text = (line) => line.querySelector("code").textContent.trim();
    return {
      kind: document.querySelector("main").dataset.kind,
      words: document.querySelector('[data-testid="code-marked"]').textContent,
      ran: of("ran").map((line) => Number(line.dataset.line)),
      next: of("next").map((line) => Number(line.dataset.line)),
      texts: of("ran").map(text),
      seen: of("ran").every(isSeen),
      changed: lines.filter((line) => line.dataset.type !== "same").map((line) => [line.dataset.type, text(line), line.querySelector(".sign").textContent, line.querySelector(".unseen").textContent]),
    };
  });

/** The page scrolls only when something asks for it. */
const stays = async (page, act) => {
  const top = await page.evaluate(() => scrollY);
  await act();
  assert.equal(await page.evaluate(() => scrollY), top);
};

describe("the marks", () => {
  test("follow the steps forth and back", async () => {
    const page = await session.open();
    const forth = [await code(page)];
    while ((await page.getByTestId("step").getAttribute("aria-disabled")) !== "true") {
      await stays(page, () => page.getByTestId("step").click());
      forth.push(await code(page));
    }
    assert.equal(forth.length, 35);
    const lines = {
      start: /^let messages/, called: /^const reply = await ask\(\{$/, ran: /impls\[name\]/, noted: /notes\.write/, checked: /shouldCompact/,
      crossed: /shouldCompact/, asked: /max_tokens: 2000/, summarized: /textOf\(reply\)\.trim/, reread: /notes\.read/,
      replaced: /^messages = /, reset: /^tokensUsed = 0/, finished: /stop_reason !== /, replied: /trackUsage/, appended: /content: results/,
    };
    for (const [step, at] of forth.entries()) {
      assert.match(at.texts[0], lines[at.kind], `step ${step}`);
      assert.ok(at.seen, `line ${at.ran} is in view at step ${step}`);
      const after = forth[step + 1];
      const next = after?.ran[0] ?? null;
      // A line that runs twice in a row is marked as having run; the words say that it comes again.
      assert.deepEqual(at.next, next === null || at.ran.includes(next) ? [] : [next]);
      const [first, last] = [at.ran[0], at.ran.at(-1)];
      assert.ok(at.words.includes(first === last ? `Line ${first} just ran` : `Lines ${first}–${last} just ran`), at.words);
      assert.ok(at.words.endsWith(next === null ? "The run ends here." : `line ${next} is next.`), at.words);
      assert.deepEqual(at.changed, []);
    }
    for (let step = forth.length - 2; step >= 0; step--) {
      await page.getByTestId("back").click();
      assert.deepEqual(await code(page), forth[step]);
    }
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("stand at the same lines in every language", async () => {
    const words = { en: "Line 60 just ran", "pt-BR": "A linha 60 acabou de ser executada", ko: "방금 60행을 실행했습니다" };
    const found = {};
    for (const lang of Object.keys(words)) {
      const page = await session.open({ lang, step: 17 });
      const { ran, next, texts } = await code(page);
      found[lang] = { ran, next, texts };
      assert.ok((await code(page)).words.includes(words[lang].replace("60", String(ran[0]))), (await code(page)).words);
      await page.end();
    }
    assert.deepEqual(found["pt-BR"], found.en);
    assert.deepEqual(found.ko, found.en);
  });
});

const open = (page) => page.locator("[data-testid=toggles] > summary").click();

describe("the mistakes", () => {
  test("are shown as the lines that go and the lines that come", async () => {
    const page = await session.open({ step: 22 });
    await open(page);
    const toggle = page.getByTestId("toggle-noReset");
    assert.equal(await toggle.getAttribute("aria-checked"), "false");
    await toggle.click();
    assert.equal(await toggle.getAttribute("aria-checked"), "true");
    assert.deepEqual((await code(page)).changed, [["removed", "tokensUsed = 0;", "−", "removed"]]);
    assert.match(await page.getByTestId("diff-noReset").innerText(), /−\s+(removed)?\s*tokensUsed = 0;/);
    await page.getByTestId("toggle-append").click();
    assert.deepEqual((await code(page)).changed.map(([type]) => type).sort(), ["added", "removed", "removed"]);
    assert.match(await page.getByTestId("toggles-state").textContent(), /2 mistakes/);

    const other = page.getByTestId("toggle-cutPair");
    assert.equal(await other.getAttribute("aria-disabled"), "true");
    assert.match(await page.getByTestId("excluded").textContent(), /Append, do not replace/);
    await other.focus();
    await page.keyboard.press("Space");
    assert.equal(await other.getAttribute("aria-checked"), "false");

    await page.getByTestId("repair").click();
    assert.deepEqual((await code(page)).changed, []);
    assert.equal(await other.getAttribute("aria-disabled"), "false");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("are played: the run beside the code follows, and comes back when they are mended", async () => {
    const page = await session.open({ step: 23 });
    const counter = async () => Number(await page.locator("[data-testid=meter-accumulated]").getAttribute("data-value"));
    assert.deepEqual([(await code(page)).kind, await counter()], ["reset", 0]);
    const [line] = (await code(page)).ran;
    await open(page);
    await page.getByTestId("toggle-noReset").click();
    assert.deepEqual([(await code(page)).kind, await counter()], ["called", 1850]);
    assert.notDeepEqual((await code(page)).ran, [line]);
    await page.getByTestId("repair").click();
    assert.deepEqual([(await code(page)).kind, await counter()], ["reset", 0]);
    assert.deepEqual((await code(page)).ran, [line]);
    await page.end();
  });

  test("each has a sentence, a report and a diff in every language", async () => {
    for (const lang of ["en", "pt-BR", "ko"]) {
      const page = await session.open({ lang });
      await open(page);
      const ids = await page.locator('[role="switch"]').evaluateAll((all) => all.map((one) => one.dataset.testid.replace("toggle-", "")));
      assert.equal(ids.length, 13);
      for (const id of ids) {
        await page.getByTestId(`toggle-${id}`).click();
        const { changed } = await code(page);
        assert.ok(changed.length > 0, id);
        assert.equal(await page.getByTestId(`diff-${id}`).locator("li").count(), changed.length);
        assert.ok((await page.locator(`#bug-${id}`).textContent()).trim().length > 15);
        await page.getByTestId(`toggle-${id}`).click();
      }
      assert.equal(await page.locator("[data-testid=toggles] a[href^='https://github.com/']").count(), 13);
      assert.deepEqual(page.troubles, []);
      await page.end();
    }
  });

  test("the code that is copied is the code that is shown", async () => {
    const prepare = (context) => context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await session.open({ prepare });
    await open(page);
    await page.getByTestId("toggle-append").click();
    await page.getByTestId("copy-code").click();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const shown = await page.locator('[data-testid="code-line"]:not([data-type="removed"]) code').allTextContents();
    assert.equal(text.trimEnd(), shown.join("\n"));
    assert.match(text, /messages\.push\(\{ role: "user", content: restart \}\)/);
    await page.end();
  });
});

describe("the tabs", () => {
  const visible = (page) =>
    page.evaluate(() => [...document.querySelectorAll('[role="tabpanel"]')].filter((panel) => panel.getClientRects().length > 0).map((panel) => panel.id.replace("panel-", "")));

  test("go by keyboard, one panel at a time, and the step stays", async () => {
    const page = await session.open({ step: 17 });
    assert.deepEqual(await visible(page), ["code"]);
    await page.getByTestId("tab-code").focus();
    for (const [key, tab] of [
      ["ArrowRight", "request"], ["ArrowRight", "changes"], ["End", "log"], ["ArrowRight", "code"], ["ArrowLeft", "log"], ["Home", "code"], ["ArrowLeft", "log"],
      ["ArrowLeft", "files"],
    ]) {
      await page.keyboard.press(key);
      assert.deepEqual(await visible(page), [tab]);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), `tab-${tab}`);
      assert.equal(await page.locator('[role="tab"][aria-selected="true"]').getAttribute("data-testid"), `tab-${tab}`);
      assert.equal(await page.locator('[role="tab"][tabindex="0"]').count(), 1);
    }
    assert.equal(await page.getByTestId("step-counter").getAttribute("data-value"), "17");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "panel-files");
    // The address follows within half a second.
    await page.waitForFunction(() => location.hash.includes("tab=files"));
    await page.reload();
    await page.getByTestId("step-counter").waitFor();
    assert.deepEqual(await visible(page), ["files"]);
    await page.end();
  });

  test("the request is the one that goes out, and the button leads there", async () => {
    const page = await session.open({ step: 3 });
    await page.getByTestId("tab-request").click();
    await page.getByTestId("request-go").click();
    assert.equal(await page.locator("main").getAttribute("data-kind"), "called");
    assert.equal(await page.getByTestId("request-go").count(), 0);
    const folds = page.getByTestId("fold");
    assert.equal(await folds.count(), 2 + 3);
    await folds.last().locator("summary").click();
    const last = JSON.parse(await folds.last().locator("pre").textContent());
    assert.deepEqual(last.content.map(({ type, tool_use_id }) => [type, tool_use_id]), [["tool_result", "call_1_1"], ["tool_result", "call_1_2"]]);
    await page.getByTestId("to-end").click();
    assert.equal(await page.getByTestId("request-none").count(), 1);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("the changes of the replacement are seven messages out and one in", async () => {
    const page = await session.open({ step: 22 });
    await page.getByTestId("tab-changes").click();
    assert.equal(await page.getByTestId("left").locator("li").count(), 7);
    assert.equal(await page.getByTestId("came").locator("li").count(), 1);
    assert.match(await page.getByTestId("counter-occupancy").textContent(), /from 930 to 210/);
    await page.getByTestId("step").click();
    assert.match(await page.getByTestId("counter-accumulated").textContent(), /1,850.*→.*0.*from 1,850 to 0/s);
    await page.getByTestId("tab-files").click();
    assert.equal(await page.getByTestId("archive-files").locator("li").count(), 7);
    assert.equal(await page.getByTestId("versions").locator("> li").count(), 1);
    await page.end();
  });
});
