// The rules on histories, checked without the core: two implementations do not share their mistakes.
import type { DialectName } from "../types.js";
import { type Json, type View, isObject, listOf, spoken, view, word } from "./shapes.js";

/**
 * The rules that hold of every request and every saved state:
 *
 * - `V1` Each tool call is answered exactly once, in the message that directly follows, results first.
 * - `V2` No result is without its call.
 * - `V3` There are messages, the first is the user's, the last is the user's or a result, and the task is there.
 * - `V4` No message is empty, and no text block is blank.
 * - `V5` Thinking is as the provider wrote it, signature and all, or absent as a whole.
 * - `V6` All text is well-formed Unicode.
 * - `V7` All counters are whole numbers, not negative, and survive JSON.
 * - `V8` A failed compaction changes nothing but what was spent.
 */
export type Rule = "V1" | "V2" | "V3" | "V4" | "V5" | "V6" | "V7" | "V8";

/** A rule that does not hold somewhere. */
export interface BrokenRule {
  rule: Rule;
  /** Where, such as `messages[2]`. */
  at: string;
  /** What is wrong there. */
  message: string;
}

/** What is known beside the messages. */
export interface Known {
  dialect: DialectName;
  /** The task, which must stand word for word in a message of the user's. */
  task?: string | undefined;
  /** The thinking that the provider wrote. Default: any that has a signature. */
  thinking?: Thinking | undefined;
  /** Whether the last message may hold calls without results, since they are under way. */
  open?: boolean | undefined;
  /** Whether the last message may be the assistant's. */
  continues?: boolean | undefined;
}

/** Remembers thinking, reply by reply, since it must come back as it was. */
export class Thinking {
  readonly #replies = new Map<string, string>();

  /** Takes in the messages or replies that a provider sent. */
  learn(messages: readonly unknown[]): void {
    for (const message of messages) {
      const blocks = view({ role: "assistant", content: (message as Json | null)?.["content"] }, "anthropic").thinking;
      const whole = JSON.stringify(blocks);
      for (const block of blocks) this.#replies.set(signature(block), whole);
    }
  }

  /** What is wrong with the thinking of a message. */
  check(blocks: readonly Json[]): string | undefined {
    const [first] = blocks;
    if (first === undefined) return undefined;
    const original = this.#replies.get(signature(first));
    if (original === undefined) return "the signature of its thinking is not one of the provider's";
    return original === JSON.stringify(blocks) ? undefined : "its thinking is not as the provider wrote it";
  }
}

function signature(block: Json): string {
  return `${String(block["type"])} ${String(block["signature"] ?? block["data"])}`;
}

/** All that is broken in these messages. */
export function broken(messages: readonly unknown[], known: Known): BrokenRule[] {
  const { dialect, task } = known;
  const found: BrokenRule[] = [];
  const skipped = messages.length - spoken(messages, dialect).length;
  const views = spoken(messages, dialect).map((message) => view(message, dialect));
  const tell = (rule: Rule, place: number, message: string) =>
    found.push({ rule, at: `messages[${place + skipped}]`, message });

  pairs(views, known, tell);
  ends(views, known, tell);
  if (task !== undefined && !hasTask(views, task)) {
    found.push({ rule: "V3", at: "messages", message: "the task is in no message of the user's" });
  }
  views.forEach((one, place) => {
    const message = spoken(messages, dialect)[place];
    for (const fault of emptiness(one, message, dialect)) tell("V4", place, fault);
    const thinking = shape(one.thinking) ?? known.thinking?.check(one.thinking);
    if (thinking !== undefined) tell("V5", place, thinking);
  });
  found.push(...malformed(messages, "messages"));
  return found;
}

type Tell = (rule: Rule, place: number, message: string) => unknown;

/** V1 and V2. */
function pairs(views: readonly View[], { dialect, open }: Known, tell: Tell): void {
  views.forEach(({ role, calls, results, parts }, place) => {
    const last = places(views, place, dialect);
    const answers = views.slice(place + 1, last).flatMap((one) => one.results);
    for (const { id } of calls) {
      const count = answers.filter((answer) => answer.id === id).length;
      const isUnderWay = open === true && place === views.length - 1;
      if (count === 0 && !isUnderWay) tell("V1", place, `call ${name(id)} has no result in the message that follows`);
      if (count > 1) tell("V1", place, `call ${name(id)} has ${count} results`);
      if (calls.filter((call) => call.id === id).length > 1) tell("V1", place, `call ${name(id)} occurs twice`);
      if (role !== "assistant") tell("V1", place, `call ${name(id)} is not the assistant's`);
    }
    const asker = askerOf(views, place, dialect);
    for (const { id } of results) {
      if (asker?.calls.some((call) => call.id === id) !== true) {
        tell("V2", place, `the result for ${name(id)} has no call in the message before`);
      }
    }
    const behind = parts.findIndex((part) => part.type !== "result");
    if (behind >= 0 && parts.slice(behind).some((part) => part.type === "result")) {
      tell("V1", place, "a result stands behind something else; results come first");
    }
  });
}

/** The place behind the messages that may answer the calls of this one. */
function places(views: readonly View[], place: number, dialect: DialectName): number {
  if (dialect !== "openAiChat") return place + 2;
  const next = views.findIndex(({ role }, at) => at > place && role !== "tool");
  return next < 0 ? views.length : next;
}

function askerOf(views: readonly View[], place: number, dialect: DialectName): View | undefined {
  let at = place - 1;
  while (dialect === "openAiChat" && views[at]?.role === "tool") at -= 1;
  return views[at];
}

/** V3. */
function ends(views: readonly View[], { open, continues }: Known, tell: Tell): void {
  const [first] = views;
  const last = views.at(-1);
  if (first === undefined || last === undefined) {
    tell("V3", 0, "there is no message");
    return;
  }
  const isBlock = first.parts[0]?.type === "other" && first.parts[0].kind === "compaction";
  if (first.role !== "user" && !isBlock) tell("V3", 0, `the first message is of the role ${name(first.role)}, not the user's`);
  const kinds = last.parts.map((part) => (part.type === "other" ? part.kind : ""));
  const goesOn = open === true || continues === true || kinds.includes("server_tool_use") || kinds.includes("compaction");
  if (last.role === "assistant" && !goesOn && last.calls.length === 0) {
    tell("V3", views.length - 1, "the last message is the assistant's, so there is nothing to answer");
  }
}

function hasTask(views: readonly View[], task: string): boolean {
  const texts = views.filter(({ role }) => role === "user").flatMap(({ parts }) => parts);
  return texts.some((part) => part.type === "text" && part.text.includes(task));
}

/** V4. */
function emptiness({ parts }: View, message: unknown, dialect: DialectName): string[] {
  const found: string[] = [];
  if (parts.length === 0 && !mayBeEmpty(message, dialect)) found.push("it is empty");
  if (parts.some((part) => part.type === "text" && part.text.trim() === "")) found.push("a text block is blank");
  const inResults = parts.flatMap((part) => (part.type === "result" ? listOf(part.content) : []));
  const isBlank = (block: unknown) => isObject(block) && block["type"] === "text" && word(block["text"]).trim() === "";
  if (inResults.some(isBlank)) found.push("a text block of a result is blank");
  return found;
}

/** Calls may stand without words. */
function mayBeEmpty(message: unknown, dialect: DialectName): boolean {
  return dialect === "openAiChat" && isObject(message) && listOf(message["tool_calls"]).length > 0;
}

function shape(blocks: readonly Json[]): string | undefined {
  const isWhole = (block: Json) =>
    block["type"] === "thinking"
      ? typeof block["thinking"] === "string" && typeof block["signature"] === "string" && block["signature"] !== ""
      : typeof block["data"] === "string";
  return blocks.every(isWhole) ? undefined : "a thinking block has no signature";
}

/**
 * V6: where a string in a value holds half a character.
 * @internal
 */
export function malformed(value: unknown, at: string): BrokenRule[] {
  if (typeof value === "string") {
    return /\p{Surrogate}/u.test(value) ? [{ rule: "V6", at, message: "half a character (a lone surrogate)" }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => malformed(item, `${at}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...malformed(key, `${at}: a key`),
    ...malformed(member, at === "" ? key : `${at}.${key}`),
  ]);
}

/**
 * V7: whether this is a count.
 * @internal
 */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** @internal */
export function name(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}
