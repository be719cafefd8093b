// Builds the npm package into dist from the wasm modules, the TypeScript in js and the log's catalogs.
// ES modules by tsc, one file a module, so that they load without a bundler too; CommonJS by Rollup with one file a
// module, so that "secondwind" and "secondwind/slim" share one core.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";

import { catalogsModule, launcherModule } from "./catalogs.mjs";
import { FETCHES, glueModule } from "./glue.mjs";
import { toText } from "./inline.mjs";
import { licences } from "./licences.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const repository = join(root, "../..");
const dist = join(root, "dist");
const modules = ["core", "course", "live"];
/** The entries that CommonJS has, too. Workers know ES modules only. */
const entries = ["index", "slim", "log", "course", "live", "stores/file", "testing/index"];

checkModules();
clean();
generate();
compile();
await bundleCommonJs();
declareCommonJs();
copyLicences();
write("licences.txt", licences(repository, modules.map((name) => `secondwind-${name === "core" ? "wasm" : name}`)));

function checkModules() {
  const files = modules.flatMap((name) => ["js", "d.ts", "wasm"].map((end) => `dist/wasm/${name}.${end}`));
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) fail(`there is no ${missing.join(", no ")}; run \`cargo xtask wasm\` first`);
}

/** Removes what earlier builds left, so that no file outlives its source. */
function clean() {
  for (const entry of readdirSync(dist)) {
    if (entry !== "wasm") rmSync(join(dist, entry), { recursive: true });
  }
}

/** What tsc finds in dist as if it lay beside the sources. */
function generate() {
  for (const name of modules) {
    const wasm = readFileSync(join(dist, `wasm/${name}.wasm`));
    write(`${name}-glue.js`, glueModule(readFileSync(join(dist, `wasm/${name}.js`), "utf8"), name));
    const watched = name === FETCHES ? ", watched: <E extends object>(exports: E) => E" : "";
    write(
      `${name}-glue.d.ts`,
      `/** Makes glue of its own at each call. */\nexport declare function glue(registry: unknown${watched}): typeof import("./wasm/${name}.js");\n`,
    );
    write(`${name}-bytes.js`, `export const wasm =\n  ${JSON.stringify(toText(wasm))};\n`);
    write(`${name}-bytes.d.ts`, "export declare const wasm: string;\n");
  }
  copyFileSync(join(dist, "wasm/core.wasm"), join(dist, "core.wasm"));
  write(
    "core.wasm.d.ts",
    "/** What importing it gives is the bundler's or the host's to say: a compiled module, its bytes or its address. */\n" +
      "declare const core: object | string;\nexport default core;\n",
  );
  copyFileSync(join(root, "types.d.ts"), join(dist, "types.d.ts"));
  // The types of the course import those of the core, also where wasm-bindgen wrote them.
  copyFileSync(join(root, "types.d.ts"), join(dist, "wasm/types.d.ts"));
  const types = ["types", "courses"].map((name) => readFileSync(join(repository, `crates/course/${name}.d.ts`), "utf8"));
  write("course-types.d.ts", types.join("\n"));
  write("log-catalogs.js", catalogsModule(join(repository, "crates/course/catalogs")));
  write("log-catalogs.d.ts", "export declare const catalogs: Readonly<Record<string, string>>;\n");
  write("bin/words.js", launcherModule(join(repository, "crates/course/catalogs")));
  write("bin/words.d.ts", "export declare const words: Readonly<Record<string, Readonly<Record<string, string>>>>;\n");
  write("types.js", "export {};\n");
  write("course-types.js", "export {};\n");
}

/** Comments go into the types, where editors show them, and not into what apps load. */
function compile() {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  for (const options of [["--emitDeclarationOnly"], ["--declaration", "false", "--removeComments"]]) {
    const arguments_ = [tsc, "-p", "tsconfig.build.json", ...options];
    const { status } = spawnSync(process.execPath, arguments_, { cwd: root, stdio: "inherit" });
    if (status !== 0) fail("tsc found errors");
  }
}

async function bundleCommonJs() {
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
    external: (id) => /^(node:|@fluent\/)/.test(id),
    onwarn: (warning) => fail(warning.message),
  });
  await bundle.write({
    dir: dist,
    format: "cjs",
    exports: "named",
    preserveModules: true,
    preserveModulesRoot: dist,
    entryFileNames: "[name].cjs",
  });
  await bundle.close();
}

/** The same types once more for CommonJS: in a package of ES modules, `.d.ts` describes ES modules only. */
function declareCommonJs() {
  for (const file of filesUnder(dist)) {
    if (!file.endsWith(".d.ts") || file.endsWith(".wasm.d.ts") || file.startsWith("wasm/")) continue;
    const text = readFileSync(join(dist, file), "utf8");
    write(file.replace(/\.d\.ts$/, ".d.cts"), text.replace(/(["']\.{1,2}\/[^"']+)\.js(["'])/g, "$1.cjs$2"));
  }
}

/** npm packs licence texts from the package's own folder only. */
function copyLicences() {
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    const file = join(repository, name);
    if (!existsSync(file)) fail(`there is no ${name} at the top of the repository`);
    copyFileSync(file, join(root, name));
  }
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"));
}

function write(name, text) {
  const file = join(dist, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function fail(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}
