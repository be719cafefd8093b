// The list of steps, the breakpoints and the window as a list, for everyone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { addBreak, isSampled, start } from "./page.mjs";
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

const languages = ["en", "pt-BR", "ko"];

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

describe("accessibility of the new views", () => {
  for (const lang of languages) {
    for (const theme of ["light", "dark"]) {
      for (const width of [320, 768, 1440]) {
        if (!isSampled({ lang, theme, width })) continue;
        test(`${lang}, ${theme}, ${width} px`, async () => {
          const page = await session.open({ lang, theme, width, height: 800, scenario: "invoice-import", step: 69 });
          const violations = async () => {
            await page.evaluate(axe);
            const { violations } = await page.evaluate(() =>
              globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
            );
            return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`);
          };
          // What the transport covers at one place of the page is measured where it lies.
          await page.evaluate(() => document.querySelectorAll(".transport, .bar").forEach((bar) => (bar.style.position = "static")));
          if (width === 320) await page.getByTestId("more").click();
          await addBreak(page, "share", 80);
          await addBreak(page, "call", "0");
          await page.getByTestId("type-notes").click();
          await page.getByTestId("zoom-line").click();
          assert.deepEqual(await violations(), [], "the vessels, grouped");
          await page.getByTestId("type-notes").click();
          await page.getByTestId("fog").uncheck();
          await page.getByTestId("view-list").click();
          await page.locator("[data-testid=message] summary").first().hover();
          assert.deepEqual(await violations(), [], "the tables");
          assert.deepEqual(page.troubles, []);
          await page.end();
        });
      }
    }
  }
});
