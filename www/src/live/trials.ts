import { Trial, trialEntry, type Patch, type ScenarioSource, type TrialEnd } from "secondwind/course";
import { perform, type Act, type Tried } from "./acts";
import { evaluate } from "./evaluate";

/** A program asks for less, unless it asks for ever. */
const most = 10_000;

/** A model call is much work outside the sandbox; the command line counts the same. */
const costs = { create: 500 };

/** Runs a program, the text of `harness.js`, in a sandbox with counted fuel, on a scenario. */
export async function tryProgram(program: string, source: ScenarioSource, patch: Patch): Promise<Tried> {
  const trial = new Trial(source, patch);
  const acts: Act[] = [];
  let told: TrialEnd | null = null;
  const act = (name: Act[0]) => (text = "") => {
    if (acts.length < most) acts.push([name, text]);
    return perform(trial, [name, text]);
  };
  const end = await evaluate({
    entry: trialEntry(),
    modules: {},
    files: new Map([["harness.js", program]]),
    costs,
    host: {
      input: () => JSON.stringify(trial.input()),
      create: act("create"),
      runTool: act("runTool"),
      readNotes: act("readNotes"),
      writeNotes: act("writeNotes"),
      tell: act("tell"),
      tellCompaction: act("tellCompaction"),
      end: (text = "") => void (told = JSON.parse(text) as TrialEnd),
      print: () => undefined,
    },
  });
  trial.free();
  if (end.kind === "threw") return { acts, end: { kind: "threw", name: end.error.name, message: end.error.message, line: null } };
  return { acts, end: (end.kind === "finished" && told) || { kind: "stopped" } };
}
