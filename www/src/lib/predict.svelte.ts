import { engine } from "./engine.svelte";
import { recordings } from "./recordings.svelte";
import { answers, longestReason, type Confidence } from "./answers";
import { gatesOf, offerFor, otherOffer, secondTry, type Gate, type Offer } from "./gates";
import { keep, recall } from "./prefs.svelte";
import { session } from "./session.svelte";

export interface Verdict {
  gate: Gate;
  /** The first answer; null where the question was skipped. */
  first: number | null;
  second: number | null;
  right: boolean;
  because: string;
  offer: Offer | null;
  /** Whether the offer follows a right answer that was given unsurely. */
  mild: boolean;
}

/** A question of the course, which stands in place of those of the page. */
export interface Guest {
  /** Whether the page is to ask nothing of its own. */
  readonly open: boolean;
  /** The last step that may be seen, or null where nothing is hidden. */
  readonly horizon: number | null;
  /** A step beyond it is wanted. */
  ask(): void;
}

/** Questions before chosen steps, and the fog over what comes after the first one that is not answered. */
class Predict {
  on = $state(recall("predict") === "on");
  #opened = $state<string | null>(null);
  /** The gate whose first answer was not right and which has not been shown yet. */
  #again = $state<string | null>(null);
  /** Gates before this step were passed while nothing was asked. */
  #from = $state(0);
  /** The step that somebody wanted to see, when it lies beyond the next one. */
  wanted = $state<number | null>(null);
  value = $state<number | null>(null);
  confidence = $state<Confidence | null>(null);
  /** Counts how often a question was asked for, so that it takes the focus each time. */
  calls = $state(0);
  /** Whether it was open already when somebody went on. */
  insisted = $state(false);
  #closed = $state<string | null>(null);
  guest = $state.raw<Guest | null>(null);

  /**
   * Other worlds are played only once somebody predicts; where the engine has not come, formulas stand for them. The
   * questions are about the sound harness, unchanged, in what the course prepared.
   */
  gates = $derived<Gate[]>(session.reading && !recordings.has(session.scenario) && Object.keys(session.patch).length === 0 ? gatesOf(session.scenario, session.reading, this.on && engine.api ? session.worldOf : null) : []);

  /** The first gate that nobody has passed. */
  #next = $derived(
    this.on && !this.guest?.open
      ? (this.gates.find((gate) => gate.step >= this.#from && (!answers.get(gate.id) || gate.id === this.#again)) ?? null)
      : null,
  );

  /** The last step that may be seen, or null where nothing is hidden. */
  get horizon(): number | null {
    return this.guest?.open ? this.guest.horizon : (this.#next?.step ?? null);
  }

  /** The gate whose question is open. */
  gate = $derived(this.#next && this.#next.id === this.#opened && this.#next.step === session.step ? this.#next : null);

  /** Whether the open question was answered wrongly once. */
  again = $derived(this.gate !== null && this.gate.id === this.#again);

  /** The answer that a second try need not repeat. */
  tried = $derived(this.again && this.gate ? (answers.get(this.gate.id)?.first ?? null) : null);

  /** What was predicted of the step that is shown. */
  verdict = $derived.by<Verdict | null>(() => {
    if (!this.on || this.guest?.open) return null;
    const gate = this.gates.find((one) => one.step + 1 === session.step);
    const kept = gate && answers.get(gate.id);
    if (!kept) return null;
    const right = kept.first === gate.right;
    const mild = right && kept.confidence === 1;
    return {
      gate,
      first: kept.first,
      second: kept.tries.at(-1) ?? null,
      right,
      because: kept.because ?? "",
      offer: mild ? otherOffer(gate) : right || kept.first === null ? null : offerFor(gate, kept.first),
      mild,
    };
  });

  /** The verdict, unless it was put away or another question stands in its place. */
  shown = $derived(this.gate === null && this.verdict?.gate.id !== this.#closed ? this.verdict : null);

  /** How far the predictions of this run have come. */
  progress = $derived.by(() => {
    const kept = this.gates.map((gate) => ({ gate, kept: answers.get(gate.id) }));
    const answered = kept.filter((one) => one.kept && !one.kept.skipped);
    return {
      count: this.gates.length,
      answered: answered.length,
      right: answered.filter(({ gate, kept }) => kept?.first === gate.right).length,
    };
  });

  /** The tokens predicted for a meter at the step that is shown. */
  ghost(meter: "accumulated" | "occupancy"): number | null {
    return this.verdict?.gate.meter === meter ? this.verdict.first : null;
  }

  switch(on: boolean): void {
    // The questions are answered in other worlds as well; to do without them takes nothing.
    if (on) engine.with(() => this.#turn(on));
    else this.#turn(on);
  }

  #turn(on: boolean): void {
    this.on = on;
    keep("predict", on ? "on" : "off");
    this.#opened = null;
    this.#again = null;
    this.#from = session.step;
  }

  /** A run is entered, or entered again at its start: from here on, every gate asks. */
  enter(): void {
    this.#from = 0;
    this.#opened = null;
    this.#again = null;
  }

  /** Opens the question that stands before a step. */
  ask(to: number): void {
    if (this.guest?.open) {
      this.guest.ask();
      return;
    }
    const gate = this.#next;
    if (!gate) return;
    this.insisted = this.gate !== null;
    if (this.#opened !== gate.id) {
      this.#opened = gate.id;
      this.value = null;
      this.confidence = null;
    }
    this.wanted = to > gate.step + 1 ? to : null;
    this.calls += 1;
  }

  close(): void {
    this.#opened = null;
    this.wanted = null;
  }

  dismiss(): void {
    this.#closed = this.verdict?.gate.id ?? null;
  }

  /** Records the answer. Says whether the step was shown, or the question stays for a second try. */
  commit(): "shown" | "again" | "missing" {
    const { gate, value } = this;
    if (!gate || value === null) return "missing";
    const before = answers.get(gate.id);
    if (before) {
      answers.put({ ...before, tries: [...before.tries, value] });
    } else {
      answers.put({
        gate: gate.id,
        first: value,
        tries: [],
        skipped: false,
        ...(this.confidence ? { confidence: this.confidence } : {}),
      });
      if (value !== gate.right && secondTry(gate)) {
        this.#again = gate.id;
        this.value = null;
        return "again";
      }
    }
    this.#show(gate);
    return "shown";
  }

  /** Leaves the question: unanswered it is recorded as skipped, after a first answer it is just shown. */
  skip(): void {
    const gate = this.gate;
    if (!gate) return;
    this.#skipped(gate);
    this.#show(gate);
  }

  /** Skips every question before the step that was wanted, and goes there. */
  skipTo(): void {
    const to = this.wanted;
    if (to === null) return;
    for (const gate of this.gates) if (gate.step < to && gate.step >= this.#from) this.#skipped(gate);
    this.#again = null;
    this.close();
    session.jump(to);
  }

  #skipped(gate: Gate): void {
    if (!answers.get(gate.id)) answers.put({ gate: gate.id, first: null, tries: [], skipped: true });
  }

  #show(gate: Gate): void {
    this.#again = null;
    this.#closed = null;
    this.close();
    session.jump(gate.step + 1);
  }

  reason(text: string): void {
    const kept = this.verdict && answers.get(this.verdict.gate.id);
    if (kept) answers.put({ ...kept, because: text.slice(0, longestReason) });
  }

  /** What a digit does while a question is open: it chooses. */
  digit(key: string): (() => void) | null {
    const choice = /^[1-9]$/.test(key) && this.gate && this.gate.input !== "number" ? this.gate.choices[Number(key) - 1] : undefined;
    if (!choice || choice.value === this.tried) return null;
    return () => {
      this.value = choice.value;
    };
  }
}

export const predict = new Predict();
session.veil = predict;
