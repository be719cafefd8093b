import { kind } from "./check.js";
import { SecondwindError, messageOf } from "./errors.js";
import { Harness } from "./harness.js";
import type { ContextEvent, Snapshot } from "./types.js";

/** An entry of a journal: plain data that JSON can hold. */
export type JournalEntry =
  /** Where the events after it begin. The first entry is one. */
  | { type: "snapshot"; snapshot: Snapshot }
  /** An event that the harness took, and when: milliseconds since the Unix epoch. */
  | { type: "event"; now: number; event: ContextEvent };

/** Where a session writes down what happens, before anything follows from it. */
export interface Journal {
  /** Adds an entry. When the promise resolves, the entry outlives the process. Never called before the one before it ended. */
  append(entry: JournalEntry): void | Promise<void>;
  /** All entries, oldest first; none where there is nothing yet. */
  load(): readonly JournalEntry[] | Promise<readonly JournalEntry[]>;
  /**
   * Puts these entries in the place of all: the old ones or the new ones outlive a crash, never half of each. Called
   * when the messages were replaced, so that a journal grows no longer than a window. Without it the journal keeps all.
   */
  reset?(entries: readonly JournalEntry[]): void | Promise<void>;
}

/**
 * The harness that a journal's entries lead to.
 * @internal
 */
export function replay(entries: readonly unknown[]): Harness {
  let harness: Harness | undefined;
  entries.forEach((entry, place) => {
    try {
      const { type, snapshot, now, event } = (entry ?? {}) as { type?: unknown; snapshot?: unknown; now?: unknown; event?: unknown };
      if (type === "snapshot") {
        harness?.free();
        harness = Harness.restore(snapshot as Snapshot);
      } else if (type === "event" && harness !== undefined) {
        harness.apply(Number(now), event as ContextEvent);
      } else {
        throw new Error(place === 0 ? "it begins without a snapshot" : `it is ${kind(entry)} of no known type`);
      }
    } catch (cause) {
      harness?.free();
      const path = `entries[${place}]`;
      throw new SecondwindError("BAD_JOURNAL", `the journal breaks off at ${path}: ${messageOf(cause)}`, { cause, path });
    }
  });
  return harness as unknown as Harness;
}
