import { shelf } from "./storage";

/** Settings that stay on this device. A browser that keeps nothing loses nothing but the choice. */

export type Theme = "system" | "light" | "dark";
export const themes: readonly Theme[] = ["system", "light", "dark"];

const prefix = "secondwind.";

export function recall(key: string): string | null {
  try {
    return shelf().getItem(prefix + key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    shelf().setItem(prefix + key, value);
  } catch {
    // Storage may be full or forbidden.
  }
}

class Prefs {
  theme = $state<Theme>(themes.find((theme) => theme === recall("theme")) ?? "system");
  /** Single-letter shortcuts can be turned off: speech input types letters by accident. */
  letters = $state(recall("letters") !== "off");

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep("theme", theme);
  }

  setLetters(on: boolean): void {
    this.letters = on;
    keep("letters", on ? "on" : "off");
  }
}

export const prefs = new Prefs();
