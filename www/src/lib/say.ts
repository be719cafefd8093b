import type { RunSummary } from "secondwind/course";
import type { Condition } from "./breaks";
import { t } from "./i18n.svelte";

/** What a breakpoint waits for, in words. */
export function say(of: Condition, run: RunSummary): string {
  if (of.on === "kind") return t(`title-${of.kind}`);
  return t(`time-break-${of.on}`, { value: of.value, meter: t(`meter-${run.meter}-name`) });
}
