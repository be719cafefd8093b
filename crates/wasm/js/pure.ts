import { limit as count, list, readable, text } from "./check.js";
import { core } from "./core.js";
import { wellFormed } from "./text.js";
import type { Cut, DialectName, FailureKind, MergedStream, ModelLimits, SectionEdit, Violation } from "./types.js";

/**
 * The kind of a failed model call, from what the provider said. A structured code is believed; wording is only a hint,
 * and only where the status is 400 or not known.
 * @param status The HTTP status, where there is one.
 * @param code The error's code or type, such as `context_length_exceeded`. Empty where there is none.
 * @throws SecondwindError `BAD_INPUT` for a code or a message that is no text.
 */
export function classifyFailure(status: number | undefined, code: string, message: string): FailureKind {
  const known = status !== undefined && status > 0 && status < 1000 ? status : undefined;
  const [word, words] = [text("code", code), text("message", message)];
  return core.call((api) => api.classifyFailure(known, word, words));
}

/**
 * Merges one change into the notes. The order of the sections stays, and so does every byte outside the one changed.
 * @throws SecondwindError `BAD_INPUT` for what is no edit.
 */
export function mergeNotes(notes: string, edit: SectionEdit): string {
  const words = text("notes", notes);
  return core.call((api) => api.mergeNotes(words, edit));
}

/**
 * Puts a fence around a text that the text cannot close. The text stays as it is.
 * @throws SecondwindError `BAD_INPUT` for what is no text.
 */
export function fence(tag: string, words: string): string {
  const [name, content] = [text("tag", tag), text("text", words)];
  return core.call((api) => api.fence(name, content));
}

/**
 * Keeps the beginning of a text, at most `limit` UTF-8 bytes, and breaks no character as people see it.
 * @throws SecondwindError `BAD_INPUT` for what is no text, `BAD_NUMBER` for a limit that is no whole number from 0 on.
 */
export function truncate(words: string, limit: number): Cut {
  const [content, bytes] = [text("text", words), count("limit", limit)];
  return core.call((api) => api.truncate(content, bytes));
}

/**
 * Keeps the beginning and the end of a text, at most `limit` UTF-8 bytes with a line that says how much is left out.
 * @throws SecondwindError As `truncate`.
 */
export function elide(words: string, limit: number): Cut {
  const [content, bytes] = [text("text", words), count("limit", limit)];
  return core.call((api) => api.elide(content, bytes));
}

/**
 * What of the rules on histories does not hold: calls and results in pairs, the user first, nothing blank.
 * @throws SecondwindError `BAD_INPUT` for what is no array, `BAD_CONFIG` for an unknown dialect.
 */
export function violations(messages: readonly unknown[], dialect: DialectName = "anthropic"): Violation[] {
  const history = list("messages", messages);
  return core.call((api) => api.violations(history, dialect));
}

/**
 * A history in which the rules on pairs hold: results without a call are left out, calls without a result get an error
 * result, calls without an id get one, and arguments that are no object become `{}`. Whole messages stay the very
 * objects that they are.
 * @throws SecondwindError `BAD_INPUT` for what is no array or cannot be read, `BAD_CONFIG` for an unknown dialect.
 */
export function repair(messages: readonly unknown[], dialect: DialectName = "anthropic"): unknown[] {
  const history = readable("messages", () => wellFormed(list("messages", messages)));
  return core.call((api) => api.repair(history, dialect));
}

/**
 * The text and the usage of a streamed reply, from its events in order. Figures that a provider repeats are not added.
 * @throws SecondwindError `BAD_USAGE` for a figure that is no token count, `BAD_INPUT` for what is no array, `BAD_CONFIG`
 *   for an unknown dialect.
 */
export function mergeStream(events: readonly unknown[], dialect: DialectName = "anthropic"): MergedStream {
  const stream = list("events", events);
  return core.call((api) => api.mergeStream(stream, dialect));
}

/**
 * The limits of a model by its name, dated variants included; `undefined` where they are not known.
 * @throws SecondwindError `BAD_INPUT` for a name that is no text.
 */
export function modelLimits(name: string): ModelLimits | undefined {
  const model = text("model", name);
  return core.call((api) => api.modelLimits(model));
}
