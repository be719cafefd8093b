import { load } from "virtual:markdown";
import { keep, recall } from "./prefs.svelte";

type Renderer = typeof import("../markdown");

/** Whether texts of models are shown formatted. At first they are shown as they are. */
class Formatted {
  on = $state(recall("formatted") === "on");
  #renderer = $state.raw<Renderer | null>(null);
  #coming = false;

  switch(on: boolean): void {
    this.on = on;
    keep("formatted", on ? "on" : "off");
  }

  /** A text as harmless elements; null where it is shown as it is, also while the renderer has not come. */
  elements(text: string): DocumentFragment | null {
    if (!this.on) return null;
    if (!this.#renderer) void this.#bring();
    return this.#renderer?.render(text) ?? null;
  }

  async #bring(): Promise<void> {
    if (this.#coming) return;
    this.#coming = true;
    this.#renderer = await load().catch(() => null);
    this.#coming = false;
  }
}

export const formatted = new Formatted();
