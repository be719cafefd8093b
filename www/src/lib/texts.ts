import type { FluentBundle } from "@fluent/bundle";
import type { CourseValues, Lang, ProsePiece } from "secondwind/course";
import { bundleOf } from "./fluent.ts";

type InLanguages<T> = Partial<Record<Lang, T>>;

/** What there is of a thing in a language: its own, else the first there is. */
export function spoken<T>(all: InLanguages<T>, lang: Lang): { lang: Lang; what: T } | null {
  const found = all[lang] === undefined ? (Object.keys(all) as Lang[]).find((one) => all[one] !== undefined) : lang;
  return found === undefined ? null : { lang: found, what: all[found]! };
}

/** The words of a course or an exercise, with the values that they show. */
export class Texts {
  readonly lang: Lang;
  readonly #bundle: FluentBundle;
  readonly #values: CourseValues;

  constructor(texts: InLanguages<string>, values: CourseValues, lang: Lang) {
    const found = spoken(texts, lang);
    this.lang = found?.lang ?? lang;
    this.#bundle = bundleOf(this.lang, found ? [found.what] : []);
    this.#values = values;
  }

  /** A message, or an attribute of it; null where there is none. */
  find(id: string, attribute?: string): string | null {
    const message = this.#bundle.getMessage(id);
    const pattern = attribute === undefined ? message?.value : message?.attributes[attribute];
    return pattern ? this.#bundle.formatPattern(pattern, this.#values) : null;
  }

  /** The same; a missing one shows its name, so that it is seen. */
  get(id: string, attribute?: string): string {
    return this.find(id, attribute) ?? (attribute === undefined ? id : `${id}.${attribute}`);
  }
}

/** Prose as Markdown, its values written as the language does. */
export function proseIn(pieces: readonly ProsePiece[], values: CourseValues, lang: Lang): string {
  const numbers = new Intl.NumberFormat(lang);
  return pieces.map((piece) => (typeof piece === "string" ? piece : value(values[piece.value], piece.value))).join("");

  function value(number: number | undefined, name: string): string {
    return number === undefined ? `{ $${name} }` : numbers.format(number);
  }
}
