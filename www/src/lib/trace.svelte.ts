import { session } from "./session.svelte";
import { heirs, origins } from "./trace";

const none: ReadonlySet<number> = new Set();

/** Which messages belong together across a compaction, and which pair is looked at. */
class Trace {
  /** The message that is pointed at or has the focus. */
  pointed = $state<number | null>(null);
  /** The message whose kin was asked for; it stays until it is asked for again. */
  pinned = $state<number | null>(null);

  sources = $derived(origins(session.archive, session.here));
  heirs = $derived(heirs(this.sources));

  /** A restart message and what it was made from, or an archived message and the restart message it went into. */
  lit = $derived.by<ReadonlySet<number>>(() => {
    const id = this.pointed ?? this.pinned;
    if (id === null) return none;
    const kin = [...(this.sources.get(id) ?? []), ...(this.heirs.has(id) ? [this.heirs.get(id)!] : [])];
    return kin.length === 0 ? none : new Set([id, ...kin]);
  });

  toggle(id: number): void {
    this.pinned = this.pinned === id ? null : id;
  }
}

export const trace = new Trace();
