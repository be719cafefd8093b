// What the page loads before it can be used, and what it asks for later: how much, in which order, and when that fails.
import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { changes, languages, read, reference, walk } from "./page.mjs";
import { serve } from "./server.mjs";
import { site } from "./site.mjs";

const dist = fileURLToPath(new URL("../../www/dist/", import.meta.url));
/** In bytes of gzip. */
const budget = 300_000;
const engine = /\/engine-[\w-]+\.js$/;
const part = { en: /The run you see works on/, "pt-BR": /A execução que você vê continua funcionando/, ko: /지금 보는 실행은 그대로 볼 수 있습니다/ };
const missing = { en: /could not be loaded/, "pt-BR": /Não foi possível carregar/, ko: /불러오지 못했습니다/ };

const session = site();

/** The worker, too, would bring the engine. */
const alone = (context) => context.addInitScript(() => delete Navigator.prototype.serviceWorker);
const cutOff = (page) => page.route(engine, (route) => route.abort());
const mend = (page) => page.unroute(engine);
const notice = (page, key) => page.locator(`[data-testid="notice"][data-key="${key}"]`);
const stepIs = (page, step) => page.locator(`[data-testid="step-counter"][data-value="${step}"]`).waitFor();
/** The browser says by itself that a file did not come. */
const troubles = (page) => page.troubles.filter((trouble) => !/net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(trouble));

describe("the first load", () => {
  for (const lang of languages) {
    test(`stays within its budget and brings no engine, in ${lang}`, async () => {
      const answers = [];
      const page = await session.open({
        lang,
        engine: false,
        async prepare(context) {
          await alone(context);
          context.on("response", (response) => answers.push(response));
        },
      });
      await page.waitForLoadState("networkidle");
      const loaded = await Promise.all(answers.map(async (answer) => ({ url: answer.url(), gzip: gzipSync(await answer.body(), { level: 9 }).length })));
      assert.ok(loaded.some(({ url }) => url.endsWith(".css")) && loaded.some(({ url }) => url.endsWith(".js")));
      assert.deepEqual(loaded.filter(({ url }) => engine.test(url)), []);
      const sum = loaded.reduce((total, { gzip }) => total + gzip, 0);
      assert.ok(sum <= budget, `${sum} bytes of gzip: ${JSON.stringify(loaded, null, 1)}`);
      const [asked] = await Promise.all([page.waitForRequest(engine), page.getByTestId("step").click()]);
      assert.ok(asked);
      assert.equal((await read(page)).step, 1);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }

  test("leads to the licences of all that the page is made of", async () => {
    const page = await session.open();
    await page.getByTestId("help").click();
    const [tab] = await Promise.all([page.context().waitForEvent("page"), page.getByTestId("licences").click()]);
    await tab.waitForLoadState();
    const text = await tab.evaluate(() => document.body.textContent);
    for (const name of ["secondwind", "QuickJS Javascript Engine", "dompurify", "markdown-it", "svelte", "@fluent/bundle", "fflate", "serde", "toml"]) {
      assert.ok(text.includes(name), name);
    }
    assert.ok(text.includes("Mozilla Public License") && text.includes("Apache License") && text.includes("Permission is hereby granted"));
    assert.doesNotMatch(text, /node_modules|\/registry\//);
    await page.end();
  });

  test("is enough to walk the whole run, in every language, without the engine", async () => {
    const page = await session.open({ engine: false, prepare: alone });
    await cutOff(page);
    const seen = await walk(page);
    assert.deepEqual(changes(seen.map((at) => at.accumulated)), reference.figures);
    for (const total of ["calls", "compactionCalls", "compactions"]) assert.equal(seen.at(-1)[total], reference[total], total);
    await page.getByTestId("tab-request").click();
    for (const [lang, step] of [["ko", 9], ["pt-BR", 17], ["en", 25]]) {
      await page.getByTestId("scrubber").fill(String(step));
      await page.getByTestId(`lang-${lang}`).click();
      const other = await session.open({ lang, step, engine: true });
      await other.getByTestId("tab-request").click();
      assert.deepEqual(await read(page), await read(other));
      const text = (of) => of.evaluate(() => [...document.querySelectorAll("main, header")].map((part) => part.innerText));
      assert.deepEqual(await text(page), await text(other));
      await other.end();
    }
    assert.equal(await notice(page, "engine-missing").count(), 0, "nothing was asked of it");
    assert.deepEqual(troubles(page), []);
    await page.end();
  });
});

describe("the page", () => {
  test("says so where its script does not come", async () => {
    const page = await session.open({ engine: false });
    await page.context().route(/\/page-[\w-]+\.js$/, (route) => route.abort());
    await page.context().addInitScript(() => delete Navigator.prototype.serviceWorker);
    await page.evaluate(async () => Promise.all((await navigator.serviceWorker.getRegistrations()).map((worker) => worker.unregister())));
    await page.reload();
    assert.equal(await page.locator(".late").isVisible(), false, "not at once");
    await page.locator(".late").waitFor({ state: "visible" });
    assert.match(await page.locator("body").innerText(), /reload/);
    await page.end();
  });

  test("says that it waits for the engine, where a link needs it", async () => {
    const page = await session.open({ engine: false, prepare: alone });
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(engine, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("about:blank");
    await page.goto(`${session.url}?lang=ko#v1/invoice-import/9`, { waitUntil: "commit" });
    await page.getByRole("status").getByText("재생기를 불러오는 중").waitFor();
    release();
    await stepIs(page, 9);
    assert.equal(await page.locator(".wait").count(), 0);
    await page.end();
  });
});

describe("the engine", () => {
  for (const lang of languages) {
    test(`that does not come is told and can be asked for again, in ${lang}`, async () => {
      const page = await session.open({ lang, step: 5, engine: false, prepare: alone });
      await cutOff(page);
      const picker = page.getByTestId("scenario");
      await picker.selectOption("invoice-import");
      await notice(page, "engine-missing").waitFor();
      assert.match(await notice(page, "engine-missing").textContent(), part[lang]);
      assert.equal(await picker.inputValue(), "order-race", "what is shown stays chosen");
      await page.getByTestId("step").click();
      assert.equal((await read(page)).step, 6);
      await notice(page, "engine-missing").getByTestId("notice-action").click();
      await notice(page, "engine-missing").waitFor();
      await mend(page);
      await notice(page, "engine-missing").getByTestId("notice-action").click();
      await page.waitForURL(/invoice-import\/0$/);
      assert.equal(await picker.inputValue(), "invoice-import");
      assert.equal(await notice(page, "engine-missing").count(), 0);
      assert.deepEqual(troubles(page), []);
      await page.end();
    });

    test(`that a link needs and that does not come leaves a way on, in ${lang}`, async () => {
      const page = await session.open({ lang, scenario: "v1/invoice-import", step: 9, prepare: async (context) => void (await alone(context), await cutOff(context)), until: "alert" });
      assert.match(await page.getByRole("alert").textContent(), missing[lang]);
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      assert.equal(await page.getByTestId("notice").count(), 0);
      await page.context().unroute(engine);
      await page.getByTestId("engine-retry").click();
      await stepIs(page, 9);
      assert.equal(await page.getByTestId("scenario").inputValue(), "invoice-import");
      assert.deepEqual(troubles(page), []);
      await page.end();
    });
  }

  const predicting = (context) => context.addInitScript(() => localStorage.setItem("secondwind.predict", "on"));
  for (const [what, step, prepare] of [["the lab", "5?lab=as-is", () => {}], ["questions", 0, predicting]]) {
    test(`that does not come leaves the first run, where ${what} would stand beside it`, async () => {
      const cut = async (context) => void (await alone(context), await cutOff(context), await prepare(context));
      const page = await session.open({ scenario: "v1/order-race", step, engine: false, prepare: cut });
      await notice(page, "engine-missing").waitFor();
      await page.context().unroute(engine);
      await notice(page, "engine-missing").getByTestId("notice-action").click();
      await notice(page, "engine-missing").waitFor({ state: "detached" });
      if (what === "the lab") await page.getByTestId("lab").waitFor();
      else assert.equal(await page.getByTestId("lab").count(), 0);
      assert.deepEqual(troubles(page), []);
      await page.end();
    });
  }

  test("that is broken is told as well", async () => {
    const page = await session.open({ engine: false, prepare: alone });
    await page.route(engine, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.getByTestId("lab-toggle").click();
    await notice(page, "engine-missing").waitFor();
    assert.equal(await page.getByTestId("lab").count(), 0);
    await page.end();
  });

  test("that takes long is announced, and what was asked of it is done in order", async () => {
    const page = await session.open({ step: 5, engine: false, prepare: alone });
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(engine, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByTestId("toggles").locator("summary").first().click();
    for (const bug of ["noReset", "append"]) await page.getByTestId(`toggle-${bug}`).click();
    await page.getByTestId("lab-toggle").click();
    await notice(page, "engine-loading").waitFor();
    await page.getByTestId("lang-ko").click();
    await page.getByTestId("step").click();
    assert.deepEqual([(await read(page)).step, (await read(page)).lang], [6, "ko"]);
    release();
    await page.getByTestId("lab").waitFor();
    assert.equal(await notice(page, "engine-loading").count(), 0);
    await page.waitForURL(/bugs=noReset,append&lab=as-is$/);
    const other = await session.open({ lang: "ko", scenario: "v1/order-race", step: "6?bugs=noReset,append" });
    assert.deepEqual(await read(page), await read(other));
    await other.end();
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("is there without a network once the worker has kept the page, though nobody asked for it", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "page-"));
    await cp(dist, folder, { recursive: true });
    const copy = await serve(folder, "/a/course/");
    t.after(() => rm(folder, { recursive: true }));
    const page = await session.open({ engine: false });
    await page.goto(`${copy.url}?lang=en`);
    await page.getByTestId("step-counter").waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    });
    await copy.close();
    await page.getByTestId("lang-ko").click();
    await page.getByTestId("scenario").selectOption("last-item");
    await page.waitForURL(/last-item\/0$/);
    assert.equal((await read(page)).lang, "ko");
    await page.goto(`${copy.url}?lang=pt-BR#v1/invoice-import/9?bugs=noReset`);
    await stepIs(page, 9);
    assert.equal((await read(page)).lang, "pt-BR");
    await page.end();
  });

  for (const lang of languages) {
    test(`comes from a disk, in ${lang}`, async () => {
      const page = await session.open({ engine: false });
      await page.goto(`${pathToFileURL(join(dist, "index.html"))}?lang=${lang}#v1/order-race/3`);
      await stepIs(page, 3);
      assert.equal((await read(page)).lang, lang);
      for (const other of languages) {
        await page.getByTestId(`lang-${other}`).click();
        assert.deepEqual([(await read(page)).lang, (await read(page)).step], [other, 3]);
      }
      await page.getByTestId("scenario").selectOption("invoice-import");
      await page.waitForURL(/invoice-import\/0$/);
      await page.goto(`${pathToFileURL(join(dist, "index.html"))}?lang=${lang}#v1/last-item/4?bugs=noReset`);
      await stepIs(page, 4);
      assert.deepEqual(page.troubles.filter((trouble) => !trouble.startsWith("request: file:")), []);
      await page.end();
    });
  }
});
