import { QuickJSFFI } from "@jitl/quickjs-wasmfile-release-sync/ffi";
import loadGlue from "@jitl/quickjs-wasmfile-release-sync/emscripten-module";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";
import packed from "virtual:quickjs";

/** What the code inside takes for the time. Unit: milliseconds since 1970. */
export interface Clock {
  now: number;
}

let compiling: Promise<WebAssembly.Module> | null = null;

/** Compiled once for all instances. */
const compiled = (): Promise<WebAssembly.Module> => (compiling ??= unpacked().then((bytes) => WebAssembly.compile(bytes)));

async function unpacked(): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (unit) => unit.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

const page = 64 << 10;
/** What the module needs to start. Unit: pages. */
const least = 256;

/**
 * A QuickJS of its own, with memory of its own: one that ran out of its host's stack or memory is thrown away, and no
 * run can leave anything behind for the next. Its limit is that of the WebAssembly memory, because QuickJS cannot
 * measure its own blocks there.
 */
export async function newQuickJs(clock: Clock, memory: number): Promise<QuickJSWASMModule> {
  const module = await compiled();
  const loader: typeof loadGlue = (options) =>
    loadGlue({
      ...options,
      wasmMemory: new WebAssembly.Memory({ initial: least, maximum: Math.max(least, Math.floor(memory / page)) }),
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, withClock(imports, clock));
        done(instance);
        return instance.exports;
      },
    });
  const plain = { type: "sync", importFFI: async () => QuickJSFFI, importModuleLoader: async () => loader } as const;
  return newQuickJSWASMModuleFromVariant(newVariant(plain, {}));
}

/**
 * The time and the zone of the machine would make runs differ: the imports that ask for them are replaced. Their names
 * belong to this build of QuickJS; a test notices when they change.
 */
function withClock(imports: WebAssembly.Imports, clock: Clock): WebAssembly.Imports {
  const { a } = imports as { a: Record<string, WebAssembly.ImportValue> };
  const memory = a["a"] as WebAssembly.Memory;
  const now = (): number => clock.now;
  /** Fills a `struct tm`, of which QuickJS reads the offset to UTC alone. */
  const localTime = (_time: bigint, tm: number): void => new DataView(memory.buffer).setInt32(tm + 36, 0, true);
  return { a: { ...a, p: now, m: localTime } };
}
