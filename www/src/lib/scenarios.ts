import type { Lang, RecordingSource, ScenarioSource, SourceFile } from "secondwind/course";

const root = "../../../course/lesson-6/scenarios/";

const files: Record<string, string> = import.meta.glob("../../../course/lesson-6/scenarios/**/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The reference run comes first; the others follow by name. */
export const scenarios: readonly string[] = Object.keys(files)
  .map((path) => path.slice(root.length))
  .filter((path) => !path.includes("/"))
  .map((path) => path.replace(/\.toml$/, ""))
  .sort((a, b) => Number(b === "order-race") - Number(a === "order-race") || a.localeCompare(b, "en"));

function file(name: string): SourceFile | null {
  const text = files[root + name];
  return text === undefined ? null : { name, text };
}

const recordings = new Map<string, SourceFile>();

/** Takes a recording, which is then played by its id as a scenario is. */
export function record(id: string, text: string): void {
  recordings.set(id, { name: `${id}.json`, text });
}

export function forget(id: string): void {
  recordings.delete(id);
}

/** What an id stands for: a recording, or a scenario. */
export function source(id: string, lang: Lang): ScenarioSource | RecordingSource {
  const recording = recordings.get(id);
  return recording ? { recording } : scenarioSource(id, lang);
}

/** The files of a scenario: the run, and its texts in the order in which a key is looked up. */
export function scenarioSource(id: string, lang: Lang): ScenarioSource {
  const scenario = file(`${id}.toml`);
  if (!scenario) throw new Error(`no scenario ${id}`);
  const texts = [file(`${id}/${lang}.toml`), file(`${id}/common.toml`)];
  return { scenario, texts: texts.filter((text) => text !== null) };
}

/** All files of a scenario, in every language, by name. */
export const scenarioFiles = (id: string): SourceFile[] =>
  Object.keys(files)
    .map((path) => path.slice(root.length))
    .filter((name) => name === `${id}.toml` || name.startsWith(`${id}/`))
    .sort()
    .map((name) => ({ name, text: files[root + name]! }));
