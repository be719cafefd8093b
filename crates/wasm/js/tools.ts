import { kind } from "./check.js";
import { SecondwindError, describe } from "./errors.js";

/** What a tool gets beside its input. */
export interface ToolContext {
  /** The provider's id of the call. */
  call: string;
  /** Aborts when the run does. */
  signal: AbortSignal;
}

/**
 * A tool: takes the model's input, as a copy, and returns its result or a promise for it.
 *
 * A string goes to the model as it is, and so does a non-empty array of content blocks (objects with a `type`).
 * `undefined` becomes the empty string, anything else its JSON. What it throws becomes an error result that holds the
 * message, for the model to read. Half a character (a lone surrogate), as cutting a string can leave one, reads as
 * U+FFFD: servers refuse a request that holds one.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the input's shape is for each tool to say
export type ToolImpl = (input: any, context: ToolContext) => unknown;

/** The tools by name. */
export type ToolImpls = Readonly<Record<string, ToolImpl>>;

/** @internal */
export interface ToolAnswer {
  content: unknown;
  isError: boolean;
}

/**
 * Runs a tool; whatever goes wrong is an answer, too. It goes to the model, so that it must not hold the client's secrets.
 * @internal
 */
export async function runTool(
  impls: ToolImpls,
  { name, call, input }: { name: string; call: string; input: unknown },
  signal: AbortSignal,
  secrets: readonly unknown[],
): Promise<ToolAnswer> {
  try {
    const impl = Object.hasOwn(impls, name) ? impls[name] : undefined;
    if (typeof impl !== "function") {
      const known = Object.keys(impls);
      const list = known.length > 0 ? `there are: ${known.join(", ")}` : "there are none";
      throw new SecondwindError("BAD_INPUT", `there is no tool ${JSON.stringify(name)}; ${list}`);
    }
    return { content: content(await impl(structuredClone(input), { call, signal })), isError: false };
  } catch (error) {
    return { content: describe(error, secrets) || "the tool failed without a message", isError: true };
  }
}

function content(result: unknown): unknown {
  if (typeof result === "string") return result;
  if (isBlocks(result)) {
    // What JSON cannot write could never be sent or saved: it throws, and the model is told.
    JSON.stringify(result);
    return structuredClone(result);
  }
  return JSON.stringify(result) ?? "";
}

function isBlocks(result: unknown): boolean {
  return (
    Array.isArray(result) &&
    result.length > 0 &&
    result.every((block) => typeof (block as { type?: unknown } | null)?.type === "string")
  );
}

/**
 * The content of a user's message: a copy, which the app cannot change by accident.
 * @internal
 */
export function messageContent(content: unknown): string | unknown[] {
  if (typeof content === "string") return content;
  let copy: unknown;
  try {
    // What JSON cannot write could never be sent or saved.
    JSON.stringify(content);
    copy = structuredClone(content);
  } catch (cause) {
    throw new SecondwindError("BAD_INPUT", `the message holds what cannot be sent: ${describe(cause)}`, { path: "content", cause });
  }
  if (Array.isArray(copy)) return copy as unknown[];
  throw new SecondwindError("BAD_INPUT", `a message is a string or an array of content blocks, not ${kind(content)}`, { path: "content" });
}

/**
 * The words of a message.
 * @internal
 */
export function textOf(content: string | readonly unknown[]): string {
  if (typeof content === "string") return content;
  const texts = content.map((block) => (block as { text?: unknown } | null)?.text);
  return texts.filter((text) => typeof text === "string").join("\n");
}
