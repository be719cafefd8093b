import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { buildScript } from "./script.ts";
import { languages } from "./src/lib/languages.ts";
import { bundleOf } from "./src/lib/fluent.ts";

const catalogs = new URL("../crates/course/catalogs/", import.meta.url);

/** `virtual:frame-titles`: the one sentence that the element says, so that it need not bring a catalog. */
export function frameTitles(): Plugin {
  return {
    name: "secondwind-frame-titles",
    resolveId: (id) => (id === "virtual:frame-titles" ? "\0virtual:frame-titles" : null),
    load(id) {
      if (id !== "\0virtual:frame-titles") return null;
      const titles = languages.map((lang) => {
        const bundle = bundleOf(lang, [readFileSync(new URL(`${lang}/embed.ftl`, catalogs), "utf8")]);
        const title = bundle.getMessage("embed-frame")?.value;
        if (!title) throw new Error(`no message embed-frame in ${lang}`);
        return [lang, bundle.formatPattern(title)];
      });
      return `export const frameTitles = ${JSON.stringify(Object.fromEntries(titles))};`;
    },
  };
}

/** What other pages use to hold this one: `embed.js` with its types. */
export function embedding(): Plugin {
  let root = "";
  return {
    name: "secondwind-embedding",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "embed.js", source: await buildScript(root, "src/embed/script.ts", "secondwind_embed_script", { plugins: [frameTitles()] }) });
      this.emitFile({ type: "asset", fileName: "embed.d.ts", source: readFileSync(join(root, "src/embed/embed.d.ts")) });
    },
  };
}
