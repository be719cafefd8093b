import type { Recording } from "secondwind/course";
import { engine } from "./engine.svelte";
import { notices } from "./notices.svelte";
import { isRecording, recordingText } from "./recording";
import { tabShelf } from "./storage";

/** A recording that the page has, under the id that stands for it where else a scenario's stands. */
export interface KeptRecording {
  id: string;
  recording: Recording;
}

const shelf = "secondwind.recordings";
const beginning = "recording-";

/** The id of the scenario that a recording makes: it is made whenever it is played. */
export const scenarioId = ({ id }: KeptRecording): string => id.replace(beginning, "scenario-");

const numberOf = ({ id }: KeptRecording): number => Number(id.slice(beginning.length));

/** What a recording is called among others of the same task. */
export const titleOf = (kept: KeptRecording): string => `${kept.recording.title} (${numberOf(kept)})`;

/** The recordings of this tab. None of them holds a key: requests are no part of a recording. */
class Recordings {
  list = $state.raw<readonly KeptRecording[]>([]);
  /** Whether all of them come back when the tab is loaded anew. */
  kept = $state(true);
  #last = 0;

  /** What a link within this tab can name. */
  get ids(): string[] {
    return this.list.flatMap((one) => [one.id, scenarioId(one)]);
  }

  find(id: string): KeptRecording | undefined {
    return this.list.find((one) => one.id === id);
  }

  /** The recording that an id is, or that the scenario of this id is made of. */
  behind(id: string): KeptRecording | undefined {
    return this.list.find((one) => one.id === id || scenarioId(one) === id);
  }

  has = (id: string): boolean => this.find(id) !== undefined;

  /** Puts a recording on the shelf. */
  add(recording: Recording): KeptRecording {
    // A number is not given twice: a run that was removed may still be under way.
    this.#last = Math.max(this.#last, ...this.list.map(numberOf)) + 1;
    const kept = { id: `${beginning}${this.#last}`, recording };
    this.list = [...this.list, kept];
    this.#keep();
    return kept;
  }

  /** Puts a recording in the place of what it was before. */
  update(id: string, recording: Recording): void {
    this.list = this.list.map((one) => (one.id === id ? { id, recording } : one));
    this.#keep();
  }

  remove(id: string): void {
    const kept = this.find(id);
    if (!kept) return;
    this.list = this.list.filter((one) => one !== kept);
    engine.api?.forget(id, scenarioId(kept));
    this.#keep();
  }

  /** Lets the engine know of a recording, so that it, or its scenario, is played by this id. Any other id is left alone. */
  lend(id: string): void {
    const kept = this.behind(id);
    if (kept) engine.api?.record(kept.id, scenarioId(kept), this.file(kept).text);
  }

  file({ id, recording }: KeptRecording): { name: string; text: string } {
    return { name: `${id}.json`, text: recordingText(recording) };
  }

  /** Takes what the tab has kept. Whether it can be played is told when it is. */
  recall(): void {
    try {
      const found: unknown = JSON.parse(tabShelf().getItem(shelf) ?? "[]");
      if (Array.isArray(found)) this.list = found.filter(isKept);
    } catch {
      // What cannot be read is as if it were not there.
    }
  }

  #keep(): void {
    try {
      if (this.list.length === 0) tabShelf().removeItem(shelf);
      else tabShelf().setItem(shelf, JSON.stringify(this.list));
      this.kept = true;
    } catch {
      if (this.kept) notices.replace("recordings", [{ key: "live-not-kept", args: {} }]);
      this.kept = false;
    }
  }
}

function isKept(value: unknown): value is KeptRecording {
  const { id, recording } = (value ?? {}) as Partial<KeptRecording>;
  return typeof id === "string" && /^recording-\d{1,6}$/.test(id) && isRecording(recording);
}

export const recordings = new Recordings();
