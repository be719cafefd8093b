import type { CourseFault } from "./coursefiles";
import { kit, renew } from "./coursekit.svelte";
import { changes } from "./coursesource";
import { words } from "./i18n.svelte";
import { lesson } from "./lesson.svelte";
import { notices } from "./notices.svelte";
import { session } from "./session.svelte";

/** What is told of a course whenever one of its files has changed. */
interface Change {
  /** The last version without faults; null before there is one. */
  version: number | null;
  faults: CourseFault[];
}

/** A course that is being written: what is wrong with it now, while its last version without faults stays on the page. */
class Preview {
  faults = $state.raw<readonly CourseFault[]>([]);
  /** What has to be done goes in order: a version is taken whole before the next one. */
  #last: Promise<void> = Promise.resolve();

  /** Listens for changes, where the page is a preview. Returns what ends it. */
  listen(): () => void {
    const url = changes === null ? null : new URL(changes, document.baseURI);
    if (url?.origin !== location.origin) return () => {};
    let events: EventSource | null = null;
    const lost = (is: boolean): void => notices.replace("preview", is ? [{ key: "preview-lost", args: {} }] : []);
    const open = (): EventSource => {
      const opened = new EventSource(url);
      opened.onopen = () => lost(false);
      opened.onerror = () => lost(true);
      opened.onmessage = ({ data }: MessageEvent<string>) => {
        const change = JSON.parse(data) as Change;
        this.#last = this.#last.then(() => this.#take(change)).catch(() => lost(true));
      };
      return opened;
    };
    const close = (): void => {
      events?.close();
      events = null;
    };
    // A browser opens six connections to a server: tabs that nobody sees leave them to the one that is seen.
    const follow = (): void => {
      if (document.hidden) close();
      else events ??= open();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }

  async #take({ version, faults }: Change): Promise<void> {
    if (version !== null && faults.length === 0) await this.#show(version);
    this.faults = faults;
  }

  /** Puts a version in the place of the one on the page. The reader stays where they are. */
  async #show(version: number): Promise<void> {
    if (kit.api === null) {
      // The page has opened without a course, since it had faults, and opens anew with one.
      if (this.faults.length > 0) location.reload();
      return;
    }
    if (kit.api.version === version) return;
    await renew(version, () => lesson.forget());
    lesson.renew();
    session.load(session.scenario, words.lang, session.step);
  }
}

export const preview = new Preview();
