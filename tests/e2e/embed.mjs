// What the tests do with a page of somebody else's that holds playgrounds.
import { serveHost } from "./host.mjs";
import { leave } from "./page.mjs";

export const types = ["ready", "resize", "step", "answered", "progress", "completed", "state-changed", "error"];

/** Opens a host in a browser of its own. Everything that it hears is in `told`, by the element; `received` is every message. */
export async function openHost(session, { lang, files, width = 1200, height = 900, theme = "light", path = "", site, frames } = {}) {
  const host = await serveHost(session.url, { lang, files, site, frames });
  const context = await session.browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => page.troubles.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => page.troubles.push(`error: ${error.message}`));
  await page.goto(host.url + path);
  page.host = host;
  page.end = async () => {
    await leave(context);
    await host.close();
  };
  return page;
}

/** The frame of an element, as something that tests of the page can work with. */
export async function inside(page, selector) {
  const handle = await page.locator(`${selector} iframe, iframe${selector}`).first().elementHandle();
  return handle.contentFrame();
}

export const told = (page, from, type) =>
  page.evaluate(([from, type]) => window.told.filter((one) => one.from === from && (type === undefined || one.type === type)), [from, type]);

/** Waits until an element has heard so many messages of a type, and gives the last of them. */
export async function hears(page, from, type, count = 1) {
  const found = ([from, type, count]) => {
    const all = window.told?.filter((one) => one.from === from && one.type === type) ?? [];
    return all.length >= count && all.at(-1);
  };
  return (await page.waitForFunction(found, [from, type, count])).jsonValue();
}

/** Everything that a frame keeps in the browser. */
export const stored = (frame) =>
  frame.evaluate(async () => {
    const all = (shelf) => ({ ...shelf });
    return { local: all(localStorage), session: all(sessionStorage), caches: await caches.keys(), workers: (await navigator.serviceWorker.getRegistrations()).length };
  });
