/** The tab that a key leads to from another: arrows go round, Home and End to the ends. */
export function tabAfter<T>(tabs: readonly T[], current: T, key: string): T | null {
  const at = tabs.indexOf(current);
  switch (key) {
    case "ArrowRight":
      return tabs[(at + 1) % tabs.length] ?? null;
    case "ArrowLeft":
      return tabs[(at + tabs.length - 1) % tabs.length] ?? null;
    case "Home":
      return tabs[0] ?? null;
    case "End":
      return tabs.at(-1) ?? null;
    default:
      return null;
  }
}
