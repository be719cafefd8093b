// What leaves the page and comes back: links, files, progress, paper, the page without a network, and its policy.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { leave, read } from "./page.mjs";
import { serve } from "./server.mjs";
import { site } from "./site.mjs";

const dist = fileURLToPath(new URL("../../www/dist/", import.meta.url));

const session = site();

const key = "secondwind.progress";
const work = { version: 2, place: "v1/invoice-import/9", finished: ["order-race"], answers: [{ gate: "g", first: "a", tries: [], skipped: false }], ticks: ["c1"], tasks: [] };
const holding = (value) => (context) =>
  context.addInitScript(
    ([key, value]) => {
      if (sessionStorage.getItem("prepared")) return;
      sessionStorage.setItem("prepared", "yes");
      localStorage.setItem(key, value);
    },
    [key, typeof value === "string" ? value : JSON.stringify(value)],
  );

/** What is seen, together with everything that is registered with the place. */
async function screen(page) {
  const dialog = page.getByTestId("keep-dialog");
  if (!(await dialog.isVisible())) await page.getByTestId("share").click();
  const place = new URL(await page.getByTestId("link").inputValue()).hash;
  await page.keyboard.press("Escape");
  return { ...(await read(page)), place };
}

const held = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), key);
const notices = (page) => page.getByTestId("notice").evaluateAll((all) => all.map((notice) => notice.dataset.key));
const stepIs = (page, step) => page.locator(`[data-testid="step-counter"][data-value="${step}"]`).waitFor();

/** A page of its own at an address, in a context that nothing was kept in. */
async function fresh(page, address) {
  const context = await page.context().browser().newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const other = await context.newPage();
  other.troubles = [];
  other.on("console", (message) => message.type() !== "log" && other.troubles.push(message.text()));
  other.on("pageerror", (error) => other.troubles.push(error.message));
  await other.goto(address);
  await other.getByTestId("step-counter").waitFor();
  other.end = () => leave(context);
  return other;
}

describe("a link", () => {
  for (const [lang, theme] of [["ko", "dark"], ["pt-BR", "light"]]) {
    test(`shows the same in a fresh profile: ${lang}, ${theme}`, async () => {
      const page = await session.open({ lang, scenario: "invoice-import", step: 12 });
      await page.getByTestId("speed").click();
      for (let i = 0; i < (theme === "dark" ? 2 : 1); i++) await page.getByTestId("theme").click();
      await page.getByTestId("share").click();
      await page.getByTestId("link-language").check();
      await page.getByTestId("link-theme").check();
      const address = await page.getByTestId("link").inputValue();
      assert.ok(address.endsWith(`/?lang=${lang}&theme=${theme}#v1/invoice-import/12?speed=2`), address);

      const other = await fresh(page, address);
      assert.deepEqual(await screen(other), await screen(page));
      const look = (of) => of.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).color]);
      assert.deepEqual(await look(other), await look(page));
      assert.equal(await other.evaluate(() => localStorage.length), 0);
      assert.deepEqual([page.troubles, other.troubles], [[], []]);
      await other.end();
      await page.end();
    });
  }

  test("has no language unless it is asked for", async () => {
    const page = await session.open({ lang: "ko", step: 3 });
    await page.getByTestId("share").click();
    assert.match(await page.getByTestId("link").inputValue(), /\/where\/#v1\/order-race\/3$/);
    await page.end();
  });

  test("is copied by the button, or marked where that is forbidden", async () => {
    const page = await session.open({ step: 3 });
    const outcome = page.getByTestId("copy-outcome");
    await page.getByTestId("share").click();
    await page.evaluate(() => (navigator.clipboard.writeText = (text) => Promise.resolve((globalThis.copied = text))));
    await page.getByTestId("copy-link").click();
    await outcome.getByText("copied").waitFor();
    assert.match(await page.evaluate(() => globalThis.copied), /#v1\/order-race\/3$/);
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
    await page.getByTestId("copy-link").click();
    await outcome.getByText("selected").waitFor();
    assert.match(await page.evaluate(() => document.getSelection().toString() || document.activeElement.value), /#v1\/order-race\/3$/);
    await page.end();
  });

  test("of the first form opens", async () => {
    const page = await session.open({ step: 12 });
    assert.equal((await read(page)).step, 12);
    await page.getByTestId("step").click();
    await page.waitForURL(/#v1\/order-race\/13$/);
    await page.end();
  });

  test("pasted into the open page opens, and back and forward walk", async () => {
    const page = await session.open({ step: 3 });
    await page.evaluate(() => (location.hash = "#v1/invoice-import/7?speed=4"));
    await stepIs(page, 7);
    assert.equal((await screen(page)).place, "#v1/invoice-import/7?speed=4");
    await page.goBack();
    await stepIs(page, 3);
    assert.equal((await screen(page)).place, "#v1/order-race/3");
    await page.goForward();
    await stepIs(page, 7);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("is walked back to across a change of language, and the address names the language of now", async () => {
    const page = await session.open({ lang: "en", step: 3 });
    await page.getByTestId("scenario").selectOption("invoice-import");
    await page.waitForURL(/invoice-import/);
    await page.getByTestId("lang-ko").click();
    await page.waitForURL(/lang=ko/);
    await page.goBack();
    await stepIs(page, 3);
    assert.deepEqual([await page.getByTestId("scenario").inputValue(), (await read(page)).lang], ["order-race", "ko"]);
    await page.waitForURL(/lang=ko#v1\/order-race\/3$|lang=ko#order-race\/3$/);
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("with dials that do not fit says so, and the next link does not", async () => {
    const page = await session.open({ step: 3 });
    await page.evaluate(() => (location.hash = "#v1/order-race/3?dials=window:1"));
    await page.locator('[data-testid="notice"][data-key="lab-dropped"]').waitFor();
    await page.evaluate(() => (location.hash = "#v1/order-race/5"));
    await stepIs(page, 5);
    assert.deepEqual(await notices(page), []);
    await page.end();
  });

  test("follows many steps with one entry in the history, and a scenario is one more", async () => {
    const page = await session.open({ step: 1 });
    const before = await page.evaluate(() => history.length);
    for (let i = 0; i < 15; i++) await page.keyboard.press("ArrowRight");
    await page.waitForURL(/#v1\/order-race\/16$/);
    assert.equal(await page.evaluate(() => history.length), before);
    await page.getByTestId("scenario").selectOption("invoice-import");
    assert.equal(await page.evaluate(() => history.length), before + 1);
    await page.goBack();
    await stepIs(page, 16);
    await page.end();
  });

  for (const [lang, words] of [["en", /“flavour”[^]*“speed”[^]*“fast”|“speed”[^]*“fast”[^]*“flavour”/], ["pt-BR", /“flavour”/], ["ko", /“flavour”/]]) {
    test(`with something unknown opens, and says so in ${lang}`, async () => {
      const page = await session.open({ lang, scenario: "v1/order-race", step: "5?flavour=mint&speed=fast" });
      assert.equal((await read(page)).step, 5);
      assert.deepEqual((await notices(page)).sort(), ["keep-link-bad", "keep-link-unknown"]);
      assert.match((await page.getByTestId("notice").allTextContents()).join("\n"), words);
      const close = page.locator(".notices .close");
      assert.equal(await close.count(), 1, "what is said of one link is put away at once");
      await close.click();
      assert.deepEqual(await notices(page), []);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});

describe("progress", () => {
  test("is offered again, and nothing of it runs by itself", async () => {
    const page = await session.open({ prepare: holding(work), step: 0 });
    assert.deepEqual([(await read(page)).step, await page.getByTestId("scenario").inputValue()], [0, "order-race"]);
    assert.match(await page.getByTestId("resume-offer").textContent(), /step 9 of “Invoices/);
    await page.getByTestId("resume").click();
    assert.deepEqual([(await read(page)).step, await page.getByTestId("scenario").inputValue()], [9, "invoice-import"]);
    assert.equal(await page.getByTestId("resume-offer").count(), 0);
    await page.getByTestId("step").click();
    await page.waitForURL(/invoice-import\/10$/);
    assert.deepEqual(await held(page), { ...work, place: "v1/invoice-import/10" });
    await page.end();
  });

  test("can be started clean, and that can be undone", async () => {
    const page = await session.open({ prepare: holding(work) });
    await page.getByTestId("start-clean").click();
    assert.equal(await held(page), null);
    await page.getByTestId("notice-action").click();
    assert.deepEqual(await held(page), work);
    await page.end();
  });

  test("holds the last place and what was walked to its end, but not what a link has opened", async () => {
    const page = await session.open({ step: 34 });
    await page.waitForTimeout(600);
    assert.equal(await held(page), null);
    await page.getByTestId("back").click();
    await page.getByTestId("step").click();
    await page.waitForURL(/#v1\/order-race\/34$/);
    assert.deepEqual(await held(page), { version: 2, place: "v1/order-race/34", finished: ["order-race"], answers: [], ticks: [], tasks: [] });
    await page.end();
  });

  test("that is damaged is put aside and told, and can be saved and deleted", async () => {
    const broken = JSON.stringify({ ...work, ticks: ["c1", 7] });
    const page = await session.open({ prepare: holding(broken) });
    assert.deepEqual(await notices(page), ["keep-found-damaged"]);
    assert.deepEqual(await held(page), work);
    await page.getByTestId("notice-share").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("aside").getByRole("button").first().click()]);
    assert.equal(await readFile(await download.path(), "utf8"), broken);
    await page.getByTestId("aside-delete").click();
    assert.equal(await page.getByTestId("aside").count(), 0);
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [key]);
    await page.end();
  });

  for (const [state, break_] of [
    ["full", () => (Storage.prototype.setItem = () => { throw new DOMException("no room", "QuotaExceededError"); })],
    ["forbidden", () => Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })],
  ]) {
    test(`in a storage that is ${state} stays in the tab, and that is told`, async () => {
      const page = await session.open({ prepare: (context) => context.addInitScript(break_) });
      await page.getByTestId("to-end").click();
      await page.locator(`[data-key="keep-found-${state}"]`).waitFor();
      await page.getByTestId("share").click();
      assert.equal(await page.getByTestId("keeping").getAttribute("data-state"), state);
      assert.match(await page.getByTestId("progress-held").textContent(), /1 scenario finished/);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }

  test("of two tabs is joined", async () => {
    const a = await session.open();
    const b = await a.context().newPage();
    await b.goto(`${session.url}#invoice-import/0`);
    await b.getByTestId("step-counter").waitFor();
    await a.getByTestId("to-end").click();
    await b.getByTestId("to-end").click();
    await b.waitForURL(/#v1\/invoice-import\/\d+$/);
    assert.deepEqual((await held(a)).finished, ["order-race", "invoice-import"]);
    await a.getByTestId("share").click();
    await a.getByTestId("progress-held").getByText("2 scenarios finished").waitFor();
    await b.getByTestId("share").click();
    await b.getByTestId("clear-progress").click();
    await a.getByTestId("progress-none").waitFor();
    await a.end();
  });
});

async function saved(page, id) {
  await page.getByTestId("share").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId(id).click()]);
  await page.keyboard.press("Escape");
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

async function bring(page, { name, text }) {
  if (!(await page.getByTestId("keep-dialog").isVisible())) await page.getByTestId("share").click();
  await page.getByTestId("file-input").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  const brought = page.locator(`[data-testid="brought"]:has-text("${name}")`);
  await brought.waitFor();
  return brought.getAttribute("data-verdict");
}

describe("a file", () => {
  test("of a run opens the same screen in a fresh profile", async () => {
    const page = await session.open({ scenario: "invoice-import", step: 12 });
    await page.getByTestId("speed").click();
    const file = await saved(page, "save-run");
    assert.equal(file.name, "invoice-import.run.json");

    const other = await session.open();
    assert.equal(await bring(other, file), "same");
    assert.equal((await read(other)).step, 0, "nothing opens by itself");
    await other.getByTestId("open-run").click();
    assert.deepEqual(await screen(other), await screen(page));

    const changed = JSON.parse(file.text);
    changed.files["invoice-import.toml"] = "0".repeat(64);
    changed.run.last += 1;
    assert.equal(await bring(other, { name: "changed.run.json", text: JSON.stringify(changed) }), "differs");
    assert.match(await other.getByTestId("brought").textContent(), /invoice-import\.toml is another version here[^]*ends at step/);
    assert.equal(await bring(other, { name: "cut.run.json", text: file.text.slice(0, 90) }), "cannot");
    assert.match(await other.getByTestId("brought").textContent(), /not JSON/);
    assert.deepEqual([page.troubles, other.troubles], [[], []]);
    await other.end();
    await page.end();
  });

  test("of the progress brings the same screen and the same work to a fresh profile", async () => {
    const page = await session.open({ lang: "ko", prepare: holding(work) });
    await page.getByTestId("resume").click();
    await page.getByTestId("step").click();
    await page.getByTestId("theme").click();
    const file = await saved(page, "save-progress");
    assert.equal(file.name, "secondwind-progress.json");

    const other = await session.open({ lang: "en" });
    assert.equal(await bring(other, file), "differs");
    assert.equal(await held(other), null, "nothing is taken over by itself");
    await other.getByTestId("take-progress").click();
    assert.deepEqual(await screen(other), await screen(page));
    assert.deepEqual(await held(other), { ...work, place: "v1/invoice-import/10" });
    assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), "light");
    assert.equal(await bring(other, await saved(other, "save-progress")), "same");
    await other.end();
    await page.end();
  });

  test("can be added to the work here, and that can be undone", async () => {
    const page = await session.open({ prepare: holding({ ...work, finished: ["x"], place: null }) });
    const file = { format: "secondwind-progress", version: 1, settings: {}, progress: work };
    await bring(page, { name: "p.json", text: JSON.stringify(file) });
    await page.getByTestId("add-progress").click();
    assert.deepEqual(await held(page), { ...work, finished: ["x", "order-race"] });
    await page.getByTestId("notice-action").click();
    assert.deepEqual((await held(page)).finished, ["x"]);
    await page.end();
  });

  test("can be dropped on the page", async () => {
    const page = await session.open();
    const { text } = await saved(page, "save-run");
    const dropped = await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.run.json", { type: "application/json" }));
      const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
      return document.querySelector("main").dispatchEvent(event);
    }, text);
    assert.equal(dropped, false, "the browser does not leave the page for the file");
    await page.locator('[data-verdict="same"]:has-text("dropped.run.json")').waitFor();
    await page.end();
  });
});

describe("paper", () => {
  test("gets the window, the notes and the log, and no controls", async () => {
    const page = await session.open({ step: 17 });
    const on = await read(page);
    await page.emulateMedia({ media: "print" });
    const handout = page.getByTestId("handout");
    await handout.waitFor();
    const printed = await page.evaluate(() => ({
      controls: [...document.querySelectorAll("button, select, input, header, main, dialog")].filter((box) => !box.closest(".handout") && box.getClientRects().length > 0).length,
      sums: [...document.querySelectorAll(".handout tbody td:last-child")].map((cell) => cell.textContent),
      rows: [...document.querySelectorAll(".handout tbody td:nth-child(3)")].map((cell) => Number(cell.textContent.replace(/\D/g, ""))),
      text: document.querySelector(".handout").textContent,
    }));
    assert.equal(printed.controls, 0);
    assert.deepEqual(printed.rows, on.window);
    assert.equal(printed.sums.at(-1), `≈${on.occupancy}`, "a sum with an estimate in it says so");
    assert.match(await page.getByTestId("handout-facts").textContent(), /in the window \(4\).*`orders` has an index/s);
    const address = new URL(await page.getByTestId("handout-address").textContent());
    assert.deepEqual([address.origin, address.hash], [new URL(page.url()).origin, new URL(page.url()).hash]);
    for (const line of on.log) assert.ok(printed.text.includes(line), line);
    assert.ok(printed.text.includes(on.notes));
    assert.match(printed.text, /select \* from|SELECT \* FROM/);
    await page.emulateMedia({ media: "screen" });
    await handout.waitFor({ state: "detached" });
    assert.deepEqual(page.troubles, []);
    await page.end();
  });
});

/** A copy of the built page that a test may change, served below a path of its own. */
async function copyOf(t, base = "/a/course/") {
  const folder = await mkdtemp(join(tmpdir(), "page-"));
  await cp(dist, folder, { recursive: true });
  const served = await serve(folder, base);
  t.after(async () => {
    await served.close();
    await rm(folder, { recursive: true });
  });
  return {
    url: served.url,
    folder,
    cut: () => served.close(),
    /** Puts a new version in the place of the old one. */
    async update() {
      const html = (await readFile(join(folder, "index.html"), "utf8")).replace("<title>secondwind", "<title>second version");
      await writeFile(join(folder, "index.html"), html);
      const hash = createHash("sha256").update(html).digest("hex");
      const worker = await readFile(join(folder, "sw.js"), "utf8");
      await writeFile(join(folder, "sw.js"), worker.replace(/("index\.html": ")\w+/, `$1${hash}`));
    },
  };
}

const ready = async (page) => {
  await page.getByTestId("share").click();
  await page.locator('[data-testid="offline"][data-state="ready"]').waitFor();
  await page.keyboard.press("Escape");
};

describe("without a network", () => {
  test("every view works after a reload", async (t) => {
    const copy = await copyOf(t);
    const page = await session.open();
    await page.goto(`${copy.url}?lang=ko#order-race/3`);
    await page.getByTestId("step-counter").waitFor();
    await ready(page);
    const before = await screen(page);
    await copy.cut();
    await page.reload();
    await page.getByTestId("step-counter").waitFor();
    assert.deepEqual(await screen(page), before);
    for (const lang of ["en", "pt-BR", "ko"]) {
      await page.goto(`${copy.url}index.html?lang=${lang}#v1/invoice-import/9`);
      await stepIs(page, 9);
      assert.equal((await read(page)).lang, lang);
    }
    await page.getByTestId("help").click();
    await page.keyboard.press("Escape");
    await page.getByTestId("to-end").click();
    assert.equal((await read(page)).kind, "finished");
    assert.equal(await page.evaluate(() => [...document.styleSheets].length > 0 && getComputedStyle(document.querySelector(".transport")).position), "sticky");
    await page.end();
  });

  test("a new version is told, not forced, and the old one leaves nothing behind", async (t) => {
    const copy = await copyOf(t);
    const page = await session.open();
    await page.goto(`${copy.url}#order-race/3`);
    await page.getByTestId("step-counter").waitFor();
    await ready(page);
    await page.evaluate(async () => (await caches.open("secondwind:http://elsewhere/:x")).put("/kept", new Response("")));
    await copy.update();
    await page.reload();
    await page.locator('[data-key="keep-new-version"]').waitFor();
    const version = () => page.evaluate(async () => (await (await fetch("index.html")).text()).includes("second version"));
    assert.equal(await version(), false, "the page goes on as it was");
    await page.getByTestId("step").click();
    await page.waitForURL(/order-race\/4$/);
    await Promise.all([page.waitForEvent("load"), page.getByTestId("notice-action").click()]);
    await stepIs(page, 4);
    assert.equal(await version(), true);
    assert.equal(await page.locator('[data-key="keep-new-version"]').count(), 0);
    const caches_ = await page.evaluate(() => caches.keys());
    assert.equal(caches_.length, 2, caches_.join("\n"));
    assert.ok(caches_.includes("secondwind:http://elsewhere/:x"), "another page's cache is left alone");
    await page.end();
  });

  test("a version that is only half there is not kept", async (t) => {
    const copy = await copyOf(t);
    await writeFile(join(copy.folder, "mark.svg"), "<svg/>");
    const page = await session.open();
    await page.goto(copy.url);
    await page.getByTestId("step-counter").waitFor();
    await page.getByTestId("share").click();
    await page.locator('[data-testid="offline"][data-state="failed"]').waitFor();
    assert.deepEqual(await page.evaluate(() => caches.keys()), []);
    await page.end();
  });

  test("only files of the page are kept, and nothing of another origin", async () => {
    const page = await session.open();
    await ready(page);
    await page.reload();
    await page.getByTestId("step-counter").waitFor();
    await page.evaluate(() => fetch("mark.svg?again").then((response) => response.text()));
    const kept = await page.evaluate(async () => {
      const urls = [];
      for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
      return urls;
    });
    const list = JSON.parse((await readFile(join(dist, "sw.js"), "utf8")).match(/const files = (\{[^]*?\});/)[1]);
    assert.deepEqual(kept.sort(), Object.keys(list).map((path) => session.url + path).sort());
    await page.end();
  });

  test("a page from a disk works", async () => {
    const page = await session.open();
    await page.goto(`${pathToFileURL(join(dist, "index.html"))}?lang=pt-BR#v1/invoice-import/9`);
    await stepIs(page, 9);
    await page.getByTestId("share").click();
    assert.equal(await page.getByTestId("offline").getAttribute("data-state"), "none");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save-run").click()]);
    assert.equal(await bring(page, { name: "disk.run.json", text: await readFile(await download.path(), "utf8") }), "same");
    assert.deepEqual(page.troubles.filter((trouble) => !trouble.startsWith("request: file:") && !trouble.startsWith("request: blob:")), []);
    await page.end();
  });

  test("a host without service workers works", async () => {
    const page = await session.open({ prepare: (context) => context.addInitScript(() => delete Navigator.prototype.serviceWorker) });
    await page.getByTestId("share").click();
    assert.equal(await page.getByTestId("offline").getAttribute("data-state"), "none");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });
});

describe("the policy of the page", () => {
  const watched = (context) =>
    context.addInitScript(() => {
      globalThis.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
    });

  test("is kept by every view, and nothing is asked of anyone else", async () => {
    const page = await session.open({ prepare: watched });
    for (const lang of ["en", "pt-BR", "ko"]) {
      await page.getByTestId(`lang-${lang}`).click();
      for (const scenario of ["order-race", "invoice-import"]) {
        await page.getByTestId("scenario").selectOption(scenario);
        for (const id of ["next-compaction", "step", "step", "to-end", "theme"]) await page.getByTestId(id).click();
      }
    }
    await page.getByTestId("help").click();
    await page.keyboard.press("Escape");
    const file = await saved(page, "save-run");
    await saved(page, "save-progress");
    await bring(page, file);
    await page.getByTestId("open-run").click();
    await page.evaluate(() => (location.hash = "#v1/nowhere/3?a=b"));
    await page.getByTestId("notice").first().waitFor();
    await page.emulateMedia({ media: "print" });
    await page.getByTestId("handout").waitFor();
    assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
    assert.deepEqual(page.troubles.filter((trouble) => !trouble.startsWith("request: blob:")), []);
    await page.end();
  });

  test("blocks a foreign script, a foreign request, a script in the page and code from text", async (t) => {
    const asked = [];
    const other = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(200, { "access-control-allow-origin": "*" }).end();
    });
    // The page may ask servers at 127.0.0.1, where the learner's own models are.
    await new Promise((resolve) => other.listen(0, "127.0.0.2", resolve));
    t.after(() => other.close() && other.closeAllConnections());
    const foreign = { url: `http://127.0.0.2:${other.address().port}/` };
    const page = await session.open({ prepare: watched });
    await ready(page);
    const outcome = await page.evaluate(async (url) => {
      const refused = async (run) => Promise.resolve().then(run).then(() => false, () => true);
      const found = {
        fetch: await refused(() => fetch(`${url}mark.svg`)),
        source: await refused(() => (document.createElement("script").src = `${url}page.js`)),
        html: await refused(() => (document.body.innerHTML = "<b>")),
        // Later, since a test's own code may evaluate.
        eval: await new Promise((resolve) => setTimeout(() => resolve(refused(() => globalThis.eval("1"))))),
        worker: await refused(() => new Worker(`${url}page.js`)),
      };
      const image = new Image();
      found.image = await new Promise((resolve) => {
        image.onerror = () => resolve(true);
        image.onload = () => resolve(false);
        image.src = `${url}mark.svg`;
      });
      const style = document.createElement("style");
      style.textContent = "body { outline: 9px solid red }";
      document.head.append(style);
      found.style = getComputedStyle(document.body).outlineStyle === "none";
      return found;
    }, foreign.url);
    assert.deepEqual(outcome, { fetch: true, source: true, html: true, eval: true, worker: true, image: true, style: true });
    // A tag that came with the page's own text, past every other guard.
    const injected = await session.open({
      async prepare(context) {
        await watched(context);
        await context.route(/\/where\/(\?.*)?$/, async (route) => {
          const response = await route.fetch();
          const tags = `<script>globalThis.inline = 1</script><script src="${foreign.url}sw.js"></script></body>`;
          await route.fulfill({ response, body: (await response.text()).replace("</body>", tags) });
        });
      },
    });
    const violations = await injected.evaluate(() => globalThis.violations);
    assert.ok(violations.includes("script-src-elem inline"), violations.join("\n"));
    assert.ok(violations.some((one) => one.startsWith(`script-src-elem ${foreign.url}`)), violations.join("\n"));
    assert.equal(await injected.evaluate(() => globalThis.inline), undefined);
    assert.deepEqual(asked, []);
    await injected.end();
    await page.end();
  });
});

test("the panel gives the focus back to the button that opened it", async () => {
  const page = await session.open();
  await page.getByTestId("share").click();
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.testid), "share");
  await page.end();
});
