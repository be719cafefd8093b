import { SecondwindError } from "./errors.js";

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

/** @internal */
export function list(name: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new SecondwindError("BAD_INPUT", `${name} is ${kind(value)}, not an array`, { path: name });
}

/**
 * What a value is, in a word or two, for an error.
 * @internal
 */
export function kind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  const type = typeof value;
  return type === "undefined" ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
