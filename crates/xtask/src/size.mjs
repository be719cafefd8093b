// Prints how large each entry of the built package is for an app: bundled and minified by Vite, with the wasm that is
// inlined in it, raw, compressed by gzip and by brotli. With --check it fails if an entry is over its budget.
// Other npm packages that an entry imports are not in these figures.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const root = new URL("../../wasm/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
// Vite is one of the package's own tools; this file lies outside the folder that Node would look for it in.
const { build } = await import(new URL("node_modules/vite/dist/node/index.js", root).href);

// In bytes of gzip, all in; `also` names what an app loads beside the entry.
// What the package is now; it may only shrink. The aim is 100 KB for the entry and 75 KB for slim with its wasm.
const budgets = {
  ".": { bytes: 146_000 },
  "./slim": { bytes: 143_000, also: "./core.wasm" },
  "./live": { bytes: 145_500 },
};

const fileOf = (target) =>
  typeof target === "string" ? new URL(target, root) : fileOf(target.import ?? target.default);

async function bundle(url) {
  if (!url.pathname.endsWith(".js")) return readFileSync(url);
  const { output } = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(root),
    build: {
      write: false,
      minify: true,
      rollupOptions: {
        input: fileURLToPath(url),
        preserveEntrySignatures: "strict",
        external: /^(node:|@)/,
      },
    },
  });
  return Buffer.concat(output.map((file) => Buffer.from(file.code ?? file.source)));
}

function print(label, figures) {
  console.log(label.padEnd(24) + figures.map((figure) => String(figure).padStart(10)).join(""));
}

print("bytes of an entry", ["raw", "gzip", "brotli", "gzip budget"]);
const over = [];
for (const [name, target] of Object.entries(exports)) {
  if (name === "./package.json") continue;
  const { bytes, also } = budgets[name] ?? {};
  const files = await Promise.all([target, ...(also ? [exports[also]] : [])].map((one) => bundle(fileOf(one))));
  const sum = (size) => files.reduce((total, file) => total + size(file), 0);
  const gzip = sum((file) => gzipSync(file, { level: 9 }).length);
  const label = also ? `${name} + ${also}` : name;
  if (gzip > bytes) over.push(label);
  print(label, [sum((file) => file.length), gzip, sum((file) => brotliCompressSync(file).length), bytes ?? ""]);
}
if (process.argv.includes("--check") && over.length > 0) {
  console.error(`over the budget of gzip bytes: ${over.join(", ")}`);
  process.exitCode = 1;
}
