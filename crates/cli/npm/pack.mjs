// Packs the npm package, and the command line beside it as a package of its own for this platform: installers take the one
// that fits, since the npm package names them all as optional. Called by `cargo xtask pack`, which has built both.
// node crates/cli/npm/pack.mjs <program> <folder for the tarballs>
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { licences } from "../../wasm/scripts/licences.mjs";

const [program, out] = process.argv.slice(2).map((path) => resolve(path));
const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const own = JSON.parse(readFileSync(at("crates/wasm/package.json"), "utf8"));
const platform = `${process.platform}-${process.arch}`;
const cli = `secondwind-cli-${platform}`;
const host = /^host: (.+)$/m.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }))[1];
const licenceTexts = ["LICENSE-APACHE", "LICENSE-MIT"];

/** Packs a folder as `<name>.tgz`. `fill` writes what is in it, and is given where a file of the folder lies. */
function pack(name, fill) {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fill((file) => join(folder, file));
  for (const file of licenceTexts) copyFileSync(at(file), join(folder, file));
  // What is packed is built already; its scripts would build it again.
  const packed = execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", out], { cwd: folder, encoding: "utf8" });
  renameSync(join(out, packed.trim().split("\n").at(-1)), join(out, `${name}.tgz`));
  rmSync(folder, { recursive: true });
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

pack(cli, (file) => {
  mkdirSync(file("bin"));
  copyFileSync(program, file("bin/secondwind"));
  chmodSync(file("bin/secondwind"), 0o755);
  const page = readFileSync(at("www/dist/licences.txt"), "utf8");
  writeFileSync(file("licences.txt"), `${licences(at("."), ["secondwind-cli"], host)}\n${page}`);
  writeFileSync(file("README.md"), `# ${cli}\n\nThe command line of \`secondwind\` for ${platform}. Install \`secondwind\`, and run \`npx secondwind\`.\n`);
  writeFileSync(
    file("package.json"),
    json({
      name: cli,
      version: own.version,
      description: `The command line of secondwind for ${platform}`,
      license: own.license,
      os: [process.platform],
      cpu: [process.arch],
      // The program is linked with the C library of the machine that built it.
      ...(process.platform === "linux" ? { libc: ["glibc"] } : {}),
      files: ["bin", "licences.txt", "LICENSE-*"],
      preferUnplugged: true,
    }),
  );
});

pack("secondwind", (file) => {
  cpSync(at("crates/wasm/dist"), file("dist"), { recursive: true });
  copyFileSync(at("crates/wasm/README.md"), file("README.md"));
  // Named here alone: what is not published yet is in no lock file.
  writeFileSync(file("package.json"), json({ ...own, optionalDependencies: { [cli]: own.version } }));
});
