// The reference run at every zoom, and every view, for everyone: in each language and theme, narrow and wide, with and
// without motion.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { combinations, lengthen, nameOf, overflow, violations } from "./everyone.mjs";
import { addBreak, changes, read, reference } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();

const isOff = (page, id) => page.getByTestId(id).getAttribute("aria-disabled").then((off) => off === "true");

/** Where two texts part, with what stands around it; empty if they do not. */
function difference(before, after) {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return before === after ? "" : `${before.slice(Math.max(0, at - 120), at + 80)}\n---\n${after.slice(Math.max(0, at - 120), at + 80)}`;
}

/** Goes by a key until a control is off, and reads every place on the way; the last one is the first of the way back. */
async function go(page, key, control, each = () => {}) {
  const seen = [];
  for (;;) {
    await each();
    seen.push({ ...(await read(page)), line: await page.getByTestId("line").getAttribute("data-value") });
    if (await isOff(page, control)) return seen;
    await page.keyboard.press(key);
  }
}

describe("the reference run is walked at every zoom, forth and back", () => {
  const calls = Array.from({ length: 35 }, (_, step) => step);
  const stops = { turn: [0, 1, 7, 13, 24, 32, 34], call: calls, line: calls };

  for (const combination of combinations) {
    test(nameOf(combination), async () => {
      const page = await session.open({ ...combination, height: 800 });
      if (combination.width <= 860) await page.getByTestId("more").click();
      for (const zoom of Object.keys(stops)) {
        await page.getByTestId(`zoom-${zoom}`).click();
        const first = await page.locator("body").innerHTML();
        const looked = zoom === "turn" ? async () => assert.deepEqual(await violations(page), []) : undefined;
        const forth = await go(page, "ArrowRight", "step", looked);
        assert.deepEqual((await go(page, "ArrowLeft", "back")).toReversed(), forth, zoom);
        assert.equal(difference(first, await page.locator("body").innerHTML()), "", `the start after the walk at ${zoom} zoom`);

        assert.equal(new Set(forth.map(({ step, line }) => `${step}:${line}`)).size, forth.length, "every stop is another place");
        assert.deepEqual([...new Set(forth.map(({ step }) => step))], stops[zoom]);
        assert.equal(zoom === "line", forth.length > stops[zoom].length, "a step is several lines, where lines are walked");
        if (zoom !== "turn") assert.deepEqual(changes(forth.map((at) => at.accumulated)), reference.figures);
        for (const total of ["calls", "compactionCalls", "compactions"]) assert.equal(forth.at(-1)[total], reference[total], total);
      }
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});

const panel = (id, then) => async (page) => {
  await page.getByTestId(`tab-${id}`).click();
  await then?.(page);
};
const unfold = (id) => (page) => page.locator(`#panel-${id} details`).evaluateAll((all) => all.forEach((one) => (one.open = true)));
const predicting = (context) => context.addInitScript(() => localStorage.setItem("secondwind.predict", "on"));
const damaged = (context) => context.addInitScript(() => localStorage.setItem("secondwind.progress", '{"version":1,"ticks":[1]}'));

/** Each view: how it is reached, and what in it a thumb must hit. */
const views = {
  vessels: { step: 17, thumbs: "header :is(button, select), .transport button" },
  messages: {
    scenario: "invoice-import",
    step: 121,
    async open(page) {
      const bodies = page.locator("[data-testid=message] details");
      await bodies.evaluateAll((all) => all.forEach((one) => (one.open = true)));
      await page.waitForFunction(() => [...document.querySelectorAll("[data-testid=message] details")].every((one) => one.querySelector(".parts")));
      await page.getByTestId("kin").first().click();
    },
    thumbs: "[data-testid=earlier]",
  },
  "small slices": { scenario: "invoice-import", step: 69 },
  list: {
    scenario: "invoice-import",
    step: 69,
    async open(page) {
      await addBreak(page, "share", 80);
      await addBreak(page, "call", "0");
      await page.getByTestId("type-notes").click();
      await page.getByTestId("fog").uncheck();
      await page.getByTestId("view-list").click();
      await page.locator("[data-testid=message] summary").first().hover();
    },
  },
  "every symptom in figures": { scenario: "last-item", step: 40 },
  keys: { open: (page) => page.getByTestId("help").click() },
  code: {
    step: 23,
    open: panel("code", async (page) => {
      await page.locator("[data-testid=toggles] > summary").click();
      for (const bug of ["noReset", "append", "checkLate", "notesInSystem"]) await page.getByTestId(`toggle-${bug}`).click();
    }),
    thumbs: '[role="tab"], [role="switch"], [data-testid="toggles"] > summary',
  },
  request: { step: 23, open: panel("request", unfold("request")) },
  changes: { step: 23, open: panel("changes") },
  files: { step: 23, open: panel("files", unfold("files")) },
  log: { step: 23, open: panel("log") },
  "two worlds": {
    step: 23,
    async open(page) {
      await page.getByTestId("compare").click();
      await page.getByTestId("world-bug-append").check();
      await page.getByTestId("worlds-budget").fill("2200");
      await page.getByTestId("worlds-budget").press("Enter");
      await page.getByTestId("first-difference").click();
    },
    thumbs: "#worlds :is(button, summary, label:has([type=checkbox]), input:not([type=checkbox]))",
  },
  lab: {
    step: 22,
    async open(page) {
      await page.getByTestId("lab-toggle").click();
      await page.getByTestId("lab-line").waitFor({ state: "attached" });
      await page.getByTestId("lab-pin").click();
      await page.getByTestId("dial-window").fill("3000");
      await page.getByTestId("dial-outputReserve").fill("9000");
      await page.locator("[data-code]").first().waitFor();
    },
  },
  keep: {
    prepare: damaged,
    async open(page) {
      await page.getByTestId("notice").first().waitFor();
      await page.getByTestId("share").click();
      const text = JSON.stringify({ format: "secondwind-progress", version: 1, settings: {}, progress: { version: 1, ticks: [] } });
      await page.getByTestId("file-input").setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from(text) });
      await page.locator('[data-testid="brought"]:has-text("a.json")').waitFor();
    },
    thumbs: ".notices button, [data-testid='keep-dialog'] :is(button, label)",
  },
  notices: { prepare: damaged, open: (page) => page.getByTestId("notice").first().waitFor() },
  question: { prepare: predicting, open: (page) => page.keyboard.press("End") },
  "second try": {
    prepare: predicting,
    async open(page) {
      await page.keyboard.press("End");
      await page.getByTestId("gate-skip").click();
      for (const key of ["End", "1", "Enter"]) await page.keyboard.press(key);
    },
  },
  verdict: {
    prepare: predicting,
    async open(page) {
      await views["second try"].open(page);
      await page.getByTestId("gate-skip").click();
    },
  },
};

describe("every view", () => {
  combinations.forEach((combination, at) => {
    // Unless all are asked for, each view is looked at in half of the combinations: in every language and at every width.
    const these = Object.entries(views).filter((_, i) => process.env.SECONDWIND_FULL || (i + at) % 2 === 0);
    test(nameOf(combination), async (t) => {
      for (const [name, { scenario, step, prepare, open, thumbs }] of these) {
        await t.test(name, async () => {
          const page = await session.open({ ...combination, height: 800, scenario, step, prepare });
          await open?.(page);
          assert.deepEqual(await violations(page), []);
          assert.deepEqual(await overflow(page), []);
          if (combination.width === 320 && thumbs) {
            const small = await page.locator(thumbs).evaluateAll((all) =>
              all
                .map((one) => ({ one, box: one.getBoundingClientRect() }))
                .filter(({ one, box }) => one.getClientRects().length > 0 && (box.width < 44 || box.height < 44))
                .map(({ one }) => one.outerHTML.slice(0, 100)),
            );
            assert.deepEqual(small, []);
          }
          assert.deepEqual(page.troubles, []);
          if (combination.width === 320 && combination.lang !== "ko") {
            await lengthen(page);
            assert.deepEqual(await overflow(page), [], "with words a third longer");
          }
          await page.end();
        });
      }
    });
  });
});
