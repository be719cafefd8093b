// Compiles the words of the log into a module, so that the package reads no file at run time.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The text of a module that exports `words`: what `npx secondwind` says where the program does not start, by language. */
export function launcherModule(folder) {
  const words = readdirSync(folder).map((lang) => {
    const text = readFileSync(join(folder, lang, "authoring.ftl"), "utf8");
    const message = (key) => {
      const [, found] = new RegExp(`^npx-${key} = (.+)$`, "m").exec(text) ?? [];
      if (!found) throw new Error(`${lang}/authoring.ftl has no npx-${key}`);
      return found;
    };
    return [lang, { missing: message("missing"), failed: message("failed") }];
  });
  return `export const words = ${JSON.stringify(Object.fromEntries(words), null, 2)};\n`;
}

/** The text of a module that exports `catalogs`: the content of each language's log.ftl. */
export function catalogsModule(folder) {
  const languages = readdirSync(folder).sort();
  if (languages.length === 0) throw new Error(`there is no catalog in ${folder}`);
  const texts = languages.map((lang) => {
    const lines = readFileSync(join(folder, lang, "log.ftl"), "utf8").split("\n");
    // Comments are for translators.
    const text = lines.filter((line) => !line.startsWith("#")).join("\n");
    return `  ${JSON.stringify(lang)}: ${JSON.stringify(text)},`;
  });
  return `/** The words of the log, by language. */\nexport const catalogs = {\n${texts.join("\n")}\n};\n`;
}
