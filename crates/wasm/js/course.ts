/// <reference lib="esnext.disposable" preserve="true" />
import { wasm } from "./course-bytes.js";
import { glue } from "./course-glue.js";
import type {
  Answer, Course as CourseShape, CourseIssue, CourseProgram, CourseSource, CourseView, ExerciseView, Frame, Lang, LiveEndpoint, LiveProvider,
  LiveWindow, LogLine, ModelRequest, Patch, Pending, Player as PlayerShape, Policy, RecordedAnswer, Recording, Recorder as RecorderShape,
  RecordingSource, RunSummary, ScenarioSource, ShownMessage, Solution, SourceFile, StubScript, Trial as TrialShape, TrialEnd, TrialInput, TrialLimits, Verdict,
} from "./course-types.js";
import { text } from "./check.js";
import { dispose } from "./dispose.js";
import { SecondwindError } from "./errors.js";
import { WasmHost, fromText } from "./loader.js";

export { SecondwindError } from "./errors.js";
export type * from "./course-types.js";

const course = new WasmHost("course", glue);
course.provide(() => fromText(wasm));

type Api = ReturnType<typeof course.get>["api"];
type RawPlayer = InstanceType<Api["RawPlayer"]>;
type RawTrial = InstanceType<Api["RawTrial"]>;
type RawRecorder = InstanceType<Api["RawRecorder"]>;

/** A run that is made already, on its way into a `Player`. */
class Made {
  constructor(
    readonly raw: RawPlayer,
    readonly generation: number,
  ) {}
}

/** The half of an object that is in the module, until it is freed or the module breaks off. */
class Raw<T extends { free(): void }> {
  #raw: T | undefined;
  readonly #generation: number;
  readonly #name: string;
  readonly #gone: string;

  constructor(name: string, raw: T, generation: number, gone = `this ${name} was freed`) {
    this.#raw = raw;
    this.#generation = generation;
    this.#name = name;
    this.#gone = gone;
  }

  readonly on = <R>(act: (raw: T) => R): R => {
    const raw = this.live();
    return course.guard(this.#generation, () => act(raw));
  };

  live(): T {
    if (this.#raw === undefined) throw new SecondwindError("USE_AFTER_FREE", this.#gone);
    if (!course.isLive(this.#generation)) {
      throw new SecondwindError("CORE_TRAPPED", `this ${this.#name} is dead, since the course module broke off in a call`);
    }
    return this.#raw;
  }

  /** Forgets it, since the module took it over. */
  leave(): void {
    this.#raw = undefined;
  }

  free(): void {
    const raw = this.#raw;
    this.#raw = undefined;
    if (raw !== undefined && course.isLive(this.#generation)) course.guard(this.#generation, () => raw.free());
  }
}

function play(source: ScenarioSource | RecordingSource, patch: Patch): Made {
  const { api, generation } = course.get();
  return new Made(course.guard(generation, () => new api.RawPlayer(source, patch)), generation);
}

/** The raw half of each player that is alive, for what takes players. */
const raws = new WeakMap<Player, Raw<RawPlayer>>();

/** A scenario played from beginning to end, or a recording as far as it goes. What it answers is read; nothing is run again by stepping. */
export class Player implements PlayerShape {
  readonly #raw: Raw<RawPlayer>;
  /** What is known of the run as a whole. */
  readonly run: RunSummary;

  /**
   * Plays a scenario with what the patch changes of it, or a recording; a patched one as the scenario that it makes.
   * @throws SecondwindError `BAD_SCENARIO` with all faults of the files as `issues`, `BAD_PATCH` with those of the patch.
   */
  constructor(source: ScenarioSource | RecordingSource, patch?: Patch);
  constructor(source: ScenarioSource | RecordingSource | Made, patch: Patch = {}) {
    const { raw, generation } = source instanceof Made ? source : play(source, patch);
    this.#raw = new Raw("player", raw, generation);
    raws.set(this, this.#raw);
    this.run = this.#raw.on((raw) => raw.run());
    dispose(this);
  }

  /**
   * The view after a step, from 0 to `run.last`.
   * @throws SecondwindError `BAD_INPUT` for a step that there is not.
   */
  frame(step: number): Frame {
    this.#raw.live();
    this.#check(step);
    return this.#raw.on((raw) => raw.frame(step));
  }

  /** Every message that was ever in the window, in the order in which they came. */
  messages(): ShownMessage[] {
    return this.#raw.on((raw) => raw.messages());
  }

  /** The whole log, each line with the step that adds it. */
  log(): LogLine[] {
    return this.#raw.on((raw) => raw.log());
  }

  /**
   * The request that goes out in this step, or the next one after it; null where none does.
   * @throws SecondwindError `BAD_INPUT` for a step that there is not.
   */
  request(step: number): ModelRequest | null {
    this.#raw.live();
    this.#check(step);
    return this.#raw.on((raw) => raw.request(step));
  }

  /** What a recording that stops in the middle waits for; null for a run that is over. */
  pending(): Pending | null {
    return this.#raw.on((raw) => raw.pending());
  }

  #check(step: number): void {
    if (!Number.isInteger(step) || step < 0 || step > this.run.last) {
      throw new SecondwindError("BAD_INPUT", `step ${step} is not one of 0 to ${this.run.last}`, { path: "step" });
    }
  }

  /** Gives the memory back. Calling it again does nothing. */
  free(): void {
    this.#raw.free();
  }
}

/** What `using` calls. */
export interface Player extends Disposable {}

const made = (raw: RawPlayer, generation: number): Player => new (Player as unknown as new (made: Made) => Player)(new Made(raw, generation));

/** A recording that is played while its answers come in: each takes it on from where it is, and nothing is played twice. */
export class Recorder implements RecorderShape {
  readonly #raw: Raw<RawRecorder>;
  readonly #generation: number;

  /** @throws SecondwindError `BAD_SCENARIO` with all faults of the recording as `issues`. */
  constructor(source: RecordingSource) {
    const { api, generation } = course.get();
    this.#generation = generation;
    this.#raw = new Raw("recorder", course.guard(generation, () => new api.RawRecorder(source)), generation);
    dispose(this);
  }

  /**
   * Plays on with the answer that the run waits for. After one that it cannot take, the run is over: it goes on in a new
   * recorder, from the answers before.
   * @throws SecondwindError `BAD_SCENARIO` with what is wrong with the answer as `issues`, `BAD_INPUT` for what is none.
   */
  push(answer: RecordedAnswer): void {
    this.#raw.on((raw) => raw.push(answer));
  }

  /** What the run waits for; null where it is over. */
  pending(): Pending | null {
    return this.#raw.on((raw) => raw.pending());
  }

  /** The run up to here. */
  player(): Player {
    return made(this.#raw.on((raw) => raw.player()), this.#generation);
  }

  /** Gives the memory back. Calling it again does nothing. */
  free(): void {
    this.#raw.free();
  }
}

/** What `using` calls. */
export interface Recorder extends Disposable {}

/** A loop that somebody else wrote, tried on the prepared model of a scenario, which is as strict as a real one. */
export class Trial implements TrialShape {
  readonly #raw: Raw<RawTrial>;
  readonly #generation: number;

  /** @throws SecondwindError `BAD_SCENARIO` with all faults of the files as `issues`, `BAD_PATCH` with those of the patch. */
  constructor(source: ScenarioSource, patch: Patch = {}) {
    const { api, generation } = course.get();
    this.#generation = generation;
    this.#raw = new Raw("trial", course.guard(generation, () => new api.RawTrial(source, patch)), generation, "this trial is over");
    dispose(this);
  }

  /** What the program is called with, beside its client, its tools and its notes. */
  input(): TrialInput {
    return this.#raw.on((raw) => raw.input());
  }

  /** What the program asks for, by the name of one of these functions and with a text, as it comes out of a sandbox. */
  act(name: string, given: string): string | undefined {
    return this.#raw.on((raw) => raw.act(text("name", name), text("text", given)));
  }

  /** It asked for more than is recorded. Such a program is to be stopped. */
  get isFull(): boolean {
    return this.#raw.on((raw) => raw.isFull());
  }

  /** `client.messages.create`: a request as JSON; answers `{ reply }` or `{ refusal: { status, message } }` as JSON. */
  create(request: string): string {
    return this.act("create", request) ?? "";
  }

  /** The result of a tool call, by its id: `{ text, isError }` as JSON. */
  runTool(call: string): string {
    return this.act("runTool", call) ?? "";
  }

  /** NOTES.md, or undefined while it does not exist. */
  readNotes(): string | undefined {
    return this.act("readNotes", "");
  }

  /** Overwrites NOTES.md. */
  writeNotes(content: string): void {
    this.act("writeNotes", content);
  }

  /** The program told its counter after a reply (`log`); what is no whole number says nothing. */
  tell(tokensUsed: number): void {
    this.act("tell", String(tokensUsed));
  }

  /** The program told its counter after a compaction (`onCompact`). */
  tellCompaction(tokensUsed: number): void {
    this.act("tellCompaction", String(tokensUsed));
  }

  /** The program came to its end. */
  end(end: TrialEnd): void {
    this.#raw.on((raw) => raw.end(end));
  }

  /** What the program did, as a run like any other; the trial is over. */
  player(): Player {
    const run = this.#raw.on((raw) => raw.player());
    this.#raw.leave();
    return made(run, this.#generation);
  }

  /** Gives the memory back. Calling it again does nothing. */
  free(): void {
    this.#raw.free();
  }
}

/** What `using` calls. */
export interface Trial extends Disposable {}

/** The module that calls `runAgent` of `./harness.js` inside a sandbox, with what it needs there in its types. */
export function trialEntry(): string {
  return course.call((api) => api.trialEntry());
}

/** What a program may use on a trial, the same in every sandbox. */
export function trialLimits(): TrialLimits {
  return course.call((api) => api.trialLimits());
}

type RawCourse = InstanceType<ReturnType<typeof course.get>["api"]["RawCourse"]>;

/** A course that was read: shown, and graded. Runs are played when they are asked for. */
export class Course implements CourseShape {
  readonly #raw: Raw<RawCourse>;
  /** The course without its exercises. */
  readonly view: CourseView;

  /**
   * Reads the files of a course.
   * @throws SecondwindError `BAD_COURSE` with all faults of their form as `issues`; `checkCourse` tells of the others.
   */
  constructor(source: CourseSource) {
    const { api, generation } = course.get();
    this.#raw = new Raw("course", course.guard(generation, () => new api.RawCourse(source)), generation);
    this.view = this.#raw.on((raw) => raw.view());
    dispose(this);
  }

  /**
   * An exercise by its id, without the answers.
   * @throws SecondwindError `BAD_INPUT` for an id that there is not, `BAD_COURSE` where it does not work.
   */
  exercise(id: string): ExerciseView {
    return this.#raw.on((raw) => raw.exercise(text("id", id)));
  }

  /**
   * The files of a scenario in a language, for a `Player`.
   * @throws SecondwindError `BAD_COURSE` where there are none.
   */
  scenario(name: string, lang: Lang): ScenarioSource {
    return this.#raw.on((raw) => raw.scenario(text("name", name), text("lang", lang) as Lang));
  }

  /**
   * What is said of an answer.
   * @throws SecondwindError `BAD_INPUT` for a task that there is not, or an answer that is not of its kind.
   */
  grade(exercise: string, task: string, answer: Answer): Verdict {
    return this.#raw.on((raw) => raw.grade(text("exercise", exercise), text("task", task), answer));
  }

  /**
   * The right answer, and where it is seen.
   * @throws SecondwindError `BAD_INPUT` for a task that there is not, `BAD_COURSE` where it does not work.
   */
  solution(exercise: string, task: string): Solution {
    return this.#raw.on((raw) => raw.solution(text("exercise", exercise), text("task", task)));
  }

  /**
   * The whole program with this text in the part that is written of a code task.
   * @throws SecondwindError `BAD_INPUT` for a task that there is not.
   */
  programOf(exercise: string, task: string, code: string): string {
    return this.#raw.on((raw) => raw.programOf(text("exercise", exercise), text("task", task), text("text", code)));
  }

  /**
   * What is said of such a text, by what its program did on each of the task's trials, in their order.
   * @throws SecondwindError `BAD_INPUT` for a task that there is not, too many or too few trials, or what is no player.
   */
  gradeProgram(exercise: string, task: string, code: string, tried: readonly { player: Player; end: TrialEnd }[]): Verdict {
    const [exerciseId, taskId, written] = [text("exercise", exercise), text("task", task), text("text", code)];
    return this.#tried(tried, (raw) => raw.gradeProgram(exerciseId, taskId, written));
  }

  /** The programs of all code tasks that work out, to be run in a sandbox when the course is checked. */
  programs(): CourseProgram[] {
    return this.#raw.on((raw) => raw.programs());
  }

  /**
   * What is wrong with a program of the course, by what it did on each of its trials, in their order.
   * @throws SecondwindError `BAD_INPUT` for a program that there is not, or too many or too few trials.
   */
  programFault(file: string, tried: readonly { player: Player; end: TrialEnd }[]): CourseIssue | null {
    const name = text("file", file);
    return this.#tried(tried, (raw) => raw.programFault(name));
  }

  #tried<T>(tried: readonly { player: Player; end: TrialEnd }[], judge: (raw: RawCourse) => T): T {
    this.#raw.live();
    const runs = tried.map(({ player, end }, place) => {
      const run = raws.get(player);
      if (run === undefined) throw new SecondwindError("BAD_INPUT", "this is no player", { path: `tried[${place}].player` });
      return { run: run.live(), end };
    });
    return this.#raw.on((raw) => {
      for (const { run, end } of runs) raw.take(run, end);
      return judge(raw);
    });
  }

  /** Gives the memory back. Calling it again does nothing. */
  free(): void {
    this.#raw.free();
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

/**
 * The files that a scenario made of a recording is kept in, by their paths: itself, its texts, and one of texts for each
 * language, which the command line asks for.
 */
export function scenarioFiles(scenario: ScenarioSource, langs: string[]): SourceFile[] {
  return course.call((api) => api.scenarioFiles(scenario, langs));
}

/** Who can answer in a live run, those with a key first, any other server last. */
export function liveProviders(): LiveProvider[] {
  return course.call((api) => api.liveProviders());
}

/** What is known of the address of a server, as it was typed, and of what is spoken there; null for what is no address. */
export function liveEndpoint(base: string, dialect: Recording["dialect"]): LiveEndpoint | null {
  const [address, spoken] = [text("base", base), text("dialect", dialect)];
  return course.call((api) => api.liveEndpoint(address, spoken));
}

/**
 * The policy of a run with a real model, the same as the command line's: the lesson's with what is given, but what is cut
 * off or refused does not count as an answer.
 * @throws SecondwindError `BAD_INPUT` for a policy that cannot work.
 */
export function livePolicy(window: LiveWindow = {}): Policy {
  return course.call((api) => api.livePolicy(window));
}
