/** What was entered in tasks and not committed: it is there after a reload, as long as the tab is. */
import type { Answer } from "secondwind/course";
import { isOpened } from "./coursesource";
import { secret } from "./fragment";
import type { Shelf } from "./storage";
import { isAnswer, isEmpty } from "./tasks";

/** A course of the visitor's own may be a copy of the page's, and have its id: what is entered in one is not shown in the other. */
export const draftsKey = isOpened ? "secondwind.drafts.opened" : "secondwind.drafts";

/** Drafts by what the work on their tasks is kept under. Where nothing can be kept they last as long as the page. */
export class Drafts {
  readonly #shelf: () => Shelf;
  #all: Map<string, Answer> | null = null;

  constructor(shelf: () => Shelf) {
    this.#shelf = shelf;
  }

  get(task: string): Answer | null {
    return this.#here().get(task) ?? null;
  }

  set(task: string, answer: Answer | null): void {
    if (answer) this.#here().set(task, answer);
    else this.#here().delete(task);
    this.#keep();
  }

  clear(): void {
    this.#here().clear();
    this.#keep();
  }

  #here(): Map<string, Answer> {
    this.#all ??= new Map(this.#read());
    return this.#all;
  }

  #read(): [string, Answer][] {
    try {
      const found: unknown = JSON.parse(this.#shelf().getItem(draftsKey) ?? "{}");
      return Object.entries(found ?? {}).filter((entry): entry is [string, Answer] => isAnswer(entry[1]));
    } catch {
      // What cannot be read is as if it were not there.
      return [];
    }
  }

  #keep(): void {
    // Nothing that looks like a key goes into the storage, and a number that is half written is none.
    const kept = [...this.#here()].filter(([, answer]) => !isEmpty(answer) && !secret(JSON.stringify(answer)));
    try {
      if (kept.length === 0) this.#shelf().removeItem(draftsKey);
      else this.#shelf().setItem(draftsKey, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // They last as long as the page.
    }
  }
}
