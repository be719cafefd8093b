import { Trial, type Patch, type Player, type ScenarioSource, type TrialEnd } from "secondwind/course";

/** What a program asked its trial for, with the text that it gave. */
export type Act = [name: "create" | "runTool" | "readNotes" | "writeNotes" | "tell" | "tellCompaction", text: string];

/** A program that came to its end: enough to make its run again, without the program. */
export interface Tried {
  acts: Act[];
  end: TrialEnd;
}

/** The run of a program that was tried on this scenario. */
export function runOf({ acts, end }: Tried, source: ScenarioSource, patch: Patch): Player {
  const trial = new Trial(source, patch);
  for (const act of acts) perform(trial, act);
  trial.end(end);
  return trial.player();
}

export function perform(trial: Trial, [name, text]: Act): string | undefined {
  switch (name) {
    case "create":
      return trial.create(text);
    case "runTool":
      return trial.runTool(text);
    case "readNotes":
      return trial.readNotes();
    case "writeNotes":
      return void trial.writeNotes(text);
    case "tell":
      return void trial.tell(Number(text));
    case "tellCompaction":
      return void trial.tellCompaction(Number(text));
  }
}
