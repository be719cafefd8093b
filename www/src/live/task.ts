import type { Files } from "./workspace";

const root = "../../../course/lesson-6/workspace/";

const texts: Record<string, string> = import.meta.glob("../../../course/lesson-6/workspace/**/*.{js,json,log,md,sql}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The order service of the lesson, with its race. */
export const files: Files = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path.slice(root.length), text]));

/** What a model cannot change its way out of: all but the service itself and its tables. */
export const originals: Files = Object.fromEntries(
  Object.entries(files).filter(([path]) => /^(tests|db)\//.test(path) && path !== "db/schema.sql"),
);
