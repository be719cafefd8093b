/**
 * Gives an object its `Symbol.dispose`, where the host has that symbol.
 * @internal
 */
export function dispose(target: { free(): void }): void {
  const symbol = (Symbol as { dispose?: symbol }).dispose;
  if (symbol !== undefined) {
    Object.defineProperty(target, symbol, { value: () => target.free(), enumerable: false });
  }
}
