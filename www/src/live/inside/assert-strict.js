// Runs inside the sandbox as `node:assert/strict`.
import { inspect } from "sandbox:inspect";

export class AssertionError extends Error {
  name = "AssertionError";
  code = "ERR_ASSERTION";

  constructor({ message, actual, expected, operator }) {
    super(message);
    Object.assign(this, { actual, expected, operator });
  }
}

function check(holds, message, fallback, details = {}) {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw new AssertionError({ message: message === undefined ? fallback() : String(message), ...details });
}

export function ok(value, message) {
  check(value, message, () => `Expected a truthy value, got ${inspect(value)}`, { actual: value, expected: true, operator: "==" });
}

export function fail(message = "Failed") {
  check(false, message, () => "", { operator: "fail" });
}

export function strictEqual(actual, expected, message) {
  const text = () => `Expected values to be strictly equal: ${inspect(actual)} !== ${inspect(expected)}`;
  check(Object.is(actual, expected), message, text, { actual, expected, operator: "strictEqual" });
}

export function notStrictEqual(actual, expected, message) {
  const text = () => `Expected values to differ, both are ${inspect(actual)}`;
  check(!Object.is(actual, expected), message, text, { actual, expected, operator: "notStrictEqual" });
}

export function deepStrictEqual(actual, expected, message) {
  const text = () => `Expected values to be strictly deep-equal:\n  actual:   ${inspect(actual)}\n  expected: ${inspect(expected)}`;
  check(isDeepEqual(actual, expected), message, text, { actual, expected, operator: "deepStrictEqual" });
}

export function notDeepStrictEqual(actual, expected, message) {
  const text = () => `Expected values not to be deep-equal, both are ${inspect(actual)}`;
  check(!isDeepEqual(actual, expected), message, text, { actual, expected, operator: "notDeepStrictEqual" });
}

export function match(text, pattern, message) {
  const fallback = () => `Expected ${inspect(text)} to match ${pattern}`;
  check(typeof text === "string" && pattern.test(text), message, fallback, { actual: text, expected: pattern, operator: "match" });
}

export function doesNotMatch(text, pattern, message) {
  const fallback = () => `Expected ${inspect(text)} not to match ${pattern}`;
  check(typeof text !== "string" || !pattern.test(text), message, fallback, { actual: text, expected: pattern, operator: "doesNotMatch" });
}

export function throws(act, expected, message) {
  let thrown;
  try {
    act();
  } catch (error) {
    thrown = { error };
  }
  checkThrown(thrown, expected, message, "Missing expected exception");
}

export async function rejects(act, expected, message) {
  let thrown;
  try {
    await (typeof act === "function" ? act() : act);
  } catch (error) {
    thrown = { error };
  }
  checkThrown(thrown, expected, message, "Missing expected rejection");
}

export function doesNotThrow(act, message) {
  try {
    act();
  } catch (error) {
    check(false, message, () => `Got unwanted exception: ${error?.message}`, { actual: error, operator: "doesNotThrow" });
  }
}

export async function doesNotReject(act, message) {
  try {
    await (typeof act === "function" ? act() : act);
  } catch (error) {
    check(false, message, () => `Got unwanted rejection: ${error?.message}`, { actual: error, operator: "doesNotReject" });
  }
}

function checkThrown(thrown, expected, message, missing) {
  const text = typeof expected === "string" ? expected : message;
  check(thrown, text, () => `${missing}.`);
  const { error } = thrown;
  if (expected === undefined || typeof expected === "string") return;
  const differs = (what) => check(false, message, () => `Expected ${what}, got ${inspect(error)}`, { actual: error, expected });
  if (expected instanceof RegExp) {
    if (!expected.test(String(error))) differs(`an error that matches ${expected}`);
  } else if (typeof expected === "function") {
    if (expected.prototype !== undefined && error instanceof expected) return;
    if (expected === Error || expected.prototype instanceof Error) differs(`a ${expected.name}`);
    else if (expected.call({}, error) !== true) differs("an error that the given function accepts");
  } else {
    for (const [key, value] of Object.entries(expected)) {
      const fits = value instanceof RegExp && typeof error?.[key] === "string" ? value.test(error[key]) : isDeepEqual(error?.[key], value);
      if (!fits) differs(`an error with ${key} ${inspect(value)}`);
    }
  }
}

function isDeepEqual(a, b, above = []) {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (above.some(([left, right]) => left === a && right === b)) return true;
  const inner = (left, right) => isDeepEqual(left, right, [...above, [a, b]]);
  if (a instanceof Date || a instanceof RegExp) return String(a) === String(b) && Object.is(Number(a), Number(b));
  if (a instanceof Error && (a.name !== b.name || a.message !== b.message)) return false;
  if (a instanceof Set) return a.size === b.size && [...a].every((one) => b.has(one) || [...b].some((other) => inner(one, other)));
  if (a instanceof Map) return a.size === b.size && [...a].every(([key, one]) => b.has(key) && inner(one, b.get(key)));
  const keys = Object.keys(a);
  if (Array.isArray(a) && a.length !== b.length) return false;
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && inner(a[key], b[key]));
}

export const equal = strictEqual;
export const notEqual = notStrictEqual;
export const deepEqual = deepStrictEqual;
export const notDeepEqual = notDeepStrictEqual;

export function strict(value, message) {
  ok(value, message);
}
Object.assign(strict, {
  AssertionError, ok, fail, equal, notEqual, strictEqual, notStrictEqual, deepEqual, notDeepEqual, deepStrictEqual,
  notDeepStrictEqual, match, doesNotMatch, throws, rejects, doesNotThrow, doesNotReject, strict,
});
// The code under test cannot change what an assertion is.
export default Object.freeze(strict);
