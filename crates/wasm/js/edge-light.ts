// The same as workerd, in the spelling of edge functions.
import wasm from "./core.wasm?module";
import { core } from "./core.js";

core.provide(() => wasm);

export * from "./api.js";
