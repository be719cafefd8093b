import { cut, wellFormed } from "./cut";
import { isBelow, join, near } from "./paths";
import { allPass, isTest, report, type FileRun } from "./results";
import { checked, ToolError, type Input } from "./tools";

export type Files = Readonly<Record<string, string>>;

export interface ToolResult {
  content: string;
  isError: boolean;
}

export interface Verdict {
  isDone: boolean;
  /** The results of the tests that count. */
  content: string;
}

export interface WorkspaceOptions {
  /** Runs test files, as `runTests` does. */
  run(files: ReadonlyMap<string, string>, paths: readonly string[]): Promise<FileRun[]>;
  /** The files that the verdict is taken with, whatever has become of them: the tests, and what they stand on. */
  originals: Files;
}

/** Unit of sizes: bytes of UTF-8; of `result`: UTF-16 code units. */
export const limits = { file: 64 << 10, all: 1 << 20, files: 200, path: 200, result: 16_000 };

const utf8 = new TextEncoder();
const sizeOf = (text: string): number => utf8.encode(text).length;

/** Files in memory, and the tools with which a model works on them. The same calls give the same results, byte for byte. */
export class Workspace {
  readonly #files: Map<string, string>;
  readonly #options: WorkspaceOptions;

  constructor(files: Files, options: WorkspaceOptions) {
    this.#files = new Map(Object.entries(files));
    this.#options = options;
  }

  /** The files as they are now. With them another workspace goes on from here. */
  files(): Files {
    return Object.fromEntries(this.#paths().map((path) => [path, this.#files.get(path)!]));
  }

  /** Never fails: what went wrong is in the result. */
  async call(name: string, input: unknown): Promise<ToolResult> {
    try {
      const content = await this.#run(name, checked(name, input));
      return { content: wellFormed(cut(content, limits.result)), isError: false };
    } catch (error) {
      const message = error instanceof ToolError ? error.message : `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
      return { content: wellFormed(cut(message, limits.result)), isError: true };
    }
  }

  /** Runs the original tests on the work, without leaving a trace in it. */
  async verdict(): Promise<Verdict> {
    const { originals, run } = this.#options;
    const files = new Map([...this.#files, ...Object.entries(originals)]);
    const runs = await run(files, Object.keys(originals).filter(isTest).sort());
    return { isDone: allPass(runs), content: report(runs) };
  }

  #paths(): string[] {
    return [...this.#files.keys()].sort();
  }

  #run(name: string, input: Input): string | Promise<string> {
    const path = this.#path(String(input["path"] ?? "."));
    if (name === "list_files") return this.#list(path);
    if (name === "read_file") return this.#read(path, input);
    if (name === "write_file") return this.#write(path, String(input["content"]));
    return this.#test(path);
  }

  /** @throws ToolError for what cannot be a path in here. */
  #path(given: string): string {
    const shown = JSON.stringify(cut(wellFormed(given), 60));
    if (given.length > limits.path) throw new ToolError(`A path has at most ${limits.path} characters. ${shown} is too long.`);
    if (/\p{Cc}|\p{Surrogate}/u.test(given)) throw new ToolError(`A path holds no control characters and no halves of characters: ${shown}.`);
    const path = join("", given.trim().replaceAll("\\", "/"));
    if (path === null) throw new ToolError(`${shown} leads out of the workspace. Paths start at its root, as in src/orders.js.`);
    return path;
  }

  #list(folder: string): string {
    const found = this.#paths().filter((path) => isBelow(path, folder));
    if (found.length === 0) throw this.#missing(folder, "folder");
    return found.map((path) => `${path} (${sizeOf(this.#files.get(path)!)})`).join("\n");
  }

  #read(path: string, input: Input): string {
    const text = this.#files.get(path);
    if (text === undefined) throw this.#missing(path, "file");
    if (input["start_line"] === undefined && input["end_line"] === undefined) return clipped(text, 1);
    const lines = text.replace(/\n$/, "").split("\n");
    const first = Number(input["start_line"] ?? 1);
    const last = Number(input["end_line"] ?? lines.length);
    if (first < 1 || first > lines.length || last < first) {
      throw new ToolError(`${path} has the lines 1 to ${lines.length}; ${first} to ${last} is no range of them.`);
    }
    return clipped(lines.slice(first - 1, last).join("\n"), first);
  }

  #write(path: string, given: string): string {
    if (path === "") throw new ToolError("path must name a file, as in src/orders.js.");
    if (given.includes("\0")) throw new ToolError("A file holds text, and this has a NUL character in it.");
    const paths = this.#paths();
    if (paths.some((other) => other !== path && isBelow(other, path))) throw new ToolError(`${path} is a folder. Name a file in it.`);
    const above = paths.find((other) => other !== path && isBelow(path, other));
    if (above !== undefined) throw new ToolError(`${above} is a file, so nothing can be below it.`);

    const text = wellFormed(given);
    const old = this.#files.get(path);
    const size = sizeOf(text);
    if (size > limits.file) throw new ToolError(`A file has at most ${limits.file} bytes; this has ${size}. Split it, or write less.`);
    const others = paths.reduce((sum, other) => sum + (other === path ? 0 : sizeOf(this.#files.get(other)!)), 0);
    if (others + size > limits.all) throw new ToolError(`The workspace holds at most ${limits.all} bytes; ${limits.all - others} are left.`);
    if (old === undefined && paths.length >= limits.files) throw new ToolError(`The workspace holds at most ${limits.files} files.`);
    this.#files.set(path, text);
    return `${path}: ${old === undefined ? `created, ${counted(linesOf(text).length)}` : change(old, text)}`;
  }

  async #test(path: string): Promise<string> {
    const found = this.#paths().filter((one) => isTest(one) && isBelow(one, path));
    if (found.length === 0) {
      if (path !== "" && !this.#paths().some((one) => isBelow(one, path))) throw this.#missing(path, "file");
      throw new ToolError(`There is no test in ${path || "the workspace"}. The names of test files end in .test.js.`);
    }
    return report(await this.#options.run(this.#files, found));
  }

  #missing(path: string, what: "file" | "folder"): ToolError {
    const paths = this.#paths();
    if (what === "file" && paths.some((other) => isBelow(other, path))) return new ToolError(`${path || "."} is a folder. list_files shows what is in it.`);
    const close = near(path, paths);
    const way = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : "list_files shows what there is.";
    return new ToolError(`There is no ${what} ${path}. ${way}`);
  }
}

/** A text that fits into a result, or its first lines and how to get the others. */
function clipped(text: string, first: number): string {
  // The sentence at the end fits as well.
  const most = limits.result - 200;
  if (text.length <= most) return text;
  const shown = text.slice(0, text.lastIndexOf("\n", most) + 1);
  if (shown === "") return cut(text, most);
  const next = first + shown.split("\n").length - 1;
  return `${shown}… ${text.length - shown.length} more characters. Read on with start_line ${next}.`;
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
const counted = (lines: number): string => `${lines} ${lines === 1 ? "line" : "lines"}`;

/** What became of a file, in short: between the lines that stayed at its start and those that stayed at its end. */
function change(old: string, text: string): string {
  if (old === text) return "unchanged";
  const [before, after] = [linesOf(old), linesOf(text)];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [gone, come] = [before.length - start - end, after.length - start - end];
  if (gone === 0 && come === 0) return "its last line break changed";
  if (gone === 0) return `${counted(come)} added after line ${start}`;
  if (come === 0) return `${counted(gone)} removed after line ${start}`;
  return `${counted(gone)} replaced by ${come} after line ${start}`;
}
