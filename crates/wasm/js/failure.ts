import { SecondwindError, messageOf } from "./errors.js";
import { classifyFailure } from "./pure.js";
import type { FailureKind } from "./types.js";

/**
 * The kind of what a client threw, from what the errors of the providers' SDKs carry: the status, the code or type in
 * the body, and the message. An error of this package says it by itself. Never throws, whatever was thrown.
 * @internal
 */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof SecondwindError) return error.kind ?? "other";
  try {
    const { name, status, statusCode, code, type, error: body, constructor } = (error ?? {}) as Record<string, unknown>;
    const aborted = name === "AbortError" || (constructor as { name?: unknown } | undefined)?.name === "APIUserAbortError";
    if (aborted) return "aborted";
    const known = [status, statusCode].find((one) => Number.isInteger(one)) as number | undefined;
    const inner = (body ?? {}) as Record<string, unknown>;
    const innermost = (inner.error ?? {}) as Record<string, unknown>;
    const words = [code, innermost.code, innermost.type, inner.code, inner.type, type];
    // Codes of the system (ECONNRESET) are in capitals, and "error" is what every body of Anthropic's says of itself.
    const isCode = (word: unknown) => typeof word === "string" && /^[a-z_]+$/.test(word) && word !== "error";
    return classifyFailure(known, (words.find(isCode) ?? "") as string, messageOf(error));
  } catch {
    return "other";
  }
}
