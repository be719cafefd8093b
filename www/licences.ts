import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** What the page is made of that others wrote: folders of installed packages, by their names. */
const shipped = new Map<string, string>();

/** The package that a module belongs to, if it was installed. */
function packageOf(module: string): { name: string; folder: string } | null {
  const [, folder, name] = /^\0?(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(module.replaceAll("\\", "/")) ?? [];
  return folder === undefined || name === undefined ? null : { name, folder };
}

/** Notes the packages of which something is in a script. For every build whose scripts the page has. */
export function noted(): Plugin {
  return {
    name: "secondwind-shipped",
    apply: "build",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const found = renderedLength > 0 ? packageOf(id) : null;
          if (found) shipped.set(found.name, found.folder);
        }
      }
    },
  };
}

/** Notes a package of which a file travels as it is. */
export function note(file: string): void {
  const found = packageOf(file);
  if (found) shipped.set(found.name, found.folder);
}

const rule = "=".repeat(80);
const read = (file: string): string => readFileSync(file, "utf8").trim();

/** A package's name, its licence, and the texts that come with it. */
function texts(folder: string): string {
  const { name, version, license } = JSON.parse(read(join(folder, "package.json"))) as Record<string, string>;
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  return [`${name} ${version}`, `Licence: ${license}`, ...files.map((file) => `\n${read(join(folder, file))}`)].join("\n");
}

/**
 * Writes `licences.txt` beside the page: its own licences, and those of all that it ships. A package without a text of
 * its own names its licence, and the page's own Apache licence has that text.
 */
export function licences(): Plugin {
  let root = "";
  return {
    name: "secondwind-licences",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      handler() {
        const own = ["LICENSE-MIT", "LICENSE-APACHE"].map((file) => read(join(root, "..", file)));
        const crates = join(dirname(createRequire(import.meta.url).resolve("secondwind/package.json")), "dist/licences.txt");
        if (!existsSync(crates)) throw new Error(`there is no ${crates}: build the package first`);
        const packages = [...shipped].sort(([a], [b]) => a.localeCompare(b, "en")).map(([, folder]) => texts(folder));
        const parts = ["secondwind\nLicence: MIT OR Apache-2.0", ...own, ...packages, read(crates)];
        this.emitFile({ type: "asset", fileName: "licences.txt", source: `${parts.join(`\n\n${rule}\n`)}\n` });
      },
    },
  };
}
