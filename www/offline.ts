import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Plugin } from "vite";

const worker = new URL("./worker/sw.js", import.meta.url);

/** What lies beside the page for other pages; the page itself asks for none of it. */
const forHosts = /^embed\./;

/** The files below a folder by their path in an address, each with its SHA-256. */
function hashes(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const file = join(folder, path);
    const name = relative(folder, file).split(sep).join("/");
    if (name === "sw.js" || forHosts.test(name) || !statSync(file).isFile()) continue;
    found[name] = createHash("sha256").update(readFileSync(file)).digest("hex");
  }
  return found;
}

/** Writes the service worker next to the built page, with the list of what it keeps. */
export function offline(): Plugin {
  let folder = "";
  return {
    name: "secondwind-offline",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: "post",
      sequential: true,
      handler() {
        const files = JSON.stringify(hashes(folder), null, 2);
        writeFileSync(join(folder, "sw.js"), `const files = ${files};\n${readFileSync(worker, "utf8")}`);
      },
    },
  };
}

/** A page from a disk may load no modules, so the one script of the page is a plain one. */
export function plainScript(): Plugin {
  return {
    name: "secondwind-plain-script",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(/<script type="module" crossorigin /g, "<script defer ").replace(/(<link rel="stylesheet") crossorigin/g, "$1"),
    },
  };
}
