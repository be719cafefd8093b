// Turns the glue that wasm-bindgen wrote into a function that makes glue anew at each call.
//
// wasm-bindgen keeps one instance a module and never lets go of it. After a trap that instance is unusable, so the
// package needs a way to another one; and the part that fetches the wasm by itself is not wanted at all.

/**
 * The one module that calls `fetch`, and it does so in one place: the others have no way to a network. So it is the one
 * whose code runs when nobody has called it, where somebody has to watch over it.
 */
export const FETCHES = "live";

/** The glue `js` as the text of a module that exports `glue(registry)`, for the one that fetches `glue(registry, watched)`. */
export function glueModule(js, name) {
  const names = [...js.matchAll(/^export (?:class|function) ([A-Za-z_$][\w$]*)/gm)].map((match) => match[1]);
  let body = js.replace(/^export (class|function) /gm, "$1 ");
  body = cut(body, "async function __wbg_load(", "function initSync(", name);
  body = cut(body, "let __wbg_init_promise;", "export { initSync, __wbg_init as default };", name);
  body = once(body, "export { initSync, __wbg_init as default };", "", name);
  if (name === FETCHES) body = once(body, "wasm = instance.exports;", "wasm = watched(instance.exports);", name);
  // Its comments are types, for which nobody asks here.
  const shadowed = body.replace(/^[ \t]*\/\*[^]*?\*\/\n/gm, "").replace(/^[ \t]*\/\/.*\n/gm, "");
  const fetches = shadowed.match(/\bfetch\(/g)?.length ?? 0;
  if (/\bexport\b|\bimport\b/.test(shadowed) || fetches !== (name === FETCHES ? 1 : 0)) {
    throw new Error(`the glue of ${name} exports, imports or fetches in a way that scripts/glue.mjs does not know`);
  }
  return [
    "// Made by the build from what wasm-bindgen wrote.",
    "/** Makes glue of its own at each call. The first parameter stands in for the global of that name. */",
    `export function glue(FinalizationRegistry${name === FETCHES ? ", watched" : ""}) {`,
    shadowed.trim(),
    `return { initSync, ${names.join(", ")} };`,
    "}",
    "",
  ].join("\n");
}

function cut(text, from, to, name) {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`the glue of ${name} has no part from "${from}" to "${to}"`);
  return text.slice(0, start) + text.slice(end);
}

function once(text, from, to, name) {
  if (text.split(from).length !== 2) throw new Error(`the glue of ${name} has "${from}" not exactly once`);
  return text.replace(from, () => to);
}
