import { core } from "./core.js";
import { SecondwindError } from "./errors.js";
import { type WasmModule, type WasmSource, initFailed, isBytes, isModule } from "./loader.js";

export * from "./api.js";
export type { WasmModule, WasmSource } from "./loader.js";

let pending: Promise<void> | undefined;

/**
 * Says which module to use, and compiles it. Calling it again, even at the same time, does nothing more.
 * @param source `secondwind/core.wasm` as an address to fetch, a response, bytes, a compiled module, or a promise for
 *   one of them.
 * @throws SecondwindError `INIT_FAILED`; it may be called again after that.
 */
export function init(source: string | URL | Response | WasmSource | Promise<Response | WasmSource>): Promise<void> {
  if (core.isProvided) return Promise.resolve();
  pending ??= load(source).finally(() => (pending = undefined));
  return pending;
}

/**
 * The same for what is at hand. Bytes are compiled at the first use.
 * @throws SecondwindError `INIT_FAILED` if this is neither bytes nor a compiled module.
 */
export function initSync(source: WasmSource): void {
  if (core.isProvided) return;
  if (!isBytes(source) && !isModule(source)) {
    throw new SecondwindError("INIT_FAILED", "initSync takes the bytes of core.wasm or a compiled module");
  }
  core.provide(() => source);
}

async function load(source: Parameters<typeof init>[0]): Promise<void> {
  try {
    let given: unknown = await source;
    if (typeof given === "string" || given instanceof URL) given = await fetch(given);
    if (isResponse(given)) {
      if (!given.ok) throw new Error(`core.wasm was answered with status ${given.status}`);
      given = await given.arrayBuffer();
    }
    const module: WasmModule = isBytes(given) ? await WebAssembly.compile(given as BufferSource) : (given as WasmModule);
    initSync(module);
  } catch (error) {
    throw error instanceof SecondwindError ? error : initFailed("core", error);
  }
}

function isResponse(value: unknown): value is Response {
  return typeof value === "object" && value !== null && "arrayBuffer" in value && "ok" in value;
}
