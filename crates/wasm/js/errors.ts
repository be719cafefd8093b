import type { FailureKind, Outcome, StopReason } from "./types.js";

/** What went wrong, as a stable word. Codes are added over time, never renamed. */
export type ErrorCode =
  // The module.
  | "INIT_FAILED"
  | "NOT_INITIALIZED"
  | "CORE_TRAPPED"
  | "USE_AFTER_FREE"
  // What was passed in.
  | "BAD_INPUT"
  | "BAD_NUMBER"
  | "BAD_USAGE"
  | "BAD_CONFIG"
  | "BAD_POLICY"
  | "BAD_EVENT"
  | "BAD_REPLY"
  | "BAD_SNAPSHOT"
  | "BAD_JOURNAL"
  | "BAD_SOURCE"
  | "BAD_SCENARIO"
  | "BAD_PATCH"
  // Events that do not fit the harness's state.
  | "UNKNOWN_REQUEST"
  | "LATE_ANSWER"
  | "WRONG_ANSWER"
  | "BUSY"
  | "IDLE"
  | "BLANK_MESSAGE"
  | "NOT_EMPTY"
  | "NOTHING_TO_COMPACT"
  | "REJECTED"
  // How a run ended, if not with an answer.
  | "STOPPED"
  | "REFUSED"
  | "CALL_FAILED"
  | "OVERFLOWED"
  | "COMPACTION_FAILED"
  | "CANNOT_REDUCE"
  | "VALVE_SHUT"
  | "NOTES_UNREAD"
  | "ABORTED"
  // Stubs and stores.
  | "STUB_EXHAUSTED"
  | "NOTES_CONFLICT"
  | "JOURNAL_FAILED";

/** What an error carries beside its message. */
export interface ErrorDetails {
  /** Where the fault is, such as `policy.ratio`. Default: empty. */
  path?: string;
  /** What caused it. */
  cause?: unknown;
  /** For errors that end a run: the outcome. */
  outcome?: Outcome;
  /** For errors that end a run: the history as it stood at the end, oldest first. */
  messages?: readonly unknown[];
  /** For `STOPPED`: why the model stopped. */
  stop?: StopReason;
  /** For `CALL_FAILED`: which kind of failure. */
  kind?: FailureKind;
  /** For `ABORTED` and `NOTES_UNREAD`: the messages of this call that are not in the history. */
  unsent?: readonly string[];
  /** For `BAD_SCENARIO` and `BAD_PATCH`: all faults. */
  issues?: readonly unknown[];
}

const BRAND = Symbol.for("secondwind.SecondwindError");

/**
 * An error of this package. Tell them apart by `code`. What an app's own callbacks throw comes out of a run as it is,
 * and so do the errors of Node's file system out of `fileNotes`.
 *
 * `instanceof` also holds across copies of the package (ES module and CommonJS) and across realms.
 * Messages never hold request headers, keys or client objects; `cause` is what was thrown, as it was.
 */
export class SecondwindError extends Error {
  /** The stable word for what went wrong. */
  readonly code: ErrorCode;
  /** Where the fault is, such as `policy.ratio`; empty if that says nothing. */
  readonly path: string;
  /** For errors that end a run: the outcome. */
  declare readonly outcome?: Outcome;
  /** For errors that end a run: the history as it stood at the end, oldest first. */
  declare readonly messages?: readonly unknown[];
  /** For `STOPPED`, and for a summary that did not end by itself: why the model stopped. */
  declare readonly stop?: StopReason;
  /** For a model call that failed, that of a summary included: which kind of failure. */
  declare readonly kind?: FailureKind;
  /** For `ABORTED` and `NOTES_UNREAD`: the message as text, where it is not in the history: it waited, for the notes or for a compaction. */
  declare readonly unsent?: readonly string[];
  /** For `BAD_SCENARIO` and `BAD_PATCH`: all faults, as `ScenarioIssue` of `secondwind/course`. */
  declare readonly issues?: readonly unknown[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.path = details.path ?? "";
    hidden(this, "name", "SecondwindError");
    hidden(this, BRAND, true);
    const { outcome, stop, kind, unsent, issues } = details;
    for (const [key, value] of Object.entries({ outcome, stop, kind, unsent, issues })) {
      if (value !== undefined) (this as Record<string, unknown>)[key] = value;
    }
    // A history would bury the message wherever an error is printed with its members.
    if (details.messages !== undefined) hidden(this, "messages", details.messages);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== SecondwindError) return Function.prototype[Symbol.hasInstance].call(this, value);
    try {
      return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
    } catch {
      // A proxy may throw at any look; it is no error of ours then.
      return false;
    }
  }
}

function hidden(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: false, configurable: true, writable: true });
}

/** The shape in which errors come over the border from Rust. */
interface RustError {
  name: "SecondwindError";
  code: ErrorCode;
  path?: string;
  message: string;
  issues?: readonly unknown[];
}

/**
 * Whether Rust threw this on purpose. Everything else that comes out of the module is a trap.
 * @internal
 */
export function isRustError(error: unknown): error is RustError {
  if (typeof error !== "object" || error === null) return false;
  const { name, code } = error as Partial<RustError>;
  return name === "SecondwindError" && typeof code === "string";
}

/**
 * The branded error for one that Rust threw.
 * @internal
 */
export function branded(error: RustError): SecondwindError {
  if (error instanceof SecondwindError) return error;
  const details: ErrorDetails = { path: error.path ?? "" };
  if (error.issues !== undefined) details.issues = error.issues;
  return new SecondwindError(error.code, error.message, details);
}

/**
 * What a thrown value says. Never throws, whatever was thrown.
 * @internal
 */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    return "a value that cannot be printed";
  }
}

/**
 * The same without the keys that HTTP libraries quote in their messages.
 * @internal
 */
export function describe(error: unknown, secrets: readonly unknown[] = []): string {
  let text = messageOf(error);
  for (const secret of secrets) {
    if (typeof secret === "string" && secret.length >= 4) text = text.replaceAll(secret, "[redacted]");
  }
  return text
    .replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, "$1 [redacted]")
    .replace(/\b(x-api-key|api-key|api_key|apikey|authorization)("?\s*[:=]\s*"?)(?!\[redacted|bearer|basic)[^\s"',;]+/gi, "$1$2[redacted]")
    .replace(/([?&](?:key|token|api_?key|access_token)=)[^\s"'&]+/gi, "$1[redacted]")
    .replace(/(:\/\/)[^\s"'/@]+:[^\s"'/@]+@/g, "$1[redacted]@")
    .replace(/\b(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|AIza[\w-]{20,}|AKIA[A-Z0-9]{12,}|(?:ghp|gho|hf)_\w{8,})/g, "[redacted]")
    .replace(/\b(?:sk|pk|rk|xai|gsk|key)[-_][\w-]{8,}/gi, "[redacted]");
}
