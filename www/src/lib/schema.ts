/** What is kept of a learner's work, and how it is read back from a text that anything may have happened to. */

import { secret } from "./fragment";

export const version = 2;

/** What a learner said at the gate of a prediction. The first answer never changes. */
export interface Answer {
  gate: string;
  first: string;
  tries: string[];
  skipped: boolean;
  confidence?: 1 | 2 | 3;
}

/** An answer to a task of the course: the answer as JSON, and what came of it. */
export interface Said {
  answer: string;
  outcome: string;
}

/** What a learner did with a task of the course. */
export interface TaskWork {
  /** The course, the exercise and the task: `lesson-6/trace/turn`. */
  task: string;
  /** The first answer never changes: it alone tells what was known before there was any feedback. */
  first: Said | null;
  tries: Said[];
  /** How many hints were opened. */
  hints: number;
  /** Whether the solution was shown. Nothing is answered after it. */
  shown: boolean;
}

export interface Progress {
  version: typeof version;
  /** The last place, as a fragment. */
  place: string | null;
  /** Ids of the scenarios that were walked to their end. */
  finished: string[];
  answers: Answer[];
  /** Ids of the points that were ticked in a checklist. */
  ticks: string[];
  tasks: TaskWork[];
}

export const nothing: Progress = { version, place: null, finished: [], answers: [], ticks: [], tasks: [] };

export const isNothing = ({ place, finished, answers, ticks, tasks }: Progress): boolean =>
  place === null && finished.length + answers.length + ticks.length + tasks.length === 0;

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

export type Reading =
  | { state: "fine"; progress: Progress; migrated: boolean }
  /** `progress` is what could be read; `faults` are the places of what could not. */
  | { state: "damaged"; progress: Progress; faults: string[] }
  /** Made by a later version of the page. */
  | { state: "newer"; version: number };

type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 200 && !secret(value);
const isTextWithin = (value: unknown, longest: number): value is string => typeof value === "string" && value.length <= longest && !secret(value);
const isText = (value: unknown): value is string => isTextWithin(value, 4000);

/** The longest program, or words, that answer a task. Unit: UTF-16 code units. */
export const longestCode = 8000;
export const longestWords = 3000;
/** As JSON a sign may take six, and something stands around it. */
const longestSaid = 6 * longestCode + 1000;

function ids(value: unknown, path: string, faults: string[]): string[] {
  if (!Array.isArray(value)) {
    faults.push(path);
    return [];
  }
  const good = value.filter((id, i) => isId(id) || (faults.push(`${path}[${i}]`), false));
  return [...new Set(good as string[])];
}

const answerFields = ["gate", "first", "tries", "skipped", "confidence"];

function answer(value: unknown): Answer | null {
  if (!isRecord(value) || !isId(value["gate"]) || !isText(value["first"]) || typeof value["skipped"] !== "boolean") return null;
  const { gate, first, tries, skipped, confidence } = value;
  if (!Array.isArray(tries) || tries.length > 1000 || !tries.every(isText)) return null;
  if (Object.keys(value).some((key) => !answerFields.includes(key))) return null;
  const plain: Answer = { gate, first, tries, skipped };
  if (confidence === undefined) return plain;
  return confidence === 1 || confidence === 2 || confidence === 3 ? { ...plain, confidence } : null;
}

const saidFields = ["answer", "outcome"];
const isSaid = (value: unknown): value is Said =>
  isRecord(value) && isTextWithin(value["answer"], longestSaid) && isId(value["outcome"]) && Object.keys(value).every((key) => saidFields.includes(key));

const taskFields = ["task", "first", "tries", "hints", "shown"];

function taskWork(value: unknown): TaskWork | null {
  if (!isRecord(value) || !isId(value["task"]) || Object.keys(value).some((key) => !taskFields.includes(key))) return null;
  const { task, first, tries, hints, shown } = value;
  if (!(first === null || isSaid(first)) || typeof shown !== "boolean") return null;
  if (!Array.isArray(tries) || tries.length > 1000 || !tries.every(isSaid) || (first === null && tries.length > 0)) return null;
  return Number.isSafeInteger(hints) && Number(hints) >= 0 ? { task, first, tries, hints: Number(hints), shown } : null;
}

/** The sound ones of a list, each key once. */
function sound<T>(list: unknown, path: string, faults: string[], read: (value: unknown) => T | null, key: (item: T) => string): T[] {
  const found: T[] = [];
  if (!Array.isArray(list)) faults.push(path);
  else {
    for (const [i, item] of list.entries()) {
      const good = read(item);
      if (good && !found.some((one) => key(one) === key(good))) found.push(good);
      else faults.push(`${path}[${i}]`);
    }
  }
  return found;
}

/** Reads this version and keeps whatever of it is sound. */
function current(data: Json): { progress: Progress; faults: string[] } {
  const faults = Object.keys(data).filter((key) => !Object.hasOwn(nothing, key));
  const place = data["place"] ?? null;
  if (place !== null && !isText(place)) faults.push("place");
  const progress: Progress = {
    version,
    place: isText(place) ? place : null,
    answers: sound(data["answers"], "answers", faults, answer, ({ gate }) => gate),
    finished: ids(data["finished"], "finished", faults),
    ticks: ids(data["ticks"], "ticks", faults),
    tasks: sound(data["tasks"], "tasks", faults, taskWork, ({ task }) => task),
  };
  return { progress, faults };
}

/** Version 0 named the scenario and the step apart, and kept its sets as records; an answer was its text alone. */
function fromVersion0(data: Json): Json {
  const { scenario, step, done = {}, predictions = {}, checks = {}, v, ...rest } = data;
  void v;
  const set = (record: unknown): unknown =>
    isRecord(record) ? Object.keys(record).filter((id) => record[id] === true) : record;
  return {
    ...rest,
    version: 1,
    place: typeof scenario === "string" ? `v1/${encodeURIComponent(scenario)}/${Number(step) || 0}` : (scenario ?? null),
    finished: set(done),
    ticks: set(checks),
    answers: isRecord(predictions)
      ? Object.entries(predictions).map(([gate, first]) => ({ gate, first, tries: [], skipped: false }))
      : predictions,
  };
}

/** Version 1 knew no tasks of the course. */
const fromVersion1 = (data: Json): Json => ({ ...data, version: 2, tasks: data["tasks"] ?? [] });

/** Each brings data of its version to the next one. */
const migrations: ((data: Json) => Json)[] = [fromVersion0, fromVersion1];

export function readData(data: unknown): Reading {
  const stated = isRecord(data) ? (data["version"] ?? data["v"]) : null;
  if (!isRecord(data) || typeof stated !== "number" || !Number.isInteger(stated) || stated < 0) {
    return { state: "damaged", progress: nothing, faults: ["version"] };
  }
  if (stated > version) return { state: "newer", version: stated };
  let now = data;
  for (let from = stated; from < version; from++) now = migrations[from]!(now);
  const { progress, faults } = current(now);
  return faults.length > 0 ? { state: "damaged", progress, faults } : { state: "fine", progress, migrated: stated < version };
}

export function readText(text: string): Reading {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { state: "damaged", progress: nothing, faults: ["JSON"] };
  }
  return readData(data);
}

/** Both learners' work in one. Where both answered a gate or a task, the answer of `mine` stands. */
export function merge(mine: Progress, other: Progress): Progress {
  const gates = new Set(mine.answers.map(({ gate }) => gate));
  const tasks = new Set(mine.tasks.map(({ task }) => task));
  return {
    version,
    place: mine.place ?? other.place,
    finished: [...new Set([...mine.finished, ...other.finished])],
    answers: [...mine.answers, ...other.answers.filter(({ gate }) => !gates.has(gate))],
    ticks: [...new Set([...mine.ticks, ...other.ticks])],
    tasks: [...mine.tasks, ...other.tasks.filter(({ task }) => !tasks.has(task))],
  };
}
