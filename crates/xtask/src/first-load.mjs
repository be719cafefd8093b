// Prints what a browser fetches before the built page can be stepped through, raw and compressed by gzip, and what it
// asks for only when there is something else to play. With --check it fails if the first is over its budget.
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../../../www/dist/", import.meta.url);
/** In bytes of gzip, all files of the first load together. It stands for what fits; the page is well below it. */
const budget = 300_000;

const html = readFileSync(new URL("index.html", dist), "utf8");
const named = [...html.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, path]) => path.replace("./", ""));
const first = ["index.html", ...named];
const others = readdirSync(dist, { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.\w+$/.test(path) && !first.includes(path));

const print = (label, raw, gzip) => console.log(label.padEnd(34) + String(raw).padStart(10) + String(gzip).padStart(10));

/** Prints the files with their sum, which it answers. */
function sum(label, paths) {
  let [raw, gzip] = [0, 0];
  for (const path of paths) {
    const body = readFileSync(new URL(path, dist));
    const packed = gzipSync(body, { level: 9 }).length;
    print(`  ${path}`, body.length, packed);
    raw += body.length;
    gzip += packed;
  }
  print(label, raw, gzip);
  return gzip;
}

print("\nbytes of the page", "raw", "gzip");
const gzip = sum("first load", first);
sum("later", others);
console.log(`budget of the first load: ${budget} bytes of gzip`);
if (process.argv.includes("--check") && gzip > budget) {
  console.error(`the first load is ${gzip - budget} bytes over its budget`);
  process.exitCode = 1;
}
