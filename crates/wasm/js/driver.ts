import { kind, readable } from "./check.js";
import type { Sender, ToolDefinition } from "./client.js";
import { SecondwindError } from "./errors.js";
import type { Harness } from "./harness.js";
import { replay } from "./journal.js";
import type { AgentOptions, JournaledOptions, Session, SessionOptions, UserContent } from "./options.js";
import { checkedJournal, checkedOptions } from "./settings.js";
import { fitting, opened, restored } from "./setup.js";
import { Shell } from "./shell.js";
import type { ToolImpls } from "./tools.js";
import type { ContextEvent } from "./types.js";

/**
 * Runs an agent to its answer: calls the model, runs its tools in parallel, and restarts the window from a summary
 * and the notes whenever the policy says so.
 *
 * @param userInput The task.
 * @param tools The definitions of the tools, in the provider's shape.
 * @param toolImpls The tools themselves, by name.
 * @returns The text of the last reply.
 * @throws SecondwindError How the run ended, if not with an answer: `STOPPED` (see `stop`), `REFUSED`, `CALL_FAILED`
 *   (the client threw; see `kind` and `cause`), `BAD_REPLY`, `OVERFLOWED`, `COMPACTION_FAILED` (see `outcome.fault`),
 *   `CANNOT_REDUCE`, `VALVE_SHUT`, `NOTES_UNREAD` and `ABORTED` (see `unsent`). Each carries `outcome` and `messages`.
 *   Before the first call: `BLANK_MESSAGE`, `BAD_INPUT`, `BAD_POLICY`, `BAD_CONFIG`.
 */
export async function runAgent(
  userInput: UserContent,
  tools: readonly ToolDefinition[],
  toolImpls: ToolImpls,
  options: AgentOptions,
): Promise<string> {
  const all = checkedOptions(options, { tools, toolImpls });
  const run = new Shell(all, ...opened(all), all.signal !== undefined);
  try {
    return await run.send(userInput);
  } finally {
    run.free();
  }
}

/**
 * Opens a session. Free it when the conversation is over.
 * @throws SecondwindError `BAD_INPUT`, `BAD_POLICY`, `BAD_CONFIG` (also for options that contradict the snapshot),
 *   `BAD_SNAPSHOT`. Each names in `path` what it is about.
 */
export function session(options: SessionOptions): Session {
  const given = checkedOptions<SessionOptions & { journal?: unknown }>(options);
  if (given.journal !== undefined) {
    throw new SecondwindError("BAD_INPUT", "a journal has to be read first; use openSession", { path: "journal" });
  }
  const [harness, sender] = begun(given);
  try {
    const shell = new Shell(given, harness, sender, true);
    const first = firstEvent(given, given.snapshot !== undefined);
    if (first !== undefined) void shell.begin(first);
    return shell;
  } catch (error) {
    harness.free();
    throw error;
  }
}

/**
 * Opens a session that survives its process: every event is in the journal before anything follows from it, so no tool
 * is started before the reply that asked for it is on record, and none is started twice.
 *
 * Where the journal has entries, the session goes on from them: tool calls that were open get an error result, and
 * `resume` goes on with the rest. One session at a time may write a journal.
 * @throws SecondwindError As `session`; `BAD_JOURNAL` for entries that cannot be replayed, `JOURNAL_FAILED` where
 *   nothing can be written.
 */
export async function openSession(options: JournaledOptions): Promise<Session> {
  const given = checkedOptions(options);
  const journal = checkedJournal(given.journal);
  const entries = await journal.load();
  if (!readable("entries", () => Array.isArray(entries), "BAD_JOURNAL")) {
    throw new SecondwindError("BAD_JOURNAL", `the journal's load() gave ${kind(entries)}, not an array`, { path: "entries" });
  }
  const isNew = entries.length === 0;
  const [harness, sender] = isNew ? begun(given) : fitting(given, replay(entries));
  try {
    const shell = new Shell(given, harness, sender, true, journal);
    if (isNew) await shell.record({ type: "snapshot", snapshot: harness.snapshot() });
    const first = firstEvent(given, !isNew || given.snapshot !== undefined);
    if (first !== undefined) await shell.begin(first);
    return shell;
  } catch (error) {
    harness.free();
    throw error;
  }
}

function begun(options: SessionOptions): [Harness, Sender] {
  return options.snapshot === undefined ? opened(options) : restored(options, options.snapshot);
}

function firstEvent({ history }: SessionOptions, isRestored: boolean): ContextEvent | undefined {
  if (isRestored) return { type: "resumed" };
  return history === undefined ? undefined : { type: "loaded", messages: history };
}
