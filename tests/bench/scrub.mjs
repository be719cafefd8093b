// How fast the page scrubs a long run: a hand drags along the curve of a run of more than 10,000 steps, back and forth at
// random, in headless Chromium. Lists and panels follow when the hand rests.
//
// Twice: with the window as a picture and as a list. A frame at 60 a second has 16.7 ms for everything. The figures are what
// a seek keeps the page busy for: new state, document, style and layout; the last row is a jump, with everything in it.
// Prints figures, asserts nothing; needs the built page.
import { start } from "../e2e/page.mjs";
import { serve } from "../e2e/server.mjs";

const seeks = 200;
const calls = 8;
const rounds = 880;
const call = '[[rounds.calls]]\ntool = "list_files"\ninput = { path = "." }\nresult = "r1-files"\ntokens = 20\n\n';
const round = `[[rounds]]\nsay = "r1-say"\ntokens = { output = 30 }\n\n${call.repeat(calls)}`;

/** Puts many rounds after the first one of a scenario. */
async function prepare(context) {
  context.setDefaultTimeout(120_000);
  await context.route("**/*.js", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("# Round 2: a log that fills the window.", `${round.repeat(rounds)}# Round 2: a log that fills the window.`);
    await route.fulfill({ response, body });
  });
}

/** Notes how long the page is busy with each move of the scrubber, from before its own handlers until the layout is there. */
const watch = () => {
  globalThis.busy = [];
  let begin = 0;
  addEventListener("input", () => (begin = performance.now()), { capture: true });
  addEventListener("input", async () => {
    // The page draws in microtasks, which may ask for more of them.
    for (let turn = 0; turn < 9; turn++) await Promise.resolve();
    document.body.getBoundingClientRect();
    globalThis.busy.push(performance.now() - begin);
  });
};

const print = (label, times) => {
  const sorted = times.sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1).padStart(8);
  console.log(label.padEnd(44) + at(0.5) + at(0.95) + at(1));
};

const server = await serve(process.env.SECONDWIND_PAGE);
const session = await start(server.url);
try {
  const page = await session.open({ scenario: "last-item", prepare });
  await page.getByTestId("fog").uncheck();
  const scrubber = page.getByTestId("scrubber");
  const last = Number(await scrubber.getAttribute("max"));
  if (last < 10_000) throw new Error(`the run has only ${last + 1} steps: the scenario no longer holds what the rounds are put before`);
  await page.evaluate(watch);
  const taken = () => page.evaluate(() => globalThis.busy.splice(0));
  console.log(`${last + 1} steps`.padEnd(44) + "  median     p95     max  ms");
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (const view of ["picture", "list"]) {
    await page.getByTestId(`view-${view}`).click();
    const { x, y, width, height } = await scrubber.boundingBox();
    await page.mouse.move(x + 20, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + height / 2);
    await taken();
    for (let i = 0; i < seeks; i++) await page.mouse.move(x + 12 + random() * (width - 24), y + height / 2);
    print(`${view}: ${seeks} seeks by dragging`, await taken());
    await page.mouse.up();
    for (let i = 0; i < seeks / 4; i++) await scrubber.fill(String(Math.floor(random() * last)));
    print(`${view}: ${seeks / 4} jumps`, await taken());
  }
} finally {
  await session.close();
  await server.close();
}
