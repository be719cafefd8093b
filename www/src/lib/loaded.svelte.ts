import { notices } from "./notices.svelte";

/** How long something is waited for before the page says so. Unit: milliseconds. */
export const patience = 400;

/** Something that is fetched when it is needed. What waits for it is done when it has come, in order. */
export class Loaded<T> {
  api = $state.raw<T | null>(null);
  readonly #load: () => Promise<T>;
  /** Names what is said while it is waited for, `<name>-loading`, and where it does not come, `<name>-missing`. */
  readonly #name: string;
  #coming: Promise<T> | null = null;
  #waiting: (() => void)[] = [];

  constructor(name: string, load: () => Promise<T>) {
    this.#name = name;
    this.#load = load;
  }

  /** Fetches it, unless that was done. After a failure it may be called again. */
  need(): Promise<T> {
    this.#coming ??= this.#load().then(
      (api) => (this.api = api),
      (error: unknown) => {
        this.#coming = null;
        throw error;
      },
    );
    return this.#coming;
  }

  /** Does what needs it: at once where it is there, else when it has come. */
  with(act: () => void): void {
    if (this.api) act();
    else if (this.#waiting.push(act) === 1) void this.#bring();
  }

  async #bring(): Promise<void> {
    const name = this.#name;
    const timer = setTimeout(() => notices.replace(name, [{ key: `${name}-loading`, args: {} }]), patience);
    const came = await this.need().then(() => true, () => false);
    clearTimeout(timer);
    const acts = this.#waiting.splice(0);
    const run = (): void => {
      notices.replace(name, []);
      for (const act of acts) this.with(act);
    };
    // What fails of an act itself is no fault of what came.
    if (came) run();
    else notices.replace(name, [{ key: `${name}-missing`, args: {}, action: { key: "engine-retry", run } }]);
  }
}
