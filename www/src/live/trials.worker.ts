import type { Patch, ScenarioSource } from "secondwind/course";
import type { Tried } from "./acts";
import { tryProgram } from "./trials";

/** A program, and the scenarios that it is tried on. */
export interface TrialOrder {
  program: string;
  trials: readonly { source: ScenarioSource; patch: Patch }[];
}

async function tryAll({ program, trials }: TrialOrder): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const { source, patch } of trials) tried.push(await tryProgram(program, source, patch));
  return tried;
}

self.onmessage = async ({ data }: MessageEvent<TrialOrder>): Promise<void> => {
  const answer = await tryAll(data).then(
    (done) => ({ done }),
    (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
  self.postMessage(answer);
};
