import type { ShownMessage } from "secondwind/course";

/**
 * What each restart message was made from. The archive is in order, and the restart message of a compaction is in it
 * only after what that compaction took out: so the messages between two restarts went into the second one.
 */
export function origins(archive: readonly ShownMessage[], messages: readonly ShownMessage[]): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  let open: number[] = [];
  for (const message of archive) {
    if (message.kind === "restart") {
      found.set(message.id, open);
      open = [];
    }
    open.push(message.id);
  }
  const restart = messages.find((message) => message.kind === "restart");
  if (restart && open.length > 0) found.set(restart.id, open);
  return found;
}

/** The restart message that each archived message went into. */
export function heirs(found: ReadonlyMap<number, readonly number[]>): Map<number, number> {
  return new Map([...found].flatMap(([restart, sources]) => sources.map((id) => [id, restart] as const)));
}
