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
    const isOdd = ({ size, originalSize, compression }: UnzipFileInfo): boolean => compression === 0 && size !== originalSize;
    if (files.some(isOdd) || new Set(files.map(({ name }) => name)).size < files.length) return null;
    return Object.entries(unzipSync(archive, { filter: ({ name }) => chosen.has(name) })).map(([name, bytes]) => ({ name, bytes }));
  } catch {
    return null;
  }
}
