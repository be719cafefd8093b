/** Where a syllable's final consonant is ㄹ, among the 28 ways to end. */
const rieul = 8;

/** How digits end when they are read: 영 일 이 삼 사 오 육 칠 팔 구. A final zero reads 영, 십, 백, 천 or 만, all closed. */
const digits = [21, rieul, 0, 16, 0, 0, 1, rieul, rieul, 0];

function finalConsonant(word: string): number | null {
  const last = [...word.replace(/[\p{P}\p{S}\s]+$/u, "")].at(-1) ?? "";
  if (/^\d$/.test(last)) return digits[Number(last)] ?? null;
  return /^[가-힣]$/.test(last) ? ((last.codePointAt(0) ?? 0) - 0xac00) % 28 : null;
}

/**
 * A word with the postposition that its last syllable asks for, given as "을/를": the form after a consonant first.
 * 로 also follows ㄹ. A word that does not show how it is read takes both, as in print: "read_file을(를)".
 */
export function josa(word: string, pair: string): string {
  const [closed = "", open = closed] = pair.split("/");
  const ending = finalConsonant(word);
  if (ending === null) return `${word}${closed}(${open})`;
  return word + (ending === 0 || (ending === rieul && open === "로") ? open : closed);
}
