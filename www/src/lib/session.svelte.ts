import type { CourseRun, Frame, Lang, LogLine, Patch, Player, RunSummary, ScenarioIssue, ShownMessage, StepMark } from "secondwind/course";
import { nextBreak, type Breakpoint, type Hit } from "./breaks";
import { recordings } from "./recordings.svelte";
import { linesOf } from "./code";
import { EngineMissing, course, engine } from "./engine.svelte";
import { firstRun, scenarios, type Played } from "./first.svelte";
import type { Reading } from "./gates";
import type { Dials } from "./lab";
import { notices } from "./notices.svelte";
import type { Bug } from "./patch";
import { requestAt, type NextRequest } from "./request";
import { archived, inWindow } from "./shown";
import { time } from "./time.svelte";
import { nextCompaction } from "./walk";
import { backward, endOf, forward, nextCheck, type Place, type Zoom } from "./zoom";

export const speeds = [0.5, 1, 2, 4] as const;

/** How long a step is shown at speed 1, in milliseconds. The turning points stay twice as long. */
const dwell = 1200;

/** How long the hand rests on the curve until everything follows. Unit: milliseconds. */
const stillness = 120;

export type Fault =
  | { kind: "scenario"; issues: ScenarioIssue[]; message: string }
  | { kind: "wasm"; message: string }
  | { kind: "engine" };

/** Why playing came to a halt before the end. */
export type Stop = { why: "break"; point: Breakpoint } | { why: "compaction" } | { why: "none-ahead" };

function faultOf(error: unknown): Fault {
  if (error instanceof EngineMissing) return { kind: "engine" };
  const message = error instanceof Error ? error.message : String(error);
  const issues = (error as { issues?: ScenarioIssue[] } | null)?.issues;
  return Array.isArray(issues) ? { kind: "scenario", issues, message } : { kind: "wasm", message };
}

/** What is hidden of the run, and who is asked before it is shown. */
export interface Veil {
  /** The last step that may be seen, or null where nothing is hidden. */
  readonly horizon: number | null;
  /** A step beyond it is wanted. */
  ask(to: number): void;
  /** The run is entered at its start. */
  enter(): void;
}

/** How far the time axis reaches into the fog. The same for every run, so that it does not tell how long one is. */
const reach = 12;

/** The run on the page and the step it is looked at. Nothing is run again by stepping: a frame is read. */
class Session {
  scenario = $state(scenarios[0] ?? "");
  step = $state(0);
  /** Which of the lines that the step runs, counted from 0. Only the line zoom moves it. */
  line = $state(0);
  stopped = $state.raw<Stop | null>(null);
  /** When the step came into sight, for how long it has still to be shown. */
  #since = 0;
  playing = $state(false);
  speed = $state<number>(1);
  /** Whether the step was reached by going one step on. Only then does anything move. */
  moved = $state(false);
  /** The mistakes in the program on the screen. */
  bugs = $state.raw<readonly Bug[]>([]);
  /** The token budget that ends the run, or null for the scenario's own. */
  budget = $state<number | null>(null);
  /** What the dials of the lab change of the scenario that is walked. */
  dials = $state.raw<Dials>({});
  fault = $state.raw<Fault | null>(null);
  run = $state.raw<RunSummary | null>(null);
  #player = $state.raw<Played | null>(null);
  veil = $state.raw<Veil | null>(null);
  /** Other worlds of the scenario that is open, by the mistake in them. */
  readonly #worlds = new Map<Bug, Player | null>();
  /** Makes the run that is shown, where a learner's program made it. */
  #program: ((lang: Lang) => Promise<Player>) | null = null;
  /** The program's run that is waited for; whatever else is opened meanwhile stays open. */
  #asked: object | null = null;
  #lang: Lang = "en";
  /** Opens another world beside this one, at a step of this one; null where there is no view of it. */
  openWorld = $state.raw<((bug: Bug, step: number) => void) | null>(null);
  frame = $derived<Frame | null>(this.#player?.frame(this.step) ?? null);

  /** Every message of the run and its whole log; what a frame holds of them is looked up here. */
  messages = $derived<ShownMessage[]>(this.#player?.messages() ?? []);
  log = $derived<LogLine[]>(this.#player?.log() ?? []);

  /** What lists and panels show while the curve is dragged: the frame of the last rest. */
  #rested = $state.raw<Frame | null>(null);
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** The frame of lists and panels, which are too slow to follow a hand that drags: they come after it when it rests. */
  calm = $derived<Frame | null>(this.#rested ?? this.frame);
  here = $derived<ShownMessage[]>(this.calm ? inWindow(this.messages, this.calm) : []);
  archive = $derived<ShownMessage[]>(archived(this.messages, this.calm?.step ?? 0));

  /** A frame other than the current one, for what a compaction is about to bring in or has taken out. */
  frameAt(step: number): Frame | null {
    return this.#player && this.run && step >= 0 && step <= this.run.last ? this.#player.frame(step) : null;
  }

  /** Whether the run is not over: a recording goes up to here. */
  get isOpen(): boolean {
    return this.run?.ending === "open";
  }

  /** The request that goes out at a step, or next after it; null where none does any more, or none may be seen. */
  request(step: number): NextRequest | null {
    const request = this.#player?.request(step);
    if (!request || (this.horizon !== null && request.step > this.horizon)) return null;
    const frame = this.frameAt(request.step);
    return frame && requestAt(request, frame, recordings.find(this.scenario)?.recording.model);
  }

  /** What is changed of the scenario that is played. */
  get patch(): Patch {
    return {
      ...this.dials,
      ...(this.bugs.length > 0 ? { bugs: this.bugs } : {}),
      ...(this.budget === null ? {} : { tokenBudget: this.budget }),
    };
  }

  /** Plays the scenario with everything that a patch changes of it. */
  setPatch({ bugs = [], ...dials }: Patch, step: number): void {
    engine.with(() => {
      this.bugs = bugs;
      this.dials = dials;
      this.budget = null;
      this.load(this.scenario, this.#lang, step);
    });
  }

  /** Plays a run of the course, and stands at a step of it. */
  show({ scenario, patch }: CourseRun, step: number): void {
    const { bugs = [], ...dials } = patch;
    engine.with(() => {
      this.playing = false;
      this.bugs = bugs;
      this.dials = dials;
      this.budget = null;
      this.load(scenario, this.#lang, step);
    });
  }

  /**
   * Shows the run of a learner's program on a scenario, at a step of it. `make` makes it in a language; it is this page's from
   * then on. Where it cannot be made, what is shown stays, in the language that is asked for.
   */
  async showProgram(make: (lang: Lang) => Promise<Player>, { scenario, patch }: CourseRun, step: number, lang: Lang): Promise<void> {
    const asked = (this.#asked = {});
    const player = await make(lang).catch(() => null);
    if (asked !== this.#asked) {
      player?.free();
      return;
    }
    if (!player) {
      // Words of another language than the page's would stay; the run without the program has them.
      if (lang !== this.#lang) this.load(this.scenario, lang, this.step);
      return;
    }
    const { bugs = [], ...dials } = patch;
    this.playing = false;
    this.bugs = bugs;
    this.dials = dials;
    this.budget = null;
    this.scenario = scenario;
    this.#lang = lang;
    this.fault = null;
    this.line = 0;
    this.stopped = null;
    this.#show(player, step);
    this.#program = make;
  }

  /** Shows what is open in another language, at the step where it is. */
  speak(lang: Lang): void {
    const make = this.#program;
    if (make) void this.showProgram(make, { scenario: this.scenario, patch: this.patch }, this.step, lang);
    else this.load(this.scenario, lang, this.step);
  }

  /** Dials that do not fit the scenario are put back, and the learner is told: the run itself is never lost to them. */
  #play(scenario: string, lang: Lang): Played {
    // Without the engine there is the first run alone, and only with nothing changed.
    const first = !engine.api && scenario === scenarios[0] && Object.keys(this.patch).length === 0 ? firstRun(lang) : null;
    if (first) return first;
    const { Player, source } = course();
    recordings.lend(scenario);
    const files = source(scenario, lang);
    try {
      return new Player(files, this.patch);
    } catch (error) {
      if (recordings.has(scenario) && Object.keys(this.patch).length > 0) {
        // Only a run that was answered can be changed: there is no saying what the model would have gone on to do.
        const player = new Player(files);
        if (player.run.ending !== "answered") {
          this.restore();
          notices.replace("dials", [{ key: "live-unchanged", args: {} }]);
          return player;
        }
        player.free();
      }
      if (Object.keys(this.dials).length === 0) throw error;
      const issues = (error as { issues?: ScenarioIssue[] }).issues ?? [];
      const player = new Player(files, this.bugs.length > 0 ? { bugs: this.bugs } : {});
      this.dials = {};
      notices.replace("dials", [{ key: "lab-dropped", args: {} }, ...issues.map(({ code, args }) => ({ key: `issue-${code}`, args }))]);
      return player;
    }
  }

  /** Changes nothing of the scenario any more. It takes effect with the next one that is played. */
  restore(): void {
    this.bugs = [];
    this.dials = {};
    this.budget = null;
  }

  /** Plays the scenario again with these mistakes in the harness. The step stays where it is. */
  setBugs(bugs: readonly Bug[]): void {
    engine.with(() => {
      this.bugs = bugs;
      this.load(this.scenario, this.#lang, this.step);
    });
  }

  /** Plays the scenario again with its own dials. The mistakes and the step stay. */
  setDials(dials: Dials): void {
    engine.with(() => {
      this.dials = dials;
      this.budget = null;
      this.load(this.scenario, this.#lang, this.step);
    });
  }

  /** Plays the scenario again with this token budget. */
  setBudget(budget: number | null): void {
    engine.with(() => {
      this.budget = budget;
      this.load(this.scenario, this.#lang, this.step);
    });
  }

  /** Plays the scenario in the chosen language. The step is kept where the run is the same. */
  load(scenario: string, lang: Lang, step = 0): void {
    this.#lang = lang;
    this.#asked = null;
    let player: Played;
    try {
      player = this.#play(scenario, lang);
    } catch (error) {
      this.fault = faultOf(error);
      this.#swap(null, 0);
      // Without the engine nobody knows how many steps there are: the one that was asked for stands.
      if (this.fault.kind === "engine") this.step = step;
      this.scenario = scenario;
      return;
    }
    if (scenario !== this.scenario) this.veil?.enter();
    if (scenario !== this.scenario || step !== this.step) {
      this.line = 0;
      this.stopped = null;
    }
    this.scenario = scenario;
    this.#show(player, step);
  }

  /** Shows the recording that is open as far as it has gone now: at its end, unless somebody looks at an earlier step. */
  follow(player: Player): void {
    recordings.lend(this.scenario);
    const isAtEnd = this.step === this.last;
    if (isAtEnd) {
      this.line = 0;
      this.stopped = null;
    }
    this.#show(player, isAtEnd ? player.run.last : this.step);
  }

  #show(player: Played, step: number): void {
    this.fault = null;
    for (const world of this.#worlds.values()) world?.free();
    this.#worlds.clear();
    this.#swap(player, step);
  }

  /** The run in which the harness has this mistake, for questions that are answered there. */
  worldOf = (bug: Bug): Reading | null => {
    const known = this.#worlds.get(bug);
    if (known !== undefined) return known;
    const { Player, source } = course();
    let world: Player | null = null;
    try {
      world = new Player(source(this.scenario, this.#lang), { bugs: [bug] });
    } catch {
      // A scenario in which this mistake cannot be made has no such world.
    }
    this.#worlds.set(bug, world);
    return world;
  };

  #swap(player: Played | null, step: number): void {
    const old = this.#player;
    this.#program = null;
    this.moved = false;
    this.rest();
    this.run = player?.run ?? null;
    this.#player = player;
    old?.free();
    this.step = this.#within(step);
  }

  get reading(): Reading | null {
    return this.#player;
  }

  /** The run on the page, for a view that lays another beside it. */
  get player(): Played | null {
    return this.#player;
  }

  get last(): number {
    return this.run?.last ?? 0;
  }

  /** The last step that may be seen, or null where nothing is hidden. */
  get horizon(): number | null {
    return this.veil?.horizon ?? null;
  }

  /** Whether a question stands before the next step: what that step holds, such as the request that goes out, is not shown. */
  get held(): boolean {
    return this.horizon === this.step;
  }

  /** The marks that may be seen. */
  get marks(): StepMark[] {
    const marks = this.run?.marks ?? [];
    return this.horizon === null ? marks : marks.slice(0, this.horizon + 1);
  }

  /** Where the time axis ends: with the run, or somewhere in the fog. */
  get extent(): number {
    return this.horizon === null ? this.last : this.horizon + reach;
  }

  /** The step itself, or the last one before the fog; then the question is opened. */
  #within(step: number): number {
    const to = Math.min(Math.max(0, step), this.last);
    const horizon = this.horizon;
    if (horizon === null || to <= horizon) return to;
    this.playing = false;
    this.veil?.ask(to);
    return horizon;
  }

  goto(step: number, line = 0): void {
    const from = this.step;
    const to = this.#within(step);
    if (to === 0 && from > 0) this.veil?.enter();
    if (to !== from) this.moved = to === from + 1;
    this.step = to;
    // A step that is held back leaves the line where it is.
    if (to === step) this.line = line;
    this.stopped = null;
    this.#since = performance.now();
  }

  /** Any move by hand ends playing. */
  jump(step: number, line = 0): void {
    this.playing = false;
    this.goto(step, line);
  }

  /** Goes to a step while the curve is dragged. */
  drag(step: number): void {
    this.#rested ??= this.frame;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(this.rest, stillness);
    this.jump(step);
  }

  /** Lets everything follow. */
  rest = (): void => {
    clearTimeout(this.#resting);
    this.#rested = null;
  };

  /** The lines of code that a kind of step runs. */
  lines = (kind: Frame["kind"]): number[] => linesOf(kind, this.bugs, this.run?.meter);
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
    const to = nextCompaction(this.marks, this.step);
    // Whether there is one in the fog is not told: the way there leads to the question.
    return to ?? (this.horizon === null ? null : this.horizon + 1);
  }

  nextCompaction = (): void => {
    const to = this.compactionAhead;
    if (to !== null) this.jump(to);
  };

  get checkAhead(): number | null {
    return nextCheck(this.marks, this.step) ?? (this.horizon === null ? null : this.horizon + 1);
  }

  nextCheck = (): void => {
    const to = this.checkAhead;
    if (to !== null) this.jump(to);
  };

  #hit(until?: number): Hit | null {
    return this.run && nextBreak(time.breaks, this.marks, this.step, this.run, until);
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
    const fires = time.pauses ? nextCompaction(this.marks, this.step) : null;
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
