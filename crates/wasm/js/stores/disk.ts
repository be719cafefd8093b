import { open } from "node:fs/promises";

/**
 * Writes a file, and returns when it is on the disk.
 * @internal
 */
export async function writeSynced(file: string, content: string, flags: "wx" | "w" | "a", mode = 0o666): Promise<void> {
  const handle = await open(file, flags, mode);
  try {
    await handle.writeFile(content, "utf8");
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * A new name is on the disk only when its folder is. Not every system opens folders; it is lost there at worst.
 * @internal
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    return;
  }
}

/** @internal */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
