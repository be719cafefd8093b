import { scenarioFiles as filesOf, scenarioOf, type Lang, type RecordingSource, type ScenarioSource, type SourceFile } from "secondwind/course";
import { languages } from "./languages";

const root = "../../../course/lesson-6/scenarios/";

const own: Record<string, string> = import.meta.glob("../../../course/lesson-6/scenarios/**/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The files of all scenarios by their names below the folder: those of the lesson, or of the course that took their place. */
const files = new Map(Object.entries(own).map(([path, text]) => [path.slice(root.length), text]));

/** The scenarios, with this one first; the others follow by name. */
const namesIn = (first: string): string[] =>
  [...files.keys()]
    .filter((path) => !path.includes("/"))
    .map((path) => path.replace(/\.toml$/, ""))
    .sort((a, b) => Number(b === first) - Number(a === first) || a.localeCompare(b, "en"));

/** Those of the lesson. The reference run comes first. */
export const scenarios: readonly string[] = namesIn("order-race");

/** Puts the scenarios of another course in the place of those that there are, and lists them with this one first. */
export function adopt(course: readonly SourceFile[], first: string): string[] {
  const folder = "scenarios/";
  files.clear();
  for (const { name, text } of course) {
    if (name.startsWith(folder) && name.endsWith(".toml")) files.set(name.slice(folder.length), text);
  }
  return namesIn(first);
}

function file(name: string): SourceFile | null {
  const text = files.get(name);
  return text === undefined ? null : { name, text };
}

/** Recordings by their ids, and what their scenarios are made of by the ids of those. */
const recordings = new Map<string, RecordingSource>();
const recorded = new Map<string, RecordingSource>();

/** Takes a recording, which is then played by its id as a scenario is, and the scenario that it makes by another one. */
export function record(id: string, scenario: string, text: string): void {
  if (recordings.get(id)?.recording.text === text) return;
  recordings.set(id, { recording: { name: `${id}.json`, text } });
  recorded.set(scenario, { recording: { name: `${scenario}.json`, text } });
  made.delete(scenario);
}

export function forget(id: string, scenario: string): void {
  recordings.delete(id);
  recorded.delete(scenario);
  made.delete(scenario);
}

const made = new Map<string, ScenarioSource>();

/** The scenario that a recording makes. It throws where the run was not answered. */
function madeOf(id: string, recording: RecordingSource): ScenarioSource {
  const scenario = made.get(id) ?? scenarioOf(recording);
  made.set(id, scenario);
  return scenario;
}

/** What an id stands for: a recording, or a scenario. */
export function source(id: string, lang: Lang): ScenarioSource | RecordingSource {
  const recording = recorded.get(id);
  return recordings.get(id) ?? (recording ? madeOf(id, recording) : scenarioSource(id, lang));
}

/** The files of a scenario: the run, and its texts in the order in which a key is looked up. */
export function scenarioSource(id: string, lang: Lang): ScenarioSource {
  const scenario = file(`${id}.toml`);
  if (!scenario) throw new Error(`no scenario ${id}`);
  // A course in fewer languages than the page is told in one that it has.
  const spoken = [lang, ...languages].map((tag) => file(`${id}/${tag}.toml`)).find((text) => text !== null) ?? null;
  const texts = [spoken, file(`${id}/common.toml`)];
  return { scenario, texts: texts.filter((text) => text !== null) };
}

/** All files of a scenario, in every language, by name. */
export const scenarioFiles = (id: string): SourceFile[] =>
  [...files.keys()]
    .filter((name) => name === `${id}.toml` || name.startsWith(`${id}/`))
    .sort()
    .map((name) => ({ name, text: files.get(name)! }));

/** The files of a scenario that a recording makes, as the command line takes them. */
export function madeFiles(id: string): SourceFile[] {
  const recording = recorded.get(id);
  return recording ? filesOf(madeOf(id, recording), [...languages]) : [];
}
