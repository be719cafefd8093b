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
  /** Makes the run on a scenario that is shown; null for one that is held back. */
  player(step: Verdict["jump"]): Player | null;
}

/** Tries a text in the part of a code task that is written. It runs in a Worker, and only when it is asked for. */
export async function tryText(course: Course, exercise: string, task: CodeTask, text: string, lang: Lang): Promise<TriedProgram> {
  const { runOf } = api();
  // A course in fewer languages than the page is tried in one that it has.
  const { languages } = course.view;
  const spoken = languages.includes(lang) ? lang : (languages[0] ?? lang);
  const trials = task.trials.map(({ run }) => ({ source: course.scenario(run.scenario, spoken), patch: run.patch }));
  const program = course.programOf(exercise, task.id, text);
  const done = await sandbox.run({ program, trials }).catch((error: unknown): Tried[] => {
    if (!(error instanceof Late)) throw error;
    // What it had done until then is gone with the Worker.
    return trials.map(() => ({ acts: [], end: { kind: "stuck" } }));
  });
  const players = done.map((tried, place) => ({ player: runOf(tried, trials[place]!.source, trials[place]!.patch), end: tried.end }));
  const verdict = course.gradeProgram(exercise, task.id, text, players);
  for (const { player } of players) player.free();
  return {
    text,
    verdict,
    player(jump) {
      const place = task.trials.findIndex(({ run, held }) => !held && run.scenario === jump?.run.scenario);
      return place < 0 ? null : runOf(done[place]!, trials[place]!.source, trials[place]!.patch);
    },
  };
}

/** Ends what is being tried. */
export const stopTrying = (): void => sandbox.stop();
