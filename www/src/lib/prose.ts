export interface Piece {
  text: string;
  code: boolean;
  /** Whether it is one very long word, such as an encoded file. */
  endless?: true;
}

/** From this length on a run without a space is no word any more. Unit: UTF-16 code units. */
const longest = 1000;
const endless = new RegExp(`(\\S{${longest},})`);

/** Splits prose at its backticks: what stands between a pair of them is code. A backtick without a partner is text. */
export function pieces(prose: string): Piece[] {
  return prose
    .split(/`([^`]*)`/)
    .flatMap((text, i): Piece[] => (i % 2 === 1 ? [{ text, code: true }] : words(text)))
    .filter((piece) => piece.code || piece.text !== "");
}

const words = (text: string): Piece[] =>
  text.split(endless).map((part, i) => (i % 2 === 1 ? { text: part, code: false, endless: true } : { text: part, code: false }));
