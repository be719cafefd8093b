// How fast the page scrubs a long run: random seeks by the curve of a run of more than 10,000 steps, in headless Chromium.
//
// Twice: with the window as a picture and as a list. A frame at 60 a second has 16.7 ms for everything. The first figure
// is what a seek keeps the page busy for: new state, document and layout. The second is the time until it is painted, which
// also waits for the screen. Prints figures, asserts nothing; needs the built page.
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

const at = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1).padStart(8);

const server = await serve();
const session = await start(server.url);
try {
  const page = await session.open({ scenario: "last-item", prepare });
  await page.getByTestId("fog").uncheck();
  for (const view of ["picture", "list"]) {
    await page.getByTestId(`view-${view}`).click();
    const { last, busy, painted } = await page.evaluate(async (seeks) => {
      const scrubber = document.querySelector("[data-testid=scrubber]");
      const last = Number(scrubber.max);
      const busy = [];
      const painted = [];
      let seed = 1;
      for (let i = 0; i < seeks; i++) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        await new Promise(requestAnimationFrame);
        const begin = performance.now();
        scrubber.value = String(seed % (last + 1));
        scrubber.dispatchEvent(new Event("input", { bubbles: true }));
        await Promise.resolve();
        document.body.getBoundingClientRect();
        busy.push(performance.now() - begin);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        painted.push(performance.now() - begin);
      }
      const sorted = (all) => all.sort((a, b) => a - b);
      return { last, busy: sorted(busy), painted: sorted(painted) };
    }, seeks);
    console.log(`${last + 1} steps, ${view}, ${seeks} seeks`.padEnd(44) + "median     p95     max  ms");
    console.log("  busy".padEnd(42) + at(busy, 0.5) + at(busy, 0.95) + at(busy, 1));
    console.log("  painted".padEnd(42) + at(painted, 0.5) + at(painted, 0.95) + at(painted, 1));
  }
} finally {
  await session.close();
  await server.close();
}
