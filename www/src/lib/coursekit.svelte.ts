import type { Course, CourseIssue } from "secondwind/course";
import { load as loadMarkdown } from "virtual:markdown";
import { isOther, loadSource, type Edition } from "./coursesource";
import { engine } from "./engine.svelte";
import { lists } from "./first.svelte";
import { Loaded } from "./loaded.svelte";

type Api = typeof import("../engine");

export interface Kit {
  /** Null where its files have a fault. */
  course: Course | null;
  issues: CourseIssue[];
  markdown: typeof import("../markdown");
  /** Which version it is while it is being written. */
  version: number | null;
}

/** Reads a course. Where it is not the page's own, its scenarios become those of the page. */
function read(api: Api, source: Edition): Omit<Kit, "markdown"> {
  const version = source.version ?? null;
  let course: Course | null = null;
  let issues: CourseIssue[] = [];
  try {
    course = new api.Course(source);
  } catch (error) {
    const found = (error as { issues?: CourseIssue[] }).issues;
    if (!Array.isArray(found)) throw error;
    issues = found;
  }
  if (isOther) {
    const first = course?.view.sections.find(({ run }) => run !== null)?.run?.scenario ?? "";
    lists(api.adopt(source.files, first), (scenario, lang) => {
      try {
        const player = new api.Player(api.source(scenario, lang));
        const { title } = player.run;
        player.free();
        return title;
      } catch {
        return scenario;
      }
    });
  }
  return { course, issues, version };
}

/** What a lesson needs: the engine, the files of the course, and what makes harmless HTML of its prose. */
export const kit = new Loaded<Kit>("course", async () => {
  const [api, source, markdown] = await Promise.all([engine.need(), loadSource(), loadMarkdown()]);
  return { ...read(api, source), markdown };
});

/** Puts another version of the course in the place of the one that there is. `forget` gives up what was read of that one. */
export async function renew(version: number, forget: () => void): Promise<void> {
  const [api, now, source] = await Promise.all([engine.need(), kit.need(), loadSource(version)]);
  const next = read(api, source);
  forget();
  kit.api = { ...now, ...next };
  now.course?.free();
}
