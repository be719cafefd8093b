/// <reference lib="esnext.disposable" preserve="true" />
import { wasm } from "./course-bytes.js";
import { glue } from "./course-glue.js";
import type {
  Answer, Course as CourseShape, CourseIssue, CourseSource, CourseView, ExerciseView, Frame, Lang, LogLine, ModelRequest, Patch, Pending, Player as PlayerShape, RecordingSource, RunSummary, ScenarioSource,
  ShownMessage, Solution, StubScript, Verdict,
} from "./course-types.js";
import { text } from "./check.js";
import { dispose } from "./dispose.js";
import { SecondwindError } from "./errors.js";
import { WasmHost, fromText } from "./loader.js";

export { SecondwindError } from "./errors.js";
export type * from "./course-types.js";

const course = new WasmHost("course", glue);
course.provide(() => fromText(wasm));

type RawPlayer = InstanceType<ReturnType<typeof course.get>["api"]["RawPlayer"]>;

/** A scenario played from beginning to end, or a recording as far as it goes. What it answers is read; nothing is run again by stepping. */
export class Player implements PlayerShape {
  #raw: RawPlayer | undefined;
  readonly #generation: number;
  /** What is known of the run as a whole. */
  readonly run: RunSummary;

  /**
   * Plays a scenario with what the patch changes of it, or a recording; a patched one as the scenario that it makes.
   * @throws SecondwindError `BAD_SCENARIO` with all faults of the files as `issues`, `BAD_PATCH` with those of the patch.
   */
  constructor(source: ScenarioSource | RecordingSource, patch: Patch = {}) {
    const { api, generation } = course.get();
    this.#generation = generation;
    const raw = course.guard(generation, () => new api.RawPlayer(source, patch));
    this.#raw = raw;
    this.run = course.guard(generation, () => raw.run());
    dispose(this);
  }

  /**
   * The view after a step, from 0 to `run.last`.
   * @throws SecondwindError `BAD_INPUT` for a step that there is not.
   */
  frame(step: number): Frame {
    const raw = this.#live();
    this.#check(step);
    return course.guard(this.#generation, () => raw.frame(step));
  }

  /** Every message that was ever in the window, in the order in which they came. */
  messages(): ShownMessage[] {
    const raw = this.#live();
    return course.guard(this.#generation, () => raw.messages());
  }

  /** The whole log, each line with the step that adds it. */
  log(): LogLine[] {
    const raw = this.#live();
    return course.guard(this.#generation, () => raw.log());
  }

  /**
   * The request that goes out in this step, or the next one after it; null where none does.
   * @throws SecondwindError `BAD_INPUT` for a step that there is not.
   */
  request(step: number): ModelRequest | null {
    const raw = this.#live();
    this.#check(step);
    return course.guard(this.#generation, () => raw.request(step));
  }

  /** What a recording that stops in the middle waits for; null for a run that is over. */
  pending(): Pending | null {
    const raw = this.#live();
    return course.guard(this.#generation, () => raw.pending());
  }

  #live(): RawPlayer {
    const raw = this.#raw;
    if (raw === undefined) throw new SecondwindError("USE_AFTER_FREE", "this player was freed");
    if (!course.isLive(this.#generation)) {
      throw new SecondwindError("CORE_TRAPPED", "this player is dead, since the course module broke off in a call");
    }
    return raw;
  }

  #check(step: number): void {
    if (!Number.isInteger(step) || step < 0 || step > this.run.last) {
      throw new SecondwindError("BAD_INPUT", `step ${step} is not one of 0 to ${this.run.last}`, { path: "step" });
    }
  }

  /** Gives the memory back. Calling it again does nothing. */
  free(): void {
    const raw = this.#raw;
    this.#raw = undefined;
    if (raw !== undefined && course.isLive(this.#generation)) course.guard(this.#generation, () => raw.free());
  }
}

/** What `using` calls. */
export interface Player extends Disposable {}

type RawCourse = InstanceType<ReturnType<typeof course.get>["api"]["RawCourse"]>;

/** A course that was read: shown, and graded. Runs are played when they are asked for. */
export class Course implements CourseShape {
  #raw: RawCourse | undefined;
  readonly #generation: number;
  /** The course without its exercises. */
  readonly view: CourseView;

  /**
   * Reads the files of a course.
   * @throws SecondwindError `BAD_COURSE` with all faults of their form as `issues`; `checkCourse` tells of the others.
   */
  constructor(source: CourseSource) {
    const { api, generation } = course.get();
    this.#generation = generation;
    const raw = course.guard(generation, () => new api.RawCourse(source));
    this.#raw = raw;
    this.view = course.guard(generation, () => raw.view());
    dispose(this);
  }

  /**
   * An exercise by its id, without the answers.
   * @throws SecondwindError `BAD_INPUT` for an id that there is not, `BAD_COURSE` where it does not work.
   */
  exercise(id: string): ExerciseView {
    const raw = this.#live();
    return course.guard(this.#generation, () => raw.exercise(text("id", id)));
  }

  /**
   * The files of a scenario in a language, for a `Player`.
   * @throws SecondwindError `BAD_COURSE` where there are none.
   */
  scenario(name: string, lang: Lang): ScenarioSource {
    const raw = this.#live();
    return course.guard(this.#generation, () => raw.scenario(text("name", name), text("lang", lang) as Lang));
  }

  /**
   * What is said of an answer.
   * @throws SecondwindError `BAD_INPUT` for a task that there is not, or an answer that is not of its kind.
   */
  grade(exercise: string, task: string, answer: Answer): Verdict {
    const raw = this.#live();
    return course.guard(this.#generation, () => raw.grade(text("exercise", exercise), text("task", task), answer));
  }

  /**
   * The right answer, and where it is seen.
   * @throws SecondwindError `BAD_INPUT` for a task that there is not, `BAD_COURSE` where it does not work.
   */
  solution(exercise: string, task: string): Solution {
    const raw = this.#live();
    return course.guard(this.#generation, () => raw.solution(text("exercise", exercise), text("task", task)));
  }

  #live(): RawCourse {
    const raw = this.#raw;
    if (raw === undefined) throw new SecondwindError("USE_AFTER_FREE", "this course was freed");
    if (!course.isLive(this.#generation)) {
      throw new SecondwindError("CORE_TRAPPED", "this course is dead, since the course module broke off in a call");
    }
    return raw;
  }

  /** Gives the memory back. Calling it again does nothing. */
  free(): void {
    const raw = this.#raw;
    this.#raw = undefined;
    if (raw !== undefined && course.isLive(this.#generation)) course.guard(this.#generation, () => raw.free());
  }
}

/** What `using` calls. */
export interface Course extends Disposable {}

/**
 * Every fault of a course; none is an empty list. Plays every run.
 * @throws SecondwindError `BAD_SOURCE` for what is no list of files.
 */
export function checkCourse(source: CourseSource): CourseIssue[] {
  return course.call((api) => api.checkCourse(source));
}

/**
 * What a stub needs to play a scenario through `runAgent`.
 * @throws SecondwindError `BAD_SCENARIO` with all faults of the files as `issues`.
 */
export function stubScript(source: ScenarioSource): StubScript {
  return course.call((api) => api.stubScript(source));
}

/**
 * The scenario that a recording makes: it plays with the same figures, in Anthropic's dialect.
 * @throws SecondwindError `BAD_SCENARIO` with all faults as `issues`, also for a run that was not answered.
 */
export function scenarioOf(source: RecordingSource): ScenarioSource {
  return course.call((api) => api.scenarioOf(source));
}
