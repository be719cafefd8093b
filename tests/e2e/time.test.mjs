// Moving through a run: zoom, breakpoints, playing, dragging, and the list of steps.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addBreak, read } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();

/** Where one is: the step and the line of code. */
const place = (page) =>
  page.evaluate(() => {
    const of = (id) => document.querySelector(`[data-testid="${id}"]`);
    return `${of("step-counter").dataset.value}:${of("line").dataset.value ?? ""}`;
  });
const step = async (page) => Number((await place(page)).split(":")[0]);
const disabled = async (page, id) => (await page.getByTestId(id).getAttribute("aria-disabled")) === "true";
const why = (page) => page.getByTestId("stop").getAttribute("data-why");

/** Presses B until nothing is ahead, and gives the steps it stopped at. */
async function stops(page) {
  const found = [];
  await page.getByTestId("step-title").click();
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press("b");
    if ((await why(page)) !== "break") break;
    found.push(await step(page));
  }
  return found;
}

describe("zoom", () => {
  test("is remembered, and a turn is a turn at every zoom", async () => {
    const page = await session.open({ step: 13 });
    await page.getByTestId("zoom-line").click();
    await page.keyboard.press("Shift+ArrowRight");
    assert.equal(await step(page), 24);
    await page.keyboard.press("Shift+ArrowLeft");
    assert.equal(await step(page), 13);
    await page.reload();
    await page.getByTestId("step-counter").waitFor();
    assert.equal(await page.getByTestId("zoom-line").getAttribute("aria-pressed"), "true");
    assert.match(await page.getByTestId("line").textContent(), /^line \d/);
    await page.getByTestId("zoom-call").click();
    assert.equal(await page.getByTestId("line").textContent(), "");
    await page.end();
  });

  test("jumps go to the next compaction and the next check", async () => {
    const page = await session.open();
    const kinds = [];
    for (let i = 0; i < 9 && !(await disabled(page, "next-check")); i++) {
      await page.keyboard.press("t");
      kinds.push((await read(page)).kind);
    }
    assert.deepEqual(kinds, ["checked", "checked", "crossed", "checked"]);
    await page.keyboard.press("Home");
    await page.getByTestId("next-compaction").click();
    assert.equal(await step(page), 18);
    await page.end();
  });
});

describe("breakpoints", () => {
  test("stop by kind, share of the threshold, occupancy and call, where they should", async () => {
    const page = await session.open();
    await addBreak(page, "share", 80);
    assert.deepEqual(await stops(page), [14]);
    assert.equal(await why(page), "none-ahead");
    await page.keyboard.press("Home");
    await addBreak(page, "kind", "noted");
    await addBreak(page, "occupancy", 930);
    await addBreak(page, "call", 5);
    assert.deepEqual(await stops(page), [14, 16, 17, 24, 29]);
    // Each can be switched off.
    await page.keyboard.press("Home");
    for (const index of [0, 2]) await page.getByTestId("break").nth(index).getByRole("checkbox").uncheck();
    assert.deepEqual(await stops(page), [16, 24, 29]);
    // The address follows within half a second.
    await page.waitForFunction(() => decodeURIComponent(location.hash).split("!").length === 3);
    await page.reload();
    await page.getByTestId("step-counter").waitFor();
    assert.equal(await page.getByTestId("break").count(), 4, "the list is kept");
    await page.keyboard.press("Home");
    assert.deepEqual(await stops(page), [16, 24, 29]);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("compare the meter that triggers in the other scenario", async () => {
    const page = await session.open({ scenario: "invoice-import" });
    await addBreak(page, "share", 100);
    const found = await stops(page);
    // The window is full when the reply comes in or its results are appended; the check that fires comes after.
    const marks = [];
    await page.keyboard.press("Home");
    for (;;) {
      const at = await read(page);
      marks.push({ step: at.step, over: at.occupancy >= 2800 });
      if (at.step === at.last) break;
      await page.keyboard.press("ArrowRight");
    }
    assert.deepEqual(found, marks.filter(({ over }, i) => over && !marks[i - 1].over).map((mark) => mark.step));
    assert.equal(found.length, 3);
    await page.end();
  });

  test("play stops there and says why, and marks it on the curve as far as it was seen", async () => {
    const page = await session.open({ step: 12 });
    await addBreak(page, "share", 80);
    await addBreak(page, "call", 5);
    for (let i = 0; i < 2; i++) await page.getByTestId("speed").click();
    await page.getByTestId("play").click();
    await page.locator('[data-testid="stop"][data-why="break"]').waitFor();
    assert.equal(await step(page), 14);
    assert.equal(await page.getByTestId("play").getAttribute("aria-label"), "Play");
    assert.match(await page.getByTestId("stop").textContent(), /accumulated ≥ 80% of the threshold/);
    const drawn = () => page.getByTestId("break-mark").evaluateAll((marks) => marks.map((mark) => Number(mark.dataset.step)));
    assert.deepEqual(await drawn(), [14]);
    await page.getByTestId("fog").uncheck();
    assert.deepEqual(await drawn(), [14, 24]);
    await page.keyboard.press("ArrowRight");
    assert.equal(await why(page), null);
    await page.end();
  });

  test("a number that is none is refused and said", async () => {
    const page = await session.open();
    for (const value of ["0", "-3", "1.5", ""]) {
      await addBreak(page, "call", value);
      assert.equal(await page.getByTestId("break").count(), 0);
      assert.match(await page.getByRole("alert").textContent(), /1.*1,000,000/);
    }
    await page.end();
  });
});

describe("playing", () => {
  test("pauses where a compaction fires, and goes on when asked to", async () => {
    const page = await session.open({ step: 16 });
    for (let i = 0; i < 2; i++) await page.getByTestId("speed").click();
    await page.getByTestId("play").click();
    await page.locator('[data-testid="stop"][data-why="compaction"]').waitFor();
    assert.equal(await step(page), 18);
    await page.getByTestId("play").click();
    await page.waitForFunction(() => Number(document.querySelector('[data-testid="step-counter"]').dataset.value) >= 20);
    await page.end();
  });

  test("does not pause there when that is switched off", async () => {
    const page = await session.open({ step: 16 });
    await page.getByTestId("breaks").locator("summary").click();
    await page.getByTestId("pauses").uncheck();
    for (let i = 0; i < 2; i++) await page.getByTestId("speed").click();
    await page.getByTestId("play").click();
    await page.waitForFunction(() => Number(document.querySelector('[data-testid="step-counter"]').dataset.value) >= 19);
    await page.end();
  });

  test("at turn zoom stops at a breakpoint between two turns", async () => {
    const page = await session.open({ step: 7 });
    await addBreak(page, "kind", "appended");
    await page.getByTestId("zoom-turn").click();
    for (let i = 0; i < 2; i++) await page.getByTestId("speed").click();
    await page.getByTestId("play").click();
    await page.locator('[data-testid="stop"][data-why="break"]').waitFor();
    assert.equal(await step(page), 11);
    await page.end();
  });

  test("never starts on load, and has four speeds", async () => {
    const page = await session.open({ step: 3 });
    const speeds = [];
    for (let i = 0; i < 4; i++) {
      speeds.push(Number((await page.getByTestId("speed").textContent()).replace(/[^\d.]/g, "")));
      await page.getByTestId("speed").click();
    }
    assert.deepEqual(speeds.sort(), [0.5, 1, 2, 4]);
    await page.waitForTimeout(1500);
    assert.equal(await step(page), 3);
    await page.end();
  });

  test("does not begin a step anew when the language changes", async () => {
    const page = await session.open({ step: 1 });
    for (let i = 0; i < 3; i++) await page.getByTestId("speed").click();
    assert.match(await page.getByTestId("speed").textContent(), /0\.5/);
    const shown = page.evaluate(
      () =>
        new Promise((resolve) => {
          const counter = document.querySelector('[data-testid="step-counter"]');
          const watch = new MutationObserver(() => {
            if (counter.dataset.value === "2") resolve(performance.now() - begin);
          });
          watch.observe(counter, { attributes: true });
          const begin = performance.now();
          document.querySelector('[data-testid="play"]').click();
          setTimeout(() => document.querySelector('[data-testid="lang-ko"]').click(), 1500);
        }),
    );
    const took = await shown;
    assert.ok(took > 2300 && took < 3600, `${took} ms instead of 2400`);
    await page.end();
  });
});

describe("what was earlier", () => {
  test("is brought by the button, in each list, until all is there", async () => {
    const page = await session.open({ scenario: "invoice-import", step: 121 });
    await page.getByTestId("view-list").click();
    await page.getByTestId("tab-files").click();
    for (const [list, rows] of [
      ["section:has(> [data-testid=archive])", "[data-testid=message]"],
      ["#panel-files", "[data-testid=archive-files] > li"],
      ["[data-testid=tables]", "[data-testid=row-archive]"],
    ]) {
      const box = page.locator(list);
      const button = box.getByTestId("earlier");
      const shown = await box.locator(rows).count();
      const more = Number(await button.getAttribute("data-value"));
      assert.deepEqual([shown, shown + more], [12, 33], list);
      await button.focus();
      await page.keyboard.press("Enter");
      await button.waitFor({ state: "detached" });
      assert.equal(await box.locator(rows).count(), 33, list);
      assert.ok(await box.evaluate((box) => box.contains(document.activeElement) || box === document.activeElement), `${list} has the focus`);
    }
    await page.getByTestId("scenario").selectOption("order-race");
    await page.getByTestId("scenario").selectOption("invoice-import");
    await page.getByTestId("to-end").click();
    assert.equal(await page.locator("[data-testid=archive] > [data-testid=message]").count(), 33, "what was asked for stays with its scenario");
    await page.end();
  });
});

describe("dragging", () => {
  test("moves the window at once, and lists and panels when the hand rests", async () => {
    const page = await session.open();
    await page.getByTestId("fog").uncheck();
    const seen = await page.getByTestId("scrubber").evaluate(async (scrubber) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => done()));
      const at = () => [
        Number(document.querySelector("[data-testid=step-counter]").dataset.value),
        Number(document.querySelector("[data-testid=event][aria-current=step]").dataset.step),
        document.querySelectorAll("[data-testid=log-line]").length,
      ];
      const to = (step) => {
        scrubber.value = String(step);
        scrubber.dispatchEvent(new Event("input", { bubbles: true }));
        return drawn();
      };
      scrubber.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      await to(5);
      const pressed = at();
      await to(20);
      const dragged = at();
      await new Promise((done) => setTimeout(done, 400));
      const rested = at();
      await to(30);
      scrubber.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
      await drawn();
      return { pressed, dragged, rested, released: at() };
    });
    assert.deepEqual(seen.pressed.slice(0, 2), [5, 5], "the press is a jump");
    assert.deepEqual(seen.dragged, [20, ...seen.pressed.slice(1)]);
    assert.deepEqual(seen.rested.slice(0, 2), [20, 20]);
    assert.ok(seen.rested[2] > seen.dragged[2]);
    assert.deepEqual(seen.released.slice(0, 2), [30, 30]);
    await page.end();
  });

  test("by mouse ends at what a jump shows", async () => {
    const page = await session.open();
    const { x, y, width, height } = await page.getByTestId("scrubber").boundingBox();
    await page.mouse.move(x + 20, y + height / 2);
    await page.mouse.down();
    for (const share of [0.9, 0.2, 0.6]) await page.mouse.move(x + width * share, y + height / 2);
    await page.mouse.up();
    const { step, ...dragged } = await read(page);
    await page.getByTestId("scrubber").fill("0");
    await page.getByTestId("scrubber").fill(String(step));
    assert.deepEqual(await read(page), { step, ...dragged });
    assert.ok(step > 15);
    await page.end();
  });
});

describe("the list of steps", () => {
  test("is walked by keys, and shows nothing of what lies ahead", async () => {
    const page = await session.open({ step: 10 });
    const steps = () => page.getByTestId("event").evaluateAll((rows) => rows.map((row) => Number(row.dataset.step)));
    const current = () => page.locator("[data-testid=event][aria-current=step]").evaluateAll((rows) => rows.map((row) => Number(row.dataset.step)));
    assert.deepEqual(await steps(), Array.from({ length: 11 }, (_, i) => i));
    assert.deepEqual(await current(), [10]);
    assert.equal(await page.getByTestId("ahead").getAttribute("data-value"), "24");
    await page.locator("[data-testid=event][tabindex='0']").focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowUp");
    assert.equal(await step(page), 10);
    await page.keyboard.press("Enter");
    assert.equal(await step(page), 7);
    assert.deepEqual(await current(), [7]);
    // The focus stays with the current step, also when it is walked by the other keys.
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement?.dataset.step === "8");
    assert.deepEqual(await steps(), Array.from({ length: 9 }, (_, i) => i));
    await page.getByTestId("fog").uncheck();
    await page.getByTestId("event").nth(12).click();
    assert.equal(await step(page), 12);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("is narrowed by types", async () => {
    const page = await session.open({ step: 24 });
    const kinds = () => page.getByTestId("event").evaluateAll((rows) => rows.map((row) => row.dataset.kind));
    await page.getByTestId("type-checks").click();
    assert.deepEqual(await kinds(), ["checked", "checked", "crossed", "called"], "and the current one");
    await page.getByTestId("type-compaction").click();
    assert.deepEqual(await kinds(), ["checked", "checked", "crossed", "asked", "summarized", "reread", "replaced", "reset", "called"]);
    await page.end();
  });

  test("keeps the current step in sight and few rows in the page, over thousands of steps", async () => {
    const calls = '[[rounds]]\nsay = "r1-say"\ntokens = { input = 1, output = 1 }\n\n[[rounds.calls]]\ntool = "list_files"\ninput = { path = "." }\nresult = "r1-files"\ntokens = 1\n\n';
    const page = await session.open({
      // With a piece in the address, nothing that was played before is shown.
      scenario: "v1/order-race",
      step: "0?speed=2",
      async prepare(context) {
        context.setDefaultTimeout(120_000);
        await context.route("**/*.js", async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace("window = 2000", "window = 3285").replace("# Round 2: a test", `${calls.repeat(400)}# Round 2: a test`);
          await route.fulfill({ response, body });
        });
      },
    });
    await page.getByTestId("fog").uncheck();
    const list = page.locator(".box").first();
    for (const wanted of [2034, 1000, 3]) {
      await page.getByTestId("scrubber").fill(String(wanted));
      const seen = await list.evaluate((box) => {
        const inside = box.getBoundingClientRect();
        const row = box.querySelector("[aria-current=step]").getBoundingClientRect();
        return { rows: box.querySelectorAll("li").length, shown: row.top >= inside.top - 1 && row.bottom <= inside.bottom + 1, size: box.querySelector("li").ariaSetSize };
      });
      assert.ok(seen.rows < 40, `${seen.rows} rows`);
      assert.ok(seen.shown, `step ${wanted} is in sight`);
      assert.equal(seen.size, "2035");
    }
    const scrolled = await list.evaluate(async (box) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const begin = performance.now();
      let gaps = 0;
      for (let i = 0; i < 60; i++) {
        box.scrollTop = (box.scrollHeight / 60) * i;
        await frame();
        await frame();
        const inside = box.getBoundingClientRect();
        const rows = [...box.querySelectorAll("li")].map((row) => row.getBoundingClientRect());
        if (!rows.some((row) => row.top <= inside.top + 2 && row.bottom > inside.top)) gaps++;
      }
      return { gaps, each: (performance.now() - begin) / 120 };
    });
    console.log(`2,035 steps: ${scrolled.each.toFixed(1)} ms a frame while scrolling`);
    assert.equal(scrolled.gaps, 0);
    await page.end();
  });
});

test("the whole flow works by keyboard alone", async () => {
  const page = await session.open({ step: 8 });
  const tabTo = async (id, back = false) => {
    for (let i = 0; i < 60; i++) {
      if ((await page.evaluate(() => document.activeElement?.closest("[data-testid]")?.dataset.testid)) === id) return;
      await page.keyboard.press(back ? "Shift+Tab" : "Tab");
    }
    assert.fail(`Tab does not reach ${id}`);
  };
  await tabTo("view-list");
  await page.keyboard.press("Enter");
  await page.getByTestId("sum-occupancy").waitFor();
  await tabTo("type-calls");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await tabTo("event");
  await tabTo("fog");
  await page.keyboard.press("Space");
  await tabTo("breaks");
  await page.keyboard.press("Enter");
  await tabTo("break-on");
  await page.keyboard.press("c");
  await tabTo("break-on");
  await page.getByTestId("break-on").selectOption("share");
  await tabTo("break-value");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("80");
  await page.keyboard.press("Enter");
  assert.equal(await page.getByTestId("break").count(), 1);
  await tabTo("pauses");
  await tabTo("zoom-line");
  await page.keyboard.press("Enter");
  await page.keyboard.press("b");
  assert.equal(await step(page), 14);
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await step(page), 13);
  await page.keyboard.press("l");
  assert.ok(await page.getByTestId("meter-occupancy").isVisible());
  assert.deepEqual(page.troubles, []);
  await page.end();
});
