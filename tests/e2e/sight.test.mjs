// What is in sight at once, without scrolling: the sentence of the step and the window, what was changed, both worlds.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { languages } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();
const phone = { width: 320, height: 640 };

/** Where a part of the page begins and ends, and what is left of the screen between the bar and the transport. */
const placed = (page, selector) =>
  page.evaluate((selector) => {
    const box = (of) => document.querySelector(of).getBoundingClientRect();
    const { top, bottom } = box(selector);
    const bar = box(".bar");
    return { top, bottom, from: bar.bottom, to: box(".transport").top };
  }, selector);

describe("a phone shows without scrolling", () => {
  for (const lang of languages) {
    test(`the sentence of every step and where the window begins, in ${lang}`, async () => {
      for (const scenario of ["order-race", "invoice-import"]) {
        const page = await session.open({ ...phone, lang, scenario, step: 1 });
        for (let i = 0; i < 30; i++) {
          const sentence = await placed(page, "[data-testid=sentence]");
          const step = await page.getByTestId("step-counter").getAttribute("data-value");
          assert.ok(sentence.top >= sentence.from && sentence.bottom <= sentence.to, `${scenario}, step ${step}: ${JSON.stringify(sentence)}`);
          const stages = await page.locator(".stages").count();
          const window = await placed(page, "#window");
          if (stages === 0) assert.ok(window.top < window.to, `${scenario}, step ${step}: the window begins at ${window.top}`);
          await page.keyboard.press("ArrowRight");
        }
        await page.end();
      }
    });

    test(`the bar and the sentence beside a question, in ${lang}`, async () => {
      const page = await session.open({ ...phone, lang, prepare: (context) => context.addInitScript(() => localStorage.setItem("secondwind.predict", "on")) });
      await page.keyboard.press("End");
      await page.getByTestId("question").waitFor();
      const bar = await placed(page, ".bar");
      const title = await placed(page, "[data-testid=step-title]");
      const sheet = await placed(page, ".sheet");
      assert.ok(bar.top >= 0 && bar.bottom <= title.top, "the bar is above the step");
      assert.ok(title.bottom <= sheet.top, "the sheet does not cover the title of the step");
      await page.end();
    });

    test(`both worlds, one beside the other, in ${lang}`, async () => {
      const page = await session.open({ ...phone, lang, step: 23 });
      await page.getByTestId("compare").click();
      await page.getByTestId("world-bug-append").check();
      await page.getByTestId("first-difference").click();
      for (const side of ["here", "there"]) {
        for (const meter of ["accumulated", "occupancy"]) {
          const gauge = await placed(page, `[data-testid=world-${side}] [data-testid=world-${meter}]`);
          assert.ok(gauge.top >= gauge.from && gauge.bottom <= gauge.to, `${side}, ${meter}: ${JSON.stringify(gauge)}`);
        }
      }
      const tops = await page.locator("[data-testid=world-occupancy]").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      assert.equal(tops[0], tops[1], "what is compared stands at one height");
      await page.end();
    });
  }
});

describe("what was changed of a run", () => {
  const broken = { en: "Broken on purpose: Forget the reset", "pt-BR": "Quebrado de propósito: Esquecer de zerar", ko: "일부러 넣은 실수: 리셋을 잊기" };
  for (const [lang, words] of Object.entries(broken)) {
    test(`stands beside its title, and is undone there, in ${lang}`, async () => {
      const page = await session.open({ lang, step: "17?bugs=noReset" });
      assert.equal(await page.getByTestId("run-broken").locator("span").innerText(), words);
      await page.getByTestId("run-repair").click();
      assert.equal(await page.getByTestId("run-broken").count(), 0);
      assert.equal(await page.getByTestId("step-counter").getAttribute("data-value"), "17");
      assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "step");
      await page.waitForFunction(() => !location.hash.includes("noReset"));
      await page.end();
    });
  }

  test("is undone apart: the dials go back, the mistakes stay", async () => {
    const page = await session.open({ step: "17?bugs=noReset&dials=outputReserve:300" });
    assert.match(await page.getByTestId("run-dials").innerText(), /Output reserve 300/);
    await page.getByTestId("run-restore").click();
    assert.equal(await page.getByTestId("run-dials").count(), 0);
    assert.equal(await page.getByTestId("run-broken").count(), 1);
    assert.equal(await page.getByTestId("reserve").count(), 0);
    await page.end();
  });

  test("is named in the bar of a phone, and a run as it was prepared is not", async () => {
    const page = await session.open({ ...phone, step: "17?bugs=noReset" });
    assert.ok(await page.getByTestId("bar-changed").isVisible());
    await page.getByTestId("run-repair").click();
    assert.equal(await page.getByTestId("bar-changed").count(), 0);
    await page.end();
  });
});

test("several notices stand in one band, and all of them are there on demand", async () => {
  const damaged = (context) => context.addInitScript(() => localStorage.setItem("secondwind.progress", '{"version":1,"ticks":[1]}'));
  const page = await session.open({ ...phone, step: "5?flavour=mint&speed=fast", prepare: damaged });
  const height = () => page.locator(".notices").evaluate((band) => band.getBoundingClientRect().height);
  assert.equal(await page.getByTestId("notice").count(), 3);
  assert.ok((await height()) < 100, `the band is ${await height()} px high`);
  assert.match(await page.getByRole("status").filter({ hasText: "damaged" }).textContent(), /flavour/, "what is folded is read out all the same");
  await page.getByTestId("notices-more").click();
  assert.equal(await page.locator(".notices .close").count(), 2);
  assert.ok(await page.getByTestId("notice-share").isVisible());
  await page.getByTestId("notices-more").click();
  assert.equal(await page.locator(".notices .close").count(), 1);
  await page.end();
});
