// Workers compile no bytes at run time; they take the module from an import.
import wasm from "./core.wasm";
import { core } from "./core.js";

core.provide(() => wasm);

export * from "./api.js";
