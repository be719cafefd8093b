import { kind, text } from "./check.js";
import { SecondwindError } from "./errors.js";

/** What a store holds at one moment. */
export interface NotesState {
  /** The complete content of NOTES.md; `null` while there is none. */
  content: string | null;
  /** Names this content. Opaque; compare for equality only. */
  version: string;
}

/** Where NOTES.md is kept. Both functions may return promises. */
export interface NotesStore {
  /** The content as it is now. */
  read(): NotesState | Promise<NotesState>;
  /**
   * Overwrites the content wholesale and returns its new version.
   *
   * With `ifVersion` it writes only if the store still holds that version, so that two writers cannot lose an
   * update. If it throws, the store holds what it held before.
   * @throws SecondwindError `NOTES_CONFLICT` if the store holds another version.
   */
  write(content: string, ifVersion?: string): { version: string } | Promise<{ version: string }>;
}

/** Notes in memory, which are read and written at once. */
export interface MemoryNotes extends NotesStore {
  read(): NotesState;
  write(content: string, ifVersion?: string): { version: string };
}

/**
 * Notes that live as long as the object.
 * @param initial The content to start with. Default: none.
 */
export function memoryNotes(initial: string | null = null): MemoryNotes {
  let content = initial;
  let writes = 0;
  return {
    read: () => ({ content, version: String(writes) }),
    write(next, ifVersion) {
      const checked = text("content", next);
      if (ifVersion !== undefined && ifVersion !== String(writes)) throw notesConflict();
      content = checked;
      writes += 1;
      return { version: String(writes) };
    },
  };
}

/**
 * What a store throws when it holds another version. For stores of one's own.
 */
export function notesConflict(): SecondwindError {
  return new SecondwindError("NOTES_CONFLICT", "the notes were changed by someone else since they were last read");
}

/**
 * What a store's `read` answered, and nothing that it holds beside.
 * @internal
 */
export function notesState(answer: unknown): { content: string | null; version?: string } {
  const { content, version } = fields("read", answer);
  if (typeof content !== "string" && content !== null) {
    throw new SecondwindError("BAD_INPUT", `the store's read() gave a content that is ${kind(content)}, not a string or null`);
  }
  return { content, ...versionOf("read", version) };
}

/**
 * The version that a store's `write` answered with.
 * @internal
 */
export function notesVersion(answer: unknown): { version?: string } {
  return versionOf("write", fields("write", answer).version);
}

function fields(name: string, answer: unknown): { content?: unknown; version?: unknown } {
  if (typeof answer === "object" && answer !== null) return answer;
  throw new SecondwindError("BAD_INPUT", `the store's ${name}() gave ${kind(answer)}, not an object with a version`);
}

function versionOf(name: string, version: unknown): { version?: string } {
  // A store may have no versions; then nothing guards against another writer.
  if (version === undefined) return {};
  if (typeof version === "string") return { version };
  throw new SecondwindError("BAD_INPUT", `the store's ${name}() gave a version that is ${kind(version)}, not a string`);
}
