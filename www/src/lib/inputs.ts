import type { Answer } from "secondwind/course";
import type { Texts } from "./texts";

/** What the input of every kind of task is given. */
export interface Input {
  answer: Answer | null;
  texts: Texts;
  disabled: boolean;
  onenter: (answer: Answer | null) => void;
}

/** A set with one member more, or less; in the order of `all`. */
export const toggled = <T>(all: readonly T[], picked: readonly T[], one: T): T[] =>
  all.filter((other) => (other === one ? !picked.includes(one) : picked.includes(other)));

/** A list in which one member has moved by a place; null where there is no place for it. */
export function moved<T>(items: readonly T[], from: number, by: -1 | 1): T[] | null {
  const to = from + by;
  if (to < 0 || to >= items.length) return null;
  const found = [...items];
  [found[from], found[to]] = [found[to]!, found[from]!];
  return found;
}
