// Compiles the words of the log into a module, so that the package reads no file at run time.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

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
