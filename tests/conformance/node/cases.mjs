// The files: cases, their rows, and the shorthands in them. The vocabulary is told in ../README.md.
import { readFileSync, readdirSync } from "node:fs";

const folder = new URL("../", import.meta.url);
const CASE = ["id", "kind", "claim", "spec", "pending", "rows", "about"];

/** Every case, in the order of the files. */
export function allCases() {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
  return files.flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")).cases).map(oneCase);
}

function oneCase(given) {
  const own = Object.fromEntries(Object.entries(given).filter(([key]) => !CASE.includes(key)));
  const rows = (given.rows ?? [{ name: "as reported" }]).map((row) => expand({ ...own, ...row }));
  return { id: given.id, claim: given.claim, pending: given.pending, rows: rows.filter(({ only }) => (only ?? "node") === "node") };
}

/** Writes out the shorthands: a repeated text, joined texts, and the numbers that JSON does not have. */
function expand(value) {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== "object" || value === null) return value;
  const expanded = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member)]));
  const [key, ...others] = Object.keys(expanded);
  if (others.length > 0) return expanded;
  const only = expanded[key];
  switch (key) {
    case "repeat":
      return only[0].repeat(only[1]);
    case "join":
      return only.join("");
    case "number":
      return Number(only);
    default:
      return expanded;
  }
}

/** Puts the members of one object over those of another, all the way down; one with a `type` is taken whole. */
export function merge(base, over) {
  const isOpen = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isOpen(base) || !isOpen(over) || "type" in over) return structuredClone(over);
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) merged[key] = merge(merged[key], value);
  return merged;
}
