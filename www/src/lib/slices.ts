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

/**
 * Stacks slices from the bottom. Neighbours that are each too small for a label are drawn as one block of their joint
 * size; nothing is made larger than it is.
 */
export function grouped<T extends Sized>(slices: readonly T[], small: (slice: T) => boolean): Stacked<T>[] {
  const stack: { slices: T[]; tokens: number; from: number }[] = [];
  let from = 0;
  let open = false;
  for (const slice of slices) {
    const tiny = small(slice);
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
