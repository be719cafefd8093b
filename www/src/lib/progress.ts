import { createSubscriber } from "svelte/reactivity";
import { courseId } from "./coursesource";
import { isNothing, merge, nothing, readText, same, type Answer, type Progress, type TaskWork } from "./schema";
import { shelf, type Shelf } from "./storage";

export type { Answer, Progress } from "./schema";
export type { Shelf } from "./storage";

/**
 * Where the work is: kept on this device, or only in this tab, since the storage is full or forbidden, or since what it
 * holds was made by a later version of the page, or since damaged data could not be put aside.
 */
export type Keeping = "kept" | "full" | "forbidden" | "newer" | "blocked";

export type Finding = { kind: "damaged"; faults: number } | { kind: Exclude<Keeping, "kept"> };

/** Courses that are published side by side share their storage: each has its own place in it, by its id. */
export const storageKey = `secondwind.progress${courseId === null ? "" : `.of.${courseId}`}`;
/** Damaged data is put aside under numbered names, and stays there until the learner deletes it. */
const asideKey = (i: number): string => `${storageKey}.aside.${i}`;
const asides = 9;

/** A learner's work. Each change is made to what is stored at that moment, so that two tabs do not undo each other. */
export class Keeper {
  /** Called when there is something to tell, once for each kind. */
  onfinding: (finding: Finding) => void = () => {};
  readonly #shelf: () => Shelf;
  readonly #listeners = new Set<() => void>();
  readonly #subscribe = createSubscriber((update) => {
    this.#listeners.add(update);
    return () => this.#listeners.delete(update);
  });
  readonly #told = new Set<string>();
  #now = nothing;
  #keeping: Keeping = "kept";
  /** Whether this tab holds work that the storage does not. */
  #ahead = false;
  /** What the storage held when it was last read or written. */
  #seen: Progress = nothing;

  constructor(shelf: () => Shelf) {
    this.#shelf = shelf;
  }

  get now(): Progress {
    this.#subscribe();
    return this.#now;
  }

  get keeping(): Keeping {
    this.#subscribe();
    return this.#keeping;
  }

  /** Reads what is kept. Also to be called when another tab has written. */
  load(): void {
    this.#now = this.#base().progress;
    this.#changed();
  }

  answerOf(gate: string): Answer | null {
    return this.now.answers.find((answer) => answer.gate === gate) ?? null;
  }

  visit(place: string): void {
    this.change((progress) => ({ ...progress, place }));
  }

  finish(scenario: string): void {
    this.change((progress) =>
      progress.finished.includes(scenario) ? progress : { ...progress, finished: [...progress.finished, scenario] },
    );
  }

  /** Keeps what was said at a gate. The first answer stands; what comes later counts as tries. */
  answer(said: Answer): void {
    this.change((progress) => {
      const before = progress.answers.find(({ gate }) => gate === said.gate);
      const others = progress.answers.filter((answer) => answer !== before);
      const answer = before && !before.skipped ? { ...said, first: before.first, skipped: false } : said;
      return { ...progress, answers: [...others, answer] };
    });
  }

  tick(id: string, on: boolean): void {
    this.change((progress) => {
      const others = progress.ticks.filter((tick) => tick !== id);
      return { ...progress, ticks: on ? [...others, id] : others };
    });
  }

  workOf(task: string): TaskWork | null {
    return this.now.tasks.find((work) => work.task === task) ?? null;
  }

  /** Changes what is kept of a task; an answer that was the first stays it. */
  work(task: string, how: (work: TaskWork) => TaskWork): void {
    this.change((progress) => {
      const before = progress.tasks.find((work) => work.task === task) ?? { task, first: null, tries: [], hints: 0, shown: false };
      const others = progress.tasks.filter((work) => work.task !== task);
      return { ...progress, tasks: [...others, { ...how(before), task, ...(before.first ? { first: before.first } : {}) }] };
    });
  }

  /** Throws all work away and returns it, for a learner who did not mean it. */
  clear(): Progress {
    const before = this.#now;
    this.#ahead = false;
    this.change(() => nothing);
    return before;
  }

  replace(progress: Progress): void {
    this.change(() => progress);
  }

  change(how: (progress: Progress) => Progress): void {
    const { progress, stored } = this.#base();
    this.#now = how(progress);
    if (stored === null && this.#keeping !== "forbidden") this.#ahead = true;
    else if (!same(this.#now, stored)) this.#store(this.#now);
    this.#changed();
  }

  /** What a change starts from: what is stored, with what this tab could not store. */
  #base(): { progress: Progress; stored: Progress | null } {
    const seen = this.#seen;
    const stored = this.#read();
    if (!stored || (this.#ahead && same(stored, seen))) return { progress: this.#now, stored };
    return { progress: this.#ahead ? merge(this.#now, stored) : stored, stored };
  }

  /** The texts that were put aside, with the names under which they lie. */
  aside(): { name: string; text: string }[] {
    this.#subscribe();
    const found: { name: string; text: string }[] = [];
    for (let i = 1; i <= asides; i++) {
      try {
        const text = this.#shelf().getItem(asideKey(i));
        if (text !== null) found.push({ name: asideKey(i), text });
      } catch {
        return found;
      }
    }
    return found;
  }

  discard(name: string): void {
    try {
      this.#shelf().removeItem(name);
    } catch {
      // It then stays in the list.
    }
    this.#changed();
  }

  /** What is stored, or null where the storage cannot be used. Damaged data is put aside first. */
  #read(): Progress | null {
    let text: string | null;
    try {
      text = this.#shelf().getItem(storageKey);
    } catch {
      this.#fail("forbidden");
      return null;
    }
    const reading = text === null ? null : readText(text);
    switch (reading?.state) {
      case undefined:
        return this.#saw(nothing);
      case "fine":
        return this.#saw(reading.progress);
      case "newer":
        this.#fail("newer");
        return null;
      case "damaged":
        if (text !== null && this.#putAside(text)) {
          this.#find({ kind: "damaged", faults: reading.faults.length });
          const ahead = this.#ahead;
          this.#store(reading.progress);
          this.#ahead ||= ahead;
          return this.#saw(reading.progress);
        }
        this.#fail("blocked");
        if (isNothing(this.#now)) this.#now = reading.progress;
        return null;
    }
  }

  #saw(stored: Progress): Progress {
    if (!this.#ahead) this.#keeping = "kept";
    this.#seen = stored;
    return stored;
  }

  #putAside(text: string): boolean {
    try {
      const shelf = this.#shelf();
      for (let i = 1; i <= asides; i++) {
        const there = shelf.getItem(asideKey(i));
        if (there === text) return true;
        if (there !== null) continue;
        shelf.setItem(asideKey(i), text);
        return shelf.getItem(asideKey(i)) === text;
      }
    } catch {
      // Full or forbidden: what is there stays where it is.
    }
    return false;
  }

  #store(progress: Progress): void {
    try {
      const shelf = this.#shelf();
      if (isNothing(progress)) shelf.removeItem(storageKey);
      else shelf.setItem(storageKey, JSON.stringify(progress));
      this.#ahead = false;
      this.#keeping = "kept";
      this.#seen = progress;
    } catch (error) {
      this.#ahead = true;
      this.#fail(isFull(error) ? "full" : "forbidden");
    }
  }

  #fail(kind: Exclude<Keeping, "kept">): void {
    this.#keeping = kind;
    this.#find({ kind });
  }

  #find(finding: Finding): void {
    if (this.#told.has(finding.kind)) return;
    this.#told.add(finding.kind);
    this.onfinding(finding);
  }

  #changed(): void {
    for (const update of this.#listeners) update();
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && /QuotaExceeded|NS_ERROR_DOM_QUOTA_REACHED/.test(error.name);

/** The learner's work in this browser, or with the host that holds it. */
export const progress = new Keeper(shelf);
