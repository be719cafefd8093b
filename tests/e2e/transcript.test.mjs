// What a screen reader is told while the reference run is walked, kept word for word in transcripts/. After a change that
// is meant, UPDATE_EXPECT=1 writes the files anew; read the difference before it is committed.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { languages } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();

/** Notes every text that a live region takes on from here. */
const listen = (page) =>
  page.evaluate(() => {
    const regions = () => [...document.querySelectorAll("[role=status], [role=alert], [aria-live]")];
    const said = new Map(regions().map((region) => [region, region.innerText.trim()]));
    globalThis.told = () =>
      regions().flatMap((region) => {
        const text = region.innerText.trim().replace(/\s+/g, " ");
        const before = said.get(region);
        said.set(region, text);
        return text === "" || text === before ? [] : [text];
      });
    globalThis.told();
  });

const press = async (page, key) => {
  await page.keyboard.press(key);
  return page.evaluate(() => globalThis.told());
};

describe("a screen reader is told", () => {
  for (const lang of languages) {
    test(`the reference run, step by step and by turns, and that no breakpoint lies ahead: ${lang}`, async () => {
      const page = await session.open({ lang });
      await page.getByTestId("step-title").click();
      await listen(page);
      const lines = [];
      const keys = [...Array(34).fill("ArrowRight"), "Home", "c", "b", "ArrowRight", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowLeft", "End"];
      for (const key of keys) {
        const told = await press(page, key);
        assert.notDeepEqual(told, [], `${key} is told`);
        lines.push(key, ...told.map((text) => `  ${text}`));
      }
      const file = new URL(`./transcripts/${lang}.txt`, import.meta.url);
      const transcript = `${lines.join("\n")}\n`;
      if (process.env.UPDATE_EXPECT) await writeFile(file, transcript);
      assert.equal(transcript, await readFile(file, "utf8"));
      await page.end();
    });
  }
});
