const moves: (() => void)[] = [];

/**
 * Does what measures or scrolls after everything that changes now has been drawn. A page that is measured in between is
 * laid out as often as it is measured.
 */
export function settled(move: () => void): void {
  if (moves.push(move) > 1) return;
  queueMicrotask(() => {
    for (const each of moves.splice(0)) each();
  });
}
