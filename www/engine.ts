import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import type { Plugin } from "vite";
import { buildScript } from "./script.ts";

type Engine = typeof import("./src/engine.ts");

/** The scripts beside the page's own, each under `virtual:<name>`: the page asks for them when it needs them. */
const scripts = ["engine", "markdown", "course", "editor"] as const;
type Name = (typeof scripts)[number];

/** The global in which a script leaves its exports. */
const exported = (name: Name): string => `secondwind_${name}`;
/** Where the scenarios are, from the root of the page. */
const scenarioFiles = "../course/lesson-6/scenarios";

/** What the page opens with: the titles of all scenarios, and the first run in every language as the engine plays it. */
function first({ languages, scenarios, source, Player }: Engine) {
  const run = (id: string, lang: (typeof languages)[number]) => {
    try {
      return new Player(source(id, lang));
    } catch {
      // A scenario with a fault: the page plays it again, and shows what is wrong.
      return null;
    }
  };
  const record = (player: ReturnType<typeof run>) => {
    if (!player) return null;
    const steps = Array.from({ length: player.run.last + 1 }, (_, step) => step);
    const requests = steps.map((step) => player.request(step)).filter((request, step) => request?.step === step);
    return { run: player.run, frames: steps.map((step) => player.frame(step)), messages: player.messages(), log: player.log(), requests };
  };
  const each = <T>(of: (lang: (typeof languages)[number]) => T) => Object.fromEntries(languages.map((lang) => [lang, of(lang)]));
  return {
    scenarios,
    titles: each((lang) => Object.fromEntries(scenarios.map((id) => [id, run(id, lang)?.run.title ?? id]))),
    runs: each((lang) => record(run(scenarios[0]!, lang))),
  };
}

/**
 * Puts the engine and what else most visits do without into scripts of their own. What the page opens with is played
 * here.
 */
export function engine(): Plugin {
  let root = "";
  let isServed = false;
  const made = new Map<Name, Promise<string>>();
  const code = (name: Name): Promise<string> => {
    if (isServed) made.delete(name);
    const known = made.get(name) ?? buildScript(root, `src/${name}.ts`, exported(name));
    made.set(name, known);
    return known;
  };
  const nameOf = (id: string): Name | undefined => scripts.find((name) => id === `\0virtual:${name}`);
  return {
    name: "secondwind-engine",
    configResolved(config) {
      root = config.root;
      isServed = config.command === "serve";
    },
    hotUpdate({ file, modules }) {
      const stale = file.endsWith(".toml") ? this.environment.moduleGraph.getModuleById("\0virtual:first") : undefined;
      return stale && [...modules, stale];
    },
    resolveId: (id) => (id === "virtual:first" || nameOf(`\0${id}`) ? `\0${id}` : null),
    async load(id) {
      if (id === "\0virtual:first") {
        // While a scenario is being written, what the page opens with follows.
        for (const file of readdirSync(join(root, scenarioFiles), { recursive: true, encoding: "utf8" })) {
          if (file.endsWith(".toml")) this.addWatchFile(join(root, scenarioFiles, file));
        }
        const played = runInThisContext(`(() => { ${await code("engine")}; return ${exported("engine")}; })()`) as Engine;
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(first(played)))});`;
      }
      const name = nameOf(id);
      if (!name) return null;
      if (isServed) return `export const load = () => import("/src/${name}.ts");`;
      const text = await code(name);
      const file = `${name}-${createHash("sha256").update(text).digest("base64url").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName: file, source: text });
      return `import { loadScript } from "/src/lib/trusted.ts";
export async function load() {
  await loadScript(${JSON.stringify(file)});
  if (!globalThis.${exported(name)}) throw new Error("${file} is broken");
  return globalThis.${exported(name)};
}`;
    },
  };
}
