// What engine.ts and workers.ts beside the page's configuration make.

declare module "virtual:engine" {
  /** Fetches the engine. It may be called again after it failed. */
  export function load(): Promise<typeof import("./engine")>;
}

declare module "virtual:markdown" {
  /** Fetches what makes Markdown harmless HTML. It may be called again after it failed. */
  export function load(): Promise<typeof import("./markdown")>;
}

declare module "virtual:editor" {
  /** Fetches the editor of programs. It may be called again after it failed. */
  export function load(): Promise<typeof import("./editor")>;
}

declare module "virtual:course" {
  /** Fetches the files of the course. It may be called again after it failed. */
  export function load(): Promise<typeof import("./course")>;
}

declare module "virtual:first" {
  import type { Frame, Lang, LogLine, ModelRequest, RunSummary, ShownMessage } from "secondwind/course";

  interface Recording {
    run: RunSummary;
    /** One a step. */
    frames: Frame[];
    messages: ShownMessage[];
    log: LogLine[];
    /** Each once, in the order of their steps. */
    requests: ModelRequest[];
  }

  const first: {
    scenarios: string[];
    titles: Record<Lang, Record<string, string>>;
    /** Null where the first scenario has a fault. */
    runs: Record<Lang, Recording | null>;
  };
  export default first;
}

declare module "virtual:quickjs" {
  /** The WebAssembly of QuickJS, compressed by gzip, in Base64. */
  const packed: string;
  export default packed;
}

declare module "virtual:sandbox" {
  /** Fetches the script of the sandbox and starts a Worker from it. It may be called again after it failed. */
  export function start(): Promise<Worker>;
}

declare module "virtual:trials" {
  /** The same for the Worker in which learners' programs are tried. */
  export function start(): Promise<Worker>;
}

declare module "virtual:network" {
  /** The same for the Worker that holds the key and calls the provider. */
  export function start(): Promise<Worker>;
}

declare module "virtual:frame-titles" {
  import type { Lang } from "secondwind/course";

  /** What a frame is called until it says so itself. */
  export const frameTitles: Record<Lang, string>;
}
