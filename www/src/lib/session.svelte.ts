import {
  Player,
  type Frame,
  type Lang,
  type LogLine,
  type RunSummary,
  type ScenarioIssue,
  type ShownMessage,
} from "secondwind/course";
import { scenarios, source } from "./scenarios";
import { archived, inWindow } from "./shown";
import { nextCall, nextCompaction, previousCall } from "./walk";

export const speeds = [0.5, 1, 2, 4] as const;

/** How long a step is shown at speed 1, in milliseconds. The turning points stay twice as long. */
const dwell = 1200;

export type Fault =
  | { kind: "scenario"; issues: ScenarioIssue[]; message: string }
  | { kind: "wasm"; message: string };

function faultOf(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  const issues = (error as { issues?: ScenarioIssue[] } | null)?.issues;
  return Array.isArray(issues) ? { kind: "scenario", issues, message } : { kind: "wasm", message };
}

/** The run on the page and the step it is looked at. Nothing is run again by stepping: a frame is read. */
class Session {
  scenario = $state(scenarios[0] ?? "");
  step = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  /** Whether the step was reached by going one step on. Only then does anything move. */
  moved = $state(false);
  fault = $state.raw<Fault | null>(null);
  run = $state.raw<RunSummary | null>(null);
  #player = $state.raw<Player | null>(null);

  frame = $derived<Frame | null>(this.#player?.frame(this.step) ?? null);

  /** Every message of the run and its whole log; what a frame holds of them is looked up here. */
  messages = $derived<ShownMessage[]>(this.#player?.messages() ?? []);
  log = $derived<LogLine[]>(this.#player?.log() ?? []);
  here = $derived<ShownMessage[]>(this.frame ? inWindow(this.messages, this.frame) : []);
  archive = $derived<ShownMessage[]>(archived(this.messages, this.step));

  /** A frame other than the current one, for what a compaction is about to bring in or has taken out. */
  frameAt(step: number): Frame | null {
    return this.#player && this.run && step >= 0 && step <= this.run.last ? this.#player.frame(step) : null;
  }

  /** Plays the scenario in the chosen language. The step is kept where the run is the same. */
  load(scenario: string, lang: Lang, step = 0): void {
    let player: Player;
    try {
      player = new Player(source(scenario, lang));
    } catch (error) {
      this.fault = faultOf(error);
      this.#swap(null, 0);
      this.scenario = scenario;
      return;
    }
    this.fault = null;
    this.scenario = scenario;
    this.#swap(player, step);
  }

  #swap(player: Player | null, step: number): void {
    const old = this.#player;
    this.moved = false;
    this.run = player?.run ?? null;
    this.step = Math.min(Math.max(0, step), this.run?.last ?? 0);
    this.#player = player;
    old?.free();
  }

  get last(): number {
    return this.run?.last ?? 0;
  }

  goto(step: number): void {
    const to = Math.min(Math.max(0, step), this.last);
    this.moved = to === this.step + 1;
    this.step = to;
  }

  /** Any move by hand ends playing. */
  jump(step: number): void {
    this.playing = false;
    this.goto(step);
  }

  next = (): void => this.jump(this.step + 1);
  back = (): void => this.jump(this.step - 1);
  toStart = (): void => this.jump(0);
  toEnd = (): void => this.jump(this.last);
  nextCall = (): void => this.jump(nextCall(this.run?.marks ?? [], this.step));
  previousCall = (): void => this.jump(previousCall(this.run?.marks ?? [], this.step));

  get compactionAhead(): number | null {
    return nextCompaction(this.run?.marks ?? [], this.step);
  }

  nextCompaction = (): void => {
    const to = this.compactionAhead;
    if (to !== null) this.jump(to);
  };

  toggle = (): void => {
    if (!this.playing && this.step === this.last) this.goto(0);
    this.playing = !this.playing && this.last > 0;
  };

  cycleSpeed = (): void => {
    const at = speeds.findIndex((speed) => speed === this.speed);
    this.speed = speeds[(at + 1) % speeds.length] ?? 1;
  };

  /** How long the current step is shown while playing. */
  get pause(): number {
    const turning = this.frame?.kind === "crossed" || this.frame?.kind === "replaced";
    return ((turning ? 2 : 1) * dwell) / this.speed;
  }
}

export const session = new Session();
