import { strToU8, unzipSync, zipSync } from "fflate";
import type { SourceFile } from "secondwind/course";
import type { RawFile } from "./coursefiles";

/** Files in one archive, by their paths. The same files give the same bytes, whenever it is made. */
export const archive = (files: readonly SourceFile[]): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: "2000-01-01T00:00:00" }) as Uint8Array<ArrayBuffer>;

/**
 * The files of an archive that are chosen of its paths. Null where it is none, and `large` where they hold more than `most`
 * bytes: that is looked at before any is unpacked.
 */
export function unpack(archive: Uint8Array, choose: (paths: readonly string[]) => { has(path: string): boolean }, most: number): RawFile[] | "large" | null {
  try {
    const sizes = new Map<string, number>();
    unzipSync(archive, { filter: ({ name, originalSize }) => (sizes.set(name, originalSize), false) });
    const chosen = choose([...sizes.keys()]);
    let sum = 0;
    for (const [name, size] of sizes) if (chosen.has(name)) sum += size;
    if (sum > most) return "large";
    const files = unzipSync(archive, { filter: ({ name }) => chosen.has(name) });
    return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  } catch {
    return null;
  }
}
