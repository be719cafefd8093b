// Reads the packed package as its users' tools do: publint looks at the manifest, attw at the types.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "secondwind-lint-"));
try {
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const tarball = join(folder, execFileSync("npm", pack, { cwd: root, encoding: "utf8" }).trim());
  run("node", [bin("publint/src/cli.js"), "run", tarball, "--strict"]);
  run("node", [
    bin("@arethetypeswrong/cli/dist/index.js"), tarball,
    "--profile", "node16", "--exclude-entrypoints", "./core.wasm", "--no-emoji",
  ]);
} finally {
  rmSync(folder, { recursive: true });
}

function bin(path) {
  return join(root, "node_modules", path);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) {
    console.error(`error: ${command} ${args[0]} failed`);
    process.exitCode = 1;
  }
}
