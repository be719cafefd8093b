// Two worlds side by side: how they are opened, where they part, and the two valves.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { site } from "./site.mjs";


const session = site();

const world = (page, side) =>
  page.getByTestId(`world-${side}`).evaluate((box) => {
    const value = (id) => box.querySelector(`[data-testid="${id}"]`).dataset.value;
    const sums = ["accumulated", "occupancy"].map((meter) =>
      [...box.querySelectorAll(`[data-testid="world-${meter}"] [data-testid="world-part"]`)].reduce((sum, part) => sum + Number(part.dataset.tokens), 0),
    );
    return {
      step: Number(box.dataset.step),
      kind: box.dataset.kind,
      accumulated: Number(value("world-accumulated")),
      occupancy: Number(value("world-occupancy")),
      sums,
      compactions: Number(value("world-compactions")),
      calls: Number(value("world-calls")),
      spend: Number(value("world-spend")),
      ending: value("world-ending"),
      watches: box.querySelector('[data-testid="valves"]').dataset.watches,
      beyond: box.querySelector('[data-testid="beyond"]')?.textContent ?? null,
    };
  });

describe("two worlds", () => {
  test("open with Compare, stay in the link, and close", async () => {
    const page = await session.open({ step: 4 });
    assert.equal(await page.getByTestId("worlds").count(), 0);
    await page.getByTestId("compare").click();
    assert.equal(await page.evaluate(() => document.activeElement.id), "worlds");
    assert.match(await page.getByTestId("difference").textContent(), /Choose a mistake/);
    await page.getByTestId("world-bug-noReset").check();
    await page.waitForFunction(() => document.querySelector("[data-testid=world-accumulated]").getBoundingClientRect().bottom < innerHeight - 100);
    await page.waitForFunction(() => location.hash.includes("world=noReset"));
    await page.reload();
    await page.getByTestId("worlds").waitFor();
    assert.equal((await world(page, "there")).step, 4);
    assert.equal(await page.getByTestId("step-counter").getAttribute("data-value"), "4");
    await page.getByTestId("worlds-close").click();
    assert.equal(await page.getByTestId("worlds").count(), 0);
    await page.waitForFunction(() => !location.hash.includes("world"));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "compare");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("the first difference is the step at which the counter is not reset, and the page goes there", async () => {
    const page = await session.open({ step: 0 });
    await page.getByTestId("compare").click();
    await page.getByTestId("world-bug-noReset").check();
    assert.match(await page.getByTestId("difference").textContent(), /step 23.*Only this run has the step “The counter resets”.*0 here, 1,850 there/);
    await page.getByTestId("first-difference").click();
    assert.equal(await page.getByTestId("step-counter").getAttribute("data-value"), "23");
    const [here, there] = [await world(page, "here"), await world(page, "there")];
    assert.deepEqual([here.kind, there.kind], ["reset", "replaced"]);
    assert.deepEqual([here.accumulated, there.accumulated], [0, 1850]);
    assert.deepEqual([here.occupancy, there.occupancy], [210, 210]);
    for (const one of [here, there]) assert.deepEqual(one.sums, [one.accumulated, one.occupancy]);
    assert.deepEqual([here.compactions, there.compactions], [1, 1]);
    assert.deepEqual([here.ending, there.ending], ["", ""]);
    await page.getByTestId("to-start").click();
    assert.equal((await world(page, "there")).step, 0);
    await page.end();
  });

  test("one scrubber moves both by keyboard, and the world that goes on alone is in the link", async () => {
    const page = await session.open();
    await page.goto(`${page.url().split("#")[0]}#order-race/25?world=noReset`);
    const scrubber = page.getByTestId("worlds-scrubber");
    await page.getByTestId("worlds").waitFor();
    assert.equal(await page.getByTestId("curve-there").count(), 1, "the curve has both worlds in it");
    await scrubber.focus();
    await page.keyboard.press("End");
    const [here, there] = [await world(page, "here"), await world(page, "there")];
    assert.equal(here.ending, "answered");
    assert.notEqual(there.ending, "");
    assert.ok(there.compactions > here.compactions);
    assert.match(await scrubber.getAttribute("aria-valuetext"), /This run: The run is over.*The other world: /);
    await page.keyboard.press("ArrowLeft");
    const before = await world(page, "there");
    assert.ok(before.step < there.step || (await world(page, "here")).step < here.step);
    await page.keyboard.press("Home");
    assert.deepEqual([(await world(page, "here")).step, (await world(page, "there")).step], [0, 0]);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("the budget stops the sound harness, and not the one that counts both valves on one counter", async () => {
    const page = await session.open({ step: 0 });
    await page.getByTestId("compare").click();
    await page.getByTestId("world-bug-sharedCounter").check();
    assert.match(await page.getByTestId("difference").textContent(), /do not differ/);
    await page.getByTestId("worlds-budget").fill("2200");
    await page.getByTestId("worlds-budget").press("Enter");
    await page.waitForFunction(() => location.hash.includes("budget=2200"));
    await page.getByTestId("first-difference").click();
    await page.getByTestId("worlds-scrubber").press("End");
    const [here, there] = [await world(page, "here"), await world(page, "there")];
    assert.deepEqual([here.ending, there.ending], ["budgetSpent", "answered"]);
    assert.deepEqual([here.watches, there.watches], ["tokensSpent", "tokensUsed"]);
    assert.ok(here.spend >= 2200 && there.spend > here.spend && there.accumulated < 2200);
    assert.match(here.beyond, /has stopped/);
    assert.match(there.beyond, /did not stop it/);
    await page.getByTestId("worlds-budget").fill("");
    await page.getByTestId("worlds-budget").press("Enter");
    assert.match(await page.getByTestId("difference").textContent(), /do not differ/);
    await page.getByTestId("worlds-budget").fill("1.5");
    await page.getByTestId("worlds-budget").press("Enter");
    assert.equal(await page.getByTestId("worlds-budget").getAttribute("aria-invalid"), "true");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });
});
