// The list of steps, the breakpoints and the window as a list, for everyone.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { languages } from "./page.mjs";
import { site } from "./site.mjs";


const session = site();


describe("layout", () => {
  test("at 1024 by 768 the window is in sight down to its shelf", async () => {
    for (const lang of languages) {
      for (const at of [{ scenario: "order-race", step: 17 }, { scenario: "invoice-import", step: 110 }]) {
        const page = await session.open({ lang, width: 1024, height: 768, ...at });
        const { shelf, bar } = await page.evaluate(() => ({
          shelf: document.querySelector(".shelf").getBoundingClientRect().bottom,
          bar: document.querySelector(".transport").getBoundingClientRect().top,
        }));
        assert.ok(shelf <= bar, `${lang}: the shelf ends at ${shelf}, the transport begins at ${bar}`);
        await page.end();
      }
    }
  });

  test("the shelf stays as high as it is when the archive grows", async () => {
    const page = await session.open({ scenario: "invoice-import", lang: "pt-BR" });
    const heights = new Set();
    const name = new Set();
    for (const at of [44, 90, 121]) {
      await page.getByTestId("scrubber").fill(String(at));
      const shelf = await page.evaluate(() => ({
        height: document.querySelector(".shelf").getBoundingClientRect().height,
        name: document.querySelector(".shelf li:last-child .what").getBoundingClientRect().height,
      }));
      heights.add(Math.round(shelf.height));
      name.add(Math.round(shelf.name));
    }
    assert.equal(heights.size, 1, [...heights].join());
    assert.ok(Math.max(...name) < 26, `the name of the archive is ${[...name].join()} px high`);
    await page.end();
  });

  for (const width of [240, 280, 320]) {
    test(`nothing runs over at ${width} px`, async () => {
      for (const lang of languages) {
        const page = await session.open({ lang, width, height: 640, scenario: "invoice-import", step: 69 });
        await page.getByTestId("more").click();
        for (const list of [false, true]) {
          if (list) await page.getByTestId("view-list").click();
          const seen = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth,
            cut: [...document.querySelectorAll("button, select")].filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.dataset.testid ?? one.textContent),
          }));
          assert.ok(seen.wide <= width, `${lang}: ${seen.wide} px`);
          assert.deepEqual(seen.cut, []);
        }
        await page.end();
      }
    });
  }
});
