export type TokenKind = "comment" | "string" | "keyword" | "number" | "plain";

export interface Token {
  kind: TokenKind;
  text: string;
}

const keywords = new Set(
  "async await catch const continue export for function if in let new of return throw try null".split(" "),
);

const pattern = /(\/\/.*|\/\*.*|^\s*\*.*)|("(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|([A-Za-z_$][\w$]*)|(\b\d[\d_]*\b)/g;

/** A line of JavaScript in pieces. Nothing of it runs over the end of a line. */
export function tokens(line: string): Token[] {
  const found: Token[] = [];
  const add = (kind: TokenKind, text: string): void => {
    const last = found.at(-1);
    if (text === "") return;
    if (last?.kind === kind) last.text += text;
    else found.push({ kind, text });
  };
  let at = 0;
  for (const match of line.matchAll(pattern)) {
    const [text, comment, string, word, number] = match;
    add("plain", line.slice(at, match.index));
    if (comment !== undefined) add("comment", text);
    else if (string !== undefined) add("string", text);
    else if (number !== undefined) add("number", text);
    else add(word !== undefined && keywords.has(word) ? "keyword" : "plain", text);
    at = match.index + text.length;
  }
  add("plain", line.slice(at));
  return found;
}
