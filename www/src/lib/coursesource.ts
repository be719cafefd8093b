import type { CourseSource } from "secondwind/course";
import { load } from "virtual:course";
import { asked } from "../embed/asked";
import { loadScript } from "./trusted";

const meta = (name: string): string | null =>
  typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>(`meta[name="secondwind-${name}"]`)?.content || null;

/**
 * The address of another course than the page's own, below the page: a script, since a page from a disk can fetch
 * nothing else. It leaves what it has as the page's own course does.
 */
const other = meta("course");

/** What learners' work in that course is kept under; null for the page's own course. */
export const courseId = other === null ? null : (meta("course-id") ?? "");

/** Where the page hears of changes while the course is being written; null where it is published. */
export const changes = meta("preview");

/** Where a course of the visitor's own is, as long as the tab is open. */
const openedShelf = "secondwind.course";

/** Does something with what the tab keeps; null where it keeps nothing for this page. */
function tab<T>(act: (shelf: Storage) => T): T | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

function recall(): CourseSource | null {
  const text = asked.view === null && changes === null ? tab((shelf) => shelf.getItem(openedShelf)) : null;
  try {
    const source = JSON.parse(text ?? "null") as CourseSource | null;
    return Array.isArray(source?.files) ? source : null;
  } catch {
    return null;
  }
}

const opened = recall();

/** Whether the page shows a course of the visitor's own. */
export const isOpened = opened !== null;

/** Whether the page shows another course than its own. */
export const isOther = other !== null || isOpened;

/** The page opens anew, at its beginning. */
const reopen = (): void => location.replace(location.pathname + location.search);

/** Keeps a course for as long as the tab is open: the page opens anew with it, as a site does that was built of it. False where it cannot be kept. */
export function openInTab(source: CourseSource): boolean {
  const isKept = tab((shelf) => (shelf.setItem(openedShelf, JSON.stringify(source)), true)) ?? false;
  if (isKept) reopen();
  return isKept;
}

/** Gives up the visitor's own course: the page opens anew with the one that it has. */
export function closeOpened(): void {
  tab((shelf) => shelf.removeItem(openedShelf));
  reopen();
}

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
  if (opened) return opened;
  if (other === null) return (await load()).source;
  await loadScript(version === undefined ? other : `${other}?v=${version}`);
  const source = left();
  if (!Array.isArray(source?.files)) throw new Error(`${other} holds no course`);
  return source;
}
