import { SecondwindError, type ErrorDetails } from "./errors.js";
import type { Outcome, SummaryFault } from "./types.js";

/**
 * The error for a run that ended without an answer.
 * @internal
 */
export function endOf(
  outcome: Exclude<Outcome, { type: "answered" }>,
  messages: readonly unknown[],
  cause: unknown,
): SecondwindError {
  const details: ErrorDetails = { outcome, messages };
  if (cause !== undefined) details.cause = cause;
  switch (outcome.type) {
    case "stopped":
      details.stop = outcome.stop;
      return new SecondwindError("STOPPED", `the model stopped without an answer: ${outcome.stop}`, details);
    case "callFailed": {
      const garbage = cause instanceof SecondwindError && cause.code === "BAD_REPLY";
      const which = outcome.purpose === "summary" ? "the summary call" : "the model call";
      if (!garbage) return new SecondwindError("CALL_FAILED", `${which} failed: ${outcome.message}`, details);
      details.path = cause.path;
      return new SecondwindError("BAD_REPLY", `${which} brought nothing usable: ${outcome.message}`, details);
    }
    case "summaryRefused": {
      const message = `the summary was refused and the history kept: ${faultOf(outcome.reason)}`;
      if (outcome.reason.type === "stopped") details.stop = outcome.reason.stop;
      return new SecondwindError("SUMMARY_REFUSED", message, details);
    }
    case "notesUnread":
      return new SecondwindError("NOTES_UNREAD", `the notes could not be read at the restart: ${outcome.message}`, details);
    case "aborted":
      return new SecondwindError("ABORTED", "the run was aborted", details);
  }
}

function faultOf(reason: SummaryFault): string {
  return reason.type === "blank" ? "it has no words" : `it did not end by itself (${reason.stop})`;
}
