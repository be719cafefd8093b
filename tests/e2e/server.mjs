// A static server for the built page, on loopback only. The page is served below a sub-path, since it must work there.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

/** Serves a folder and resolves to the address of the page and a function that ends the server. */
export async function serve(folder = fileURLToPath(new URL("../../www/dist/", import.meta.url)), base = "/some/where/") {
  const root = normalize(folder.endsWith(sep) ? folder : folder + sep);
  await stat(join(root, "index.html")).catch(() => {
    throw new Error(`${root} holds no built page: run "npm run build" in www first`);
  });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) || "index.html" : null;
    const file = path === null ? null : normalize(join(root, path));
    const found = file?.startsWith(root) ? await stat(file).catch(() => null) : null;
    if (!found?.isFile()) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
