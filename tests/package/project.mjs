// A bare project with the packed packages in it, as `npm install` leaves it.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
export const repository = fileURLToPath(new URL("../../", import.meta.url));
// The command line for this platform is what the package itself would have fetched.
const tarballs = ["secondwind", `secondwind-cli-${process.platform}-${process.arch}`].map((name) => join(repository, `target/pack/${name}.tgz`));

/** Makes the project in a folder of its own; `remove` takes it away again. */
export function bareProject() {
  for (const tarball of tarballs) if (!existsSync(tarball)) throw new Error(`there is no ${tarball}; run \`cargo xtask pack\` first`);
  const folder = mkdtempSync(join(tmpdir(), "secondwind-project-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "bare", "private": true }\n');
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-save", ...tarballs], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return {
    folder,
    at: (name) => join(folder, name),
    /** Copies files of this folder into the project. */
    take: (...names) => names.forEach((name) => cpSync(join(here, name), join(folder, name))),
    /** What a program prints when it is run in the project. */
    run: (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8" }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
