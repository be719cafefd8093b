import { type ErrorCode, type ErrorDetails, SecondwindError } from "./errors.js";
import type { CompactionFault, Outcome, Valve } from "./types.js";

/**
 * The error for a run that ended without an answer.
 * @internal
 */
export function endOf(
  outcome: Exclude<Outcome, { type: "answered" }>,
  messages: readonly unknown[],
  cause: unknown,
  unsent?: readonly string[],
): SecondwindError {
  const details: ErrorDetails = { outcome, messages };
  if (cause !== undefined) details.cause = cause;
  if (cause instanceof SecondwindError) {
    details.path = cause.path;
    if (cause.failure !== undefined) details.failure = cause.failure;
  }
  const error = (code: ErrorCode, message: string) => new SecondwindError(code, message, details);
  switch (outcome.type) {
    case "stopped":
      details.stop = outcome.stop;
      return error("STOPPED", `the model stopped without an answer: ${outcome.stop}`);
    case "refused":
      return error("REFUSED", "the model declined, and its reply was left out of the history");
    case "callFailed":
      details.kind = outcome.kind;
      if (!isGarbage(cause)) return error("CALL_FAILED", `the model call failed: ${outcome.message}`);
      return error("BAD_REPLY", `the model call brought nothing usable: ${outcome.message}`);
    case "overflowed":
      return error("OVERFLOWED", `the request is too long for the window: ${outcome.message}`);
    case "compactionSkipped":
      return error("OVERFLOWED", `the request is too long for the window: ${SKIPPED[outcome.reason]}`);
    case "compactionFailed": {
      const { fault } = outcome;
      if (fault.type === "stopped") details.stop = fault.stop;
      if (fault.type === "callFailed") details.kind = fault.kind;
      return error("COMPACTION_FAILED", `the compaction failed and the history was kept: ${faultOf(fault)}`);
    }
    case "cannotReduce": {
      const { floor: { fixed, summary, notes, pinned }, threshold } = outcome;
      const parts = `fixed part ${fixed}, summary ${summary}, notes ${notes}, pinned instructions ${pinned}`;
      const message = `compaction cannot bring the window below its threshold ${threshold}, since it starts from ${parts}`;
      return error("CANNOT_REDUCE", message);
    }
    case "valveShut":
      return error("VALVE_SHUT", valveOf(outcome.valve));
    case "notesUnread":
      if (unsent !== undefined) details.unsent = unsent;
      return error("NOTES_UNREAD", `the notes could not be read, so nothing was sent: ${outcome.message}`);
    case "compacted":
      return error("STOPPED", "the work ended with the compaction that was asked for");
    case "aborted":
      if (unsent !== undefined) details.unsent = unsent;
      return error("ABORTED", "the run was aborted");
  }
}

const SKIPPED = {
  breakerOpen: "too many compactions failed in a row, so none is tried; compact() tries once more",
  nothingToCompact: "there is no reply yet that could be summarised",
};

function isGarbage(cause: unknown): cause is SecondwindError {
  return cause instanceof SecondwindError && cause.code === "BAD_REPLY";
}

function faultOf(fault: CompactionFault): string {
  switch (fault.type) {
    case "blank":
      return `the summary has no words${fault.usedUp ? ", and its output limit is used up" : ""}`;
    case "stopped":
      return `the summary did not end by itself (${fault.stop})`;
    case "callFailed":
      return `the summary call failed: ${fault.message}`;
    case "notesUnread":
      return `the notes could not be read: ${fault.message}`;
    case "noGain":
      return `the window would go from ${fault.before} to ${fault.after} tokens, which is too little gain`;
    case "noBlock":
      return "the provider's reply holds no compaction block";
    case "valveShut":
      return valveOf(fault.valve);
  }
}

function valveOf(valve: Valve): string {
  switch (valve.type) {
    case "maxCalls":
      return `the limit of ${valve.limit} model calls is reached`;
    case "tokenBudget":
      return `the budget of ${valve.limit} tokens is spent, at ${valve.spent}`;
    case "maxPauses":
      return `the model paused more than ${valve.limit} times in a row`;
  }
}
