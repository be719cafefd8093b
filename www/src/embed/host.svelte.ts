/** What the frame does of what its host asks for. */
import { tick, untrack } from "svelte";
import { answers } from "../lib/answers";
import { kit } from "../lib/coursekit.svelte";
import { scenarios } from "../lib/first.svelte";
import { pick, words } from "../lib/i18n.svelte";
import { withPlace } from "../lib/lessonplace";
import { lesson } from "../lib/lesson.svelte";
import { parse } from "../lib/fragment";
import { place } from "../lib/place";
import { prefs } from "../lib/prefs.svelte";
import { progress } from "../lib/progress";
import { nothing } from "../lib/schema";
import { session } from "../lib/session.svelte";
import { live } from "../live/live.svelte";
import { asked } from "./asked";
import { Channel, Refusal, surroundings } from "./channel";
import type { GoTo, HostContent, Init, State } from "./embed";
import { features } from "./features.svelte";
import { stateNow, stateOf, take, workIn, type Work } from "./state";

/** The page that holds this one, once it has said so. */
class Host {
  /** Null where the page is in no frame. */
  readonly channel: Channel | null;
  /** Whether the host has said `init`, and everything that it asked for was done. */
  open = $state(false);
  lti = $state(asked.lti);
  /** Whether the work of here may go to the host: not while it holds one that could not be read. */
  trusted = false;
  /** The state that the host has. */
  told: State | null = null;
  /** The place that the frame was opened at. */
  #first = "";

  constructor() {
    const around = asked.view === null ? null : surroundings();
    this.channel = around && new Channel(around);
    if (this.channel) this.channel.onmessage = (content) => untrack(() => this.#do(content));
  }

  /** Listens from when there is something to show. Returns what ends it. */
  start(): () => void {
    this.#first = place.current();
    const visit = place.onfollow;
    let moved = false;
    // Where the frame stands is work once somebody has gone there, and only for a host that holds it.
    place.onfollow = (fragment) => {
      moved ||= this.open && fragment !== this.#first;
      if (asked.held && moved) visit(fragment);
    };
    return this.channel?.start() ?? ((): void => {});
  }

  #do(content: HostContent): void {
    switch (content.type) {
      case "init":
        this.#init(content);
        return;
      case "setState":
        this.#replace(content.state);
        return;
      case "goTo":
        goTo(content);
        return;
      case "reset":
        this.#reset();
    }
  }

  #init({ features: allowed, state, lang, theme, lti }: Init): void {
    if (allowed) this.#allow(allowed.live ?? false);
    if (lti !== undefined) this.lti = lti;
    if (theme !== undefined) prefs.theme = theme;
    if (lang !== undefined) this.#speak(pick([lang]));
    const isFirst = !this.open;
    // What the frame shows is told, whether the state is good or not.
    if (isFirst) void tick().then(() => (this.open = true));
    if (state === undefined) {
      if (isFirst) this.#begin();
      return;
    }
    if (!isFirst) this.#replace(state);
    else if (state === null) this.#begin();
    else this.#take(this.#read(state), "add");
  }

  /** What is not allowed any more ends, and its key is forgotten. */
  #allow(on: boolean): void {
    if (features.live && !on) {
      live.stop();
      live.forget();
    }
    features.live = on;
  }

  /** The host holds nothing yet. */
  #begin(): void {
    this.trusted = true;
    this.told = stateOf({ progress: nothing, predictions: [] });
  }

  #speak(lang: typeof words.lang): void {
    if (lang === words.lang) return;
    words.lang = lang;
    session.speak(lang);
  }

  #read(state: State): Work {
    if (!asked.held) throw new Refusal("state-not-held", "state");
    return workIn(state);
  }

  #replace(state: State | null): void {
    if (!asked.held) throw new Refusal("state-not-held", "state");
    if (state === null) {
      progress.replace(nothing);
      answers.replace([]);
      this.trusted = true;
      this.told = stateNow();
    } else this.#take(this.#read(state), "replace");
  }

  #take(work: Work, how: "add" | "replace"): void {
    take(work, how);
    this.trusted = true;
    this.told = stateOf(work);
    const { place: to } = work.progress;
    if (to !== null && isHere(to)) withPlace(to, () => place.open(to));
  }

  #reset(): void {
    if (asked.view === "exercise") {
      const exercise = lesson.exerciseHere;
      if (!exercise) throw new Refusal("not-found", "exercise");
      lesson.restart(exercise.id);
      show(exercise.id, exercise.tasks[0]?.id);
      return;
    }
    session.playing = false;
    progress.change((now) => ({ ...now, finished: now.finished.filter((id) => id !== session.scenario) }));
    answers.replace(answers.all().filter(({ gate }) => !gate.startsWith(`${session.scenario}.`)));
    withPlace(this.#first, () => place.open(this.#first));
  }
}

/** Whether a place is in the exercise, or in the run, that the frame was made for. */
function isHere(fragment: string): boolean {
  const { scenario, pieces } = parse(fragment);
  return asked.view === "exercise" ? pieces.get("exercise") === lesson.exercise : scenario === session.scenario && !pieces.has("exercise");
}

/** Shows a task without taking the focus, which may be anywhere in the host. */
export function show(exercise: string, task?: string): void {
  const found = lesson.exerciseOf(exercise);
  lesson.section = (found && lesson.view?.sections.find(({ exercises }) => exercises.includes(exercise))?.id) ?? null;
  lesson.exercise = found && exercise;
  const open = found?.tasks.find(({ id }) => id === task) ?? (found ? lesson.nextIn(found) : undefined);
  lesson.task = open?.id ?? null;
  lesson.panel = "lesson";
  lesson.showTask();
}

function goTo({ exercise, task, scenario, step }: GoTo): void {
  // Nothing is done of what cannot be done as a whole.
  if (scenario !== undefined && scenario !== session.scenario && !scenarios.includes(scenario)) throw new Refusal("not-found", "scenario");
  if (exercise !== undefined || task !== undefined) {
    if (asked.view !== "exercise" || !kit.api) throw new Refusal("not-found", "exercise");
    const found = lesson.exerciseOf(exercise ?? lesson.exercise ?? "");
    if (!found) throw new Refusal("not-found", "exercise");
    if (task !== undefined && !found.tasks.some(({ id }) => id === task)) throw new Refusal("not-found", "task");
    show(found.id, task);
  }
  if (scenario !== undefined && scenario !== session.scenario) {
    session.show({ scenario, patch: {} }, step ?? 0);
  } else if (step !== undefined) {
    if (step > session.last) throw new Refusal("not-found", "step");
    session.jump(step);
  }
}

export const host = new Host();
