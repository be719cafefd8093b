// Runs inside the sandbox as `node:assert`, whose `equal` converts.
import assert, { AssertionError } from "node:assert/strict";

export * from "node:assert/strict";

export function equal(actual, expected, message) {
  if (actual != expected) assert.strictEqual(actual, expected, message);
}

export function notEqual(actual, expected, message) {
  if (actual == expected) throw new AssertionError({ message: message ?? "Expected values to differ", actual, expected, operator: "!=" });
}

function loose(value, message) {
  assert.ok(value, message);
}
export default Object.freeze(Object.assign(loose, assert, { equal, notEqual }));
