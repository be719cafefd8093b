// The page in a real browser: the same run in three languages, every number checked against its parts, and the keys.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changes, read, reference, sum, walk } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();

const languages = { en: "call", "pt-BR": "chamada", ko: "호출" };

describe("the reference run", () => {
  for (const [lang, word] of Object.entries(languages)) {
    test(`reads the same in ${lang}`, async () => {
      const page = await session.open({ lang });
      const first = await page.locator("body").innerHTML();
      const seen = await walk(page);
      const end = seen.at(-1);

      assert.equal(end.lang, lang);
      assert.deepEqual(changes(seen.map((at) => at.accumulated)), reference.figures);
      assert.deepEqual(
        seen.filter((at) => at.kind === "replied").map((at) => at.accumulated),
        [400, 1050, 1850, 280, 490],
      );
      assert.equal(end.calls, reference.calls);
      assert.equal(end.compactionCalls, reference.compactionCalls);
      assert.equal(end.compactions, reference.compactions);

      const calls = end.log.filter((_, i) => end.logKeys[i] === "log-call");
      assert.deepEqual(
        calls,
        [
          [1, "tool_use", 400],
          [2, "tool_use", 1050],
          [3, "tool_use", 1850],
          [5, "tool_use", 280],
          [6, "end_turn", 490],
        ].map(([call, stop, used]) => `[${word} ${call}] stop_reason=${stop} tokensUsed=${used}`),
      );
      const breath = end.log.filter((_, i) => end.logKeys[i] === "log-compaction");
      assert.equal(breath.length, 1);
      assert.match(breath[0], new RegExp(`^\\[${word} 4\\] >>> `));

      assert.match(end.answer, /`version`/);
      assert.match(end.notes, /`version`[^]*`updateStatus`/);
      assert.ok(end.log.includes(end.answer));
      assert.ok(end.log.includes(end.notes));

      await page.getByTestId("to-start").click();
      assert.equal(await page.locator("body").innerHTML(), first);
      await page.getByTestId("to-end").click();
      assert.deepEqual(await read(page), end);
      for (let step = end.last; step > 0; step--) {
        assert.deepEqual(await read(page), seen[step]);
        await page.getByTestId("back").click();
      }
      assert.equal(await page.locator("body").innerHTML(), first);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }

  test("stays at its step when the language changes", async () => {
    const page = await session.open({ step: 17 });
    const before = await read(page);
    const numbers = ({ step, kind, accumulated, occupancy, counter, window }) => ({ step, kind, accumulated, occupancy, counter, window });
    for (const lang of ["ko", "pt-BR", "en"]) {
      await page.getByTestId(`lang-${lang}`).click();
      const now = await read(page);
      assert.equal(now.lang, lang);
      assert.deepEqual(numbers(now), numbers(before));
    }
    assert.deepEqual(await read(page), before);
    await page.end();
  });

  test("shows a compaction in six stages", async () => {
    const page = await session.open();
    const kinds = (await walk(page)).map((at) => at.kind);
    const from = kinds.indexOf("crossed");
    assert.deepEqual(kinds.slice(from, from + 6), ["crossed", "asked", "summarized", "reread", "replaced", "reset"]);
    await page.end();
  });
});

/** Where things are drawn in a vessel, turned back into tokens by the distance from the bottom to the limit. */
function drawn(page, meter, limit) {
  return page.evaluate(
    ([meter, limit]) => {
      const vessel = document.querySelector(`[data-meter="${meter}"]`);
      const box = (selector) => vessel.querySelector(selector)?.getBoundingClientRect();
      const bottom = box(".stage").bottom;
      const unit = limit / (bottom - box(".rim").bottom);
      const parts = [...vessel.querySelectorAll(".slice")].map((part) => part.getBoundingClientRect().top);
      return {
        pixel: unit,
        threshold: (bottom - box('[data-testid="threshold"]').top) * unit,
        fill: (bottom - Math.min(bottom, ...parts)) * unit,
        end: (bottom - box(".stage").top) * unit,
        rest: Number(vessel.querySelector('[data-testid="rest"]')?.dataset.value ?? 0),
      };
    },
    [meter, limit],
  );
}

describe("the vessels", () => {
  for (const [scenario, limit, triggers] of [
    ["order-race", 2000, "accumulated"],
    ["invoice-import", 4000, "occupancy"],
    ["last-item", 4000, "accumulated"],
  ]) {
    test(`sum up and are drawn to scale at every step of ${scenario}`, async () => {
      const page = await session.open({ scenario });
      let compared = 0;
      let cut = 0;
      for (;;) {
        const at = await read(page);
        assert.equal(sum(at.counter), at.accumulated, `the counter at step ${at.step}`);
        assert.equal(sum(at.window), at.occupancy, `the window at step ${at.step}`);
        for (const { role, meter, value } of at.thresholds) {
          assert.equal(role, meter === triggers ? "fires" : "ghost");
          const { pixel, threshold, fill, end, rest } = await drawn(page, meter, limit);
          assert.ok(Math.abs(threshold - value) <= 1.5 * pixel, `${meter}: line at ${threshold}, compared with ${value}`);
          assert.ok(Math.abs(fill + rest - at[meter]) <= 1.5 * pixel, `${meter}: filled to ${fill} and ${rest} beyond, counted ${at[meter]}`);
          // Only a meter that triggers nothing is cut, and only where the drawing ends.
          if (rest > 0) {
            assert.equal(role, "ghost");
            assert.ok(fill >= end - 1.5 * pixel && end > limit, `${meter}: filled to ${fill}, the drawing ends at ${end}`);
            cut++;
          }
        }
        if (at.kind === "checked" || at.kind === "crossed") {
          compared++;
          const line = page.locator(`[data-meter="${triggers}"] [data-testid="threshold"] .mark`).first();
          const [value, sign, threshold] = (await line.textContent()).trim().split(/\s+/);
          const number = (text) => Number(text.replace(/\D/g, ""));
          assert.equal(number(value), at[triggers]);
          assert.equal(number(threshold), at.thresholds[0].value);
          assert.equal(sign, at.kind === "crossed" ? "≥" : "<");
          assert.equal(number(value) >= number(threshold), at.kind === "crossed");
        }
        if (at.step === at.last) break;
        await page.getByTestId("step").click();
      }
      assert.ok(compared > 3);
      assert.equal(cut > 0, scenario === "invoice-import");
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});

describe("the transport", () => {
  test("answers to the keys", async () => {
    const page = await session.open();
    const press = async (key) => {
      await page.keyboard.press(key);
      return read(page);
    };
    const { last } = await read(page);
    assert.equal((await press("ArrowRight")).step, 1);
    assert.equal((await press("ArrowRight")).step, 2);
    assert.equal((await press("ArrowLeft")).step, 1);
    const call = await press("Shift+ArrowRight");
    assert.equal(call.kind, "called");
    assert.ok(call.step > 2);
    assert.equal((await press("Shift+ArrowLeft")).step, 1);
    assert.equal((await press("c")).kind, "crossed");
    assert.equal((await press("End")).step, last);
    assert.equal((await press("ArrowRight")).step, last);
    assert.equal((await press("Home")).step, 0);
    await page.keyboard.press("?");
    assert.ok(await page.getByTestId("help-dialog").isVisible());
    await page.keyboard.press("Escape");
    assert.ok(!(await page.getByTestId("help-dialog").isVisible()));
    await page.end();
  });

  test("plays to the end and stops there", async () => {
    const page = await session.open({ step: 28 });
    const { last } = await read(page);
    for (let i = 0; i < 2; i++) await page.getByTestId("speed").click();
    await page.getByTestId("step-title").click();
    await page.keyboard.press(" ");
    await page.locator(`[data-testid="step-counter"][data-value="${last}"]`).waitFor();
    await page.locator('[data-testid="play"][aria-label="Play"]').waitFor();
    await page.end();
  });

  test("scrubs by the curve, and the range says where it is", async () => {
    const page = await session.open();
    const scrubber = page.getByTestId("scrubber");
    await scrubber.fill("12");
    assert.equal((await read(page)).step, 12);
    assert.match(await scrubber.getAttribute("aria-valuetext"), /12.*1,400/);
    await page.end();
  });

  test("switches scenario and theme", async () => {
    const page = await session.open({ step: 5 });
    await page.getByTestId("scenario").selectOption("invoice-import");
    const at = await read(page);
    assert.equal(at.step, 0);
    assert.equal(at.thresholds[0].value, 2800);
    const shade = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await shade();
    for (let i = 0; i < 2; i++) await page.getByTestId("theme").click();
    assert.notEqual(await shade(), light);
    await page.end();
  });
});

describe("faults", () => {
  test("a broken scenario is named with its place, and another one can be chosen", async () => {
    const page = await session.open({
      // With a piece in the address, nothing that was played before is shown.
      scenario: "v1/order-race",
      step: "0?speed=2",
      async prepare(context) {
        await context.route("**/*.js", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: (await response.text()).replace("window = 2000", "window = -5") });
        });
      },
      until: "alert",
    });
    assert.match(await page.getByRole("alert").textContent(), /order-race\.toml, line \d+, column \d+: .*-5/);
    await page.getByTestId("scenario").selectOption("invoice-import");
    assert.equal((await read(page)).step, 0);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("a browser without WebAssembly shows the first run, and is told so at the next one", async () => {
    const page = await session.open({ lang: "ko", prepare: (context) => context.addInitScript(() => delete globalThis.WebAssembly) });
    await page.getByTestId("step").click();
    assert.equal((await read(page)).step, 1);
    await page.getByTestId("source-live").click();
    await page.locator('[data-testid="notice"][data-key="live-failed-page"]').waitFor();
    assert.equal(await page.getByTestId("live").count(), 0);
    assert.equal((await read(page)).step, 1);
    await page.getByTestId("scenario").selectOption("invoice-import");
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent(), /WebAssembly/);
    await page.end();
  });
});
