import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A lock this old was left behind by a process that died; writing takes far less. Unit: milliseconds. */
const STALE = 10_000;

/** What `rename` says of a folder that is not empty; Windows says the latter two of any folder. */
const TAKEN = ["ENOTEMPTY", "EEXIST", ...(process.platform === "win32" ? ["EPERM", "EACCES"] : [])];

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A lock that is held.
 * @internal
 */
export interface Lock {
  /** Whether it still is: one that was held for too long may have been taken over. */
  isHeld(): Promise<boolean>;
  /** Gives it back, if it still is held. */
  release(): Promise<void>;
}

/**
 * Waits for a lock that keeps out other processes, too.
 *
 * It is a folder that holds one empty file, named by a token of whoever holds it; a folder without one is free. Each
 * step is one call of the file system that cannot hit the wrong holder: renaming a folder onto it fails unless it is
 * free, and a token is removed by its name, by its holder or when it is stale, so that nobody removes the token that
 * came after it.
 * @internal
 */
export async function lock(path: string): Promise<Lock> {
  const token = randomUUID();
  const own = `${path}.${token}`;
  await mkdir(own);
  try {
    await writeFile(join(own, token), "");
    while (!(await take(own, token, path))) {
      await clear(path);
      await sleep(5 + Math.random() * 10);
    }
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    throw error;
  }
  return {
    isHeld: () => stat(join(path, token)).then(() => true, () => false),
    release: () => remove(path, token),
  };
}

async function take(own: string, token: string, path: string): Promise<boolean> {
  // It is held from now on, however long it was waited for.
  const now = new Date();
  await utimes(join(own, token), now, now);
  try {
    await rename(own, path);
    return true;
  } catch (error) {
    if (TAKEN.includes(codeOf(error))) return false;
    throw error;
  }
}

/** Takes stale tokens out. */
async function clear(path: string): Promise<void> {
  const tokens = await readdir(path).catch(nothingIfGone);
  for (const token of tokens ?? []) {
    if (!TOKEN.test(token)) throw new Error(`${path} is in the way: it is no lock, since it holds ${token}`);
    const made = await stat(join(path, token)).catch(nothingIfGone);
    if (made !== undefined && Date.now() - made.mtimeMs > STALE) await remove(path, token);
  }
}

async function remove(path: string, token: string): Promise<void> {
  await rm(join(path, token), { force: true });
  // It is free already. Where another one has it by now, the folder is not empty and stays.
  await rmdir(path).catch(() => undefined);
}

function nothingIfGone(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

function codeOf(error: unknown): string {
  return (error instanceof Error && (error as NodeJS.ErrnoException).code) || "";
}
