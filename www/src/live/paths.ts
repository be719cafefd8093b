/** Paths of a workspace: segments with slashes between them, from its root, as in `src/orders.js`. The root is "". */

export const directory = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Null for what leads out of the workspace. A leading slash means its root. */
export function join(from: string, path: string): string | null {
  const segments = path.startsWith("/") ? [] : from.split("/").filter((segment) => segment !== "");
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}

export const isBelow = (path: string, folder: string): boolean => folder === "" || path === folder || path.startsWith(`${folder}/`);

/** The paths that are most likely meant by one that does not exist, the nearest first. */
export function near(path: string, paths: readonly string[], most = 3): string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const rated = paths.map((other) => {
    const isSameName = other.slice(other.lastIndexOf("/") + 1) === name;
    return { other, cost: isSameName ? 0 : distance(path.toLowerCase(), other.toLowerCase()) };
  });
  return rated
    .filter(({ other, cost }) => cost <= Math.max(2, other.length / 3))
    .sort((a, b) => a.cost - b.cost || (a.other < b.other ? -1 : 1))
    .slice(0, most)
    .map(({ other }) => other);
}

/** How many characters have to be put in, taken out or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    }
    row = next;
  }
  return row[b.length]!;
}
