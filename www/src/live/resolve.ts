import { directory, join } from "./paths";

interface Resolver {
  /** @throws Error with a sentence for whoever wrote the import. */
  load(name: string): string;
  /** Never fails, since QuickJS would not pass on why: what is not there gets a name with which `load` fails. */
  resolve(from: string, wanted: string): string;
}

const missing = "sandbox:missing ";

const withoutQuery = (name: string): string => name.replace(/\?.*$/s, "");

/**
 * Modules come from the files, or are named. As in Node, `?query` makes another copy of a module. Those of the sandbox
 * itself are for named ones alone, and for nobody any more once a file was asked for: what code says of where it comes
 * from, such as within `eval`, is not to be believed. So an entry imports all that it needs before its first file.
 */
export function resolver(files: ReadonlyMap<string, string>, named: Readonly<Record<string, string>>): Resolver {
  const isNamed = (name: string): boolean => Object.hasOwn(named, name);
  let isSealed = false;
  return {
    load(name) {
      const text = isNamed(name) ? named[name] : files.get(withoutQuery(name));
      if (text === undefined) throw new Error(name.startsWith(missing) ? name.slice(missing.length) : `cannot find module '${name}'`);
      return text;
    },
    resolve(from, wanted) {
      const isInner = from.startsWith("sandbox:") || isNamed(from);
      if (isNamed(wanted) && ((isInner && !isSealed) || !wanted.startsWith("sandbox:"))) return wanted;
      const isPath = /^\.{0,2}\//.test(wanted);
      if (!isPath && from !== "sandbox:entry") return missing + noModule(wanted, from, Object.keys(named));
      const path = isPath ? join(directory(withoutQuery(from)), withoutQuery(wanted)) : withoutQuery(wanted);
      // A file with the name of a module of ours would be taken for it.
      const isTaken = path !== null && (isNamed(path) || path.startsWith("sandbox:"));
      if (path === null || isTaken || !files.has(path)) return `${missing}cannot find module '${path ?? wanted}' imported from ${from}`;
      isSealed = true;
      return path + wanted.slice(withoutQuery(wanted).length);
    },
  };
}

function noModule(wanted: string, from: string, names: readonly string[]): string {
  const known = names.filter((name) => !name.startsWith("sandbox:"));
  return `cannot find module '${wanted}' imported from ${from}: besides files of the workspace there are ${known.join(", ")}`;
}
