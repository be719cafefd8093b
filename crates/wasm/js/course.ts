/// <reference lib="esnext.disposable" preserve="true" />
import { wasm } from "./course-bytes.js";
import { glue } from "./course-glue.js";
import type {
  Frame, LiveProvider, LiveWindow, LogLine, ModelRequest, Patch, Pending, Player as PlayerShape, Policy, RecordingSource,
  RunSummary, ScenarioSource, ShownMessage, SourceFile, StubScript,
} from "./course-types.js";
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

/**
 * The policy of a run with a real model, the same as the command line's: the lesson's with what is given, but what is cut
 * off or refused does not count as an answer.
 * @throws SecondwindError `BAD_INPUT` for a policy that cannot work.
 */
export function livePolicy(window: LiveWindow = {}): Policy {
  return course.call((api) => api.livePolicy(window));
}
