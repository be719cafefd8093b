export interface Piece {
  text: string;
  code: boolean;
}

/** Splits prose at its backticks: what stands between a pair of them is code. A backtick without a partner is text. */
export function pieces(prose: string): Piece[] {
  return prose
    .split(/`([^`]*)`/)
    .map((text, i) => ({ text, code: i % 2 === 1 }))
    .filter((piece) => piece.code || piece.text !== "");
}
