import { Trial, trialEntry, trialLimits, type Patch, type ScenarioSource, type TrialEnd } from "secondwind/course";
import { names, type Act, type Tried } from "./acts";
import { evaluate, type End } from "./evaluate";

/** Runs a program, the text of `harness.js`, in a sandbox with counted fuel, on a scenario. */
export async function tryProgram(program: string, source: ScenarioSource, patch: Patch): Promise<Tried> {
  const trial = new Trial(source, patch);
  const { fuel, memory, stack, call } = trialLimits();
  const acts: Act[] = [];
  let told: TrialEnd | null = null;
  const act = (name: Act[0]) => (given = '""') => {
    const text = read(given);
    acts.push([name, text]);
    return written(trial.act(name, text));
  };
  const costs = {};
  for (const name of names) {
    // A program that asks for more than is recorded has no fuel left for it.
    Object.defineProperty(costs, name, { get: () => (trial.isFull ? Infinity : name === "create" ? call : 0) });
  }
  let ended: End;
  try {
    ended = await evaluate({
      entry: trialEntry(),
      modules: {},
      files: new Map([["harness.js", program]]),
      limits: { fuel, memory, stack },
      costs,
      host: {
        ...Object.fromEntries(names.map((name) => [name, act(name)])),
        input: () => written(trial.act("input", "")),
        // A program ends once.
        end: (...texts) => void (told ??= endOf(texts.map(read))),
        print: () => undefined,
      },
    });
  } catch (error) {
    // The sandbox itself did not start.
    return { acts: [], end: { kind: "broken", message: error instanceof Error ? error.message : String(error) } };
  } finally {
    trial.free();
  }
  // Whatever the entry does not live to tell, such as memory that is used up, is no end that was told.
  // Behind an error of a timer the entry itself waits for ever.
  const isOver = ended.kind === "finished" || ended.kind === "waiting";
  return { acts, end: (isOver && told) || { kind: "stopped" } };
}

// The entry writes every text as JSON, and reads it so.
const read = (text: string): string => JSON.parse(text) as string;
const written = (text: string | undefined): string | undefined => (text === undefined ? undefined : JSON.stringify(text));

function endOf([kind, text = "", message = "", line = ""]: string[]): TrialEnd {
  if (kind === "returned") return { kind, answer: text };
  return { kind: "threw", name: text, message, line: line === "" ? null : Number(line) };
}
