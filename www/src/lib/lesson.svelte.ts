import type {
  Answer, CourseRun, CourseView, CriterionView, ExerciseView, Player, SectionView, Solution, TaskView, Verdict,
} from "secondwind/course";
import { tick } from "svelte";
import { kit } from "./coursekit.svelte";
import { Drafts } from "./drafts";
import { course as api } from "./engine.svelte";
import { t, words } from "./i18n.svelte";
import { predict } from "./predict.svelte";
import { progress } from "./progress";
import { same, type TaskWork } from "./schema";
import { stopTrying, tryText, type TriedProgram } from "./programs";
import { session } from "./session.svelte";
import { tabShelf } from "./storage";
import { answerTo, isDone, isMet, lastAnswer, standingOf, stateOf, tickId, withAnswer, workId, type Standing, type TaskState } from "./tasks";
import { Texts } from "./texts";
import { worlds } from "./worlds.svelte";

/** What a narrow page shows of a lesson at a time. */
export const panels = ["lesson", "window", "code", "more"] as const;
export type Panel = (typeof panels)[number];

/** How many runs that tasks ask about stay played. */
const held = 4;

/** Brings an element of the lesson under the reader's eyes and gives it the focus, once it is drawn. */
async function look(id: string): Promise<void> {
  await tick();
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "start" });
}

/** The lesson beside the player: its section, the exercise and the task that are open, and what was said of the answers. */
class Lesson {
  /** The section that is open; null while the page is the playground alone. */
  section = $state<string | null>(null);
  exercise = $state<string | null>(null);
  task = $state<string | null>(null);
  panel = $state<Panel>("lesson");
  /** Whether an exercise stands for itself, without the lesson that it is of. */
  alone = $state(false);
  /** Called with what came of each answer, and with the task as it stands then. */
  onanswer: (verdict: Verdict, exercise: ExerciseView, task: TaskView) => void = () => {};
  /** The section in which the lesson was closed. */
  #left: string | null = null;
  /** Counts how often what lies behind an open question was wanted. */
  asked = $state(0);
  /** What a screen reader is told, in the language that it was said in. */
  #said = $state.raw({ lang: "", text: "" });
  /** How many exercises were read for the list of what is done. */
  #counted = $state(0);
  readonly #exercises = new Map<string, ExerciseView | null>();
  readonly #players = new Map<string, Player>();
  readonly #drafts = new Drafts(tabShelf);

  course = $derived(kit.api?.course ?? null);
  view = $derived<CourseView | null>(this.course?.view ?? null);
  /** Whether the lesson is on the page. */
  open = $derived(this.section !== null && kit.api !== null);
  here = $derived<SectionView | null>(this.view?.sections.find(({ id }) => id === this.section) ?? this.view?.sections[0] ?? null);
  texts = $derived<Texts | null>(this.view && new Texts(this.view.texts, this.view.values, words.lang));
  exerciseHere = $derived<ExerciseView | null>(this.exercise === null ? null : this.exerciseOf(this.exercise));
  exerciseTexts = $derived<Texts | null>(this.exerciseHere && this.textsOf(this.exerciseHere));
  taskHere = $derived<TaskView | null>(this.exerciseHere?.tasks.find(({ id }) => id === this.task) ?? this.exerciseHere?.tasks[0] ?? null);

  /** What the page is called while the lesson is open. */
  title = $derived(this.exerciseTexts?.find("title") ?? (this.here && this.texts?.find(this.here.id)) ?? null);

  /** An exercise by its id; null where there is none that works. */
  exerciseOf(id: string): ExerciseView | null {
    // Asked for first, so that whoever shows an exercise hears of another version of the course.
    const { course } = this;
    const known = this.#exercises.get(id);
    if (known !== undefined || !course) return known ?? null;
    let found: ExerciseView | null = null;
    try {
      found = course.exercise(id);
    } catch {
      // It is left out of the lesson, as one that a link makes up.
    }
    this.#exercises.set(id, found);
    return found;
  }

  /** Gives up what was read of the course, before another version of it takes its place. */
  forget(): void {
    stopTrying();
    this.#tried = null;
    this.#counted = 0;
    this.#exercises.clear();
    for (const player of this.#players.values()) player.free();
    this.#players.clear();
  }

  /** Reads again what the list of what is done is made of. The reader stays where they are. */
  renew(): void {
    this.count();
  }

  textsOf(exercise: ExerciseView): Texts {
    return new Texts(exercise.texts, exercise.values, words.lang);
  }

  /** A run that a task asks about, played for itself. */
  player(run: CourseRun): Player {
    const key = JSON.stringify([run, words.lang]);
    const known = this.#players.get(key);
    if (known) return known;
    const { Player, source } = api();
    const player = new Player(source(run.scenario, words.lang), run.patch);
    this.#players.set(key, player);
    const [oldest] = this.#players.keys();
    if (this.#players.size > held && oldest !== undefined) {
      this.#players.get(oldest)?.free();
      this.#players.delete(oldest);
    }
    return player;
  }

  get said(): string {
    return this.#said.lang === words.lang ? this.#said.text : "";
  }

  say(text: string): void {
    this.#said = { lang: words.lang, text };
  }

  // ---- what was done

  #id(exercise: string, task: string): string {
    return workId(this.view?.id ?? "", exercise, task);
  }

  workOf(exercise: string, task: string): TaskWork | null {
    return progress.workOf(this.#id(exercise, task));
  }

  stateOf = (exercise: string, task: string): TaskState => stateOf(this.workOf(exercise, task));

  /** How far an exercise has come; nothing is said of one that was not read yet, see `count`. */
  standingOf(id: string): Standing {
    void this.#counted;
    const exercise = this.#exercises.get(id) ?? null;
    return exercise ? standingOf(exercise, (task) => this.stateOf(id, task.id)) : { done: 0, count: 0, passed: false };
  }

  /**
   * Reads all exercises for the list of what is done, one at a time: each plays its runs, and the page is to answer in
   * between. Returns what ends it.
   */
  count(): () => void {
    const waiting = this.view?.sections.flatMap(({ exercises }) => exercises).filter((id) => !this.#exercises.has(id)) ?? [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = (): void => {
      const id = waiting.shift();
      if (id === undefined) {
        this.#counted = this.#exercises.size;
        return;
      }
      this.exerciseOf(id);
      timer = setTimeout(next);
    };
    next();
    return () => clearTimeout(timer);
  }

  /** Whether every exercise was read. */
  get isCounted(): boolean {
    return this.#counted > 0;
  }

  /** How far a section's exercises have come together. */
  standingIn(section: SectionView): Standing {
    const all = section.exercises.map((id) => this.standingOf(id));
    return {
      done: all.reduce((sum, { done }) => sum + done, 0),
      count: all.reduce((sum, { count }) => sum + count, 0),
      passed: all.every(({ passed }) => passed),
    };
  }

  isMet(criterion: CriterionView): boolean {
    const ticked = progress.now.ticks.includes(tickId(this.view?.id ?? "", criterion.id));
    return isMet(criterion, (exercise) => this.standingOf(exercise).passed, ticked);
  }

  tick(criterion: CriterionView, on: boolean): void {
    progress.tick(tickId(this.view?.id ?? "", criterion.id), on);
  }

  draftOf(exercise: string, task: string): Answer | null {
    return this.#drafts.get(this.#id(exercise, task));
  }

  /** Remembers what is entered, so that it is there when the task is opened again. */
  draft(exercise: string, task: string, answer: Answer | null): void {
    this.#drafts.set(this.#id(exercise, task), answer);
  }

  forgetDrafts(): void {
    this.#drafts.clear();
  }

  get work(): TaskWork | null {
    return this.exerciseHere && this.taskHere ? this.workOf(this.exerciseHere.id, this.taskHere.id) : null;
  }

  /** What is said of the last answer. It is found again rather than kept, so that it is in the language of now. */
  verdict = $derived.by<Verdict | null>(() => {
    const answer = this.taskHere && answerTo(this.taskHere, lastAnswer(this.work));
    // A program that was kept is not run again by itself.
    if (answer?.kind === "code") return this.#tried?.text === answer.text && this.work?.shown !== true ? this.#tried.verdict : null;
    return answer && this.work?.shown !== true ? this.#graded(answer) : null;
  });

  solution = $derived.by<Solution | null>(() => {
    if (!this.work?.shown || !this.exerciseHere || !this.taskHere) return null;
    try {
      return this.course?.solution(this.exerciseHere.id, this.taskHere.id) ?? null;
    } catch {
      return null;
    }
  });

  #graded(answer: Answer): Verdict | null {
    const [exercise, task] = [this.exerciseHere, this.taskHere];
    if (!this.course || !exercise || !task) return null;
    try {
      return this.course.grade(exercise.id, task.id, answer);
    } catch {
      // An answer of another version of the course says nothing any more.
      return null;
    }
  }

  /** Takes an answer. Null where it is none to this task. */
  answer(answer: Answer): Verdict | null {
    const verdict = this.#graded(answer);
    if (verdict) this.#took(answer, verdict);
    return verdict;
  }

  #took(answer: Answer, verdict: Verdict): void {
    this.#change((work) => withAnswer(work, answer, verdict.outcome));
    if (this.exerciseHere && this.taskHere) this.draft(this.exerciseHere.id, this.taskHere.id, null);
    if (this.exerciseHere && this.taskHere) this.onanswer(verdict, this.exerciseHere, this.taskHere);
  }

  /** Whether a program of the learner's is running. */
  trying = $state(false);
  /** The program that was tried last. */
  #tried = $state.raw<TriedProgram | null>(null);

  /** Tries a program. Null where it was stopped, or where the task has changed meanwhile. */
  async try(text: string): Promise<Verdict | null> {
    const [exercise, task] = [this.exerciseHere, this.taskHere];
    if (!this.course || !exercise || task?.kind !== "code" || this.trying) return null;
    this.trying = true;
    try {
      const tried = await tryText(this.course, exercise.id, task, text, words.lang);
      if (this.taskHere?.id !== task.id || this.exerciseHere?.id !== exercise.id) return null;
      this.#tried = tried;
      this.#took({ kind: "code", text }, tried.verdict);
      return tried.verdict;
    } catch {
      return null;
    } finally {
      this.trying = false;
    }
  }

  stop(): void {
    stopTrying();
  }

  hint(): void {
    const all = this.taskHere?.hints ?? 0;
    this.#change((work) => ({ ...work, hints: Math.min(all, work.hints + 1) }));
  }

  giveUp(): void {
    this.#change((work) => ({ ...work, shown: true }));
  }

  #change(how: (work: TaskWork) => TaskWork): void {
    if (this.exerciseHere && this.taskHere) progress.work(this.#id(this.exerciseHere.id, this.taskHere.id), how);
  }

  /** Forgets the work on an exercise. */
  restart(id: string): void {
    const tasks = this.exerciseOf(id)?.tasks.map((task) => this.#id(id, task.id)) ?? [];
    for (const task of tasks) this.#drafts.set(task, null);
    progress.change((now) => ({ ...now, tasks: now.tasks.filter(({ task }) => !tasks.includes(task)) }));
  }

  // ---- where it is

  /** Opens the lesson at its beginning, as a page does that is there for it. */
  begin(): void {
    this.section = this.view?.sections[0]?.id ?? null;
    this.showSection();
  }

  /** Opens the lesson where it was left, else at its beginning. */
  enter(): void {
    kit.with(() => {
      this.toSection(this.section ?? this.#left ?? this.view?.sections[0]?.id ?? "");
    });
  }

  leave(): void {
    this.#left = this.section;
    this.section = this.exercise = this.task = null;
    void tick().then(() => document.querySelector<HTMLElement>('[data-testid="lesson-toggle"]')?.focus());
  }

  toSection(id: string): void {
    this.exercise = this.task = null;
    this.section = id;
    this.panel = "lesson";
    this.showSection();
    void look("lesson-heading");
  }

  /** Shows the section's run in the player. */
  showSection(): void {
    if (this.here?.run) session.show(this.here.run, this.here.step ?? 0);
  }

  toExercise(id: string): void {
    const exercise = this.exerciseOf(id);
    if (!exercise) return;
    this.exercise = id;
    this.toTask(this.nextIn(exercise)?.id ?? "", "exercise-heading");
  }

  /** The task to go on with. */
  nextIn({ id, tasks }: ExerciseView): TaskView | undefined {
    return tasks.find((task) => ["open", "not-yet", "did-not-finish", "could-not-run"].includes(this.stateOf(id, task.id))) ?? tasks[0];
  }

  toTask(id: string, focus = "task-heading"): void {
    this.task = id;
    this.panel = "lesson";
    this.showTask();
    void look(focus);
  }

  /** Shows the run that the task is about, at its step. */
  showTask(): void {
    const at = this.taskHere?.at;
    if (at) session.show(at.run, at.step);
  }

  toText(): void {
    const id = this.exercise;
    this.exercise = this.task = null;
    this.showSection();
    void look(`exercise-${id}`);
  }

  /** Whether the player shows another run than the lesson is about. */
  elsewhere = $derived.by(() => {
    const run = this.exerciseHere ? this.taskHere?.at?.run : this.here?.run;
    return run !== undefined && run !== null && !this.#plays(run);
  });

  #plays({ scenario, patch }: CourseRun): boolean {
    return session.scenario === scenario && same({ bugs: [], ...session.patch }, { bugs: [], ...patch });
  }

  /** Goes to the step in which an answer is seen. */
  jump({ run, step }: { run: CourseRun; step: number }): void {
    const tried = this.taskHere?.kind === "code" && this.work?.shown !== true ? this.#tried : null;
    if (tried?.has(run.scenario)) void session.showProgram((lang) => tried.player(run.scenario, lang), run, step, words.lang);
    else if (this.#plays(run)) session.jump(step);
    else session.show(run, step);
    this.panel = "window";
    void tick().then(() => document.getElementById("window")?.focus({ preventScroll: matchMedia("(min-width: 681px)").matches }));
  }

  /** Opens the world in which an answer would be right, beside the run of the task. */
  openWorld({ jump, world }: Pick<Verdict, "jump" | "world">): void {
    if (!world) return;
    const beside = jump ?? this.taskHere?.at ?? null;
    if (beside?.run.scenario !== world.run.scenario) {
      this.jump(world);
      return;
    }
    if (this.#plays(beside.run)) session.jump(beside.step);
    else session.show(beside.run, beside.step);
    this.panel = "more";
    worlds.compare(world.run.patch);
  }

  // ---- what is hidden while a task asks for it

  /** Whether the page's own code would tell the answer: it marks the line that runs, and the mistake in it. */
  get coversCode(): boolean {
    return this.open && this.taskHere?.kind === "pick-line" && this.exerciseHere !== null && !isDone(stateOf(this.work));
  }

  /** The last step that may be seen, or null where nothing is hidden. */
  get horizon(): number | null {
    const at = this.taskHere?.at;
    if (!at || !this.taskHere?.gated || this.work?.first || session.scenario !== at.run.scenario) return null;
    return at.step;
  }

  ask(): void {
    this.asked += 1;
    this.panel = "lesson";
    this.say(t("course-asked"));
  }
}

export const lesson = new Lesson();
predict.guest = lesson;
