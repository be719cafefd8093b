import { load } from "virtual:engine";
import { notices } from "./notices.svelte";

type Api = typeof import("../engine");

/** How long something is waited for before the page says so. Unit: milliseconds. */
export const patience = 400;

/** The engine, which is fetched when there is something to play. Until then the page shows the first run, unchanged. */
class Engine {
  api = $state.raw<Api | null>(null);
  #coming: Promise<Api> | null = null;
  #waiting: (() => void)[] = [];

  /** Fetches the engine, unless that was done. After a failure it may be called again. */
  need(): Promise<Api> {
    this.#coming ??= load().then(
      (api) => (this.api = api),
      (error: unknown) => {
        this.#coming = null;
        throw error;
      },
    );
    return this.#coming;
  }

  /** Does what needs the engine: at once where it is there, else when it has come. */
  with(act: () => void): void {
    if (this.api) act();
    else if (this.#waiting.push(act) === 1) void this.#bring();
  }

  async #bring(): Promise<void> {
    const timer = setTimeout(() => notices.replace("engine", [{ key: "engine-loading", args: {} }]), patience);
    const came = await this.need().then(() => true, () => false);
    clearTimeout(timer);
    const acts = this.#waiting.splice(0);
    const run = (): void => {
      notices.replace("engine", []);
      for (const act of acts) this.with(act);
    };
    // What fails of an act itself is no fault of the engine.
    if (came) run();
    else notices.replace("engine", [{ key: "engine-missing", args: {}, action: { key: "engine-retry", run } }]);
  }
}

export const engine = new Engine();

/** Thrown where something is to be played and the engine has not come. */
export class EngineMissing extends Error {}

/** The engine, where it is known to be there. */
export function course(): Api {
  if (!engine.api) throw new EngineMissing("the engine has not come yet");
  return engine.api;
}
