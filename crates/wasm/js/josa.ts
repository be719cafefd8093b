/** Where a syllable's final consonant is ㄹ, among the 28 ways to end. */
const RIEUL = 8;

/** How digits end when they are read in Korean: 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGITS = [21, RIEUL, 0, 16, 0, 0, 1, RIEUL, RIEUL, 0];

/**
 * A word with the Korean postposition that its last syllable asks for, from two forms as in `을/를`: the first stands
 * after a final consonant, the second after a vowel. `로` also stands after ㄹ. A word that does not show how it is
 * spoken takes both, as in print: `NOTES.md은(는)`.
 * @internal
 */
export function josa(word: string, forms: string): string {
  const [closed = "", open = closed] = forms.split("/");
  const ending = finalConsonant(word.slice(-1));
  if (ending === undefined) return `${word}${closed}(${open})`;
  return word + (ending === 0 || (ending === RIEUL && open === "로") ? open : closed);
}

function finalConsonant(last: string): number | undefined {
  if (/^\d$/.test(last)) return DIGITS[Number(last)];
  return /^[가-힣]$/.test(last) ? ((last.codePointAt(0) ?? 0) - 0xac00) % 28 : undefined;
}
