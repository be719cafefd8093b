// The files of the course: a script of its own, which comes when the course is opened.
import type { CourseSource } from "secondwind/course";

const root = "../../course/lesson-6/";

const files: Record<string, string> = import.meta.glob(
  [
    "../../course/lesson-6/course.toml",
    "../../course/lesson-6/course/*.ftl",
    "../../course/lesson-6/course.lock.toml",
    "../../course/lesson-6/exercises/**/*",
    "../../course/lesson-6/harness/*",
    "../../course/lesson-6/scenarios/**/*.toml",
    "../../course/lesson-6/sections/**/*.md",
  ],
  { query: "?raw", import: "default", eager: true },
);

/** Everything that a `Course` reads, by its path from the folder of the course. */
export const source: CourseSource = {
  files: Object.entries(files).map(([path, text]) => ({ name: path.slice(root.length), text })),
};
