// Replies in a dialect's shape, made from a row's script.
import { merge } from "./cases.mjs";
import { testing } from "./package.mjs";

/** A script with each reply as often as it says. */
export function scripted(replies = []) {
  return replies.flatMap((reply) => Array(reply.times ?? 1).fill(reply));
}

/** The definitions of the tools that each run has. */
export function definitions(row, dialect) {
  if (row.toolDefinitions !== undefined) return row.toolDefinitions;
  const names = ["look", "update_notes", ...(row.editTool === undefined ? [] : [row.editTool])];
  return names.map((name) =>
    dialect === "openAiChat" ? { type: "function", function: { name } } : { name, input_schema: { type: "object" } },
  );
}

/** A reply. `{n}` anywhere in it is the number of the reply. */
export function replyOf(dialect, given, nth) {
  const script = numbered(given, String(nth));
  if (script.raw !== undefined) return script.raw;
  const calls = (script.calls ?? []).map((call) => {
    const { id, name = "look", input = {} } = typeof call === "string" ? { id: call } : call;
    return { id, name, input };
  });
  const { say: text, blocks, stop, message, usage } = script;
  const parts = Object.entries({ text, blocks, stop, calls }).filter(([, value]) => value !== undefined);
  const reply = testing.reply({ ...Object.fromEntries(parts), usage: null }, dialect);
  if (message !== undefined) reply.choices[0].message = merge(reply.choices[0].message, message);
  const counts = usageOf(dialect, usage);
  return counts === undefined ? reply : { ...reply, usage: counts };
}

function numbered(value, nth) {
  if (typeof value === "string") return value.replaceAll("{n}", nth);
  if (Array.isArray(value)) return value.map((item) => numbered(item, nth));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.replaceAll("{n}", nth), numbered(member, nth)]));
}

/** A bare number is what request and reply are together, of which the reply is 10 at most. */
function usageOf(dialect, usage) {
  if (typeof usage !== "number") return usage ?? undefined;
  const output = Math.min(usage, 10);
  return dialect === "openAiChat"
    ? { prompt_tokens: usage - output, completion_tokens: output, total_tokens: usage }
    : { input_tokens: usage - output, output_tokens: output };
}

/** A failure as the provider's SDK throws it. */
export function failureOf(dialect, { status, code, message = "", kind }) {
  if (kind === "network" || (status === undefined && code === undefined)) return new TypeError(message);
  const type = code ?? "invalid_request_error";
  return new testing.ProviderError({ status, type, code, message }, dialect);
}
