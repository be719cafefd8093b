// What engine.ts beside the page's configuration makes.

declare module "virtual:engine" {
  /** Fetches the engine. It may be called again after it failed. */
  export function load(): Promise<typeof import("./engine")>;
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
