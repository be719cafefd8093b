import type { Recording } from "secondwind/course";
import { engine } from "./engine.svelte";
import { notices } from "./notices.svelte";
import { isRecording, written } from "./recording";

/** A recording that the page has, under the name that stands for it where else a scenario's stands. */
export interface Cassette {
  id: string;
  recording: Recording;
}

const shelf = "secondwind.recordings";
const beginning = "recording-";

const numberOf = ({ id }: Cassette): number => Number(id.slice(beginning.length));

/** What a recording is called among others of the same task. */
export const titleOf = (cassette: Cassette): string => `${cassette.recording.title} (${numberOf(cassette)})`;

/** The recordings of this tab. None of them holds a key: requests are no part of a recording. */
class Cassettes {
  list = $state.raw<readonly Cassette[]>([]);
  /** Whether all of them come back when the tab is loaded anew. */
  kept = $state(true);
  #last = 0;

  get ids(): string[] {
    return this.list.map(({ id }) => id);
  }

  find(id: string): Cassette | undefined {
    return this.list.find((one) => one.id === id);
  }

  has = (id: string): boolean => this.find(id) !== undefined;

  /** Puts a recording on the shelf. */
  add(recording: Recording): Cassette {
    // A number is not given twice: a run that was removed may still be under way.
    this.#last = Math.max(this.#last, ...this.list.map(numberOf)) + 1;
    const cassette = { id: `${beginning}${this.#last}`, recording };
    this.list = [...this.list, cassette];
    this.#keep();
    return cassette;
  }

  /** Puts a recording in the place of what it was before. */
  update(id: string, recording: Recording): void {
    this.list = this.list.map((one) => (one.id === id ? { id, recording } : one));
    this.#keep();
  }

  remove(id: string): void {
    this.list = this.list.filter((one) => one.id !== id);
    engine.api?.forget(id);
    this.#keep();
  }

  /** Lets the engine know of a recording, so that it is played by this id. Any other id is left alone. */
  lend(id: string): void {
    const cassette = this.find(id);
    if (cassette) engine.api?.record(id, this.file(cassette).text);
  }

  file({ id, recording }: Cassette): { name: string; text: string } {
    return { name: `${id}.json`, text: written(recording) };
  }

  /** Takes what the tab has kept. Whether it can be played is told when it is. */
  recall(): void {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(shelf) ?? "[]");
      if (Array.isArray(kept)) this.list = kept.filter(isCassette);
    } catch {
      // What cannot be read is as if it were not there.
    }
  }

  #keep(): void {
    try {
      if (this.list.length === 0) sessionStorage.removeItem(shelf);
      else sessionStorage.setItem(shelf, JSON.stringify(this.list));
      this.kept = true;
    } catch {
      if (this.kept) notices.replace("recordings", [{ key: "live-not-kept", args: {} }]);
      this.kept = false;
    }
  }
}

function isCassette(value: unknown): value is Cassette {
  const { id, recording } = (value ?? {}) as Partial<Cassette>;
  return typeof id === "string" && /^recording-\d{1,6}$/.test(id) && isRecording(recording);
}

export const cassettes = new Cassettes();
