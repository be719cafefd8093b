import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { buildScript } from "./script.ts";
import { courseIn } from "./src/lib/coursefiles.ts";
import { languages } from "./src/lib/languages.ts";
import { bundleOf } from "./src/lib/fluent.ts";
import { Texts } from "./src/lib/texts.ts";
import { discovery, oEmbedFiles, type ExerciseSubject } from "./src/embed/oembed.ts";

const catalogs = new URL("../crates/course/catalogs/", import.meta.url);
const course = new URL("../course/lesson-6/", import.meta.url);

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

/** The titles of the course and of its exercises, in each language. */
async function subjects(): Promise<{ title: string; exercises: ExerciseSubject[] }> {
  const { Course } = await import("secondwind/course");
  const folder = fileURLToPath(course);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.split(sep).join("/"));
  const files = [...courseIn(paths).keys()].map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  const read = new Course({ files });
  const { view } = read;
  const exercises = view.sections.flatMap(({ id: lesson, exercises: ids }) =>
    ids.flatMap((id) => {
      const { texts, values } = read.exercise(id);
      return languages.map((lang) => ({ exercise: id, lesson, lang, title: new Texts(texts, values, lang).get("title") }));
    }),
  );
  return { title: new Texts(view.texts, view.values, "en").get("title"), exercises };
}

/** The address that the page will have, for what must name it in full; null where it is not said. */
function addressIn(text: string | undefined): string | null {
  if (!text) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") throw new Error(`SECONDWIND_ADDRESS is no address of a page: ${text}`);
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

/**
 * What other pages use to hold this one: `embed.js` with its types, and, where SECONDWIND_ADDRESS says which address the page
 * will have, the files of oEmbed and the link to them.
 */
export function embedding(address = addressIn(process.env["SECONDWIND_ADDRESS"])): Plugin {
  let root = "";
  return {
    name: "secondwind-embedding",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: (html) => (address === null ? html : html.replace("</head>", `  ${discovery(`${address}oembed.json`, "secondwind")}\n  </head>`)),
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "embed.js", source: await buildScript(root, "src/embed/script.ts", "secondwind_embed_script", { plugins: [frameTitles()] }) });
      this.emitFile({ type: "asset", fileName: "embed.d.ts", source: readFileSync(join(root, "src/embed/embed.d.ts")) });
      if (address === null) return;
      const { title, exercises } = await subjects();
      for (const { name, text } of oEmbedFiles(address, title, exercises)) this.emitFile({ type: "asset", fileName: name, source: text });
    },
  };
}
