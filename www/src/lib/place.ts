import { languages, pick } from "./i18n.svelte";
import { recall } from "./prefs.svelte";
import { scenarios } from "./scenarios";
import type { Lang } from "secondwind/course";

/** Where the page opens: the address first (`?lang=ko#order-race/12`), then what was kept, then the browser's wish. */
export function opening(): { scenario: string; step: number; lang: Lang } {
  const asked = new URLSearchParams(location.search).get("lang");
  const lang = pick([asked, recall("lang"), ...(navigator.languages ?? [])].filter((tag) => tag !== null));
  const [id = "", step = "0"] = decoded(location.hash.slice(1)).split("/");
  const scenario = scenarios.includes(id) ? id : (scenarios[0] ?? "");
  const at = Number.parseInt(step, 10);
  return { scenario, lang: languages.includes(lang) ? lang : "en", step: Number.isFinite(at) ? at : 0 };
}

/** Puts the scenario and the step into the address, without an entry in the history for every step. */
export function remember(scenario: string, step: number): void {
  const hash = step === 0 && scenario === scenarios[0] ? "" : `#${scenario}/${step}`;
  if (hash === location.hash) return;
  try {
    history.replaceState(null, "", location.pathname + location.search + hash);
  } catch {
    // Some browsers refuse after many changes in a short time. The address then lags behind the page.
  }
}

/** The text behind a part of an address; the part as it is where it is none. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
