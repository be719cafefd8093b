import type { Args } from "./i18n.svelte";

export interface Message {
  key: string;
  args: Args;
  action?: { key: string; run: () => void };
}

export interface Notice extends Message {
  id: number;
  /** Notices about one thing, which a later one of the same group replaces. */
  group: string;
}

/** What the page has to say that is no part of the run. Words are looked up when they are shown, in the language of then. */
class Notices {
  list = $state.raw<Notice[]>([]);
  #next = 1;

  replace(group: string, messages: readonly Message[]): void {
    const others = this.list.filter((notice) => notice.group !== group);
    this.list = [...others, ...messages.map((message) => ({ ...message, id: this.#next++, group }))];
  }

  drop(group: string): void {
    this.list = this.list.filter((notice) => notice.group !== group);
  }
}

export const notices = new Notices();
