// What the tests of live runs do with the page, and the providers that answer it.
import { after } from "node:test";
import { startProvider } from "../live/provider.mjs";

/** A key that must be found nowhere but in the header of a request. */
export const canary = "sk-canary-0123456789abcdefghij";

const started = [];
after(() => Promise.all(started.map((one) => one.close())));

/** A provider that is closed with the tests, however they end. */
export async function openProvider(options) {
  const one = await startProvider(options);
  started.push(one);
  return one;
}

/** Opens the setup of a live run and fills it in. With `key: ""` the field of the key is left alone. */
export async function setUp(page, { dialect = "anthropic", base, key = canary, window = 6000, model = "scripted", cents } = {}) {
  await page.getByTestId("source-live").click();
  await page.getByTestId("live-provider").selectOption("other");
  await page.getByTestId("live-model").fill(model);
  await page.getByTestId("live-base").fill(base);
  await page.getByTestId("live-dialect").selectOption(dialect);
  if (key !== "") await page.getByTestId("live-key").fill(key);
  await page.getByTestId("live-more").click();
  await limit(page, "window", window);
  if (cents !== undefined) await limit(page, "cents", cents);
  await page.getByTestId("live-more").click();
}

/** Writes a figure into the setup. */
export async function limit(page, name, value) {
  await page.getByTestId(`live-${name}`).fill(String(value));
  await page.getByTestId(`live-${name}`).blur();
}

/** Waits until the run is in one of these states, and answers which. */
export async function reaches(page, ...states) {
  const found = (states) => {
    const state = document.querySelector('[data-testid="live-run"]')?.dataset.state;
    return states.includes(state) && state;
  };
  return (await page.waitForFunction(found, states, { timeout: 60_000 })).jsonValue();
}

/** Waits until a provider has got so many requests: a call that is under way in the page may still be on its way. */
export async function arrives(page, provider, count, wait = 30_000) {
  const end = Date.now() + wait;
  while (provider.requests.length < count) {
    if (Date.now() > end) throw new Error(`${provider.requests.length} of ${count} requests have come within ${wait / 1000} s`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** The answers of the recording that the tab keeps. */
export const answers = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem("secondwind.recordings"))[0].recording.answers);

/** Everything that the page, its fields, its storage, its databases, its caches and its address hold as text. */
export function everything(page) {
  return page.evaluate(async () => {
    const asked = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const plain = (value) => JSON.stringify(value, (_, it) => (ArrayBuffer.isView(it) || it instanceof ArrayBuffer ? new TextDecoder().decode(it) : it instanceof Map || it instanceof Set ? [...it] : it));
    const found = [localStorage, sessionStorage].map((one) => JSON.stringify({ ...one }));
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const held = database.transaction(store).objectStore(store);
        found.push(name, store, plain([await asked(held.getAllKeys()), await asked(held.getAll())]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push(name, request.url, plain([[...request.headers], [...response.headers]]), await response.text());
      }
    }
    const fields = [...document.querySelectorAll("input, textarea")].map((one) => one.value);
    return [document.documentElement.outerHTML, location.href, JSON.stringify(history.state), ...found, ...fields].join("\n");
  });
}

/** The troubles of a page but for what it asks of its provider. */
export const troublesBeside = (page, url) =>
  page.troubles.filter((one) => !one.startsWith(`request: ${url}`) && !/Failed to load resource|net::ERR_|CORS policy/.test(one));
