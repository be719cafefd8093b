import type { Lang, Patch } from "secondwind/course";
import { sayIn, words } from "./i18n.svelte";
import { isTurned, numberDials } from "./lab";

/** What a patch changes, in words: the mistakes in the program and the rest apart, each empty where nothing is changed. */
export function changedNow({ bugs = [], ...dials }: Patch): { broken: string; changed: string } {
  const names = (patch: Patch, none: boolean): string => (none ? "" : changesOf(patch));
  return { broken: names({ bugs }, bugs.length === 0), changed: names(dials, !isTurned(dials)) };
}

/** What a patch changes, in words: those of the page, or of another language. */
export function changesOf(patch: Patch, lang: Lang = words.lang): string {
  const t = (key: string): string => sayIn(lang, key);
  const numbers = new Intl.NumberFormat(lang);
  const parts = numberDials.flatMap((dial) => (patch[dial] === undefined ? [] : [`${t(`lab-dial-${dial}`)} ${numbers.format(patch[dial])}`]));
  if (patch.meter) parts.push(t(`meter-${patch.meter}-name`));
  if (patch.strategy) parts.push(t(`lab-strategy-${patch.strategy}`));
  for (const bug of patch.bugs ?? []) parts.push(t(`code-${bug}`));
  return parts.length === 0 ? t("lab-unchanged") : parts.join(" · ");
}
