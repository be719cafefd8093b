import { Trial, type Patch, type Player, type ScenarioSource, type TrialEnd } from "secondwind/course";

/** What a program can ask its trial for. */
export const names = ["create", "runTool", "readNotes", "writeNotes", "tell", "tellCompaction"] as const;

/** What a program asked its trial for, with the text that it gave. */
export type Act = [name: (typeof names)[number], text: string];

/** A program that came to its end: enough to make its run again, without the program. */
export interface Tried {
  acts: Act[];
  end: TrialEnd;
}

/** The run of a program that was tried on this scenario. */
export function runOf({ acts, end }: Tried, source: ScenarioSource, patch: Patch): Player {
  const trial = new Trial(source, patch);
  for (const [name, text] of acts) trial.act(name, text);
  trial.end(end);
  return trial.player();
}
