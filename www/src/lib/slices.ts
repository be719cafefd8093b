/** What a vessel stacks: anything with a size. */
export interface Sized {
  id: number;
  tokens: number;
}

export interface Stacked<T extends Sized> {
  /** The slices drawn as one block: one, or several neighbours too small for a label each. */
  slices: readonly T[];
  tokens: number;
  /** Where it begins, counted from the bottom. */
  from: number;
}

/** What decides which slices stand together; sizes are in pixels. */
export interface Room<T extends Sized> {
  height: (tokens: number) => number;
  /** What a label needs; a slice with less room is a target to point at. */
  label: number;
  /** What a target needs of its own, around its middle. */
  target: number;
  /** Whether a slice never stands with others. */
  alone: (slice: T) => boolean;
}

/**
 * Stacks slices from the bottom. Neighbours that are each too small for a label are drawn as one block of their joint
 * size, and so is what lies between two of them that would be too near to each other to be hit. Nothing is made larger
 * than it is.
 */
export function grouped<T extends Sized>(slices: readonly T[], room: Room<T>): Stacked<T>[] {
  const stack: Stacked<T>[] = [];
  /** Where the last target lies in the stack. */
  let last: number | null = null;
  for (const block of neighbours(slices, room)) {
    if (!isTarget(block, room)) {
      stack.push(block);
      continue;
    }
    const below: Stacked<T> | undefined = last === null ? undefined : stack[last];
    if (last === null || !below || areApart(below, block, room)) {
      last = stack.push(block) - 1;
    } else {
      const parts = [...stack.splice(last), block];
      stack.push({ slices: parts.flatMap((part) => part.slices), tokens: sum(parts), from: below.from });
    }
  }
  return stack;
}

/** Whether a block is drawn as a target to point at, since there is no label to read. */
export function isTarget<T extends Sized>({ slices, tokens }: Stacked<T>, { height, label, alone }: Room<T>): boolean {
  return slices.length > 1 || (height(tokens) < label && !slices.some(alone));
}

function neighbours<T extends Sized>(slices: readonly T[], { height, label, alone }: Room<T>): Stacked<T>[] {
  const stack: { slices: T[]; tokens: number; from: number }[] = [];
  let from = 0;
  let open = false;
  for (const slice of slices) {
    const tiny = !alone(slice) && height(slice.tokens) < label;
    const top = stack.at(-1);
    if (tiny && open && top) {
      top.slices.push(slice);
      top.tokens += slice.tokens;
    } else {
      stack.push({ slices: [slice], tokens: slice.tokens, from });
    }
    open = tiny;
    from += slice.tokens;
  }
  return stack;
}

function areApart<T extends Sized>(below: Stacked<T>, above: Stacked<T>, { height, target }: Room<T>): boolean {
  const middles = height(above.from + above.tokens / 2 - below.from - below.tokens / 2);
  const half = ({ tokens }: Stacked<T>): number => Math.max(height(tokens), target) / 2;
  return middles >= half(below) + half(above);
}

const sum = (parts: readonly { tokens: number }[]): number => parts.reduce((total, part) => total + part.tokens, 0);

/** About how wide a text is in the sans of the page, in pixels. The signs of Korean are square. */
export function wide(text: string, size: number): number {
  let ems = 0;
  for (const sign of text) ems += sign > "\u1100" ? 0.96 : /[\d\p{Lu}mw]/u.test(sign) ? 0.66 : /[ .,ijlftr]/.test(sign) ? 0.4 : 0.62;
  return ems * size;
}

/** Slices with where each begins. */
export function stacked<T extends Sized>(slices: readonly T[]): (T & { from: number })[] {
  let from = 0;
  return slices.map((slice) => {
    const at = { ...slice, from };
    from += slice.tokens;
    return at;
  });
}

/** How much of a block lies below the end of the drawing. */
export function drawnOf({ from, tokens }: { from: number; tokens: number }, end: number): number {
  return Math.max(0, Math.min(from + tokens, end) - from);
}

/**
 * How far the middle of a label moves, in pixels and as little as can be, so that no line goes through it, or null where
 * the block has no room for that.
 *
 * @param high - the height of the block that the label stands in the middle of
 * @param half - half the height that the label needs
 * @param lines - where the lines are, from the middle of the block
 */
export function dodged(high: number, half: number, lines: readonly number[]): number | null {
  const clear = (by: number): boolean => lines.every((line) => Math.abs(line - by) >= half - 1e-9);
  const ways = [0, ...lines.flatMap((line) => [line - half, line + half])];
  const most = high / 2 - half;
  return ways.filter((by) => clear(by) && (by === 0 || Math.abs(by) <= most)).sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
}
