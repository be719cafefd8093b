import type { Client, ModelRequest } from "../client.js";
import type { DialectName, Snapshot } from "../types.js";
import { type BrokenRule, type Known, Thinking, broken, isCount, malformed, name } from "./rules.js";
import { type Json, isObject, isSummaryRequest, listOf, without, word } from "./shapes.js";
import { dialectOf, wrap } from "./wrap.js";

/** What must hold, beside the rules. */
export interface HoldOptions {
  /** Default: that of the snapshot, or `anthropic`. */
  dialect?: DialectName;
  /** The task. It must stand word for word in a message of the user's. Default: not looked at. */
  task?: string;
  /** The replies that the provider sent, or a history of them: thinking must be as it stands there. */
  replies?: readonly unknown[];
  /**
   * The state from before a compaction that failed, as messages, request or snapshot. All its messages must be there
   * as they were, first and in order. Default: not looked at.
   */
  before?: readonly unknown[] | object;
}

/** One rule or more does not hold. */
export class BrokenRulesError extends Error {
  /** All that is broken. */
  readonly broken: readonly BrokenRule[];

  constructor(found: readonly BrokenRule[]) {
    super(found.map(({ rule, at, message }) => `${rule} ${at}: ${message}`).join("; "));
    Object.defineProperty(this, "name", { value: "BrokenRulesError", enumerable: false });
    this.broken = found;
  }
}

/**
 * Checks the rules on histories (see `Rule`) in messages, a request, or a snapshot.
 *
 * A snapshot that was taken while tools are at work may hold calls without results at its end.
 * @throws BrokenRulesError that holds all that is broken.
 */
export function mustHold(state: readonly unknown[] | object, options: HoldOptions = {}): void {
  const found = brokenRules(state, options);
  if (found.length > 0) throw new BrokenRulesError(found);
}

/** The same as a list; empty where all rules hold. */
export function brokenRules(state: readonly unknown[] | object, options: HoldOptions = {}): BrokenRule[] {
  const { task, replies, before } = options;
  const { messages, dialect: own, open, continues } = read(state);
  const dialect = options.dialect ?? own ?? "anthropic";
  let thinking: Thinking | undefined;
  if (replies !== undefined) (thinking = new Thinking()).learn(replies);
  // An idle session whose first message is yet to come has no history, and nothing in it can be broken.
  const isBlank = isSnapshot(state) && messages.length === 0;
  const found = isBlank ? [] : broken(messages, { dialect, task, thinking, open, continues });
  found.push(...counters(state), ...(isSnapshot(state) ? malformed(state.harness, "harness") : []));
  if (before !== undefined) found.push(...unchanged(read(before).messages, messages));
  return found;
}

interface State {
  messages: readonly unknown[];
  dialect?: DialectName;
  open?: boolean;
  continues?: boolean;
}

function isSnapshot(state: unknown): state is Snapshot {
  return isObject(state) && "version" in state && isObject(state["harness"]);
}

function read(state: readonly unknown[] | object): State {
  // Messages of their own are a history, whose last word may well be the assistant's.
  if (Array.isArray(state)) return { messages: state, continues: true };
  if (!isSnapshot(state)) {
    const { messages, compaction } = state as Json;
    if (!Array.isArray(messages)) throw new TypeError("this is neither messages, nor a request, nor a snapshot");
    return { messages, continues: compaction !== undefined };
  }
  const { transcript, config } = state.harness as { transcript?: unknown; config?: unknown };
  const placed = listOf(isObject(transcript) ? transcript["messages"] : undefined);
  const dialect = isObject(config) && config["dialect"] === "openAiChat" ? "openAiChat" : "anthropic";
  return { messages: placed.map((one) => (one as Json)["message"]), dialect, open: true, continues: true };
}

/** V7. */
function counters(state: readonly unknown[] | object): BrokenRule[] {
  const named = isSnapshot(state) ? saved(state.harness as Json) : isObject(state) ? limits(state) : {};
  const odd = Object.entries(named).filter(([, value]) => !isCount(value));
  return odd.map(([at, value]) => ({ rule: "V7", at, message: `${name(value)} is no count` }));
}

function limits(request: Json): Json {
  const keys = ["max_tokens", "max_completion_tokens"].filter((key) => request[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, request[key]]));
}

function saved(harness: Json): Json {
  const found: Record<string, unknown> = {};
  const walk = (value: unknown, at: string) => {
    if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${at}[${index}]`));
    if (!isObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      // Messages are the provider's and the app's, and a ratio is no count.
      if (["config", "message", "instructions", "content", "trouble"].includes(key)) continue;
      // A size has both; without a measure, `null` says that nobody has told it yet.
      if (typeof member === "number" || (key === "tokens" && "measure" in value)) found[`${at}.${key}`] = member;
      else walk(member, `${at}.${key}`);
    }
  };
  walk(harness, "harness");
  return found;
}

/** V8. */
function unchanged(before: readonly unknown[], now: readonly unknown[]): BrokenRule[] {
  const place = before.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(now[index]));
  if (place < 0) return [];
  const message = place < now.length ? "it is not as it was before the failed compaction" : "it is gone since the failed compaction";
  return [{ rule: "V8", at: `messages[${place}]`, message }];
}

/** A message without the contents of its results. */
function bare(message: unknown): unknown {
  if (!isObject(message)) return message;
  if (message["role"] === "tool") return without(message, "content");
  const content = message["content"];
  if (!Array.isArray(content)) return message;
  const isResult = (block: unknown): block is Json => isObject(block) && block["type"] === "tool_result";
  return { ...message, content: content.map((block: unknown) => (isResult(block) ? without(block, "content") : block)) };
}

/** A client whose requests are checked. */
export type Watched<C> = C & {
  /** All that was broken so far, request by request. */
  readonly broken: readonly (BrokenRule & { /** Which call it was, from 1. */ call: number })[];
};

/**
 * The same client, with each request checked before it goes out: one in which a rule is broken is not sent, and rejects
 * with a `BrokenRulesError`. Thinking is compared with the replies that passed; after a summary that failed or was not
 * fit, the next request must begin with all messages of the last one, the contents of results aside, which the
 * strategy `elideResults` may have left out before it asked for a summary.
 *
 * One conversation at a time.
 * @param options As for `mustHold`. `task` is looked for in every request but summaries.
 */
export function watch<C extends Client>(client: C, options: HoldOptions = {}): Watched<C> {
  const found: (BrokenRule & { call: number })[] = [];
  const thinking = new Thinking();
  thinking.learn(options.replies ?? []);
  /** Replies that paused, which stand last when they are gone on with. */
  const paused = new Set<string>();
  let calls = 0;
  let last: readonly unknown[] | undefined;
  let isFailed = false;
  return wrap(
    client,
    async (request, _, next, chat) => {
      const call = ++calls;
      const dialect = options.dialect ?? dialectOf(client, chat);
      const isSummary = isSummaryRequest(request);
      const end = request.messages.at(-1);
      const continues = isObject(end) && paused.has(JSON.stringify(end["content"]));
      const rules = check(request, { dialect, thinking, continues, task: isSummary ? undefined : options.task });
      if (!isSummary && isFailed && last !== undefined) rules.push(...unchanged(last.map(bare), request.messages.map(bare)));
      found.push(...rules.map((rule) => ({ ...rule, call })));
      if (rules.length > 0) throw new BrokenRulesError(rules);
      if (!isSummary) {
        last = structuredClone(request.messages);
        isFailed = false;
      }
      const reply = await next().catch((error: unknown) => {
        isFailed ||= isSummary;
        throw error;
      });
      if (isSummary) isFailed = !isFit(reply, request);
      thinking.learn([reply]);
      if (isObject(reply) && reply["stop_reason"] === "pause_turn") paused.add(JSON.stringify(reply["content"]));
      return reply;
    },
    { broken: found },
  );
}

function check(request: ModelRequest, known: Known & { continues: boolean }): BrokenRule[] {
  const { messages, continues } = read(request);
  return [
    ...broken(messages, { ...known, continues: continues === true || known.continues }),
    ...malformed(without(request, "messages"), ""),
    ...counters(request),
  ];
}

/** Whether a summary may take the place of a history. */
function isFit(reply: unknown, request: ModelRequest): boolean {
  if (!isObject(reply)) return false;
  const [choice] = listOf(reply["choices"]).filter(isObject);
  const message = isObject(choice?.["message"]) ? choice["message"] : reply;
  const stop = choice?.["finish_reason"] ?? reply["stop_reason"];
  if ("compaction" in request) return true;
  const blocks = listOf(message["content"]).filter(isObject);
  const text = typeof message["content"] === "string" ? message["content"] : blocks.map((block) => word(block["text"])).join("");
  const calls = listOf(message["tool_calls"]).length + blocks.filter((block) => block["type"] === "tool_use").length;
  return calls === 0 && text.trim() !== "" && ["end_turn", "stop_sequence", "stop"].includes(String(stop));
}
