import first from "virtual:first";
import type { Lang, Player } from "secondwind/course";
import { ownKeys } from "../embed/asked";
import { parse } from "./fragment";
import { recall } from "./prefs.svelte";

/** A run that was played: by the engine now, or when the page was built. */
export type Played = Pick<Player, "run" | "frame" | "messages" | "log" | "request" | "free">;

/** The reference run comes first; the others follow by name. */
export const scenarios: readonly string[] = first.scenarios;

/** The titles of all scenarios. One with a fault is listed by its name; choosing it shows what is wrong. */
export const titles = (lang: Lang): Readonly<Record<string, string>> => first.titles[lang];

/** The first scenario with nothing changed, as the engine played it when the page was built. */
export function firstRun(lang: Lang): Played | null {
  const recording = first.runs[lang];
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
