import { directory, join } from "./paths";

interface Resolver {
  load(name: string): string | null;
  /** @throws Error with a sentence for whoever wrote the import. */
  resolve(from: string, wanted: string): string;
}

const withoutQuery = (name: string): string => name.replace(/\?.*$/s, "");

/**
 * Modules come from the files, or are named. As in Node, `?query` makes another copy of a module.
 */
export function resolver(files: ReadonlyMap<string, string>, named: Readonly<Record<string, string>>): Resolver {
  const isNamed = (name: string): boolean => Object.hasOwn(named, name);
  return {
    load: (name) => (isNamed(name) ? named[name]! : (files.get(withoutQuery(name)) ?? null)),
    resolve(from, wanted) {
      const isInner = from.startsWith("sandbox:") || isNamed(from);
      if (isNamed(wanted) && (isInner || !wanted.startsWith("sandbox:"))) return wanted;
      const isPath = /^\.{0,2}\//.test(wanted);
      if (!isPath && from !== "sandbox:entry") throw new Error(noModule(wanted, from, Object.keys(named)));
      const path = isPath ? join(directory(withoutQuery(from)), withoutQuery(wanted)) : withoutQuery(wanted);
      if (path === null || !files.has(path)) throw new Error(`cannot find module '${path ?? wanted}' imported from ${from}`);
      return path + wanted.slice(withoutQuery(wanted).length);
    },
  };
}

function noModule(wanted: string, from: string, names: readonly string[]): string {
  const known = names.filter((name) => !name.startsWith("sandbox:"));
  return `cannot find module '${wanted}' imported from ${from}: besides files of the workspace there are ${known.join(", ")}`;
}
