// What the tests do with the page and read from it, in one place.
import { launch } from "./browser.mjs";

/** The numbers of the reference run that the lesson states. */
export const reference = {
  figures: [0, 400, 1050, 1850, 0, 280, 490],
  calls: 6,
  compactionCalls: 1,
  compactions: 1,
};

export const languages = ["en", "pt-BR", "ko"];
export const themes = ["light", "dark"];
export const widths = [320, 768, 1440];

/** Waits until the page has its engine, which comes at the first sign that somebody is there. */
export async function stir(page) {
  await page.evaluate(() => dispatchEvent(new Event("pointerdown")));
  await page.locator('html[data-engine="here"]').waitFor({ state: "attached" });
}

/** Closes a context. What a worker of the page still asks for is answered by nobody any more, which is no fault. */
export async function leave(context) {
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}

/** One browser for a test file; `open` gives a page that records what must not happen. */
export async function start(url) {
  const browser = await launch();
  return {
    url,
    browser,
    close: () => browser.close(),
    async open({ lang = "en", scenario = "order-race", step = 0, width = 1440, height = 900, theme = "light", motion = false, prepare, until, engine = !until } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: motion ? "no-preference" : "reduce",
      });
      await prepare?.(context);
      const page = await context.newPage();
      page.troubles = [];
      page.on("console", (message) => {
        if (message.type() !== "log") page.troubles.push(`${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => page.troubles.push(`error: ${error.message}`));
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== new URL(url).origin) page.troubles.push(`request: ${request.url()}`);
      });
      await page.goto(`${url}?lang=${lang}#${scenario}/${step}`);
      await (until ? page.getByRole(until) : page.getByTestId("step-counter")).waitFor();
      if (engine) await stir(page);
      page.end = () => leave(context);
      return page;
    },
  };
}

/** Everything on the page that has a meaning, as one value. */
export function read(page) {
  return page.evaluate(() => {
    const all = (id) => [...document.querySelectorAll(`[data-testid="${id}"]`)];
    const text = (id) => all(id)[0]?.textContent ?? null;
    const value = (id) => (all(id)[0] ? Number(all(id)[0].dataset.value) : null);
    const tokens = (id) => all(id).map((part) => Number(part.dataset.tokens));
    return {
      lang: document.documentElement.lang,
      kind: document.querySelector("main")?.dataset.kind,
      step: value("step-counter"),
      last: Number(all("scrubber")[0]?.max),
      accumulated: value("meter-accumulated"),
      occupancy: value("meter-occupancy"),
      thresholds: all("threshold").map((line) => ({ role: line.dataset.role, meter: line.dataset.meter, value: Number(line.dataset.value) })),
      counter: tokens("part-accumulated"),
      window: tokens("part-occupancy"),
      messages: all("message").length,
      title: text("step-title"),
      sentence: text("sentence"),
      log: all("log-line").map((line) => line.textContent),
      logKeys: all("log-line").map((line) => line.dataset.key),
      notes: text("notes"),
      answer: text("answer"),
      calls: value("calls"),
      compactionCalls: value("compaction-calls"),
      compactions: value("compactions"),
    };
  });
}

/** Presses Step until the end and gives what was read at every step. */
export async function walk(page) {
  const seen = [await read(page)];
  while (seen.at(-1).step < seen.at(-1).last) {
    await page.getByTestId("step").click();
    seen.push(await read(page));
  }
  return seen;
}

/** A value each time it changes. */
export const changes = (values) => values.filter((value, i) => i === 0 || value !== values[i - 1]);

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Sets a breakpoint on a kind of step, or on a level. */
export async function addBreak(page, on, value) {
  const details = page.getByTestId("breaks");
  if (!(await details.evaluate((element) => element.open))) await details.locator("summary").click();
  await page.getByTestId("break-on").selectOption(on);
  if (on === "kind") await page.getByTestId("break-kind").selectOption(value);
  else await page.getByTestId("break-value").fill(String(value));
  await page.getByTestId("break-add").click();
}
