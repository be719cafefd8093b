/**
 * The same value with all its texts well-formed: the very value where they are, else a copy of what has to change.
 *
 * Half a character (a lone surrogate), as cutting a string can leave one, reads as U+FFFD: servers refuse a request that
 * holds one, and a history that holds one would be refused for ever.
 *
 * It throws what a getter or a proxy throws, and where a value is nested too deep. So it also keeps away from the core what
 * would break it off in the middle of a call.
 * @internal
 */
export function wellFormed<T>(value: T): T {
  return mended(value, new Set()) as T;
}

function mended(value: unknown, above: Set<object>): unknown {
  if (typeof value === "string") return whole(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || above.has(value)) return value;
  above.add(value);
  let copy: Record<string, unknown> | undefined;
  for (const [key, member] of Object.entries(value)) {
    const [name, fit] = [whole(key), mended(member, above)];
    if (name === key && fit === member) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    if (name !== key) Reflect.deleteProperty(copy, key);
    copy[name] = fit;
  }
  above.delete(value);
  return copy ?? value;
}

function whole(text: string): string {
  // Node 20 has the method, older browsers do not.
  const { toWellFormed } = text as { toWellFormed?: () => string };
  return toWellFormed?.call(text) ?? text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
