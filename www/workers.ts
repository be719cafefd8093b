import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { note } from "./licences.ts";
import { buildScript } from "./script.ts";

const wasm = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
/** The Workers of the page, each under `virtual:<name>`. */
const workers = ["sandbox", "network", "trials"] as const;
type Name = (typeof workers)[number];

const entry = (name: Name): string => `src/live/${name}.worker.ts`;
/** Where the script of a Worker leaves its text. */
const left = (name: Name): string => `secondwind_${name}`;

/** `virtual:quickjs`: QuickJS as WebAssembly inside a script, since a page from a disk can fetch nothing. */
export function quickjs(): Plugin {
  return {
    name: "secondwind-quickjs",
    resolveId: (id) => (id === "virtual:quickjs" ? "\0virtual:quickjs" : null),
    load(id) {
      if (id !== "\0virtual:quickjs") return null;
      note(wasm);
      return `export default "${gzipSync(readFileSync(wasm), { level: 9 }).toString("base64")}";`;
    },
  };
}

/** A Worker as one plain script. */
const script = (root: string, name: Name): Promise<string> =>
  buildScript(root, entry(name), left(name), {
    plugins: [quickjs()],
    // The glue of QuickJS for these looks for no file beside itself.
    resolve: { conditions: ["workerd", "module", "browser"] },
    build: { rolldownOptions: { output: { codeSplitting: false } } },
  });

/**
 * `virtual:sandbox`, `virtual:network` and `virtual:trials`: the script of a Worker travels as text in a script of its own, which is asked
 * for when it is needed. The Worker starts from that text, so it is held by the policy of the page, also from a disk.
 */
export function scripts(): Plugin {
  let root = "";
  let isServed = false;
  const nameOf = (id: string): Name | undefined => workers.find((name) => id === `\0virtual:${name}`);
  return {
    name: "secondwind-workers",
    configResolved(config) {
      root = config.root;
      isServed = config.command === "serve";
    },
    resolveId: (id) => (nameOf(`\0${id}`) ? `\0${id}` : null),
    async load(id) {
      const name = nameOf(id);
      if (!name) return null;
      if (isServed) {
        return `import { scriptUrl } from "/src/lib/trusted.ts";
export const start = async () => new Worker(scriptUrl("/${entry(name)}?worker_file&type=module"), { type: "module" });`;
      }
      const code = `globalThis.${left(name)} = ${JSON.stringify(await script(root, name))};\n`;
      const file = `${name}-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName: file, source: code });
      return `import { loadScript, textUrl } from "/src/lib/trusted.ts";
let url;
export async function start() {
  if (!url) {
    await loadScript(${JSON.stringify(file)});
    url = textUrl(globalThis.${left(name)});
  }
  return new Worker(url);
}`;
    },
  };
}
