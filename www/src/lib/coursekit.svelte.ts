import type { Course, CourseIssue } from "secondwind/course";
import { load as loadCourse } from "virtual:course";
import { load as loadMarkdown } from "virtual:markdown";
import { engine } from "./engine.svelte";
import { Loaded } from "./loaded.svelte";

export interface Kit {
  /** Null where its files have a fault. */
  course: Course | null;
  issues: CourseIssue[];
  markdown: typeof import("../markdown");
}

/** What a lesson needs: the engine, the files of the course, and what makes harmless HTML of its prose. */
export const kit = new Loaded<Kit>("course", async () => {
  const [api, { source }, markdown] = await Promise.all([engine.need(), loadCourse(), loadMarkdown()]);
  try {
    return { course: new api.Course(source), issues: [], markdown };
  } catch (error) {
    const { issues } = error as { issues?: CourseIssue[] };
    if (!Array.isArray(issues)) throw error;
    return { course: null, issues, markdown };
  }
});
