import type { Patch } from "secondwind/course";
import { n, t } from "./i18n.svelte";
import { numberDials } from "./lab";

/** What a patch changes, in words. */
export function changesOf(patch: Patch): string {
  const parts = numberDials.flatMap((dial) => (patch[dial] === undefined ? [] : [`${t(`lab-dial-${dial}`)} ${n(patch[dial])}`]));
  if (patch.meter) parts.push(t(`meter-${patch.meter}-name`));
  if (patch.strategy) parts.push(t(`lab-strategy-${patch.strategy}`));
  for (const bug of patch.bugs ?? []) parts.push(t(`code-${bug}`));
  return parts.length === 0 ? t("lab-unchanged") : parts.join(" · ");
}
