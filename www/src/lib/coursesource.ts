import type { CourseSource } from "secondwind/course";
import { load } from "virtual:course";
import { loadScript } from "./trusted";

const meta = (name: string): string | null =>
  typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>(`meta[name="secondwind-${name}"]`)?.content || null;

/**
 * The address of another course than the page's own, below the page: a script, since a page from a disk can fetch
 * nothing else. It leaves what it has as the page's own course does.
 */
const other = meta("course");

/** Whether the page shows another course than its own. */
export const isOther = other !== null;

/** Where the page hears of changes while the course is being written; null where it is published. */
export const changes = meta("preview");

/** The files of a course, and which of its versions they are while it is being written. */
export interface Edition extends CourseSource {
  version?: number;
}

/** What the script of a course has left, taken away. */
function left(): Edition | undefined {
  const shelf = globalThis as { secondwind_course?: { source?: Edition } };
  const source = shelf.secondwind_course?.source;
  delete shelf.secondwind_course;
  return source;
}

/** Fetches the files of the course: of this version, or of the one that there is. */
export async function loadSource(version?: number): Promise<Edition> {
  if (other === null) return (await load()).source;
  await loadScript(version === undefined ? other : `${other}?v=${version}`);
  const source = left();
  if (!Array.isArray(source?.files)) throw new Error(`${other} holds no course`);
  return source;
}
