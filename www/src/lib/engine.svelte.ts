import { load } from "virtual:engine";
import { Loaded } from "./loaded.svelte";

export { patience } from "./loaded.svelte";

type Api = typeof import("../engine");

/** The engine, which is fetched when there is something to play. Until then the page shows the first run, unchanged. */
export const engine = new Loaded<Api>("engine", load);

/** Thrown where something is to be played and the engine has not come. */
export class EngineMissing extends Error {}

/** The engine, where it is known to be there. */
export function course(): Api {
  if (!engine.api) throw new EngineMissing("the engine has not come yet");
  return engine.api;
}
