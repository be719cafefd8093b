import type { Frame, RunSummary } from "secondwind/course";
import { n, t } from "./i18n.svelte";

/** The sentence of a step. A figure in it that no provider has counted says so, as it does beside the sentence. */
export function sentenceOf({ kind, args, meters }: Frame, run: RunSummary): string {
  const estimated = (name: string): boolean =>
    (name === "occupancy" && !meters.occupancyCounted) || (name === "value" && !meters[`${run.meter}Counted`]);
  const shown = Object.entries(args).map(([name, value]) => [name, typeof value === "number" && estimated(name) ? `≈${n(value)}` : value]);
  return t(`step-${kind}`, Object.fromEntries(shown) as typeof args);
}
