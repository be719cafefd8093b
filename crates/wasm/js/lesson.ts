import { list, text, textOrNothing } from "./check.js";
import { core } from "./core.js";
import type { DialectName, Prompts } from "./types.js";

/**
 * The usage accumulator: the counter after a reply, `used + input + output`. Cached tokens that a provider reports
 * beside its input figure are not seen, and the history is counted again at each call; the lesson teaches both.
 * @param used The counter before, in tokens.
 * @param usage The reply's `usage` object as the provider sent it. Without a figure for both input and output, the counter stays.
 * @throws SecondwindError `BAD_USAGE` if a figure is no token count, `BAD_NUMBER` if `used` is none, `BAD_CONFIG` for an
 *   unknown dialect.
 */
export function trackUsage(used: number, usage: unknown, dialect: DialectName = "anthropic"): number {
  return core.call((api) => api.trackUsage(used, usage, dialect));
}

/**
 * The number of tokens at which compaction fires: the smallest whole number that is at least `window * ratio`.
 * @throws SecondwindError `BAD_POLICY` if the ratio is not above 0 and below 1 or the window has no such number.
 */
export function threshold(window: number, ratio: number): number {
  return core.call((api) => api.threshold(window, ratio));
}

/**
 * The threshold check: whether to compact now. Reaching the threshold exactly counts. It stands right after a round's
 * tool results were appended and before the next request goes out.
 * @throws SecondwindError `BAD_NUMBER` for what is no token count.
 */
export function shouldCompact(used: number, threshold: number): boolean {
  return core.call((api) => api.shouldCompact(used, threshold));
}

/**
 * The text of the fresh window's one message: the handover summary, then the notes, or a placeholder for none.
 * @throws SecondwindError `BAD_INPUT` for what is no text, `BAD_CONFIG` for prompts that cannot be read.
 */
export function restartMessage(summary: string, notes: string | null, prompts?: Partial<Prompts>): string {
  const words = text("summary", summary);
  const content = textOrNothing("notes", notes);
  return core.call((api) => api.restartMessage(words, content, prompts));
}

/**
 * The notes as the model reads them: missing or blank notes read as a fixed placeholder.
 * @throws SecondwindError As `restartMessage`.
 */
export function notesOrPlaceholder(notes: string | null, prompts?: Partial<Prompts>): string {
  const content = textOrNothing("notes", notes);
  return core.call((api) => api.notesOrPlaceholder(content, prompts));
}

/**
 * The text of the compaction call for these messages: the instruction, then the history as text. It goes out as one
 * user message, without tools.
 * @throws SecondwindError `BAD_INPUT` for what is no array, `BAD_CONFIG` for an unknown dialect or prompts that cannot be
 *   read.
 */
export function summaryRequest(
  messages: readonly unknown[],
  dialect: DialectName = "anthropic",
  prompts?: Partial<Prompts>,
): string {
  const history = list("messages", messages);
  return core.call((api) => api.summaryRequest(history, dialect, prompts));
}

/**
 * The message of the fresh window, in the provider's shape. It replaces the history wholesale.
 * @throws SecondwindError `BAD_INPUT` for what is no text, `BAD_CONFIG` for an unknown dialect or prompts that cannot be
 *   read.
 */
export function freshWindow(
  summary: string,
  notes: string | null,
  dialect: DialectName = "anthropic",
  prompts?: Partial<Prompts>,
): unknown {
  const words = text("summary", summary);
  const content = textOrNothing("notes", notes);
  return core.call((api): unknown => api.freshWindow(words, content, dialect, prompts));
}

/**
 * The handover summary in the reply of a compaction call, if it may stand in for the history.
 * @throws SecondwindError `COMPACTION_FAILED` if it is blank, cut off, declined or asks for tools; `BAD_REPLY` if it
 *   cannot be read, `BAD_CONFIG` for an unknown dialect.
 */
export function handoverSummary(reply: unknown, dialect: DialectName = "anthropic"): string {
  return core.call((api) => api.handoverSummary(reply, dialect));
}

/**
 * The estimate used wherever no provider has counted: UTF-8 bytes / 4, rounded up. Unit: tokens.
 * @throws SecondwindError `BAD_INPUT` for what is no text.
 */
export function estimate(words: string): number {
  const checked = text("text", words);
  return core.call((api) => api.estimate(checked));
}

/** The English texts that the harness says to the model. */
export function defaultPrompts(): Prompts {
  return core.call((api) => api.defaultPrompts());
}
