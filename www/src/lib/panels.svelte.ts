import { keep, recall } from "./prefs.svelte";

export const tabs = ["code", "request", "changes", "files", "log"] as const;

export type Tab = (typeof tabs)[number];

class Panels {
  /** The tab that is open beside the window; it stays on this device. */
  tab = $state<Tab>(tabs.find((tab) => tab === recall("tab")) ?? "code");

  choose(tab: Tab): void {
    this.tab = tab;
    keep("tab", tab);
  }
}

export const panels = new Panels();
