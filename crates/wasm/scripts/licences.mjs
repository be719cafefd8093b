// The licences of the crates that are in the wasm modules, as one text.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const rule = "=".repeat(80);

/** All crates that a module or a program is built from, those of this repository left out. `from` are names of its packages. */
function cratesOf(repository, from, target) {
  const options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
  const { status, stdout, stderr } = spawnSync("cargo", options, { cwd: repository, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`cargo metadata failed: ${stderr}`);
  const { packages, resolve } = JSON.parse(stdout);
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const isMacro = (id) => packages.find((one) => one.id === id).targets.some(({ kind }) => kind.includes("proc-macro"));
  const found = new Set();
  const visit = (id) => {
    if (found.has(id) || isMacro(id)) return;
    found.add(id);
    // What only builds or tests is in no module.
    for (const { pkg, dep_kinds } of nodes.get(id).deps) if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  packages.filter(({ name, source }) => source === null && from.includes(name)).forEach(({ id }) => visit(id));
  return packages.filter(({ id, source }) => found.has(id) && source !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function text({ name, version, license, manifest_path }) {
  const folder = dirname(manifest_path);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|copyright|notice)/i.test(file) && /^[^.]*(\.(txt|md))?$/.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  return { head: `${name} ${version}\nLicence: ${license}`, body: texts.join("\n\n") };
}

/** The licences of what is built for a target; crates with the same texts share them. */
export function licences(repository, from, target = "wasm32-unknown-unknown") {
  const groups = new Map();
  for (const { head, body } of cratesOf(repository, from, target).map(text)) groups.set(body, [...(groups.get(body) ?? []), head]);
  const parts = [...groups].map(([body, heads]) => `${heads.join("\n\n")}\n\n${body}`.trim());
  return `${parts.join(`\n\n${rule}\n`)}\n`;
}
