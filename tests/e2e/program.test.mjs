// What a learner writes in the lesson: it runs in a Worker, ends by its count of steps and not by a clock, and never by itself.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { site } from "./site.mjs";

const session = site();
const folder = new URL("../../course/lesson-6/exercises/", import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), "utf8").trimEnd();

/** The page at a task of code. */
async function open(lang, exercise, scenario = "last-item", prepare = undefined) {
  const page = await session.open({ lang, scenario: `v1/${scenario}`, step: `0?lesson=positions&exercise=${exercise}`, prepare });
  await page.getByTestId("task-code").waitFor();
  return page;
}

/** Puts a text into the editor, as if it were pasted. */
async function write(page, text) {
  await page.getByTestId("task-code").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  assert.equal(await written(page), text);
}

/** What stands in the editor. */
const written = (page) => page.getByTestId("task-code").locator(".cm-line").evaluateAll((lines) => lines.map(({ textContent }) => textContent).join("\n"));

/** Runs a text in the part that is written, and gives what is said of it. */
async function run(page, text) {
  await write(page, text);
  await page.getByTestId("task-commit").click();
  await page.locator('[data-testid="task-commit"]:enabled, [data-testid="task"][data-state="passed"]').first().waitFor();
  const said = page.getByTestId("verdict-said");
  const [outcome, code, wrong] = await said.evaluate(({ dataset }) => [dataset.outcome, dataset.code, dataset.wrong ?? null]);
  return { outcome, code, wrong, words: await page.getByTestId("feedback").textContent() };
}

/** The feedback of a named wrong program, as the course has it. */
const says = (exercise, task, lang, id) => new RegExp(`^    \\.says-${id} = (.*)$`, "m").exec(read(`${exercise}/${lang}.ftl`))[1].replaceAll("`", "");

describe("an exercise in code", () => {
  for (const lang of ["en", "pt-BR", "ko"]) {
    test(`each wrong program has its own feedback, and the fix passes: ${lang}`, async () => {
      for (const [exercise, task] of [["storm-fix", "fix"], ["move-the-check", "move"]]) {
        const page = await open(lang, exercise);
        for (const file of readdirSync(new URL(`${exercise}/${task}/wrong/`, folder))) {
          const id = file.replace(/\.js$/, "");
          const { outcome, wrong, words } = await run(page, read(`${exercise}/${task}/wrong/${file}`));
          assert.deepEqual([outcome, wrong, words.trim()], ["not-yet", id, says(exercise, task, lang, id)]);
        }
        const { outcome } = await run(page, read(`${exercise}/${task}/solution.js`));
        assert.equal(outcome, "passed");
        assert.equal(await page.getByTestId("task-goals").locator('[data-met="false"]').count(), 0);
        assert.deepEqual(page.troubles, []);
        await page.end();
      }
    });
  }

  test("a fix that is typed in by keys passes, and the run of what was wrong is shown at the step that breaks the goal", async () => {
    const page = await open("en", "storm-fix");
    const field = page.getByTestId("task-code");
    await field.focus();
    await page.keyboard.press("Control+Enter");
    await page.getByTestId("task-jump").waitFor();
    await page.getByTestId("task-jump").click();
    const compactions = Number(await page.getByTestId("scrubber").getAttribute("max"));
    assert.ok(compactions > 92, "the storm's run is longer than the sound one");
    await field.focus();
    await page.keyboard.press("Control+Home");
    // A long line is wrapped, and then has several rows to go down through.
    while (!(await page.locator(".cm-activeLine").textContent()).startsWith("    onCompact")) await page.keyboard.press("ArrowDown");
    await page.keyboard.type("tokensUsed = 0;");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    await page.locator('[data-testid="task"][data-state="passed"]').waitFor();
    await page.end();
  });

  test("Tab indents in the editor, and leaves it after Escape; keys of the page are letters in it", async () => {
    const page = await open("en", "storm-fix");
    await write(page, "t ?");
    await page.keyboard.press("Tab");
    assert.equal(await written(page), "  t ?");
    assert.equal(await page.getByTestId("step-counter").getAttribute("data-value"), "0");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await page.getByTestId("task-code").evaluate((field) => field.getRootNode().activeElement === field), false);
    assert.equal(await written(page), "  t ?");
    await page.end();
  });

  test("an endless loop did not finish, and a click made meanwhile is answered", async () => {
    const page = await open("en", "storm-fix");
    const loop = read("storm-fix/fix/solution.js").replace("tokensUsed = 0;", "while (true);");
    await write(page, loop);
    await page.getByTestId("task-commit").click();
    await page.getByTestId("step").click();
    await page.locator('[data-testid="step-counter"][data-value="1"]').waitFor();
    await page.locator('[data-testid="verdict-said"][data-outcome="did-not-finish"]').waitFor();
    assert.equal(await page.getByTestId("task").getAttribute("data-state"), "did-not-finish");

    // What was kept stands in the field again, and nothing runs before it is asked for.
    let workers = 0;
    page.on("worker", () => (workers += 1));
    await page.reload();
    await page.getByTestId("task-code").waitFor();
    assert.match(await written(page), /while \(true\)/);
    assert.equal(await page.getByTestId("verdict-said").count(), 0);
    assert.equal(workers, 0);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("what the engine itself does not come back from is ended with its Worker, and the next program has another", async () => {
    // The minute that is waited is made two seconds.
    const hurry = () => {
      const { setTimeout: wait } = window;
      window.setTimeout = (act, delay, ...rest) => wait(act, delay === 60_000 ? 2_000 : delay, ...rest);
    };
    const page = await open("en", "storm-fix", "last-item", (context) => context.addInitScript(hurry));
    const ends = [];
    page.on("worker", (worker) => ends.push(new Promise((resolve) => worker.on("close", resolve))));
    const solution = read("storm-fix/fix/solution.js");
    const stuck = solution.replace("tokensUsed = 0;", "Array.prototype.reverse.call({ length: 2 ** 53 - 1 });");
    const { outcome, code } = await run(page, stuck);
    assert.deepEqual([outcome, code], ["did-not-finish", "stuck"]);
    assert.equal(ends.length, 1);
    await ends[0];
    assert.equal((await run(page, solution)).outcome, "passed");
    assert.equal(ends.length, 2);
    assert.equal(page.workers().length, 1);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("its run stays the learner's when the language changes, with the words of that language", async () => {
    const page = await open("en", "storm-fix");
    await page.getByTestId("task-commit").click();
    await page.getByTestId("task-jump").click();
    const shown = () => page.evaluate(() => ({ last: document.querySelector("[data-testid=scrubber]").max, step: document.querySelector("[data-testid=step-counter]").dataset.value }));
    await page.locator('[data-testid="scrubber"]:not([max="92"])').waitFor();
    const before = await shown();
    const words = () => page.getByTestId("messages").textContent();
    assert.doesNotMatch(await words(), /[가-힣]/);
    await page.getByTestId("lang-ko").click();
    await page.waitForFunction(() => /과제:/.test(document.querySelector("[data-testid=messages]").textContent));
    assert.deepEqual(await shown(), before);
    // Looked at anew after another run, it is in the language of now as well.
    await page.getByTestId("lesson-toggle").waitFor();
    await page.getByTestId("to-text").click();
    await page.getByTestId("lang-pt-BR").click();
    await page.goBack();
    await page.getByTestId("task-jump").click();
    await page.locator(`[data-testid="scrubber"][max="${before.last}"]`).waitFor();
    assert.doesNotMatch(await words(), /[가-힣]/);
    assert.match(await words(), /Tarefa/);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("as long as the editor takes it is there after a reload, and one that is too long is refused and told", async () => {
    const page = await open("en", "storm-fix");
    const long = `${read("storm-fix/fix/solution.js")}\n${'// "\\\\"\n'.repeat(2000)}`.slice(0, 8000);
    assert.equal(long.length, 8000);
    await page.getByTestId("task-code").focus();
    await page.keyboard.press("ControlOrMeta+a");
    const paste = (text) =>
      page.getByTestId("task-code").evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await paste(long);
    await page.keyboard.press("ControlOrMeta+End");
    await paste("x".repeat(3_000_000));
    await page.getByTestId("task-too-long").waitFor();
    assert.ok((await page.getByTestId("task-too-long").textContent()).includes("8,000"));
    await page.getByTestId("task-commit").click();
    await page.getByTestId("verdict-said").waitFor();
    const kept = () => page.evaluate(() => JSON.parse(JSON.parse(localStorage.getItem("secondwind.progress")).tasks[0].first.answer).text);
    assert.equal(await kept(), long);
    await page.reload();
    await page.getByTestId("task-code").waitFor();
    assert.equal(await page.getByTestId("notice").count(), 0);
    assert.equal(await kept(), long);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("what is written and not run is there when the task is opened again, also where it was left in the midst of its run", async () => {
    const page = await open("en", "storm-fix");
    const loop = "while (true);";
    await write(page, loop);
    for (const isRunning of [false, true]) {
      if (isRunning) await page.getByTestId("task-commit").click();
      await page.getByTestId("to-text").click();
      await page.waitForTimeout(isRunning ? 1500 : 100);
      await page.goBack();
      await page.getByTestId("task-code").waitFor();
      assert.equal(await written(page), loop);
    }
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("with what looks like a key is not kept, and that is told", async () => {
    const page = await open("en", "storm-fix");
    await write(page, 'const key = "sk-canary-0123456789abcdefghij";');
    await page.getByTestId("task-commit").click();
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent(), /looks like a key/);
    assert.ok(!(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes("canary"));
    assert.equal(await page.getByTestId("verdict-said").count(), 0);
    await page.end();
  });

  test("what cannot run names the error and its line", async () => {
    const page = await open("en", "storm-fix");
    const { outcome, words } = await run(page, read("storm-fix/fix/solution.js").replace("tokensUsed = 0;", "tokensUsed = zero;"));
    assert.equal(outcome, "could-not-run");
    const first = Number(await page.getByTestId("task-code").getAttribute("data-first"));
    assert.match(words, new RegExp(`ReferenceError.*zero.*${first + 4}`));
    await page.end();
  });
});
