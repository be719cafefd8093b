// Every step at 320 px, and addresses that nobody wrote.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { site } from "./site.mjs";


const session = site();

describe("reflow", () => {
  for (const lang of ["en", "pt-BR", "ko"]) {
    for (const scenario of ["order-race", "invoice-import", "last-item"]) {
      test(`nothing runs over at 320 px: ${scenario}, ${lang}`, async () => {
        const page = await session.open({ lang, scenario, width: 320, height: 640 });
        for (;;) {
          const over = await page.evaluate(() => ({
            page: document.documentElement.scrollWidth,
            texts: [...document.querySelectorAll("h1, h2, h3, p, li, dt, dd, button, select")]
              .filter((box) => box.getClientRects().length > 0 && !box.closest(".unseen, .mark, .row"))
              .filter((box) => box.getBoundingClientRect().right > 320.5)
              .map((box) => box.textContent.trim().slice(0, 40)),
          }));
          assert.ok(over.page <= 320, `the page is ${over.page} px wide`);
          assert.deepEqual(over.texts, []);
          if ((await page.getByTestId("to-end").getAttribute("aria-disabled")) === "true") break;
          await page.keyboard.press("Shift+ArrowRight");
        }
        await page.end();
      });
    }
  }
});

describe("an address that nobody wrote", () => {
  for (const scenario of ["%", "%E0%A4%A", "order-race/%", "nowhere", "order-race/-7", "order-race/1e9"]) {
    test(`opens the page all the same: #${scenario}`, async () => {
      const page = await session.open({ scenario });
      assert.match(await page.locator("h1").textContent(), /race/);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});
