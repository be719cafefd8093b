// Reflow and accessibility over samples of language, theme and width.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { start, isSampled } from "./page.mjs";
import { serve } from "./server.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server;
let session;

before(async () => {
  server = process.env.SECONDWIND_URL ? { url: process.env.SECONDWIND_URL, close: () => {} } : await serve();
  session = await start(server.url);
});

after(async () => {
  await session?.close();
  await server?.close();
});

async function violations(page) {
  await page.evaluate(axe);
  // What the bars happen to cover at one place of the page is measured where it lies.
  await page.evaluate(() => document.querySelectorAll(".transport, .bar").forEach((bar) => (bar.style.position = "static")));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
  );
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

const samples = [];
for (const lang of ["en", "pt-BR", "ko"]) {
  for (const theme of ["light", "dark"]) {
    for (const width of [320, 768, 1440]) samples.push({ lang, theme, width });
  }
}

describe("accessibility", () => {
  for (const { lang, theme, width } of samples.filter(isSampled)) {
    test(`${lang}, ${theme}, ${width} px`, async () => {
      const page = await session.open({ lang, theme, width, height: 800, step: 17 });
      assert.deepEqual(await violations(page), []);
      for (const key of ["Home", "End"]) {
        await page.keyboard.press(key);
        assert.deepEqual(await violations(page), [], `after ${key}`);
      }
      await page.getByTestId("help").click();
      assert.deepEqual(await violations(page), [], "with the keys shown");
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});

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

  test("controls are large enough for a thumb", async () => {
    const page = await session.open({ width: 320, height: 640 });
    await page.getByTestId("more").click();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("header button, header select, .transport button")]
        .filter((control) => {
          const { width, height } = control.getBoundingClientRect();
          return width < 44 || height < 44;
        })
        .map((control) => control.dataset.testid),
    );
    assert.deepEqual(small, []);
    await page.end();
  });
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
