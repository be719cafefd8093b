/** The start of a text, never with half a character at its end, and how much was left out. Unit: UTF-16 code units. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  return `${start}… ${text.length - start.length} more characters`;
}

/** A text that every encoder takes: halves of characters become U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");
