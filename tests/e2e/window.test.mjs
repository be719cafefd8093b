// What the window holds, as a list and in the two vessels.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { read, sum } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();

const runs = { "order-race": { threshold: 1400, meter: "accumulated" }, "invoice-import": { threshold: 2800, meter: "occupancy" } };

const number = (text) => Number(text.replace(/\D/g, ""));
const disabled = async (page, id) => (await page.getByTestId(id).getAttribute("aria-disabled")) === "true";

describe("the window as a list", () => {
  for (const [scenario, { threshold, meter }] of Object.entries(runs)) {
    test(`sums up to the meters at every step of ${scenario}`, async () => {
      const page = await session.open({ scenario });
      const meters = [];
      for (;;) {
        const at = await read(page);
        meters.push({ accumulated: at.accumulated, occupancy: at.occupancy, messages: at.messages });
        if (at.step === at.last) break;
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("Home");
      await page.keyboard.press("l");
      for (const [at, shown] of meters.entries()) {
        const table = await page.evaluate(() => {
          const rows = (id) => [...document.querySelectorAll(`[data-testid="row-${id}"]`)];
          const total = (id) => {
            const row = document.querySelector(`[data-testid="sum-${id}"]`);
            return { value: Number(row.dataset.value), text: row.querySelector("td.num").firstChild.parentElement.innerText.split("\n")[0] };
          };
          const of = (id) => rows(id).map((row) => ({ tokens: Number(row.dataset.tokens), total: Number(row.dataset.total), text: row.innerText }));
          return {
            window: of("window"),
            archive: rows("archive").length,
            counter: of("counter"),
            occupancy: total("occupancy"),
            accumulated: [...document.querySelectorAll('[data-testid="sum-accumulated"]')].map((row) => Number(row.dataset.value))[0],
            threshold: Number(document.querySelector('[data-testid="table-threshold"]').dataset.value),
          };
        });
        assert.equal(sum(table.window.map((row) => row.tokens)), shown.occupancy, `the window at step ${at}`);
        assert.equal(table.occupancy.value, shown.occupancy);
        assert.equal(number(table.occupancy.text), shown.occupancy);
        assert.equal(sum(table.counter.map((row) => row.tokens)), shown.accumulated, `the counter at step ${at}`);
        assert.equal(table.accumulated, shown.accumulated);
        assert.equal(table.window.at(-1).total, shown.occupancy);
        // The fixed part is no message; everything else is one.
        assert.equal(table.window.length - 1 + table.archive, shown.messages);
        assert.equal(table.threshold, threshold);
        await page.keyboard.press("ArrowRight");
      }
      assert.deepEqual(page.troubles, []);
      await page.end();
    });

    test(`the threshold drawn is the one compared, in ${scenario}`, async () => {
      const page = await session.open({ scenario });
      let compared = 0;
      while (!(await disabled(page, "next-check"))) {
        await page.keyboard.press("t");
        compared++;
        const at = await read(page);
        const curve = await page.getByTestId("curve-threshold").evaluate((line) => ({
          value: Number(line.dataset.value),
          drawn: (Number(line.dataset.bottom) - line.y1.baseVal.value) * Number(line.dataset.unit),
        }));
        const [value, line] = at.sentence.match(/\d[\d,]*/g).map(number);
        assert.equal(value, at[meter]);
        assert.equal(line, threshold);
        assert.equal(curve.value, threshold);
        assert.ok(Math.abs(curve.drawn - threshold) < 1, `drawn at ${curve.drawn}`);
        assert.deepEqual([...new Set(at.thresholds.map((one) => one.value))], [threshold]);
        assert.equal(at.kind === "crossed", value >= line);
      }
      assert.ok(compared > 3);
      await page.end();
    });
  }

  test("says who, whether counted, and what is in the window", async () => {
    const page = await session.open({ step: 24 });
    await page.getByTestId("view-list").click();
    const rows = await page.locator("[data-testid=row-window], [data-testid=row-archive]").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, " ").trim())));
    assert.deepEqual(rows[1], ["8", "restart message", "harness", "≈100 estimated", "≈210", "15%", "yes"]);
    assert.deepEqual(rows[2], ["1", "task", "user", "90", "–", "–", "no"]);
    assert.equal(rows.length, 9);
    for (const header of await page.locator(".tables thead th").all()) assert.equal(await header.getAttribute("scope"), "col");
    assert.equal(await page.locator(".tables caption").count(), 2);
    await page.keyboard.press("l");
    assert.ok(await page.getByTestId("meter-occupancy").isVisible());
    await page.end();
  });
});

/** The blocks of a vessel: what they say and how high they are drawn, in tokens. */
const blocks = (page, meter, limit) =>
  page.evaluate(
    ([meter, limit]) => {
      const vessel = document.querySelector(`figure[data-meter="${meter}"]`);
      const bottom = vessel.querySelector(".stage").getBoundingClientRect().bottom;
      const unit = limit / (bottom - vessel.querySelector(".rim").getBoundingClientRect().bottom);
      const end = Math.round((bottom - vessel.querySelector(".stage").getBoundingClientRect().top) * unit);
      let from = 0;
      const within = (tokens) => Math.max(0, Math.min(from + tokens, end) - from);
      return [...vessel.querySelectorAll(".slice")].map((block) => ({
        // A meter that only watches is cut where the drawing ends.
        within: within(Number(block.dataset.tokens)),
        tokens: (from += Number(block.dataset.tokens), Number(block.dataset.tokens)),
        count: Number(block.dataset.count),
        drawn: block.getBoundingClientRect().height * unit,
        pixels: block.getBoundingClientRect().height,
        named: block.querySelector(".row") !== null,
        button: block.querySelector("button")?.getAttribute("aria-label") ?? null,
        unit,
      }));
    },
    [meter, limit],
  );

describe("the vessels", () => {
  test("group what is too small for a label and make nothing larger", async () => {
    const page = await session.open({ scenario: "invoice-import", width: 1024, height: 768 });
    let groups = 0;
    for (;;) {
      const at = await read(page);
      for (const meter of ["accumulated", "occupancy"]) {
        const all = await blocks(page, meter, 4000);
        for (const block of all) {
          assert.ok(Math.abs(block.drawn - block.within) <= 1.1 * block.unit, `${block.within} of ${block.tokens} drawn as ${block.drawn}`);
          if (block.within < block.tokens) assert.equal(meter, "accumulated");
          if (block.within === 0) continue;
          if (block.count > 1) groups++;
          assert.ok(block.named || block.button, "a slice without a label has a name all the same");
          if (block.pixels < 12) assert.match(block.button, new RegExp(`, ${block.tokens.toLocaleString("en")} tokens?\\.`));
        }
        assert.equal(sum(all.map((block) => block.tokens)), at[meter]);
      }
      if (at.step === at.last) break;
      await page.keyboard.press("Shift+ArrowRight");
    }
    assert.ok(groups > 5);
    await page.end();
  });

  test("name a thin slice on focus, and open a group in the list", async () => {
    const page = await session.open({ scenario: "invoice-import", step: 50, width: 1024, height: 900 });
    const thin = page.getByTestId("open-occupancy").first();
    await thin.focus();
    assert.match(await page.locator(".tip").textContent(), /tool results\s+105/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".tip").count(), 0);
    await page.getByTestId("scrubber").fill("69");
    const group = page.getByRole("button", { name: /^3 short messages, 450 tokens/ });
    await group.focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("tables").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "occupancy-20");
    await page.end();
  });

  test("hatch the reserve of a policy, empty and not counted", async () => {
    const page = await session.open({ step: "17?dials=outputReserve:300" });
    const drawn = await page.evaluate(() => {
      const vessel = document.querySelector('figure[data-meter="occupancy"]');
      const bottom = vessel.querySelector(".stage").getBoundingClientRect().bottom;
      const unit = 2000 / (bottom - vessel.querySelector(".rim").getBoundingClientRect().bottom);
      const box = vessel.querySelector('[data-testid="reserve"]').getBoundingClientRect();
      return { from: (bottom - box.bottom) * unit, to: (bottom - box.top) * unit, pixel: unit };
    });
    assert.ok(Math.abs(drawn.from - 1700) <= 1.5 * drawn.pixel && Math.abs(drawn.to - 2000) <= 1.5 * drawn.pixel, JSON.stringify(drawn));
    assert.match(await page.getByTestId("reserve").textContent(), /300.*empty/);
    const at = await read(page);
    assert.equal(sum(at.window), at.occupancy);
    assert.equal(at.occupancy, 930);
    await page.end();
  });

  test("a restart message and what it was made from light up together", async () => {
    const page = await session.open({ step: 24 });
    const lit = () => page.locator("[data-testid=message].lit").evaluateAll((all) => all.map((one) => Number(one.dataset.id)).sort((a, b) => a - b));
    const message = (id) => page.locator(`[data-testid=message][data-id="${id}"]`);
    assert.deepEqual(await lit(), []);
    await message(8).hover();
    assert.deepEqual(await lit(), [1, 2, 3, 4, 5, 6, 7, 8]);
    await message(3).locator("summary").focus();
    await page.mouse.move(0, 0);
    await message(3).locator("summary").blur();
    await message(3).locator("summary").focus();
    assert.deepEqual(await lit(), [3, 8]);
    await message(3).locator("summary").blur();
    assert.deepEqual(await lit(), []);
    await message(8).getByTestId("kin").click();
    await page.mouse.move(0, 0);
    await page.getByTestId("step").focus();
    assert.deepEqual(await lit(), [1, 2, 3, 4, 5, 6, 7, 8]);
    await page.end();
  });

  test("keep their figures within their width, also where the window grows instead of shrinking", async () => {
    for (const [lang, width] of [["en", 1440], ["pt-BR", 320], ["ko", 768]]) {
      const page = await session.open({ lang, step: 23, width });
      await page.locator("[data-testid=toggles] > summary").click();
      await page.getByTestId("toggle-append").click();
      assert.equal((await read(page)).occupancy, 1030);
      const ends = await page.locator("figure.vessel").evaluateAll((all) => all.map((one) => [one.querySelector(".big").lastElementChild.getBoundingClientRect().right, one.getBoundingClientRect().right]));
      for (const [figure, vessel] of ends) assert.ok(figure <= vessel + 0.5, `${lang} at ${width} px: the figure ends at ${figure}, the vessel at ${vessel}`);
      await page.end();
    }
  });

  test("let neither the limit, nor the threshold, nor what is not drawn cover a label, narrow or wide", async () => {
    for (const [lang, width, height] of [["en", 320, 640], ["pt-BR", 320, 640], ["ko", 1280, 800]]) {
      const page = await session.open({ scenario: "invoice-import", lang, width, height });
      for (;;) {
        const found = await page.evaluate(() => {
          const box = (element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return range.getBoundingClientRect();
          };
          const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 2;
          const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          return [...document.querySelectorAll("figure.vessel")].flatMap((vessel) => {
            const words = [...vessel.querySelectorAll(".mark .words, .mark .num, .limit, .torn b")].filter(isSeen);
            const labels = [...vessel.querySelectorAll(".row:not(.struck) > :is(.word, b, .sum)")].filter(isSeen);
            const lines = [vessel.querySelector(".line").getBoundingClientRect().top, vessel.querySelector(".rim").getBoundingClientRect().bottom];
            return labels.flatMap((label) => {
              const at = box(label);
              const covered = words.filter((one) => meet(at, box(one))).map((one) => `${label.textContent} under ${one.textContent}`);
              const struck = lines.filter((line) => line > at.top + 3 && line < at.bottom - 3).map((line) => `${label.textContent} struck through at ${line}`);
              const cut = label.scrollWidth > label.clientWidth + 1 && label.matches(".word, .sum") ? [`${label.textContent} cut off`] : [];
              return [...covered, ...struck, ...cut];
            });
          });
        });
        const at = await read(page);
        assert.deepEqual(found, [], `${lang} at ${width} px, step ${at.step}`);
        if (at.step === at.last) break;
        await page.keyboard.press("ArrowRight");
      }
      await page.end();
    }
  });
});
