import type { DialectName } from "../types.js";

/** What a provider says of a failure. */
export interface Failure {
  /** The HTTP status. Left out where a stream broke off after its start. */
  status?: number;
  /** The provider's name for the kind of failure, such as `invalid_request_error`. */
  type: string;
  /** OpenAI's code, such as `context_length_exceeded`. Anthropic's dialect has none. */
  code?: string;
  /** What went wrong, for people. */
  message: string;
  /** After how many seconds to try again. */
  retryAfter?: number;
}

/**
 * A failure in the shape in which the provider's SDK throws it: `status`, `headers`, and in `error` what the server
 * sent, which is the whole body in Anthropic's and the body's `error` in OpenAI's.
 */
export class ProviderError extends Error {
  /** The HTTP status, if there is one. */
  readonly status: number | undefined;
  /** The headers of the response, if there is one. */
  readonly headers: Headers | undefined;
  /** What the server sent. */
  readonly error: object;
  /** The provider's name for the kind of failure. */
  readonly type: string;
  /** OpenAI's code. */
  readonly code: string | undefined;

  constructor(failure: Failure, dialect: DialectName = "anthropic") {
    const { status, type, code, message, retryAfter } = failure;
    const chat = dialect === "openAiChat";
    const inner = chat ? { message, type, param: null, code: code ?? null } : { type, message };
    const body = chat ? inner : { type: "error", error: inner, request_id: "req_test" };
    super([status, chat ? message : JSON.stringify(body)].filter((part) => part !== undefined).join(" "));
    Object.defineProperty(this, "name", { value: NAMES[status ?? 0] ?? "APIError", enumerable: false });
    this.status = status;
    this.headers = status === undefined ? undefined : new Headers();
    if (retryAfter !== undefined) this.headers?.set("retry-after", String(retryAfter));
    this.error = body;
    this.type = type;
    this.code = code;
  }
}

const NAMES: Readonly<Record<number, string>> = {
  400: "BadRequestError", 429: "RateLimitError", 500: "InternalServerError", 529: "InternalServerError",
};
