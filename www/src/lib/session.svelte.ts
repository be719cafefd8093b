import { Player, type Frame, type Lang, type RunSummary, type ScenarioIssue } from "secondwind/course";
import { nextBreak, type Breakpoint, type Hit } from "./breaks";
import { linesOf } from "./code";
import { scenarios, source } from "./scenarios";
import { time } from "./time.svelte";
import { nextCompaction } from "./walk";
import { backward, endOf, forward, nextCheck, type Place, type Zoom } from "./zoom";

export const speeds = [0.5, 1, 2, 4] as const;

/** How long a step is shown at speed 1, in milliseconds. The turning points stay twice as long. */
const dwell = 1200;

export type Fault =
  | { kind: "scenario"; issues: ScenarioIssue[]; message: string }
  | { kind: "wasm"; message: string };

/** Why playing came to a halt before the end. */
export type Stop = { why: "break"; point: Breakpoint } | { why: "compaction" } | { why: "none-ahead" };

function faultOf(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  const issues = (error as { issues?: ScenarioIssue[] } | null)?.issues;
  return Array.isArray(issues) ? { kind: "scenario", issues, message } : { kind: "wasm", message };
}

/** The run on the page and the step it is looked at. Nothing is run again by stepping: a frame is read. */
class Session {
  scenario = $state(scenarios[0] ?? "");
  step = $state(0);
  /** Which of the lines that the step runs, counted from 0. Only the line zoom moves it. */
  // permalink: line
  line = $state(0);
  stopped = $state.raw<Stop | null>(null);
  /** When the step came into sight, for how long it has still to be shown. */
  #since = 0;
  playing = $state(false);
  speed = $state<number>(1);
  /** Whether the step was reached by going one step on. Only then does anything move. */
  moved = $state(false);
  fault = $state.raw<Fault | null>(null);
  run = $state.raw<RunSummary | null>(null);
  #player = $state.raw<Player | null>(null);

  frame = $derived<Frame | null>(this.#player?.frame(this.step) ?? null);

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
    if (scenario !== this.scenario || step !== this.step) {
      this.line = 0;
      this.stopped = null;
    }
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

  goto(step: number, line = 0): void {
    const to = Math.min(Math.max(0, step), this.last);
    if (to !== this.step) this.moved = to === this.step + 1;
    this.step = to;
    this.line = line;
    this.stopped = null;
    this.#since = performance.now();
  }

  /** Any move by hand ends playing. */
  jump(step: number, line = 0): void {
    this.playing = false;
    this.goto(step, line);
  }

  /** The lines of code that a kind of step runs. */
  lines = (kind: Frame["kind"]): number[] => linesOf(kind, {});
  #count = (kind: Frame["kind"]): number => this.lines(kind).length;

  get #place(): Place {
    return { step: this.step, line: this.line };
  }

  /** The line of code that is looked at, where the line zoom opens the step. */
  get codeLine(): number | null {
    return time.zoom === "line" && this.frame ? (this.lines(this.frame.kind)[this.line] ?? null) : null;
  }

  get atStart(): boolean {
    return this.step === 0 && this.line === 0;
  }

  get atEnd(): boolean {
    const end = endOf(this.run?.marks ?? [], time.zoom, this.#count);
    return this.step === end.step && this.line >= end.line;
  }

  #walk(to: Place): void {
    this.jump(to.step, to.line);
  }

  next = (): void => this.#walk(forward(this.run?.marks ?? [], this.#place, time.zoom, this.#count));
  back = (): void => this.#walk(backward(this.run?.marks ?? [], this.#place, time.zoom, this.#count));
  toStart = (): void => this.jump(0);
  toEnd = (): void => this.#walk(endOf(this.run?.marks ?? [], time.zoom, this.#count));
  nextTurn = (): void => this.#walk(forward(this.run?.marks ?? [], this.#place, "turn", this.#count));
  previousTurn = (): void => this.#walk(backward(this.run?.marks ?? [], this.#place, "turn", this.#count));

  setZoom(zoom: Zoom): void {
    time.setZoom(zoom);
    this.line = 0;
  }

  get compactionAhead(): number | null {
    return nextCompaction(this.run?.marks ?? [], this.step);
  }

  nextCompaction = (): void => {
    const to = this.compactionAhead;
    if (to !== null) this.jump(to);
  };

  get checkAhead(): number | null {
    return nextCheck(this.run?.marks ?? [], this.step);
  }

  nextCheck = (): void => {
    const to = this.checkAhead;
    if (to !== null) this.jump(to);
  };

  #hit(until?: number): Hit | null {
    return this.run && nextBreak(time.breaks, this.run.marks, this.step, this.run, until);
  }

  get breakAhead(): boolean {
    return this.#hit() !== null;
  }

  runToBreak = (): void => {
    const hit = this.#hit();
    if (hit) this.jump(hit.step);
    else this.playing = false;
    this.stopped = hit ? { why: "break", point: hit.point } : { why: "none-ahead" };
  };

  /** One stop on while playing. A breakpoint on the way ends it, and so does a compaction where that is wished. */
  advance(): void {
    const marks = this.run?.marks ?? [];
    const to = forward(marks, this.#place, time.zoom, this.#count);
    const hit = this.#hit(to.step);
    const fires = time.pauses ? nextCompaction(marks, this.step) : null;
    if (hit && (fires === null || hit.step <= fires)) {
      this.jump(hit.step);
      this.stopped = { why: "break", point: hit.point };
    } else if (fires !== null && fires <= to.step) {
      this.jump(fires);
      this.stopped = { why: "compaction" };
    } else {
      this.goto(to.step, to.line);
      if (this.atEnd) this.playing = false;
    }
  }

  toggle = (): void => {
    if (!this.playing && this.atEnd) this.goto(0);
    this.stopped = null;
    this.#since = performance.now();
    this.playing = !this.playing && this.last > 0;
  };

  cycleSpeed = (): void => {
    const at = speeds.findIndex((speed) => speed === this.speed);
    this.speed = speeds[(at + 1) % speeds.length] ?? 1;
  };

  /** How long the current step is still shown while playing. Neither another language nor another speed begins it anew. */
  get pause(): number {
    const turning = this.frame?.kind === "crossed" || this.frame?.kind === "replaced";
    return Math.max(0, ((turning ? 2 : 1) * dwell) / this.speed - (performance.now() - this.#since));
  }
}

export const session = new Session();
