/** What the frame tells its host of what happens in it. */
import { untrack } from "svelte";
import { answers } from "../lib/answers";
import { words } from "../lib/i18n.svelte";
import { lesson } from "../lib/lesson.svelte";
import { prefs } from "../lib/prefs.svelte";
import { progress } from "../lib/progress";
import { same } from "../lib/schema";
import { session } from "../lib/session.svelte";
import { attempts, standingOf } from "../lib/tasks";
import { asked } from "./asked";
import { features } from "./features.svelte";
import type { Answered, Outcome, Ready } from "./embed";
import { host } from "./host.svelte";
import { stateNow } from "./state";

/** How long changes are gathered before the state is told. Unit: milliseconds. */
const gather = 200;

const rights: Record<Outcome, boolean | null> = {
  passed: true,
  "not-yet": false,
  "did-not-finish": false,
  "could-not-run": false,
  "could-not-check": null,
  kept: null,
};

const since = (start: number): number => Math.round((performance.now() - start) / 100) / 10;
const course = (): string | null => lesson.view?.id ?? null;

/** What is left of the exercise: how many tasks are done, and how many of those that are marked are right. */
function standing(): { done: number; count: number; passed: boolean; right: number; marked: number } | null {
  const exercise = lesson.exerciseHere;
  if (!exercise) return null;
  const marked = exercise.tasks.filter(({ kind }) => kind !== "explain");
  const right = marked.filter(({ id }) => lesson.stateOf(exercise.id, id) === "passed").length;
  return { ...standingOf(exercise, ({ id }) => lesson.stateOf(exercise.id, id)), right, marked: marked.length };
}

const ready = (): Ready => ({
  type: "ready",
  view: asked.view ?? "player",
  title: (asked.view === "exercise" ? lesson.exerciseTexts?.find("title") : session.run?.title) ?? "",
  lang: words.lang,
  theme: prefs.theme,
  course: asked.view === "exercise" ? course() : null,
  exercise: lesson.exerciseHere?.id ?? null,
  task: lesson.exerciseHere ? (lesson.taskHere?.id ?? null) : null,
  scenario: session.scenario,
  step: session.step,
  last: session.last,
  live: features.live,
  keeper: asked.held ? "host" : "browser",
});

/** To be called while the component of the frame is made. */
export function report(): void {
  const { channel } = host;
  if (!channel) return;
  let began = performance.now();
  let shown = performance.now();

  $effect(() => {
    if (!host.open) return;
    began = performance.now();
    channel.send(untrack(ready));
  });

  // The time of a task begins with it.
  $effect(() => {
    void [lesson.exerciseHere, lesson.taskHere, host.open];
    shown = performance.now();
  });

  lesson.onanswer = ({ outcome }, exercise, task) => {
    const work = lesson.workOf(exercise.id, task.id);
    // What could not be checked is not kept, and is a try all the same.
    const tries = attempts(work) + (outcome === "could-not-check" ? 1 : 0);
    channel.send({
      type: "answered",
      course: course() ?? "",
      exercise: exercise.id,
      task: task.id,
      kind: task.kind,
      outcome,
      right: rights[outcome],
      tries,
      hints: work?.hints ?? 0,
      seconds: since(shown),
    } satisfies Answered);
  };

  reportSteps();
  reportProgress(() => since(began));
  reportState();
  reportHeight();
}

function reportSteps(): void {
  $effect(() => {
    const { frame, scenario, last } = session;
    if (host.open && frame) host.channel?.send({ type: "step", scenario, step: frame.step, last, kind: frame.kind });
  });
}

function reportProgress(seconds: () => number): void {
  /** What was told to be over, so that it is told once. */
  let over = "";
  $effect(() => {
    if (!host.open || asked.view !== "exercise") return;
    const now = standing();
    const exercise = lesson.exerciseHere;
    if (!now || !exercise) return;
    const { done, count, passed, right, marked } = now;
    untrack(() => {
      host.channel?.send({ type: "progress", course: course() ?? "", exercise: exercise.id, done, count });
      const isOver = done === count;
      if (isOver && over !== exercise.id) {
        host.channel?.send({ type: "completed", course: course(), exercise: exercise.id, scenario: null, passed, right, marked, seconds: seconds() });
      }
      over = isOver ? exercise.id : "";
    });
  });
  $effect(() => {
    if (!host.open || asked.view !== "player") return;
    const { scenario, step, last } = session;
    const isOver = last > 0 && step === last;
    if (isOver && over !== scenario) {
      host.channel?.send({ type: "completed", course: null, exercise: null, scenario, passed: null, right: 0, marked: 0, seconds: untrack(seconds) });
    }
    // To walk back is not to begin anew.
    if (isOver || step === 0) over = isOver ? scenario : "";
  });
}

function reportState(): void {
  if (!asked.held) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const state = stateNow();
    if (!host.trusted || (host.told && same(host.told, state))) return;
    host.told = state;
    host.channel?.send({ type: "state-changed", state });
  };
  $effect(() => {
    if (!host.open) return;
    void [progress.now, answers.all()];
    timer ??= setTimeout(tell, gather);
  });
  $effect(() => {
    const hidden = (): void => {
      if (timer !== undefined) tell();
    };
    addEventListener("pagehide", hidden);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      removeEventListener("pagehide", hidden);
      document.removeEventListener("visibilitychange", hidden);
    };
  });
}

function reportHeight(): void {
  $effect(() => {
    const { open, lti } = host;
    let told = 0;
    const tell = (): void => {
      const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
      if (height === told) return;
      told = height;
      if (open) host.channel?.send({ type: "resize", height });
      if (lti) host.channel?.resizeLti(height);
    };
    // A frame out of sight is not drawn, and its size is not observed until it is.
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  });
}
