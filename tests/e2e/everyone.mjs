// What the tests ask of every view for everyone: no fault that axe knows, nothing wider than the page, targets a thumb hits.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { themes, widths, languages } from "./page.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Language, theme and width, with and without motion. All of them with SECONDWIND_FULL, else one width for each language
 * and theme, and every second one with motion.
 */
export const combinations = languages
  .flatMap((lang) => themes.flatMap((theme) => widths.map((width) => ({ lang, theme, width }))))
  .map((one) => ({ ...one, sum: languages.indexOf(one.lang) + themes.indexOf(one.theme) + widths.indexOf(one.width) }))
  .flatMap(({ sum, ...one }) => {
    if (process.env.SECONDWIND_FULL) return [true, false].map((motion) => ({ ...one, motion }));
    return sum % widths.length === 0 ? [{ ...one, motion: (sum + languages.indexOf(one.lang)) % 2 === 1 }] : [];
  });

export const nameOf = ({ lang, theme, width, motion }) => `${lang}, ${theme}, ${width} px, ${motion ? "with" : "without"} motion`;

/** What axe finds. */
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    // How large a target is must not depend on what a bar happens to cover at this place of the page.
    const bars = [...document.querySelectorAll(".transport, .bar, .lesson-panels")];
    bars.forEach((bar) => (bar.style.position = "static"));
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    const { violations } = await globalThis.axe.run(document, { runOnly });
    bars.forEach((bar) => bar.removeAttribute("style"));
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  }, tags);
}

/** What is wider than the page: the page itself, and boxes that end beyond its edge and neither scroll nor are cut by an ellipsis. */
export const overflow = (page) =>
  page.evaluate(() => {
    const isCut = ({ overflowX, textOverflow }) => /auto|scroll/.test(overflowX) || textOverflow === "ellipsis";
    const scrolls = (box) => box && (isCut(getComputedStyle(box)) || scrolls(box.parentElement));
    const found = [...document.querySelectorAll("body *:not(script, style)")]
      .filter((box) => box.getClientRects().length > 0 && !box.closest(".unseen, svg") && !scrolls(box.parentElement))
      .filter((box) => box.getBoundingClientRect().right > innerWidth + 0.5)
      .map((box) => `${box.tagName.toLowerCase()}: ${box.textContent.trim().slice(0, 40)}`);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`, ...found] : found;
  });

/** Words within an element that go on in the next line. Code is none: it has no spaces where it would have to break. */
export const broken = (page, selector) =>
  page.evaluate((selector) => {
    const texts = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest("code, pre, .num, .unseen, [hidden]")) continue;
      for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1) found.push(word);
      }
    }
    return found;
  }, selector);

/** Makes every word on the page longer by about a third, as a language would that nobody has translated it to yet; each once. */
export const lengthen = (page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const done = (globalThis.lengthened ??= new WeakMap());
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (done.get(text) === text.data) continue;
      if (!text.parentElement.closest("code, pre, script, style")) text.data = text.data.replace(/[aeiou]/gi, "$&$&");
      done.set(text, text.data);
    }
  });
