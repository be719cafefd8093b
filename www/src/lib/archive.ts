import { strToU8, unzipSync, zipSync } from "fflate";
import type { SourceFile } from "secondwind/course";

/** Files in one archive, by their paths. The same files give the same bytes, whenever it is made. */
export const archive = (files: readonly SourceFile[]): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: "2000-01-01T00:00:00" }) as Uint8Array<ArrayBuffer>;

/**
 * The files of an archive that are wanted, by their paths. Null where it is none, and `large` where they hold more than
 * `most` bytes: that is looked at before any is unpacked.
 */
export function unpack(archive: Uint8Array, wanted: (path: string) => boolean, most: number): { name: string; bytes: Uint8Array }[] | "large" | null {
  let sum = 0;
  try {
    const files = unzipSync(archive, {
      filter: ({ name, originalSize }) => wanted(name) && (sum += originalSize) <= most,
    });
    return sum > most ? "large" : Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  } catch {
    return null;
  }
}
