// The page and the browser that a file of tests works with.
import { after, before } from "node:test";
import { start } from "./page.mjs";
import { serve } from "./server.mjs";

/** Serves the page and opens one browser for a test file, and ends both after its tests. */
export function site() {
  let server;
  const session = { open: () => Promise.reject(new Error("the tests have not begun")) };
  before(async () => {
    if (!process.env.SECONDWIND_URL) server = await serve();
    Object.assign(session, await start(process.env.SECONDWIND_URL ?? server.url));
  });
  after(async () => {
    await session.close?.();
    await server?.close();
  });
  return session;
}
