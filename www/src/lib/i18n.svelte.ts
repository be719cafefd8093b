import type { FluentBundle, FluentVariable } from "@fluent/bundle";
import type { Lang } from "secondwind/course";
import { bundleOf } from "./fluent";
import { languages } from "./languages";

export { languages };

export type Args = Record<string, string | number>;

const files: Record<string, string> = import.meta.glob(["../../../crates/course/catalogs/*/*.ftl", "!**/authoring.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const bundleFor = (lang: Lang): FluentBundle =>
  bundleOf(lang, Object.entries(files).filter(([path]) => path.includes(`/${lang}/`)).map(([, text]) => text));

const bundles: Partial<Record<Lang, FluentBundle>> = {};

const bundle = (lang: Lang): FluentBundle => (bundles[lang] ??= bundleFor(lang));

/** The first of the learner's languages that the page has, else English. */
export function pick(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const exact = languages.find((lang) => lang.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    const base = tag.split("-")[0]?.toLowerCase();
    const near = languages.find((lang) => lang.split("-")[0]?.toLowerCase() === base);
    if (near) return near;
  }
  return "en";
}

/** The message for a key in a language. A missing one shows its key, so that it is seen. */
export function sayIn(lang: Lang, key: string, args: Args = {}): string {
  const pattern = bundle(lang).getMessage(key)?.value;
  if (!pattern) {
    console.warn(`no message ${key} in ${lang}`);
    return key;
  }
  return bundle(lang).formatPattern(pattern, args as Record<string, FluentVariable>);
}

/** The words of the page in the language that is chosen now. */
class Words {
  lang = $state<Lang>("en");
  #numbers = $derived(new Intl.NumberFormat(this.lang));

  /** The message for a key. */
  t = (key: string, args: Args = {}): string => sayIn(this.lang, key, args);

  /** A whole number as the language writes it. */
  n = (value: number): string => this.#numbers.format(value);
}

export const words = new Words();
export const t = words.t;
export const n = words.n;
