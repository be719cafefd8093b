import type { Lang, Patch as Change, Player } from "secondwind/course";
import { course } from "./engine.svelte";
import type { Patch } from "./files";
import { session } from "./session.svelte";

/** What is changed of the scenario that is open. */
export const patchNow = (): Patch => ({ ...session.patch });

/** Plays a scenario with a patch; null where this page cannot. The caller frees the player. */
export function playPatched(scenario: string, lang: Lang, patch: Patch): Player | null {
  const { Player, source } = course();
  try {
    // A file may hold anything: what is no patch is refused by the player.
    return new Player(source(scenario, lang), patch as Change);
  } catch {
    return null;
  }
}
