import type { Patch, ScenarioIssue } from "secondwind/course";
import { course, engine } from "./engine.svelte";
import { words } from "./i18n.svelte";
import { dialsOf, isTurned, notesOf, parsed, patchOf, ranges, tryOut, usualPrices, written, type Draft, type Prices, type Sample } from "./lab";
import { register } from "./place";
import { session } from "./session.svelte";

/** The most runs that are kept beside the one that is being tried. */
export const pinsAtMost = 3;

class Lab {
  open = $state(false);
  draft = $state.raw<Draft>({});
  pins = $state.raw<readonly Patch[]>([]);
  prices = $state.raw<Prices>(usualPrices);
  /** The last run that worked. */
  sample = $state.raw<Sample | null>(null);
  /** Why the dials as they stand do not work; empty where they do. */
  issues = $state.raw<readonly ScenarioIssue[]>([]);
  #scenario = "";

  patch = $derived(patchOf(this.draft, session.bugs));
  notes = $derived(this.draft.notes ?? notesOf(session.bugs));
  ranges = $derived(ranges(course().source(session.scenario, words.lang)));
  pinned = $derived<(Sample | null)[]>(this.pins.map((pin) => tryOut(course().source(session.scenario, words.lang), pin).sample));

  toggle(): void {
    engine.with(() => {
      if (!this.open && !isTurned(this.draft)) this.draft = session.dials;
      this.open = !this.open;
    });
  }

  turn<K extends keyof Draft>(dial: K, to: Draft[K] | undefined): void {
    const others = Object.entries(this.draft).filter(([name]) => name !== dial);
    this.draft = Object.fromEntries(to === undefined ? others : [...others, [dial, to]]);
  }

  /** Plays the dials as they stand. What worked before in this scenario stays where they do not. */
  play(): void {
    const { sample, issues } = tryOut(course().source(session.scenario, words.lang), this.patch);
    if (sample || session.scenario !== this.#scenario) this.sample = sample;
    this.#scenario = session.scenario;
    this.issues = issues ?? [];
  }

  pin(): void {
    if (this.sample && this.pins.length < pinsAtMost) this.pins = [...this.pins, this.sample.patch];
  }

  unpin(at: number): void {
    this.pins = this.pins.filter((_, i) => i !== at);
  }

  /** Opens the walk at a step of a run that was tried. */
  walk(patch: Patch, step: number): void {
    this.draft = dialsOf(patch);
    session.playing = false;
    session.setPatch(patch, step);
  }
}

export const lab = new Lab();

const asIs = "as-is";

register("dials", {
  get: () => (isTurned(session.dials) ? written(session.dials) : null),
  set: (value) => {
    const { notes, bugs, ...dials } = parsed(value ?? "");
    if (notes !== undefined || bugs !== undefined) throw new RangeError("mistakes have a piece of their own");
    session.dials = dials;
  },
});

register("lab", {
  get: () => (lab.open ? written(lab.draft) || asIs : null),
  set: (value) => {
    const { bugs, ...draft } = parsed(value === null || value === asIs ? "" : value);
    if (bugs !== undefined) throw new RangeError("mistakes have a piece of their own");
    lab.open = value !== null;
    if (lab.open) lab.draft = draft;
  },
});

register("pins", {
  get: () => (lab.pins.length === 0 ? null : lab.pins.map((pin) => written(pin) || asIs).join("/")),
  set: (value) => {
    const texts = value === null ? [] : value.split("/");
    if (texts.length > pinsAtMost) throw new RangeError(`more than ${pinsAtMost} runs`);
    const pins = texts.map((text) => parsed(text === asIs ? "" : text));
    if (pins.some(({ notes }) => notes !== undefined)) throw new RangeError("a run has no notes policy");
    lab.pins = pins;
  },
});

register("prices", {
  get: () => (lab.prices.input === usualPrices.input && lab.prices.output === usualPrices.output ? null : `${lab.prices.input},${lab.prices.output}`),
  set: (value) => {
    const [input, output, ...rest] = value === null ? [usualPrices.input, usualPrices.output] : value.split(",").map((price) => (price === "" ? NaN : Number(price)));
    if (rest.length > 0 || ![input, output].every((price) => price !== undefined && Number.isFinite(price) && price >= 0)) throw new RangeError(`${value} are no prices`);
    lab.prices = { input: input!, output: output! };
  },
});
