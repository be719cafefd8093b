import { strToU8, zipSync } from "fflate";
import type { SourceFile } from "secondwind/course";

/** Files in one archive, by their paths. The same files give the same bytes, whenever it is made. */
export const archive = (files: readonly SourceFile[]): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: "2000-01-01T00:00:00" }) as Uint8Array<ArrayBuffer>;
