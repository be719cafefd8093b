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
  | "BAD_COURSE"
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

/**
 * What went wrong with a model call, by what can be done about it. More of them may be added.
 *
 * `auth`: the key. `billing`: the account. `rate`: too much in a time, or a limit on spending. `overload`, `server`: the
 * provider. `overflow`: longer than the window. `tooLarge`: too many bytes. `notFound`: no such model, or nothing at the
 * address. `originForbidden`: the provider takes no calls from web pages. `malformed`: no answer of such an API. `cut`: the
 * answer broke off. `network`: nothing came back. `corsSuspected`: nothing came back to a web page from another origin; a
 * server that does not allow the page looks the same as none. `timeout`: it took too long. `other`: anything else.
 */
export type CallFailureClass =
  | "auth" | "billing" | "rate" | "overload" | "server" | "overflow" | "tooLarge" | "notFound" | "originForbidden"
  | "malformed" | "cut" | "network" | "corsSuspected" | "timeout" | "aborted" | "other";

/** A model call of a `liveClient` that came to nothing. Plain data, without the key. */
export interface CallFailure {
  /** What went wrong. */
  class: CallFailureClass;
  /** What the core makes of it. */
  kind: FailureKind;
  /** What the provider said, or what is said in its place: one line, at most 500 characters, not meant to be branched on. */
  message: string;
  /** The HTTP status; `null` where there was none, or where the failure came within an answer that had begun well. */
  status: number | null;
  /** The provider's code or type of the error; empty where it gave none. */
  code: string;
  /** How long the provider asks to wait. Unit: milliseconds. `null` where it does not. */
  retryAfter: number | null;
  /** The provider's name of the request, for its support; `null` where it gave none. */
  requestId: string | null;
  /** Whether the same call may go well a little later. */
  mayRetry: boolean;
  /** Whether it may cost something all the same: the provider had begun to answer, or nobody knows whether it had. */
  mayBeBilled: boolean;
}

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
  /** For `STOPPED`, and for a `COMPACTION_FAILED` whose summary did not end by itself: why the model stopped. */
  stop?: StopReason;
  /** For a model call that failed (`CALL_FAILED`, `BAD_REPLY`, and `COMPACTION_FAILED` where it was a summary's): its kind. */
  kind?: FailureKind;
  /** For a call of a `liveClient` that failed: what is known of it. The error of a run carries that of its last call. */
  failure?: CallFailure;
  /**
   * For `ABORTED` and `NOTES_UNREAD`: the messages of this call, as text, that are not in the history: they waited for
   * their turn, for the notes or for a compaction. With a journal also one that was not on record yet; it may still get
   * there. For a session that was resumed also those that waited when it was saved.
   */
  unsent?: readonly string[];
  /** For `BAD_SCENARIO`, `BAD_COURSE` and `BAD_PATCH`: all faults, as `ScenarioIssue` or `CourseIssue` of `secondwind/course`. */
  issues?: readonly unknown[];
}

/**
 * Under which a client of this package has a function that strikes its key out of a text, which it alone knows.
 * @internal
 */
export const STRIKE = Symbol.for("secondwind.strike");

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

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.path = details.path ?? "";
    hidden(this, "name", "SecondwindError");
    hidden(this, BRAND, true);
    const { outcome, stop, kind, failure, unsent, issues } = details;
    for (const [key, value] of Object.entries({ outcome, stop, kind, failure, unsent, issues })) {
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

/** What it carries; `path` and `cause` stand on every error. */
export interface SecondwindError extends Readonly<Omit<ErrorDetails, "path" | "cause">> {}

/** @internal */
export function hidden(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: false, configurable: true, writable: true });
}

/** The shape in which errors come over the border from Rust. */
interface RustError {
  name: "SecondwindError";
  code: ErrorCode;
  path?: string;
  message: string;
  kind?: FailureKind;
  failure?: CallFailure;
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
  const { kind, failure, issues } = error;
  if (kind !== undefined) details.kind = kind;
  if (failure !== undefined) details.failure = failure;
  if (issues !== undefined) details.issues = issues;
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
 * The same without keys, which HTTP libraries quote in their messages: neither the secrets that are known, nor what
 * stands beside the name of one or looks like one.
 * @internal
 */
export function describe(error: unknown, secrets: readonly unknown[] = []): string {
  return struck(messageOf(error), secrets)
    .replace(HEADER, `$1$2$3${REDACTED}`)
    .replace(NAMED, `$1$2$3${REDACTED}`)
    .replace(SPOKEN, `$1${REDACTED}`)
    .replace(/\b(bearer|basic)\s{1,9}(?!\[redacted)[^\s"',;\\]+/gi, `$1 ${REDACTED}`)
    .replace(/([?&](?:key|token|sig|signature|code)=)[^\s"'&]+/gi, `$1${REDACTED}`)
    .replace(/(:\/\/)[^\s"'/@]{1,200}:[^\s"'/@]{1,200}@/g, `$1${REDACTED}@`)
    .replace(/\b(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|AIza[\w-]{20,}|AKIA[A-Z0-9]{12,}|(?:ghp|gho|hf)_\w{8,})/g, REDACTED)
    .replace(/\b(?:sk|pk|rk|xai|gsk|key)[-_][\w-]{8,}/gi, REDACTED);
}

/**
 * A text without these secrets: each as it is, or as what strikes it out.
 * @internal
 */
export function struck(text: string, secrets: readonly unknown[]): string {
  let rest = text;
  for (const secret of secrets) {
    if (typeof secret === "function") rest = (secret as (text: string) => string)(rest);
    // A single character hides nothing, and would be found in every sentence.
    if (typeof secret !== "string" || secret.length < 2) continue;
    for (const form of [secret, encoded(secret)]) {
      // A placeholder such as `key` is struck as a word of its own; within words it is what else they say.
      rest = rest.replaceAll(form, (found, at: number, all: string) =>
        secret.length < 4 && /\w/.test(all.charAt(at - 1) + all.charAt(at + found.length)) ? found : REDACTED,
      );
    }
  }
  return rest;
}

const REDACTED = "[redacted]";

// Every repetition below has its bound or ends what it began: the texts are as long as whoever throws them likes.

/** Between a name and its value: the name's closing quote, a sign, a bracket. JSON inside JSON escapes its quotes. */
const SIGN = String.raw`(\\{0,9}(?:["'\`]?\s{0,9}(?:=>|[:=])|["'\`]\s{0,9},(?=\s{0,9}\\{0,9}["'\`]))(?!\s{0,9}(?:\w{1,20}\s)?\[redacted)\s{0,9}\[?\s{0,9})`;

/** A quote that opens a value, and the value up to its like. */
const QUOTED = String.raw`(\\{0,9}["'\`])(?:(?!\3).)*`;

/** Headers whose values are words of any number, or a list of fields in quotes. */
const HEADER = new RegExp(
  String.raw`\b((?:proxy-)?authorization|(?:set-)?cookie)${SIGN}` +
    String.raw`(?:${QUOTED}|(?:\w{1,20}\s)?(?:[\w-]{1,40}="[^"]*",?\s{0,9})+|[^"'\`\\,;\[\]{}()\r\n]+)`,
  "gi",
);

/** Names of secrets in programs, settings, headers and JSON, such as `ANTHROPIC_API_KEY`; `max_tokens` is none. */
const NAMED = new RegExp(
  "((?:(?:api|access|secret|private|subscription)[-_ ]?key|(?:access|auth|refresh|session|security|id)[-_]?token|secret|password|passwd|credentials?)" +
    String.raw`(?:\sprovided|\sgiven)?)${SIGN}(?:${QUOTED}|[^\s"'\`\\,;&\[\]{}()]+)`,
  "gi",
);

/** A key in a sentence, without a sign. Words that hold no digit are the sentence's own. */
const SPOKEN =
  /\b((?:api[ _-]?key|access token|secret|password)(?:\s(?:provided|given|is|was))?\s["'`\\]{0,9})(?=[^\s"'`]{0,200}\d)[^\s"'`\\,;()[\]{}]{6,}/gi;

function encoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    // Half a character.
    return secret;
  }
}
