/** The files in which work and runs leave the page, and what the page says about one that is brought to it. */

import type { Recording } from "secondwind/course";
import { brief, parse, secret } from "./fragment";
import { isRecording } from "./recording";
import { isRecord, readData, same, type Progress } from "./schema";

/** A change to a scenario, as the engine takes it. Nothing changed: `{}`. */
export type Patch = Readonly<Record<string, unknown>>;

export interface Settings {
  lang?: string;
  theme?: string;
  letters?: boolean;
}

export interface ProgressFile {
  format: "secondwind-progress";
  version: 1;
  settings: Settings;
  progress: Progress;
}

export interface RunFile {
  format: "secondwind-run";
  version: 1;
  scenario: string;
  /** The SHA-256 of each file of the scenario, in all languages. */
  files: Record<string, string>;
  /** The size of the run, so that another one is noticed whatever made it so. */
  run: { last: number; calls: number; compactions: number };
  patch: Patch;
  /** The place that is open, as a fragment. */
  place: string;
}

/** A sentence: a key of the catalog and its arguments. */
export interface Line {
  key: string;
  args: Record<string, string | number>;
}

export type Brought = { verdict: "cannot"; why: Line } | ({ verdict: "same" | "differs"; how: Line[] } & (Run | Work | Recorded));
type Recorded = { kind: "recording"; recording: Recording };
type Run = { kind: "run"; file: RunFile };
type Work = { kind: "progress"; file: ProgressFile };

/** What the page has, for the comparison. */
export interface Here {
  scenarios: readonly string[];
  hashes(scenario: string): Record<string, string>;
  /** The size of a run as it is here, with the patch and the pieces of the file's place; null where it cannot be played. */
  play(file: RunFile): RunFile["run"] | null;
  /** Why a recording cannot be played; null where it can. */
  fault(recording: Recording): Line | null;
  progress: Progress;
}

export const progressName = "secondwind-progress.json";
export const runName = (scenario: string): string => `${scenario}.run.json`;

/** The longest recording; no other file of the page comes near to this. Unit: UTF-16 code units. */
export const longest = 16_000_000;

export const fileText = (file: ProgressFile | RunFile): string => `${JSON.stringify(file, null, 2)}\n`;

const cannot = (key: string, args: Line["args"] = {}): Brought => ({ verdict: "cannot", why: { key, args } });

/** Reads a file that someone brought. It never fails: what cannot be used is said. */
export function bring(text: string, here: Here): Brought {
  if (text.length > longest) return cannot("keep-file-long");
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return cannot("keep-file-json");
  }
  if (!isRecord(data)) return cannot("keep-file-foreign");
  const { format, version } = data;
  if (format !== "secondwind-progress" && format !== "secondwind-run" && format !== "secondwind-recording") return cannot("keep-file-foreign");
  if (typeof version !== "number") return cannot("keep-file-damaged", { fields: "version" });
  if (version > 1) return cannot("keep-file-newer", { version });
  if (format === "secondwind-recording") return bringRecording(data, here);
  return format === "secondwind-run" ? bringRun(data, here) : bringProgress(data, here);
}

function bringRecording(data: Record<string, unknown>, here: Here): Brought {
  if (!isRecording(data)) return cannot("keep-file-damaged", { fields: "title, answers" });
  const why = here.fault(data);
  return why ? { verdict: "cannot", why } : { verdict: "same", kind: "recording", recording: data, how: [] };
}

function bringProgress(data: Record<string, unknown>, here: Here): Brought {
  const reading = readData(data["progress"]);
  if (reading.state === "newer") return cannot("keep-file-newer", { version: reading.version });
  const settings = settingsOf(data["settings"] ?? {});
  if (reading.state === "damaged" || !settings) {
    const faults = reading.state === "damaged" ? reading.faults.map((path) => `progress.${path}`) : [];
    return cannot("keep-file-damaged", { fields: listed([...faults, ...(settings ? [] : ["settings"])]) });
  }
  const file: ProgressFile = { format: "secondwind-progress", version: 1, settings, progress: reading.progress };
  const how = compareProgress(here.progress, reading.progress);
  return { verdict: how.length === 0 ? "same" : "differs", kind: "progress", file, how };
}

function settingsOf(value: unknown): Settings | null {
  if (!isRecord(value)) return null;
  const { lang, theme, letters } = value;
  const fine =
    (lang === undefined || typeof lang === "string") &&
    (theme === undefined || typeof theme === "string") &&
    (letters === undefined || typeof letters === "boolean");
  return fine ? (value as Settings) : null;
}

/** How the work in a file differs from the work here. */
export function compareProgress(mine: Progress, file: Progress): Line[] {
  const lines: Line[] = [];
  const count = (key: string, many: number): void => {
    if (many > 0) lines.push({ key, args: { count: many } });
  };
  const lack = <T>(from: readonly T[], items: readonly T[]): number => items.filter((item) => !from.includes(item)).length;
  count("keep-more-finished", lack(mine.finished, file.finished));
  count("keep-less-finished", lack(file.finished, mine.finished));

  const gates = (of: Progress): string[] => of.answers.map(({ gate }) => gate);
  count("keep-more-answers", lack(gates(mine), gates(file)));
  count("keep-less-answers", lack(gates(file), gates(mine)));
  const other = file.answers.filter((answer) => {
    const own = mine.answers.find(({ gate }) => gate === answer.gate);
    return own && !same(own, answer);
  });
  count("keep-other-answers", other.length);

  const tasks = (of: Progress): string[] => of.tasks.map(({ task }) => task);
  count("keep-more-tasks", lack(tasks(mine), tasks(file)));
  count("keep-less-tasks", lack(tasks(file), tasks(mine)));
  const worked = file.tasks.filter((work) => {
    const own = mine.tasks.find(({ task }) => task === work.task);
    return own && !same(own, work);
  });
  count("keep-other-tasks", worked.length);

  count("keep-more-ticks", lack(mine.ticks, file.ticks));
  count("keep-less-ticks", lack(file.ticks, mine.ticks));
  if (file.place !== mine.place) lines.push({ key: "keep-other-place", args: {} });
  return lines;
}

function bringRun(data: Record<string, unknown>, here: Here): Brought {
  const { scenario, files, run, patch, place } = data;
  const faults: string[] = [];
  if (typeof scenario !== "string" || scenario === "") faults.push("scenario");
  if (!isRecord(files) || !Object.values(files).every((hash) => /^[0-9a-f]{64}$/.test(String(hash)))) faults.push("files");
  const sizes = ["last", "calls", "compactions"] as const;
  if (!isRecord(run) || !sizes.every((size) => Number.isSafeInteger(run[size]) && Number(run[size]) >= 0)) faults.push("run");
  if (!isRecord(patch) || secret(JSON.stringify(patch))) faults.push("patch");
  if (typeof place !== "string" || secret(place) || (typeof scenario === "string" && parse(place).scenario !== scenario)) faults.push("place");
  if (faults.length > 0) return cannot("keep-file-damaged", { fields: listed(faults) });

  const file = { format: "secondwind-run", version: 1, scenario, files, run, patch, place } as RunFile;
  if (!here.scenarios.includes(file.scenario)) return cannot("keep-file-scenario", { name: brief(file.scenario) });
  const played = here.play(file);
  if (!played) return cannot("keep-file-unplayable", { name: brief(file.scenario) });

  const how: Line[] = [];
  const hashes = here.hashes(file.scenario);
  const names = [...new Set([...Object.keys(file.files), ...Object.keys(hashes)])].sort();
  for (const name of names) {
    const args = { name: brief(name) };
    if (!Object.hasOwn(hashes, name)) how.push({ key: "keep-run-missing", args });
    else if (!Object.hasOwn(file.files, name)) how.push({ key: "keep-run-extra", args });
    else if (hashes[name] !== file.files[name]) how.push({ key: "keep-run-file", args });
  }
  for (const size of sizes) {
    if (played[size] !== file.run[size]) how.push({ key: `keep-run-${size}`, args: { there: file.run[size], here: played[size] } });
  }
  return { verdict: how.length === 0 ? "same" : "differs", kind: "run", file, how };
}

const listed = (fields: readonly string[]): string =>
  fields.length > 4 ? `${fields.slice(0, 4).join(", ")}, …` : fields.join(", ");
