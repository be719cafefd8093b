/** A line of a text, and whether it was in the one before. */
export interface Line {
  text: string;
  added: boolean;
}

export interface Diff {
  /** Every line of the text as it is now, in order. */
  lines: Line[];
  /** The lines of the text before that are gone. */
  gone: string[];
}

/** Compares two texts line by line, by their longest common subsequence. Blank lines never count as a change. */
export function diffLines(before: string | null, now: string): Diff {
  const a = before === null ? [] : before.split("\n");
  const b = now.split("\n");
  // common[i][j] is the length of the longest common subsequence of a[i..] and b[j..].
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] =
        a[i] === b[j]
          ? common[i + 1]![j + 1]! + 1
          : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const lines: Line[] = [];
  const gone: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ text: b[j]!, added: false });
      i++;
      j++;
    } else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      if (a[i]!.trim() !== "") gone.push(a[i]!);
      i++;
    } else {
      lines.push({ text: b[j]!, added: b[j]!.trim() !== "" });
      j++;
    }
  }
  return { lines, gone };
}
