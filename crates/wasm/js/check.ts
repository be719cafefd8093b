import { type ErrorCode, SecondwindError, messageOf } from "./errors.js";

/**
 * Refuses what is no string before it reaches the module, where it would count as a trap.
 * @internal
 */
export function text(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new SecondwindError("BAD_INPUT", `${name} is ${kind(value)}, not a string`, { path: name });
}

/**
 * The same for what may be missing.
 * @internal
 */
export function textOrNothing(name: string, value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : text(name, value);
}

/**
 * A whole number from 0 on. JavaScript's numbers go further than the module's, which is 32 bits wide.
 * @internal
 */
export function limit(name: string, value: unknown): number {
  if (Number.isInteger(value) && (value as number) >= 0) return Math.min(value as number, 0xffff_ffff);
  const given = typeof value === "number" ? String(value) : kind(value);
  throw new SecondwindError("BAD_NUMBER", `${name} is ${given}, not a whole number from 0 on`, { path: name });
}

/** @internal */
export function list(name: string, value: unknown): unknown[] {
  if (readable(name, () => Array.isArray(value))) return value as unknown[];
  throw new SecondwindError("BAD_INPUT", `${name} is ${kind(value)}, not an array`, { path: name });
}

/**
 * Refuses what JSON cannot write: it could be neither sent nor saved.
 * @internal
 */
export function jsonable(path: string, value: unknown, code: ErrorCode = "BAD_INPUT"): void {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new SecondwindError(code, `${path} holds what JSON cannot write: ${messageOf(cause)}`, { cause, path });
  }
  if (text === undefined) throw new SecondwindError(code, `${path} is ${kind(value)}, which JSON cannot write`, { path });
}

/**
 * Looks at what was passed in; a getter or a proxy that throws is an error of ours, with its place.
 * @internal
 */
export function readable<T>(path: string, look: () => T, code: ErrorCode = "BAD_INPUT"): T {
  try {
    return look();
  } catch (cause) {
    if (cause instanceof SecondwindError) throw cause;
    throw new SecondwindError(code, `${path} cannot be read: ${messageOf(cause)}`, { cause, path });
  }
}

/**
 * What a value is, in a word or two, for an error. Never throws, whatever it is.
 * @internal
 */
export function kind(value: unknown): string {
  if (value === null) return "null";
  if (isArray(value)) return "an array";
  const type = typeof value;
  return type === "undefined" ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    // A proxy that was revoked.
    return false;
  }
}
