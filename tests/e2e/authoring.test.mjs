// A course from nothing, as an instructor makes it: written by the command line, built, served below a path, and
// previewed while it is edited.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { hears, inside, openHost } from "./embed.mjs";
import { commit, enter, said, stepOf } from "./lesson.mjs";
import { leave } from "./page.mjs";
import { serve } from "./server.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const cli = process.env.SECONDWIND_CLI ?? at("target/debug/secondwind");
const dist = at("www/dist");

const folder = mkdtempSync(join(tmpdir(), "secondwind-course-"));
const options = { cwd: folder, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } };
const secondwind = (...args) => execFileSync(cli, args, options);
const file = (name) => join(folder, "ports", name);
const edit = (name, from, to) => {
  const text = readFileSync(file(name), "utf8");
  assert.ok(text.includes(from), `${name} has ${from}`);
  writeFileSync(file(name), text.replace(from, to));
};

let browser;
before(async () => {
  browser = await launch();
  secondwind("new", "course", "ports", "--title", "Ports and windows");
  secondwind("new", "exercise", "fresh", "--course", "ports", "--kind", "choice");
  secondwind("new", "exercise", "missing-line", "--course", "ports", "--kind", "code");
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Starts a preview of the course, and gives its address with it. */
async function startPreview(port) {
  const child = spawn(cli, ["preview", "ports", "--page", dist, "--port", port], { ...options, stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url) return { url, stop: () => child.kill("SIGINT") };
  }
  throw new Error("the preview has ended");
}

/** A page in a context of its own that records what must not happen. */
async function open(url, locale = "en") {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => message.type() !== "log" && page.troubles.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => page.troubles.push(error.message));
  await page.goto(url);
  return page;
}

describe("a course that was built", () => {
  let server;
  before(async () => {
    secondwind("build", "ports", "--page", dist, "--out", "site");
    server = await serve(join(folder, "site"), "/courses/ports/");
  });
  after(() => server.close());

  test("opens below a path, lists its scenario, and its new exercise is solved", async () => {
    const page = await open(server.url);
    await page.getByTestId("lesson").waitFor();
    assert.equal(await page.getByTestId("lesson").getAttribute("aria-label"), "Ports and windows");
    assert.deepEqual(await page.getByTestId("scenario").locator("option").allTextContents(), ["Which port?"]);
    assert.match(await page.getByTestId("prose").textContent(), /1,000 tokens.*500 tokens/s);
    const card = page.getByTestId("exercise-card").filter({ hasText: "The fresh window" });
    await card.click();
    await enter(page, { kind: "choice", value: 1 });
    await commit(page);
    await said(page).waitFor();
    assert.equal(await said(page).getAttribute("data-outcome"), "passed");

    await page.goto(`${server.url}#v1/first/0?exercise=missing-line&lesson=first`);
    await page.getByTestId("task-code").waitFor();
    const solution = readFileSync(file("exercises/missing-line/fix/solution.js"), "utf8");
    await page.getByTestId("task-code").fill(solution);
    await commit(page);
    await said(page).waitFor();
    assert.equal(await said(page).getAttribute("data-outcome"), "passed");
    assert.deepEqual(page.troubles, []);
    await leave(page.context());
  });

  test("keeps what is done in it apart from every other course of its origin", async () => {
    const page = await open(server.url);
    await page.evaluate(() => localStorage.setItem("secondwind.progress", '{"version":1,"ticks":["another"]}'));
    await page.goto(`${server.url}#v1/first/0?exercise=fresh&lesson=first`);
    await page.reload();
    await enter(page, { kind: "choice", value: 1 });
    await commit(page);
    await said(page).waitFor();
    const kept = await page.evaluate(() => ({ ...localStorage }));
    assert.equal(kept["secondwind.progress"], '{"version":1,"ticks":["another"]}');
    assert.equal(JSON.parse(kept["secondwind.progress.of.ports"]).tasks[0].task.split("/").slice(0, 2).join("/"), "ports/fresh");
    assert.deepEqual(page.troubles, []);
    await leave(page.context());
  });

  test("stands in a page of another origin, which hears what is answered", async () => {
    const files = {
      "index.html": `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>A host</title><script src="PLAYGROUND/embed.js" defer></script><script src="told.js" defer></script></head>
<body><secondwind-playground id="fresh" exercise="fresh" loading="eager"></secondwind-playground></body></html>`,
      "told.js": `window.told = [];
const element = document.querySelector("secondwind-playground");
for (const type of ["ready", "answered", "completed"]) element.addEventListener("secondwind-" + type, ({ detail }) => window.told.push({ ...detail, from: element.id }));`,
    };
    const page = await openHost({ url: server.url, browser }, { files });
    const ready = await hears(page, "fresh", "ready");
    assert.deepEqual([ready.course, ready.exercise, ready.title], ["ports", "fresh", "The fresh window"]);
    const frame = await inside(page, "#fresh");
    assert.notEqual(new URL(frame.url()).origin, page.host.origin);
    const other = await frame.getByTestId("task-option").evaluateAll((options) => options.map(({ dataset }) => dataset.id).find((id) => id !== "1"));
    for (const [value, right] of [[other, false], [1, true]]) {
      await enter(frame, { kind: "choice", value });
      await commit(frame);
      const answered = await hears(page, "fresh", "answered", right ? 2 : 1);
      assert.deepEqual([answered.exercise, answered.right, answered.tries], ["fresh", right, right ? 2 : 1]);
    }
    assert.equal((await hears(page, "fresh", "completed")).passed, true);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("opens from a disk as well", async () => {
    const page = await open(`file://${join(folder, "site/index.html")}`);
    await page.getByTestId("lesson").waitFor();
    assert.equal(await page.getByTestId("section-title").textContent(), "A first run");
    await leave(page.context());
  });

  test("stays there offline, and a course that was built anew is offered", async () => {
    const page = await open(server.url);
    await page.getByTestId("lesson").waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByTestId("lesson").waitFor();
    assert.equal(await page.getByTestId("section-title").textContent(), "A first run");
    await page.context().setOffline(false);

    edit("course/en.ftl", "first = A first run", "first = Another first run");
    secondwind("build", "ports", "--page", dist, "--out", "site");
    await page.reload();
    await page.locator('[data-testid="notice"][data-key="keep-new-version"] [data-testid="notice-action"]').click();
    await page.getByTestId("section-title").filter({ hasText: "Another first run" }).waitFor();
    await leave(page.context());
  });

  test("is refused while it has a fault, and what was built stays", () => {
    const built = readFileSync(join(folder, "site/index.html"), "utf8");
    edit("exercises/fresh.toml", 'unit = "messages"', 'unit = "message"');
    const { status, stderr } = spawnSync(cli, ["build", "ports", "--page", dist, "--out", "site"], options);
    edit("exercises/fresh.toml", 'unit = "message"', 'unit = "messages"');
    assert.equal(status, 2);
    assert.match(stderr, /ports\/exercises\/fresh\.toml:12:8: .*\n.*\n.*\^\n.*1 fault\.\nNothing was written\.\n$/s);
    assert.equal(readFileSync(join(folder, "site/index.html"), "utf8"), built);
  });

  test("takes no folder that holds anything else", () => {
    const { status, stderr } = spawnSync(cli, ["build", "ports", "--page", dist, "--out", "ports"], options);
    assert.equal(status, 2);
    assert.match(stderr, /^ports holds something other than an earlier build.*--out/);
    const again = spawnSync(cli, ["build", "ports", "--page", join(folder, "site"), "--out", "more"], options);
    assert.match(again.stderr, /^.*site holds no page as it was built/);
  });
});

describe("a course that is being written", () => {
  let url;
  let stop;
  before(async () => ({ url, stop } = await startPreview("42700")));
  after(() => stop());

  for (const [lang, words] of [["en", /Do you mean `calls`\?/], ["pt-BR", /Você quis dizer `calls`\?/], ["ko", /혹시 `calls`입니까\?/]]) {
    test(`shows a fault with its place in ${lang}, and the mended text where the reader stands`, async () => {
      const page = await open(`${url}?lang=${lang}`, lang);
      await page.getByTestId("lesson").waitFor();
      await page.getByTestId("exercise-card").first().click();
      await page.getByTestId("step").click();
      await page.getByTestId("task-number").fill("51");
      const step = await stepOf(page);
      await page.evaluate(() => (globalThis.notReloaded = true));

      edit("exercises/counter.toml", 'unit = "tokens"', 'unit = "cals"');
      const fault = page.getByTestId("course-fault");
      await fault.waitFor();
      assert.match(await fault.textContent(), /^exercises\/counter\.toml:7:8/);
      assert.match(await fault.textContent(), words);
      assert.equal(await fault.locator("code").last().textContent(), 'unit = "cals"');
      assert.equal(await fault.locator("mark").textContent(), '"');
      assert.equal(await page.getByTestId("lesson").getAttribute("data-exercise"), "counter", "the last good version stays");
      if (process.env.SECONDWIND_SHOTS) await page.screenshot({ path: join(process.env.SECONDWIND_SHOTS, `faults-${lang}.png`) });

      const title = readFileSync(file(`exercises/counter/${lang}.ftl`), "utf8").split("\n")[0];
      edit(`exercises/counter/${lang}.ftl`, title, `title = Mended ${lang}`);
      edit("exercises/counter.toml", 'unit = "cals"', 'unit = "tokens"');
      await page.getByText(`Mended ${lang}`).first().waitFor();
      await page.getByTestId("course-faults").waitFor({ state: "detached" });
      assert.equal(await stepOf(page), step);
      assert.equal(await page.getByTestId("task-number").inputValue(), "51");
      assert.equal(await page.evaluate(() => globalThis.notReloaded), true);
      assert.deepEqual(page.troubles, []);
      await leave(page.context());
    });
  }

  test("follows a scenario: its figures change under the reader", async () => {
    const page = await open(url);
    await page.getByTestId("lesson").waitFor();
    edit("scenarios/first.toml", "window = 1000", "window = 1010");
    await page.locator('[data-testid="threshold"][data-value="505"]').first().waitFor({ state: "attached" });
    assert.match(await page.getByTestId("prose").textContent(), /505 tokens/);
    edit("scenarios/first.toml", "window = 1010", "window = 1000");
    await page.locator('[data-testid="threshold"][data-value="500"]').first().waitFor({ state: "attached" });
    await leave(page.context());
  });

  test("is shown in more tabs than a browser has connections to one server", async () => {
    const context = await browser.newContext({ locale: "en" });
    // A browser without a window takes every tab to be in sight.
    const turn = (page, hidden) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    const tabs = [];
    for (let i = 0; i < 8; i++) {
      const page = await context.newPage();
      await page.goto(url);
      await page.getByTestId("lesson").waitFor();
      await turn(page, true);
      tabs.push(page);
    }
    // One that comes into sight again has missed nothing.
    edit("course/en.ftl", "title = Ports and windows", "title = Ports, and windows");
    await turn(tabs[0], false);
    await tabs[0].locator('[data-testid="lesson"][aria-label="Ports, and windows"]').waitFor();
    edit("course/en.ftl", "title = Ports, and windows", "title = Ports and windows");
    await leave(context);
  });

  test("is nobody else's to read", async () => {
    const { port } = new URL(url);
    const status = (headers, path = "course.js") =>
      new Promise((resolve) => request({ host: "127.0.0.1", port, path: `/${path}`, headers }, (answer) => resolve(answer.resume().statusCode)).end());
    assert.equal(await status({}), 200);
    assert.equal(await status({ host: `rebound.example:${port}` }), 403);
    assert.equal(await status({ origin: "https://elsewhere.example" }), 403);
    assert.equal(await status({}, "sw.js"), 404);
  });

  test("that begins with a fault is shown once it is mended, and the preview's end is told", async () => {
    edit("course.toml", "languages = ", "language = ");
    const second = await startPreview("42800");
    const page = await open(second.url);
    await page.getByTestId("course-fault").first().waitFor();
    edit("course.toml", "language = ", "languages = ");
    await page.getByTestId("lesson").waitFor();
    second.stop();
    await page.locator('[data-testid="notice"][data-key="preview-lost"]').waitFor();
    await leave(page.context());
  });
});
