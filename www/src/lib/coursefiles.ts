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
const mostFiles = 2_000;

const top = "course.toml";
const folders = ["course", "sections", "exercises", "scenarios", "harness"];
const endings = /\.(toml|ftl|md|js|json)$/;

/** Whether a path may be one of a course's files; `secondwind check` reads the same. */
function mayBelong(path: string): boolean {
  const parts = path.split("/");
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
  const root = rootOf(own);
  if (root === null) return found;
  for (const path of own) {
    if (!path.startsWith(root)) continue;
    const name = path.slice(root.length);
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

/** Faults with the lines that they stand in. A line with a key ends there: whoever shows the page to others shows no key. */
export function withLines(issues: readonly CourseIssue[], files: readonly SourceFile[]): CourseFault[] {
  const isKeyIn = ({ file, line }: CourseIssue) => (one: CourseIssue): boolean => one.code === "secret" && one.file === file && one.line === line;
  return issues.map((issue) => {
    const text = files.find(({ name }) => name === issue.file)?.text.split("\n")[issue.line - 1] ?? "";
    const key = Math.min(...issues.filter(isKeyIn(issue)).map(({ column }) => column - 1));
    const letters = [...text.replace(/\r$/, "")];
    return { ...issue, text: letters.map((letter, at) => (at < key || letter === " " ? letter : "…")).join("") };
  });
}
