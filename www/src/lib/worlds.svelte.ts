import type { Patch, Player } from "secondwind/course";
import { tick } from "svelte";
import { bugNames, program, type Bug } from "./code";
import { engine } from "./engine.svelte";
import { words } from "./i18n.svelte";
import type { Dials } from "./lab";
import { session } from "./session.svelte";
import { aligned, firstDifference, momentsOf, type Difference, type Pair } from "./worlds";

/** A second run of the scenario, beside the one on the page. */
class Worlds {
  open = $state(false);
  /** The mistakes in the other world. */
  bugs = $state.raw<readonly Bug[]>([]);
  /** What else the other world changes of the scenario. */
  dials = $state.raw<Dials>({});
  /** How far the other world has gone on while the step of the page stayed. It holds for that step alone. */
  #ahead = $state.raw({ step: 0, moments: 0 });
  #held: Player | null = null;

  get patch(): Patch {
    return {
      ...this.dials,
      ...(this.bugs.length > 0 ? { bugs: this.bugs } : {}),
      ...(session.budget === null ? {} : { tokenBudget: session.budget }),
    };
  }

  other = $derived.by<Player | null>(() => {
    const patch = this.patch;
    this.#held?.free();
    this.#held = null;
    if (!this.open || !session.run || !engine.api) return null;
    const { Player, source } = engine.api;
    try {
      this.#held = new Player(source(session.scenario, words.lang), patch);
    } catch {
      // A mistake that cannot be made in this scenario leaves the place of the other world empty.
    }
    return this.#held;
  });

  pairs = $derived<Pair[]>(this.other && session.run ? aligned(session.run.marks, this.other.run.marks) : []);
  #moments = $derived(momentsOf(this.pairs, "here"));
  difference = $derived<Difference | null>(
    this.other && session.player ? firstDifference(session.player, this.other, this.pairs) : null,
  );

  /** The last moment that may be seen. */
  get extent(): number {
    return session.horizon === null ? this.pairs.length - 1 : (this.#moments[session.horizon] ?? 0);
  }

  get ahead(): number {
    return this.#ahead.step === session.step ? this.#ahead.moments : 0;
  }

  /** The moment that is looked at. */
  get moment(): number {
    const at = this.#moments[session.step] ?? 0;
    const next = this.#moments[session.step + 1] ?? this.pairs.length;
    return Math.max(0, Math.min(at + this.ahead, next - 1, Math.max(at, this.extent)));
  }

  get pair(): Pair {
    return this.pairs[this.moment] ?? { here: session.step, there: 0, goes: "both" };
  }

  /** Whether the first difference lies where an open question hides the run. */
  get hidden(): boolean {
    return this.difference !== null && this.difference.moment > this.extent;
  }

  goto(moment: number): void {
    const to = Math.min(Math.max(0, moment), this.pairs.length - 1);
    const step = this.pairs[to]?.here;
    if (step === undefined) return;
    session.jump(step);
    if (session.step === step) this.stayAhead(to - (this.#moments[step] ?? 0));
  }

  /** Lets the other world be ahead of the step of the page. */
  stayAhead(moments: number): void {
    this.#ahead = { step: session.step, moments };
  }

  toDifference(): void {
    if (this.difference) this.goto(this.difference.moment);
  }

  /** The mistakes among those of the other world that exclude this one, since they change the same line. */
  excluding(bug: Bug): Bug[] {
    return this.bugs.includes(bug) ? [] : program.excluding(bug, this.bugs);
  }

  toggle(bug: Bug): void {
    if (this.excluding(bug).length > 0) return;
    this.bugs = bugNames.filter((one) => (one === bug ? !this.bugs.includes(bug) : this.bugs.includes(one)));
  }

  /** Opens the view with the world that a patch makes. */
  compare({ bugs = [], ...dials }: Patch): void {
    this.bugs = bugs;
    this.dials = dials;
    this.show();
  }

  /** Opens the view and takes the learner there. */
  show(): void {
    engine.with(() => {
      this.open = true;
      void tick().then(() => {
        const view = document.getElementById("worlds");
        view?.focus({ preventScroll: true });
        view?.scrollIntoView({ block: "start" });
      });
    });
  }

  /** The budget belongs to the view: without it nothing on the page would tell why the run ends. */
  close(): void {
    this.open = false;
    this.dials = {};
    if (session.budget !== null) session.setBudget(null);
  }
}

export const worlds = new Worlds();

session.openWorld = (bug, step) => {
  if (step !== session.step) session.jump(step);
  worlds.compare({ bugs: [bug] });
};
