import { strToU8, unzipSync, zipSync, type UnzipFileInfo } from "fflate";
import type { SourceFile } from "secondwind/course";
import type { RawFile } from "./coursefiles";

/** Files in one archive, by their paths. The same files give the same bytes, whenever it is made. */
export const archive = (files: readonly SourceFile[]): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: "2000-01-01T00:00:00" }) as Uint8Array<ArrayBuffer>;

/**
 * The files of an archive that are chosen of its paths. Null where it is none, or where they are
 * encrypted or of one name, and `large` where they hold more than `most` bytes: that is looked at before any is unpacked.
 */
export function unpack(archive: Uint8Array, choose: (paths: readonly string[]) => { has(path: string): boolean }, most: number): RawFile[] | "large" | null {
  try {
    const all: UnzipFileInfo[] = [];
    unzipSync(archive, { filter: (file) => (all.push(file), false) });
    const chosen = choose(all.map(({ name }) => name));
    const files = all.filter(({ name }) => chosen.has(name));
    if (files.reduce((sum, { originalSize }) => sum + originalSize, 0) > most) return "large";
    // Compression adds next to nothing to a file: what is packed far larger says a size that is not its own.
    const isOdd = ({ size, originalSize, compression }: UnzipFileInfo): boolean =>
      compression === 0 ? size !== originalSize : size > originalSize + originalSize / 1000 + 64;
    const sizes = new Map(files.map(({ name, originalSize }) => [name, originalSize]));
    if (files.some(isOdd) || sizes.size < files.length) return null;
    const unpacked = Object.entries(unzipSync(archive, { filter: ({ name }) => chosen.has(name) }));
    return unpacked.some(([name, bytes]) => bytes.length !== sizes.get(name)) ? null : unpacked.map(([name, bytes]) => ({ name, bytes }));
  } catch {
    return null;
  }
}
