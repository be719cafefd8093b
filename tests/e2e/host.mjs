// A page of somebody else's, at an origin and a site of its own, with playgrounds in it.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8" };

/**
 * Serves `host/`, or other texts by their paths. `PLAYGROUND` in them is the address of the page. The policy is the strictest
 * with which the element works. At `localhost` the host is of another site than the page, so that browsers keep nothing for
 * the frame; at `127.0.0.1` it is of another origin alone.
 */
export async function serveHost(playground, { lang = "en", files = {}, site = "localhost", frames = [] } = {}) {
  const page = playground.replace(/\/$/, "");
  const { origin } = new URL(page);
  const policy = `default-src 'none'; script-src 'self' ${origin}; style-src 'self'; frame-src ${[origin, ...frames].join(" ")}; base-uri 'none'`;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname.slice(1) || "index.html";
    const text = files[path] ?? (await readFile(new URL(`host/${path}`, import.meta.url), "utf8").catch(() => null));
    if (text === null) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(path)], "content-security-policy": policy });
    response.end(text.replaceAll("PLAYGROUND", page).replace('lang="en"', `lang="${lang}"`));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A test that fails does not close it, and its file ends all the same.
  server.unref();
  return {
    url: `http://${site}:${server.address().port}/`,
    origin: `http://${site}:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
