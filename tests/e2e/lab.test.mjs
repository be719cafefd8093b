// The lab: dials that replay the whole run, the scoreboard, pinned runs, and the facts beside the window.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { site } from "./site.mjs";


const session = site();

const open = async (options) => {
  const page = await session.open(options);
  await page.getByTestId("lab-toggle").focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("lab-line").waitFor({ state: "attached" });
  return page;
};

const line = (page, id = "lab-line") => page.getByTestId(id).getAttribute("d");
const score = async (page, id, column = 0) => page.getByTestId(`score-${id}`).nth(column).getAttribute("data-value");
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

describe("the dials", () => {
  test("are closed at first, and turning one replays the run and the scoreboard", async () => {
    const page = await session.open();
    assert.equal(await page.getByTestId("lab").count(), 0);
    await page.end();
    const it = await open();
    assert.deepEqual([await score(it, "compactions"), await score(it, "calls"), await score(it, "spend"), await score(it, "lost")], ["1", "6", "3575", "1"]);
    assert.equal(await it.getByTestId("score-price").first().textContent(), "0.0184");
    const before = await line(it);
    const slider = it.getByTestId("slide-window");
    await slider.focus();
    for (let i = 0; i < 20; i++) await it.keyboard.press("ArrowRight");
    await frames(it);
    assert.notEqual(await line(it), before);
    assert.equal(await it.getByTestId("dial-window").inputValue(), "3000");
    assert.equal(await it.getByTestId("lab-only-costs").count(), 0);
    await it.getByTestId("dial-window").fill("8000");
    await it.getByTestId("lab-only-costs").waitFor();
    assert.equal(await score(it, "compactions"), "0");
    // The walk itself has not changed.
    assert.equal(await it.getByTestId("scrubber").getAttribute("max"), "34");
    await it.getByTestId("price-input").fill("10");
    await it.getByTestId("price-input").press("Tab");
    const [input, output] = [Number(await score(it, "input")), Number(await score(it, "output"))];
    assert.equal(Number(await score(it, "price")), (input * 10 + output * 15) / 1e6);
    await it.getByTestId("lab-reset").click();
    await frames(it);
    assert.equal(await line(it), before);
    assert.deepEqual(it.troubles, []);
    await it.end();
  });

  test("that cannot work are told, and the last curve stays", async () => {
    for (const [lang, words] of [["en", /leaves no threshold/], ["pt-BR", /não dá limiar/], ["ko", /임계값/]]) {
      const page = await open({ lang });
      const before = await line(page);
      await page.getByTestId("dial-ratio").fill("1");
      await page.locator("[data-code=patch-ratio]").waitFor();
      assert.match(await page.getByTestId("lab-issues").textContent(), words);
      assert.equal(await line(page), before);
      await page.getByTestId("dial-ratio").fill("0.3");
      await frames(page);
      assert.equal(await page.locator("[data-code]").count(), 0);
      assert.notEqual(await line(page), before);
      assert.deepEqual(page.troubles, []);
      await page.end();
    }
  });

  test("feel immediate on the longest run", async () => {
    const page = await open({ scenario: "invoice-import" });
    const times = await page.evaluate(async () => {
      const slider = document.querySelector('[data-testid="slide-ratio"]');
      const found = [];
      for (let i = 0; i < 20; i++) {
        slider.value = String(0.4 + i / 50);
        const from = performance.now();
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        found.push(performance.now() - from);
      }
      return found.sort((a, b) => a - b);
    });
    const median = times[10];
    console.log(`# from a dial to the new curve: median ${median.toFixed(0)} ms, longest ${times.at(-1).toFixed(0)} ms`);
    assert.ok(median < 150, `${median} ms`);
    await page.end();
  });
});

describe("a tooth", () => {
  test("opens the walk at its step with the dials, by keyboard, and the address brings it all back", async () => {
    const page = await open({ scenario: "invoice-import" });
    await page.getByTestId("lab-pin").click();
    await page.getByTestId("dial-ratio").fill("0.5");
    await frames(page);
    const drawn = await page.getByTestId("lab-threshold").evaluateAll((all) => all.map((one) => [Number(one.dataset.value), one.dataset.own]));
    assert.deepEqual(drawn.sort(), [[2000, "true"], [2800, "false"]], "each run has its own threshold");
    assert.ok((await page.getByTestId("lab-tick").count()) >= 4, "the axis has its numbers");
    const tooth = page.getByTestId("tooth").nth(1);
    const step = await tooth.getAttribute("data-step");
    await tooth.focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.getByTestId("step-counter").getAttribute("data-value"), step);
    assert.equal(await page.locator("main").getAttribute("data-kind"), "crossed");
    assert.equal(await page.getByTestId("curve-threshold").getAttribute("data-value"), "2000");
    assert.equal(await page.evaluate(() => document.activeElement.id), "window");
    await page.waitForFunction(() => location.hash.includes("dials=ratio:0.5"));
    await page.reload();
    await page.getByTestId("lab-line-A").waitFor({ state: "attached" });
    assert.equal(await page.getByTestId("step-counter").getAttribute("data-value"), step);
    assert.deepEqual([await score(page, "compactions"), await score(page, "compactions", 1)], ["5", "3"]);
    await page.getByTestId("lab-unpin").click();
    assert.equal(await page.getByTestId("lab-line-A").count(), 0);
    await page.getByTestId("lab-back").click();
    assert.equal(await page.getByTestId("curve-threshold").getAttribute("data-value"), "2800");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("a link with dials that do not fit plays the scenario without them and says so", async () => {
    const page = await session.open({ step: "3?dials=outputReserve:5000" });
    const keys = await page.getByTestId("notice").evaluateAll((all) => all.map((one) => one.dataset.key));
    assert.deepEqual(keys, ["lab-dropped", "issue-patch-no-room"]);
    assert.equal(await page.getByTestId("curve-threshold").getAttribute("data-value"), "1400");
    await page.end();
  });

  test("nothing of the run is shown while a question is open", async () => {
    const page = await session.open({ step: "0?predict=on" });
    await page.getByTestId("lab-toggle").click();
    await page.getByTestId("lab-held").waitFor();
    assert.equal(await page.getByTestId("lab-line").count(), 0);
    await page.end();
  });
});

describe("the facts", () => {
  test("have their place at the step, and the compaction says what became of them", async () => {
    const page = await session.open({ step: 21 });
    const places = () => page.getByTestId("fact").evaluateAll((all) => all.map((one) => one.dataset.place));
    assert.deepEqual(await places(), ["window", "window", "window", "window"]);
    assert.equal(await page.getByTestId("tally").count(), 0);
    await page.getByTestId("step").click();
    assert.deepEqual(await places(), ["window", "window", "notes", "lost"]);
    assert.match(await page.getByTestId("tally").textContent(), /2 kept, 1 in NOTES\.md, 1 lost/);
    const named = await page.getByTestId("tray-fact").evaluateAll((all) => all.map((one) => [one.closest("[data-place]").dataset.place, one.innerText.replace(/\s+/g, " ").trim()]));
    assert.deepEqual(named, [["notes", "◐ The fix is an optimistic lock in the database."], ["lost", "✕ orders has an index on customer_id."]]);
    await page.getByTestId("step").click();
    assert.equal(await page.getByTestId("tray-fact").count(), 2, "the names stay for the last stage");
    await page.getByTestId("step").click();
    assert.equal(await page.getByTestId("tray-fact").count(), 0);
    assert.equal(await page.getByTestId("facts-ahead").getAttribute("data-value"), "1");
    assert.ok(!(await page.getByTestId("facts").textContent()).includes("Existing databases"));
    await page.end();
  });
});
