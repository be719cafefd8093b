/** The learner's work as a host holds it. */
import { answers, readAll, type Prediction } from "../lib/answers";
import { secret } from "../lib/fragment";
import { progress } from "../lib/progress";
import { merge, readData, type Progress } from "../lib/schema";
import { Refusal } from "./channel";
import type { State } from "./embed";
import { isRecord } from "./protocol";

export interface Work {
  progress: Progress;
  predictions: Prediction[];
}

/** All work of now. What cannot be read back, such as an answer that holds a key, is not given away. */
export function stateOf(work: Work): State {
  const reading = readData(work.progress);
  return {
    format: "secondwind-state",
    version: 1,
    progress: { ...(reading.state === "newer" ? work.progress : reading.progress) },
    predictions: work.predictions.filter(({ because = "" }) => !secret(because)),
  };
}

export const stateNow = (): State => stateOf({ progress: progress.now, predictions: answers.all() });

/** The work in a state. A state that cannot be read in full is refused as a whole: what comes back in its place would be less. */
export function workIn(state: unknown): Work {
  if (!isRecord(state) || state["format"] !== "secondwind-state" || !Number.isInteger(state["version"])) throw new Refusal("state-damaged", "format");
  if (state["version"] !== 1) throw new Refusal("state-newer", "version");
  const reading = readData(state["progress"]);
  if (reading.state === "newer") throw new Refusal("state-newer", "progress");
  if (reading.state === "damaged") throw new Refusal("state-damaged", `progress.${reading.faults[0] ?? ""}`);
  const kept: unknown = state["predictions"];
  const predictions = readAll(kept);
  if (!Array.isArray(kept) || predictions.length !== kept.length) throw new Refusal("state-damaged", "predictions");
  return { progress: reading.progress, predictions };
}

/** Takes over the work that the host holds. What was done here before it came is kept beside it. */
export function take(work: Work, how: "add" | "replace"): void {
  progress.change((mine) => (how === "add" ? merge(work.progress, mine) : work.progress));
  const known = new Set(work.predictions.map(({ gate }) => gate));
  answers.replace(how === "add" ? [...work.predictions, ...answers.all().filter(({ gate }) => !known.has(gate))] : work.predictions);
}
