import { wasm } from "./core-bytes.js";
import { core } from "./core.js";
import { fromText } from "./loader.js";

// Compiled at the first use, not here: importing the package costs nothing.
core.provide(() => fromText(wasm));

export * from "./api.js";
