import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { text } from "../check.js";
import { notesConflict, type NotesState, type NotesStore } from "../notes.js";
import { isCode, syncFolder, writeSynced } from "./disk.js";
import { lock } from "./lock.js";

export { fileJournal, type FileJournal } from "./journal.js";

/** Writers of this process queue up here, by file. */
const queues = new Map<string, Promise<unknown>>();

/** Notes in a file. */
export interface FileNotes extends NotesStore {
  read(): Promise<NotesState>;
  write(content: string, ifVersion?: string): Promise<{ version: string }>;
}

/**
 * Notes in a file, for Node.
 *
 * A missing file reads as `null`; its folder is made at the first write. Writing is atomic: the new content is
 * written aside, synced to the disk and renamed, so that a reader or a crash never sees half of it. Writers of other
 * processes are kept out meanwhile by `<path>.lock`; one left behind by a process that died is taken over after ten
 * seconds.
 *
 * Errors of the file system come through as Node throws them; what is no string is refused with `BAD_INPUT`.
 * @param path The file, such as `NOTES.md`.
 */
export function fileNotes(path: string): FileNotes {
  const file = resolve(text("path", path));
  return {
    read: () => read(file),
    async write(content, ifVersion) {
      text("content", content);
      const turn = (queues.get(file) ?? Promise.resolve()).then(() => write(file, content, ifVersion));
      const quiet = turn.catch(() => undefined);
      queues.set(file, quiet);
      void quiet.then(() => {
        if (queues.get(file) === quiet) queues.delete(file);
      });
      return await turn;
    },
  };
}

async function read(file: string): Promise<NotesState> {
  try {
    const content = await readFile(file, "utf8");
    return { content, version: versionOf(content) };
  } catch (error) {
    if (isCode(error, "ENOENT")) return { content: null, version: versionOf(null) };
    throw error;
  }
}

async function write(file: string, content: string, ifVersion?: string): Promise<{ version: string }> {
  await mkdir(dirname(file), { recursive: true });
  // Renaming onto a link would replace the link, not the file that it leads to.
  const target = await realpath(file).catch(() => file);
  const aside = `${target}.${randomUUID()}.tmp`;
  for (;;) {
    const held = await lock(`${target}.lock`);
    try {
      if (ifVersion !== undefined && (await read(target)).version !== ifVersion) throw notesConflict();
      await writeSynced(aside, content, "wx", await modeOf(target));
      // A machine that slept may wake up here with the lock taken over, and with another content in the file.
      if (!(await held.isHeld())) continue;
      await rename(aside, target);
      await syncFolder(dirname(target));
      return { version: versionOf(content) };
    } finally {
      await rm(aside, { force: true });
      await held.release();
    }
  }
}

function modeOf(file: string): Promise<number> {
  return stat(file).then(({ mode }) => mode & 0o777, () => 0o666);
}

function versionOf(content: string | null): string {
  return content === null ? "none" : createHash("sha256").update(content).digest("hex");
}
