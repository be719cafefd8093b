import type { CourseIssue, SourceFile } from "secondwind/course";

/** A file of a folder or of an archive, by its path there. */
export interface RawFile {
  name: string;
  bytes: Uint8Array;
}

/** What makes files no course: the key of its words. */
export type NoCourse = "course-open-none" | "course-open-large" | "course-open-broken";

export interface Gathered {
  files: SourceFile[];
  /** Files that are no text. */
  issues: CourseIssue[];
}

/** A fault of a course, with the line that it stands in; empty for a fault of a file as a whole. */
export interface CourseFault extends CourseIssue {
  text: string;
}

/** The most that a course may hold, which the tab can keep. Unit: bytes. */
export const mostBytes = 2_000_000;
/** The largest archive that is looked into: pictures and the like may lie beside a course. Unit: bytes. */
export const mostZip = 64_000_000;
const mostFiles = 2_000;

const top = "course.toml";
const folders = ["course", "sections", "exercises", "scenarios", "harness"];
const endings = /\.(toml|ftl|md|js|json)$/;

/** A path as folders have it. Some archives begin it with a point, or part it with backslashes. */
const plain = (path: string): string => path.replaceAll("\\", "/").replace(/^(\.?\/+)+/, "");

/** Whether a path may be one of a course's files; `secondwind check` reads the same. */
function mayBelong(path: string): boolean {
  const parts = plain(path).split("/");
  return endings.test(path) && !parts.some((part) => part.startsWith(".") || part === "node_modules" || part === "__MACOSX");
}

/** Where the course begins: the folder of the `course.toml` that lies highest. Null where there is none. */
function rootOf(names: readonly string[]): string | null {
  const roots = names.filter((name) => name === top || name.endsWith(`/${top}`)).map((name) => name.slice(0, -top.length));
  return roots.sort((a, b) => a.split("/").length - b.split("/").length || a.localeCompare(b, "en"))[0] ?? null;
}

/** The paths of the course among these, each with its name in the course. */
export function courseIn(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const own = paths.filter(mayBelong);
  const root = rootOf(own.map(plain));
  if (root === null) return found;
  for (const path of own) {
    if (!plain(path).startsWith(root)) continue;
    const name = plain(path).slice(root.length);
    const [folder = "", ...rest] = name.split("/");
    if (rest.length === 0 ? name.endsWith(".toml") : folders.includes(folder)) found.set(path, name);
  }
  return found;
}

/** Makes the texts of a course of the files that were brought, or tells why they are none. */
export function gather(brought: readonly RawFile[]): Gathered | NoCourse {
  const names = courseIn(brought.map(({ name }) => name));
  if (names.size === 0) return "course-open-none";
  const own = brought.filter(({ name }) => names.has(name));
  if (own.length > mostFiles || own.reduce((sum, { bytes }) => sum + bytes.length, 0) > mostBytes) return "course-open-large";
  // Which of two files of one name is meant, nobody can tell.
  if (new Set(own.map(({ name }) => names.get(name))).size < own.length) return "course-open-broken";
  const files: SourceFile[] = [];
  const issues: CourseIssue[] = [];
  for (const { name, bytes } of own) {
    const file = names.get(name)!;
    try {
      files.push({ name: file, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) });
    } catch {
      issues.push({ code: "not-text", file, line: 0, column: 0, args: {} });
    }
  }
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), issues };
}

/** Faults, each with the line that it stands in, without the keys of that line: whoever shows the page to others shows none. */
export function withLines(issues: readonly CourseIssue[], files: readonly SourceFile[]): CourseFault[] {
  const keysIn = (name: string): CourseIssue[] => issues.filter(({ file, code }) => file === name && code === "secret");
  const lines = new Map(files.map(({ name, text }) => [name, masked(text, keysIn(name))]));
  return issues.map((issue) => ({ ...issue, text: lines.get(issue.file)?.[issue.line - 1] ?? "" }));
}

/** The lines of a text with `…` in the place of the keys in it, which begin at these places. A private key goes on to its end. */
export function masked(text: string, keys: readonly { line: number; column: number }[]): string[] {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const hide = (line: number, from: number, what: RegExp): void => {
    if (line >= lines.length) return;
    const letters = [...lines[line]!];
    lines[line] = letters.slice(0, from).join("") + letters.slice(from).join("").replace(what, (key) => "…".repeat(key.length));
  };
  for (const { line, column } of keys) {
    const first = line - 1;
    const isBlock = [...(lines[first] ?? "")].slice(column - 1, column + 9).join("") === "-----BEGIN";
    hide(first, column - 1, isBlock ? /^.*/u : /^[\w-]+/);
    for (let at = first + 1; isBlock && at < lines.length && !lines[at]!.includes("-----END"); at++) hide(at, 0, /^.*/u);
  }
  return lines;
}
