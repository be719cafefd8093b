import first from "virtual:first";
import type { Lang, Player } from "secondwind/course";
import { ownKeys } from "../embed/asked";
import { isOther } from "./coursesource";
import { parse } from "./fragment";
import { recall } from "./prefs.svelte";

/** A run that was played: by the engine now, or when the page was built. */
export type Played = Pick<Player, "run" | "frame" | "messages" | "log" | "request" | "free">;

const list = $state<string[]>(isOther ? [] : [...first.scenarios]);
/** Reads the titles of another course; null while the page shows its own. */
let read = $state.raw<((lang: Lang) => Record<string, string>) | null>(isOther ? () => ({}) : null);

/** The reference run comes first; the others follow by name. Those of another course are not known before it has come. */
export const scenarios: readonly string[] = list;

/** The titles of all scenarios. One with a fault is listed by its name; choosing it shows what is wrong. */
export const titles = (lang: Lang): Readonly<Record<string, string>> => read?.(lang) ?? first.titles[lang];

/** Takes the scenarios of another course, the one that the page opens with first. */
export function lists(names: readonly string[], title: (scenario: string, lang: Lang) => string): void {
  const known: Partial<Record<Lang, Record<string, string>>> = {};
  list.splice(0, list.length, ...names);
  read = (lang) => (known[lang] ??= Object.fromEntries(names.map((name) => [name, title(name, lang)])));
}

/** The first scenario with nothing changed, as the engine played it when the page was built; null for another course. */
export function firstRun(lang: Lang): Played | null {
  const recording = isOther ? null : first.runs[lang];
  if (!recording) return null;
  const { run, frames, messages, log, requests } = recording;
  return {
    run,
    frame(step) {
      const frame = frames[step];
      if (!frame) throw new RangeError(`step ${step} is not one of 0 to ${run.last}`);
      return frame;
    },
    messages: () => messages,
    log: () => log,
    request: (step) => requests.find((request) => request.step >= step) ?? null,
    free() {},
  };
}

/** Whether the page can open at an address with the first run alone. */
export function opensAlone(fragment: string, lang: Lang): boolean {
  const { scenario, pieces } = parse(fragment);
  const isFirst = scenario === null || scenario === scenarios[0];
  return isFirst && [...pieces.keys()].every((key) => ownKeys.includes(key)) && recall("predict") !== "on" && firstRun(lang) !== null;
}
