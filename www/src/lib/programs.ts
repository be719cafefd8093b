import { start } from "virtual:trials";
import type { CodeTask, Course, Lang, Player, Verdict } from "secondwind/course";
import type { Tried } from "../live/acts";
import { Late, Sandbox, type Port } from "../live/sandbox";
import type { TrialOrder } from "../live/trials.worker";
import { course as api } from "./engine.svelte";

// A Worker is all of a port, but says less of what comes out of it.
const sandbox = new Sandbox(start as () => Promise<Worker & Port<TrialOrder, Tried[]>>);

/** A program that was tried: what is said of it, and its run on each of the task's scenarios. */
export interface TriedProgram {
  text: string;
  verdict: Verdict;
  /** Whether its run on a scenario may be shown; not on one that is held back. */
  has(scenario: string): boolean;
  /** Makes the run on a scenario that is shown. In another language than it was tried in, the program is tried again. */
  player(scenario: string, lang: Lang): Promise<Player>;
}

/** Tries a text in the part of a code task that is written. It runs in a Worker, and only when it is asked for. */
export async function tryText(course: Course, exercise: string, task: CodeTask, text: string, lang: Lang): Promise<TriedProgram> {
  const { runOf } = api();
  const program = course.programOf(exercise, task.id, text);
  const trialsIn = (lang: Lang): TrialOrder["trials"] => {
    // A course in fewer languages than the page is tried in one that it has.
    const { languages } = course.view;
    const spoken = languages.includes(lang) ? lang : (languages[0] ?? lang);
    return task.trials.map(({ run }) => ({ source: course.scenario(run.scenario, spoken), patch: run.patch }));
  };
  const tryIn = async (lang: Lang): Promise<Tried[]> => {
    const trials = trialsIn(lang);
    return sandbox.run({ program, trials }).catch((error: unknown): Tried[] => {
      if (!(error instanceof Late)) throw error;
      // What it had done until then is gone with the Worker.
      return trials.map(() => ({ acts: [], end: { kind: "stuck" } }));
    });
  };
  const done = await tryIn(lang);
  const trials = trialsIn(lang);
  const players = done.map((tried, place) => ({ player: runOf(tried, trials[place]!.source, trials[place]!.patch), end: tried.end }));
  const verdict = course.gradeProgram(exercise, task.id, text, players);
  for (const { player } of players) player.free();

  // What a program says to its model is in the words of the scenario, so each language has a run of its own.
  const inLanguages = new Map([[lang, Promise.resolve(done)]]);
  const isStuck = done.some(({ end }) => end.kind === "stuck");
  const placeOf = (scenario: string): number => task.trials.findIndex(({ run, held }) => !held && run.scenario === scenario);
  return {
    text,
    verdict,
    has: (scenario) => placeOf(scenario) >= 0,
    async player(scenario, lang) {
      const place = placeOf(scenario);
      // One that never came back has done nothing in any language.
      const coming = isStuck ? Promise.resolve(done) : (inLanguages.get(lang) ?? tryIn(lang));
      inLanguages.set(lang, coming);
      coming.catch(() => inLanguages.delete(lang));
      const tried = (await coming)[place]!;
      const { source, patch } = trialsIn(lang)[place]!;
      return runOf(tried, source, patch);
    },
  };
}

/** Ends what is being tried. */
export const stopTrying = (): void => sandbox.stop();
