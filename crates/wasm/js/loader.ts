import { SecondwindError, branded, isRustError, messageOf } from "./errors.js";

/** A compiled `WebAssembly.Module`. Named loosely, since not every host's types have WebAssembly. */
export type WasmModule = object;

/** What a module can be made of: its bytes, or the compiled module. */
export type WasmSource = ArrayBuffer | ArrayBufferView | WasmModule;

/**
 * The glue as a function: each call makes glue of its own, with its own instance. The registry is the one that
 * gives back the memory of handles which were never freed; undefined where the host has none.
 * @internal
 */
export type Glue<Api> = (registry: unknown, generation: number) => Api & { initSync(options: { module: unknown }): unknown };

/** @internal */
export interface Live<Api> {
  api: Api;
  /** Grows with each instance; a handle of an older one is dead. */
  generation: number;
}

/**
 * One wasm module: compiled at first use and instantiated anew after a trap.
 *
 * A trap leaves the memory of an instance in a state that nobody vouches for, so the instance is dropped
 * as a whole. The compiled module is kept; another instance takes half a millisecond.
 * @internal
 */
export class WasmHost<Api extends object> {
  readonly #name: string;
  readonly #glue: Glue<Api>;
  #source: (() => WasmSource) | undefined;
  #module: WasmModule | undefined;
  #live: Live<Api> | undefined;
  #generation = 0;

  constructor(name: string, glue: Glue<Api>) {
    this.#name = name;
    this.#glue = glue;
  }

  /** Says where the module comes from, unless that is known already. Nothing is compiled yet. */
  provide(source: () => WasmSource): void {
    this.#source ??= source;
  }

  /** Whether a source is known. */
  get isProvided(): boolean {
    return this.#source !== undefined;
  }

  /** The instance, made now if there is none. */
  get(): Live<Api> {
    return (this.#live ??= this.#start());
  }

  /** Calls into the module; an error that Rust did not throw on purpose costs the instance. */
  call<T>(run: (api: Api) => T): T {
    const { api, generation } = this.get();
    return this.guard(generation, () => run(api));
  }

  /** Runs a call on an instance that is at hand. */
  guard<T>(generation: number, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (isRustError(error)) throw branded(error);
      throw isTrap(error) ? this.drop(generation, error) : foreign(error);
    }
  }

  /** Lets an instance go that broke off. */
  drop(generation: number, cause: unknown): SecondwindError {
    if (this.#live?.generation === generation) this.#live = undefined;
    return new SecondwindError(
      "CORE_TRAPPED",
      `the ${this.#name} module broke off in the middle of a call, so all handles that it gave out are dead; ` +
        "make a new one, or restore a harness from its last snapshot",
      { cause },
    );
  }

  /** Whether handles of this generation still work. */
  isLive(generation: number): boolean {
    return this.#live?.generation === generation;
  }

  #start(): Live<Api> {
    try {
      const generation = ++this.#generation;
      const api = this.#glue(this.#registry(generation), generation);
      api.initSync({ module: (this.#module ??= this.#compile()) });
      return { api, generation };
    } catch (error) {
      if (error instanceof SecondwindError) throw error;
      throw initFailed(this.#name, error);
    }
  }

  /** A registry that leaves the handles of a dropped instance alone: their memory went with it. */
  #registry(generation: number): unknown {
    if (typeof FinalizationRegistry === "undefined") return undefined;
    const isLive = () => this.isLive(generation);
    return class extends FinalizationRegistry<unknown> {
      constructor(release: (held: unknown) => void) {
        super((held) => {
          if (isLive()) release(held);
        });
      }
    };
  }

  #compile(): WasmModule {
    if (this.#source === undefined) {
      throw new SecondwindError(
        "NOT_INITIALIZED",
        "secondwind/slim has no wasm module yet; call init() or initSync() with secondwind/core.wasm first, " +
          'or import "secondwind", which brings it along',
      );
    }
    const source = this.#source();
    if (isModule(source)) return source;
    if (!isBytes(source)) {
      throw new SecondwindError("INIT_FAILED", "the wasm source is neither bytes nor a compiled module");
    }
    if (typeof WebAssembly !== "object") {
      throw new SecondwindError("INIT_FAILED", "this host has no WebAssembly");
    }
    return new WebAssembly.Module(source);
  }
}

/**
 * Whether the module broke off: a trap of its own, or a stack that ran out in the midst of it.
 * @internal
 */
export function isTrap(error: unknown): boolean {
  // By name, since a trap may come from another realm.
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  return name === "RuntimeError" || (name === "RangeError" && /call stack/i.test(String(message)));
}

/** What a value that was passed in threw when it was looked at. The module is as it was. */
function foreign(error: unknown): SecondwindError {
  const text = messageOf(error);
  if (/recursive use of an object/.test(text)) {
    const message = "the harness is in the middle of a call, such as a getter on what it was given; call it afterwards";
    return new SecondwindError("BUSY", message, { cause: error });
  }
  return new SecondwindError("BAD_INPUT", `what was passed in cannot be read: ${text}`, { cause: error });
}

/**
 * Whether this is a compiled module. `instanceof` says no for modules of another realm.
 * @internal
 */
export function isModule(value: unknown): value is WasmModule {
  return Object.prototype.toString.call(value) === "[object WebAssembly.Module]";
}

/** @internal */
export function isBytes(value: unknown): value is ArrayBuffer | ArrayBufferView {
  return ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

/** @internal */
export function initFailed(name: string, error: unknown): SecondwindError {
  const text = messageOf(error);
  let cure = "check that the module is the one of this version of the package";
  if (/content security policy|unsafe-eval/i.test(text)) {
    cure = "add 'wasm-unsafe-eval' to script-src of the page's content security policy";
  } else if (/embedder|code generation/i.test(text)) {
    cure =
      "this host compiles no bytes at run time: let the bundler use the condition `workerd` or `edge-light`, " +
      "or pass an imported module to initSync() of secondwind/slim";
  }
  return new SecondwindError("INIT_FAILED", `the ${name} module could not be started: ${text}; ${cure}`, { cause: error });
}

/**
 * The bytes of a module from the text that scripts/inline.mjs made of them.
 * @internal
 */
export function fromText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 35) {
      start = code === 33 ? 91 : 182;
    } else {
      bytes[length] = start + code - 35;
      length += 1;
      start = 0;
    }
  }
  return bytes.subarray(0, length);
}
