import { SvelteMap } from "svelte/reactivity";
import { secret } from "./fragment";
import { courseId } from "./coursesource";
import { keep, recall } from "./prefs.svelte";

export type Confidence = 1 | 2 | 3;
export const confidences: readonly Confidence[] = [1, 2, 3];

/** What a learner did at a gate. */
export interface Prediction {
  gate: string;
  /** The first answer; it never changes. Null where the gate was skipped. */
  first: number | null;
  /** What was tried after the first answer. */
  tries: number[];
  skipped: boolean;
  confidence?: Confidence;
  /** The learner's own reason. Kept, never marked. */
  because?: string;
}

/** Where predictions are kept. */
export interface Answers {
  get(gate: string): Prediction | undefined;
  put(prediction: Prediction): void;
  all(): Prediction[];
  /** Puts these in the place of all that are kept. */
  replace(all: readonly Prediction[]): void;
}

/** Courses side by side name their runs alike: each has its own place, as the rest of the work in it. */
const key = `predictions${courseId === null ? "" : `.of.${courseId}`}`;
/** No reason needs to be longer, and storage is small. Unit: UTF-16 code units. */
export const longestReason = 400;

function whole(value: unknown): Prediction | null {
  if (typeof value !== "object" || value === null) return null;
  const { gate, first, tries, skipped, confidence, because } = value as Record<string, unknown>;
  const isAnswer = (one: unknown): one is number => Number.isSafeInteger(one);
  if (typeof gate !== "string" || secret(gate) || !(first === null || isAnswer(first))) return null;
  if (!Array.isArray(tries) || !tries.every(isAnswer) || typeof skipped !== "boolean") return null;
  if (skipped !== (first === null)) return null;
  const sure = confidences.find((one) => one === confidence);
  return {
    gate,
    first,
    tries: [...tries],
    skipped,
    ...(sure ? { confidence: sure } : {}),
    ...(typeof because === "string" && because !== "" ? { because: because.slice(0, longestReason) } : {}),
  };
}

/** The sound ones of what was kept; what does not have the shape of a prediction is left out. */
export const readAll = (kept: unknown): Prediction[] => (Array.isArray(kept) ? kept.map(whole).filter((one) => one !== null) : []);

/** The same, from the text that was kept. */
export function parse(text: string | null): Prediction[] {
  try {
    return readAll(JSON.parse(text ?? "[]"));
  } catch {
    return [];
  }
}

/** Predictions in memory, written to this device at every change. */
class Local implements Answers {
  #kept = new SvelteMap(parse(recall(key)).map((one) => [one.gate, one]));

  get(gate: string): Prediction | undefined {
    return this.#kept.get(gate);
  }

  put(prediction: Prediction): void {
    const before = this.#kept.get(prediction.gate);
    // The first answer is final, whoever asks.
    const kept = before ? { ...prediction, first: before.first, skipped: before.skipped } : prediction;
    this.#kept.set(kept.gate, kept);
    keep(key, JSON.stringify(this.all()));
  }

  all(): Prediction[] {
    return [...this.#kept.values()];
  }

  replace(all: readonly Prediction[]): void {
    this.#kept.clear();
    for (const one of all) this.#kept.set(one.gate, one);
    keep(key, JSON.stringify(this.all()));
  }
}

export const local = (): Answers => new Local();

export const answers: Answers = local();
