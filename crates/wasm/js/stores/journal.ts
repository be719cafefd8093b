import { mkdir, readFile, rename, stat, truncate } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { text } from "../check.js";
import { SecondwindError } from "../errors.js";
import type { Journal, JournalEntry } from "../journal.js";
import { isCode, syncFolder, writeSynced } from "./disk.js";

/** A journal in a file. */
export interface FileJournal extends Journal {
  append(entry: JournalEntry): Promise<void>;
  load(): Promise<JournalEntry[]>;
  reset(entries: readonly JournalEntry[]): Promise<void>;
}

/**
 * A journal in a file, for Node: one line of JSON an entry, each on the disk before `append` resolves.
 *
 * A last line that a crash tore is dropped when the journal is loaded: nothing has followed from it yet. When the
 * messages were replaced the file begins anew from a snapshot, written aside and renamed. One session at a time may use
 * a file: what finds that another has written into it since is refused with `BAD_JOURNAL`, and leaves it as it is. Errors
 * of the file system come through as Node throws them.
 * @param path The file, such as `session.jsonl`. Its folder is made at the first write.
 */
export function fileJournal(path: string): FileJournal {
  const file = resolve(text("path", path));
  let isSound = false;
  /** How long the file is, as far as this session knows. Unit: bytes. */
  let size = 0;

  async function refuseOthers(): Promise<void> {
    const now = await stat(file).then((found) => found.size, (error: unknown) => {
      if (isCode(error, "ENOENT")) return 0;
      throw error;
    });
    if (now === size) return;
    throw new SecondwindError("BAD_JOURNAL", `${file} is ${now} bytes long, not ${size}: another session has written into it; give each one a file of its own`);
  }

  async function load(): Promise<JournalEntry[]> {
    const bytes = await readFile(file).catch((error: unknown) => {
      if (isCode(error, "ENOENT")) return Buffer.alloc(0);
      throw error;
    });
    const entries: JournalEntry[] = [];
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      try {
        entries.push(JSON.parse(bytes.toString("utf8", start, end)) as JournalEntry);
      } catch (cause) {
        // Only what was written last can be torn.
        if (end + 1 < bytes.length && bytes.includes(10, end + 1)) {
          const message = `line ${entries.length + 1} of ${file} is no JSON, and more lines follow it`;
          throw new SecondwindError("BAD_JOURNAL", message, { cause, path: `entries[${entries.length}]` });
        }
        break;
      }
      start = end + 1;
    }
    if (start < bytes.length) await truncate(file, start);
    size = start;
    isSound = true;
    return entries;
  }

  return {
    load,
    async append(entry) {
      const line = `${JSON.stringify(entry)}\n`;
      if (!isSound) await load();
      await refuseOthers();
      isSound = false;
      const isNew = entry.type === "snapshot";
      if (isNew) await mkdir(dirname(file), { recursive: true });
      await writeSynced(file, line, "a");
      if (isNew) await syncFolder(dirname(file));
      size += Buffer.byteLength(line);
      isSound = true;
    },
    async reset(entries) {
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      const aside = `${file}.tmp`;
      if (isSound) await refuseOthers();
      await writeSynced(aside, lines, "w");
      await rename(aside, file);
      size = Buffer.byteLength(lines);
      await syncFolder(dirname(file));
    },
  };
}
