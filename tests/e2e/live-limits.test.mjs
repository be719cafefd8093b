// What a live run may cost, how large its window may be, and what becomes of calls that come to nothing.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { answers, arrives, canary, everything, limit, openProvider, reaches, setUp, troublesBeside } from "./live-page.mjs";
import { languages, read } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();

/** In millionths of a dollar for a token, in and out. */
const prices = { "claude-opus-5-5": [4, 20] };
const model = "claude-opus-5-5";

const costOf = (all) =>
  all.reduce((sum, { reply }) => (reply ? sum + reply.usage.input_tokens * prices[model][0] + reply.usage.output_tokens * prices[model][1] : sum), 0);

async function cap(page, cents) {
  await page.getByTestId("live-setup").click();
  await page.getByTestId("live-more").click();
  await limit(page, "cents", cents);
  await page.getByTestId("live-more").click();
  await page.getByTestId("live-setup").click();
}

describe("no call goes out that may cost more than is left", () => {
  for (const lang of languages) {
    test(lang, async () => {
      const own = await openProvider();
      const page = await session.open({ lang });
      await setUp(page, { base: own.url, model, cents: 1 });
      await page.getByTestId("live-start").click();
      assert.equal(await reaches(page, "capped", "over", "failed"), "capped");
      assert.equal(own.requests.length, 0, "the first call alone may cost more than a cent");
      const told = await page.getByTestId("live-run").innerText();
      const { heading, way } = {
        en: { heading: "Stopped before call 1: it might go over your limit", way: "Change the limit under “Window and limits”, then go on." },
        "pt-BR": { heading: "Parou antes da chamada 1: ela poderia passar do seu limite", way: "e continue." },
        ko: { heading: "호출 1 앞에서 멈춤: 지출 한도를 넘을 수 있습니다", way: "에서 한도를 바꾼 뒤 계속하십시오." },
      }[lang];
      for (const words of [heading, way]) assert.ok(told.includes(words), told);

      await cap(page, 20);
      await page.getByTestId("live-again").click();
      await page.waitForFunction(() => Number(document.querySelector('[data-testid="live-spent"]').dataset.micros) > 0);
      assert.equal(await reaches(page, "capped", "over", "failed"), "capped");
      const spent = async () => Number(await page.getByTestId("live-spent").getAttribute("data-micros"));
      const early = await spent();
      assert.ok(own.requests.length > 0);
      assert.equal(early, costOf(await answers(page)), "what is told is what the replies cost");
      assert.ok(early > 0 && early <= 200_000);
      const dollars = new Intl.NumberFormat(lang, { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 4 });
      assert.ok((await page.getByTestId("live-spent").innerText()).includes(dollars.format(Math.ceil(early / 100) / 1e4)));

      await cap(page, 1000);
      const made = own.requests.length;
      await page.getByTestId("live-again").click();
      await reaches(page, "over");
      assert.ok(own.requests.length > made);
      assert.equal(await spent(), costOf(await answers(page)));
      assert.deepEqual(own.asked, [], "a model of the table need not be asked about");
      assert.deepEqual(troublesBeside(page, own.url), []);
      await page.end();
    });
  }
});

describe("a window that the model does not have is refused before anything is sent", () => {
  for (const lang of languages) {
    test(lang, async () => {
      const own = await openProvider({ window: 4096 });
      const page = await session.open({ lang, width: lang === "ko" ? 320 : 1440 });
      await setUp(page, { base: own.url, dialect: "openAiChat" });
      await page.getByTestId("live-start").click();
      await page.locator('[data-testid="live-bad"][data-key="live-bad-window-model"]').waitFor();
      assert.match(await page.getByTestId("live-bad").innerText(), /4[.,]096/);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "window");
      assert.equal(own.requests.length, 0);
      assert.ok(own.asked.some(({ url, headers }) => url === "/v1/models" && headers.authorization === `Bearer ${canary}`));
      assert.ok(own.asked.every(({ url }) => !url.includes(canary)));
      await limit(page, "window", 4000);
      await page.getByTestId("live-start").click();
      await page.locator('[data-testid="live-model-window"][data-value="4096"]').waitFor();
      assert.equal(await reaches(page, "over", "failed"), "over");
      assert.ok((await read(page)).compactions >= 1);
      await page.end();
    });
  }
});

test("calls that break off do not go over the limit together, and are not forgotten", async () => {
  const own = await openProvider();
  const page = await session.open();
  own.faults.push(...Array(12).fill({ cut: true }));
  await setUp(page, { base: own.url, model, cents: 20 });
  await page.getByTestId("live-start").click();
  assert.equal(await reaches(page, "capped", "over", "failed"), "capped");
  const sent = own.requests.length;
  const booked = await page.evaluate(() => JSON.parse(sessionStorage.getItem("secondwind.recordings"))[0].recording.booked);
  const each = booked / sent;
  assert.ok(sent >= 1 && booked <= 200_000 && booked + each > 200_000, `${sent} of ${each}`);
  assert.equal(Number(await page.getByTestId("live-spent").getAttribute("data-micros")), booked);
  assert.deepEqual(await answers(page), []);
  // Neither by going on nor by loading the page anew.
  await page.getByTestId("live-again").click();
  assert.equal(await reaches(page, "capped", "over", "failed"), "capped");
  await page.reload();
  await setUp(page, { base: own.url, model, cents: 20 });
  await page.getByTestId("live-resume").click();
  assert.equal(await reaches(page, "capped", "over", "failed"), "capped");
  assert.equal(own.requests.length, sent);
  own.faults.length = 0;
  await cap(page, 1000);
  await page.getByTestId("live-again").click();
  assert.equal(await reaches(page, "over", "failed"), "over");
  assert.equal(Number(await page.getByTestId("live-spent").getAttribute("data-micros")), booked + costOf(await answers(page)));
  await page.end();
});

test("a call that a reload ends counts for what it may have cost", async () => {
  const own = await openProvider();
  const page = await session.open();
  own.faults.push({ hang: true });
  await setUp(page, { base: own.url, model, cents: 20 });
  await page.getByTestId("live-start").click();
  await reaches(page, "calling");
  await arrives(page, own, 1);
  const { booked } = await page.evaluate(() => JSON.parse(sessionStorage.getItem("secondwind.recordings"))[0].recording);
  assert.ok(booked > 0);
  await page.reload();
  // One such call fits into this, but no second one.
  await setUp(page, { base: own.url, model, cents: Math.ceil(booked / 10_000) });
  await page.getByTestId("live-resume").click();
  assert.equal(await reaches(page, "capped", "over", "failed"), "capped");
  assert.equal(Number(await page.getByTestId("live-spent").getAttribute("data-micros")), booked);
  assert.equal(own.requests.length, 1);
  await page.end();
});

describe("a recording goes on only with a model whose window it fits", () => {
  for (const lang of languages) {
    test(lang, async () => {
      const [own, small] = [await openProvider(), await openProvider({ window: 4096 })];
      const page = await session.open({ lang });
      await setUp(page, { base: own.url, dialect: "openAiChat" });
      own.faults.push({ hang: true });
      await page.getByTestId("live-start").click();
      await reaches(page, "calling");
      await page.getByTestId("live-stop").click();
      await reaches(page, "stopped");
      await page.getByTestId("live-setup").click();
      await page.getByTestId("live-base").fill(small.url);
      await page.getByTestId("live-key").fill(canary);
      await page.getByTestId("live-resume").click();
      await page.locator('[data-testid="live-bad"][data-key="live-bad-window-recording"]').waitFor();
      const told = await page.getByTestId("live-bad").innerText();
      assert.match(told, /4[.,]096/);
      assert.match(told, /6[.,]000/);
      assert.equal(small.requests.length, 0);
      await page.end();
    });
  }
});

/** It is told after the third time. */
const late = Array(3).fill({ status: 504, body: { type: "error", error: { type: "timeout_error", message: "the model took too long" } } });
const words = {
  overflow: {
    en: "The request is longer than the model’s own window.",
    "pt-BR": "A requisição é mais longa que a própria janela do modelo.",
    ko: "요청이 모델 자체의 윈도보다 깁니다.",
  },
  timeout: {
    en: "No answer came in time. Try again.",
    "pt-BR": "Nenhuma resposta chegou a tempo. Tente de novo.",
    ko: "제때 응답이 오지 않았습니다. 다시 시도하십시오.",
  },
  network: {
    en: "Nothing came back. Check the connection and the address.",
    "pt-BR": "Nada voltou. Verifique a conexão e o endereço.",
    ko: "아무 응답도 오지 않았습니다. 연결과 주소를 확인하십시오.",
  },
};

/** The messages that the run shows, as they are. */
const history = (page) => page.getByTestId("messages").innerText();

describe("what comes too late loses nothing, and the run goes on", () => {
  for (const lang of languages) {
    test(lang, async () => {
      const own = await openProvider();
      const page = await session.open({ lang });
      await setUp(page, { base: own.url });
      await page.getByTestId("live-asks").check();
      await page.getByTestId("live-start").click();
      await reaches(page, "asking");
      await page.getByTestId("live-send").click();
      await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("secondwind.recordings"))[0].recording.answers.length >= 3);
      await reaches(page, "asking");
      const [kept, shown] = [await answers(page), await history(page)];
      own.faults.push(...late);
      await page.getByTestId("live-send").click();
      await page.locator('[data-testid="live-failure"][data-class="timeout"]').waitFor({ timeout: 30_000 });
      assert.ok((await page.getByTestId("live-failure").innerText()).includes(words.timeout[lang]));
      assert.deepEqual(await answers(page), kept);
      assert.equal(await history(page), shown);
      await page.getByTestId("live-setup").click();
      await page.getByTestId("live-asks").uncheck();
      await page.getByTestId("live-again").click();
      await reaches(page, "over");
      assert.deepEqual((await answers(page)).slice(0, kept.length), kept);
      await page.locator('[data-testid="live-verdict"][data-outcome="passed"]').waitFor({ timeout: 30_000 });
      await page.end();
    });
  }
});

describe("without a connection that is what is told, and the run goes on with a server that is there", () => {
  for (const lang of languages) {
    test(lang, async () => {
      const own = await openProvider();
      const page = await session.open({ lang });
      await page.getByTestId("source-live").click();
      await page.getByTestId("live-key").fill(canary);
      // The parts of the page that a live run needs come before the connection goes.
      await page.getByTestId("live-asks").check();
      await page.getByTestId("live-start").click();
      assert.equal(await reaches(page, "asking", "failed"), "asking");
      await page.context().setOffline(true);
      await page.getByTestId("live-send").click();
      await page.locator('[data-testid="live-failure"]').waitFor({ timeout: 30_000 });
      assert.equal(await page.getByTestId("live-failure").getAttribute("data-class"), "network");
      assert.ok((await page.getByTestId("live-failure").innerText()).includes(words.network[lang]));
      assert.deepEqual(await answers(page), []);
      await page.context().setOffline(false);
      await page.getByTestId("live-setup").click();
      await page.getByTestId("live-provider").selectOption("other");
      await page.getByTestId("live-dialect").selectOption("anthropic");
      await page.getByTestId("live-base").fill(own.url);
      await page.getByTestId("live-model").fill(model);
      await page.getByTestId("live-key").fill(canary);
      await page.getByTestId("live-asks").uncheck();
      await page.getByTestId("live-resume").click();
      await reaches(page, "over");
      await page.end();
    });
  }
});

describe("a request that is too long for the model compacts the window, or is told, and the run goes on", () => {
  for (const lang of languages) {
    test(lang, async () => {
      const own = await openProvider();
      const page = await session.open({ lang });
      // A window that is never full by itself: only the provider says that it is.
      await setUp(page, { base: own.url, dialect: "openAiChat", window: 200_000 });
      const refusal = (code) => ({ status: 400, body: { error: { type: "invalid_request_error", message: "This model's maximum context length is 200000 tokens", code } } });
      // Words alone are not believed of a window that is almost empty: nothing is compacted, and nothing is recorded.
      own.faults.push({ pass: true }, { pass: true }, refusal(null));
      await page.getByTestId("live-start").click();
      await page.locator('[data-testid="live-failure"][data-class="overflow"]').waitFor({ timeout: 30_000 });
      assert.ok((await page.getByTestId("live-failure").innerText()).includes(words.overflow[lang]));
      const kept = await answers(page);
      assert.equal(kept.filter((answer) => answer.failed).length, 0);
      // A code is: the harness compacts the window, and tries again once.
      own.faults.push(refusal("context_length_exceeded"));
      const before = own.requests.length;
      await page.getByTestId("live-again").click();
      await reaches(page, "over");
      const all = await answers(page);
      assert.deepEqual(all.slice(0, kept.length), kept);
      assert.deepEqual(all.filter((answer) => answer.failed).map(({ failed }) => failed.kind), ["overflow"]);
      assert.equal((await read(page)).compactions, 1);
      assert.equal(own.requests[before + 1].body.tools, undefined, "the next call asks for a summary");
      await page.locator('[data-testid="live-verdict"][data-outcome="passed"]').waitFor({ timeout: 30_000 });
      assert.ok(!(await everything(page)).includes(canary));
      await page.end();
    });
  }
});
