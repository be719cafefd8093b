// The page's own way of applying a toggle, and the programs that come out of it, ready to run.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";

const at = (path) => new URL(`../../${path}`, import.meta.url);
const text = (path) => readFileSync(at(path), "utf8");
const run = (code) => import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);

const { transpileModule } = createRequire(at("www/package.json"))("typescript");
const { outputText } = transpileModule(text("www/src/lib/patch.ts"), {
  compilerOptions: { target: "es2022", module: "esnext" },
});
const { Program, bugNames, stripped } = await run(outputText);

export { bugNames };
export const toggles = JSON.parse(text("course/lesson-6/harness/toggles.json"));
export const shownPrompts = JSON.parse(text("course/lesson-6/harness/prompts.json"));
export const program = new Program(text("course/lesson-6/harness/harness.js"), toggles);

/** The harness with these mistakes, as it is shown on the page and copied from it, as a module. */
export const harness = (bugs = [], meter = "accumulated") => run(stripped(program.patched(bugs, meter)));

const built = fileURLToPath(at("crates/wasm/dist/"));
const load = (name) => import(pathToFileURL(join(process.env.SECONDWIND_DIST ?? built, name)).href);

export const secondwind = await load("index.js");
export const testing = await load("testing/index.js");
export const course = await load("course.js");

/** The files of a scenario in a language. */
export function sourceOf(name, lang) {
  const file = (path) => ({ name: path, text: text(`course/lesson-6/scenarios/${path}`) });
  return { scenario: file(`${name}.toml`), texts: [file(`${name}/${lang}.toml`), file(`${name}/common.toml`)] };
}

/** A scenario as a script for stubs, in a language. */
export const script = (name, lang) => course.stubScript(sourceOf(name, lang));
