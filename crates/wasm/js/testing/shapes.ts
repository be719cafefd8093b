// How requests and replies of the two dialects are read and made.
import type { DialectName, StopReason } from "../types.js";

/** What may hold anything. */
export type Json = Readonly<Record<string, unknown>>;

/** A part of a message, in whichever dialect it was written. */
export type Part =
  | { type: "text"; text: string }
  | { type: "call"; id: unknown; name: unknown; input: unknown }
  | { type: "result"; id: unknown; content: unknown; isError: boolean }
  | { type: "thinking"; block: Json }
  | { type: "other"; kind: string; block: Json };

/** A message as the rules look at it. */
export interface View {
  role: unknown;
  parts: readonly Part[];
  calls: readonly Extract<Part, { type: "call" }>[];
  results: readonly Extract<Part, { type: "result" }>[];
  thinking: readonly Json[];
}

/** @internal */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * An object without one of its members.
 * @internal
 */
export function without(value: object, key: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** @internal */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** @internal */
export function view(message: unknown, dialect: DialectName): View {
  const { role, content } = isObject(message) ? message : {};
  const parts = isObject(message) ? (dialect === "openAiChat" ? chatParts(message) : blockParts(content)) : [];
  return {
    role,
    parts,
    calls: parts.filter((part) => part.type === "call"),
    results: parts.filter((part) => part.type === "result"),
    thinking: parts.filter((part) => part.type === "thinking").map(({ block }) => block),
  };
}

function blockParts(content: unknown): Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content).map((block): Part => {
    if (!isObject(block)) return { type: "other", kind: "", block: {} };
    switch (block["type"]) {
      case "text":
        return { type: "text", text: word(block["text"]) };
      case "thinking":
      case "redacted_thinking":
        return { type: "thinking", block };
      case "tool_use":
        return { type: "call", id: block["id"], name: block["name"], input: block["input"] };
      case "tool_result": {
        const { tool_use_id: id, content: given, is_error: isError } = block;
        return { type: "result", id, content: given, isError: isError === true };
      }
      default:
        return { type: "other", kind: word(block["type"]), block };
    }
  });
}

function chatParts(message: Json): Part[] {
  const { role, content, tool_calls: calls } = message;
  if (role === "tool") return [{ type: "result", id: message["tool_call_id"], content, isError: false }];
  const parts: Part[] =
    typeof content === "string"
      ? [{ type: "text", text: content }]
      : listOf(content).map((item) => {
          const { type, text } = isObject(item) ? item : {};
          if (typeof text === "string") return { type: "text", text };
          return { type: "other", kind: word(type), block: isObject(item) ? item : {} };
        });
  for (const call of listOf(calls)) {
    const { id, function: called } = isObject(call) ? call : {};
    const { name, arguments: input } = isObject(called) ? called : {};
    parts.push({ type: "call", id, name, input });
  }
  // A line break beside calls says nothing, and servers take it.
  const isIdle = (part: Part) => part.type === "text" && part.text.trim() === "";
  return listOf(calls).length > 0 ? parts.filter((part) => !isIdle(part)) : parts;
}

/** @internal */
export function word(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * The messages of a request, without the system messages that stand first.
 * @internal
 */
export function spoken(messages: readonly unknown[], dialect: DialectName): readonly unknown[] {
  if (dialect !== "openAiChat") return messages;
  const isSystem = (message: unknown) => isObject(message) && ["system", "developer"].includes(word(message["role"]));
  const first = messages.findIndex((message) => !isSystem(message));
  return first < 0 ? [] : messages.slice(first);
}

/** What an image, a document or a recording counts as, whatever its bytes. */
const MEDIA = 1600;
const MEDIA_KINDS = new Set([
  "image", "document", "image_url", "input_image", "input_audio", "input_file", "file", "audio", "video",
]);

/** UTF-8 bytes / 4, rounded up. */
function tokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

/**
 * What a request fills of the window, by the same estimate as the harness makes where no provider has counted: UTF-8
 * bytes / 4, 4 a message, 1600 for each image or document. Unit: tokens.
 * @param request A request as it goes to the client.
 */
export function estimateRequest(request: object, dialect: DialectName = "anthropic"): number {
  const { system, tools, messages } = request as Json;
  const all = listOf(messages);
  const rest = spoken(all, dialect);
  const systems = all.slice(0, all.length - rest.length).map((message) => (message as Json)["content"]);
  const fixed = [system, ...systems, tools].filter((part) => part !== undefined);
  const words = fixed.map((part) => (typeof part === "string" ? part : json(part))).join("");
  return rest.reduce<number>((sum, message) => sum + 4 + size(view(message, dialect)), tokens(words));
}

function size({ parts }: View): number {
  const sizes = parts.map((part) => {
    switch (part.type) {
      case "text":
        return tokens(part.text);
      case "call":
        return tokens(word(part.name) + (typeof part.input === "string" ? part.input : json(part.input)));
      case "result": {
        const { text, media } = resultText(part.content);
        return tokens(text) + media * MEDIA;
      }
      case "thinking":
        return 0;
      case "other":
        return MEDIA_KINDS.has(part.kind) ? MEDIA : tokens(json(part.block));
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

function resultText(content: unknown): { text: string; media: number } {
  if (typeof content === "string") return { text: content, media: 0 };
  const items = listOf(content).filter(isObject);
  const words = items.map((item) => word(item["text"]) || (item["type"] ? `[${word(item["type"])}]` : ""));
  const media = items.filter((item) => MEDIA_KINDS.has(word(item["type"]))).length;
  return { text: words.filter((text) => text !== "").join("\n"), media };
}

/** What a call is for, as far as its request tells. */
export type CallKind = "main" | "summary";

/**
 * Whether this asks for a handover summary: no tools, and one user message that ends with a history in
 * `<history>` tags, as the harness writes it; or a request for a compaction that the provider makes.
 */
export function isSummaryRequest(request: object): boolean {
  const { tools, messages, compaction } = request as Json;
  if (compaction !== undefined) return true;
  const [message, ...others] = spoken(listOf(messages), "openAiChat");
  if (tools !== undefined || others.length > 0 || !isObject(message) || message["role"] !== "user") return false;
  const text = blockParts(message["content"]).map((part) => (part.type === "text" ? part.text : "")).join("");
  return text.includes("<history>\n") && text.trimEnd().endsWith("</history>");
}

/** What a reply is made of; see `reply`. */
export interface ReplyParts {
  /** What it says. Default: nothing. */
  text?: string;
  /** The calls that it asks for. Default: none. */
  calls?: readonly { id: string; name: string; input?: unknown }[];
  /** Blocks that stand first, as the provider writes them, such as thinking. Anthropic's dialect only. */
  blocks?: readonly object[];
  /** Why it stopped, in the dialect's own words. Default: for the calls, or because it was done. */
  stop?: string;
  /** The figures of its usage, without cached tokens; `null` for a reply without usage. Default 10 and 5. */
  usage?: { input: number; output: number } | null;
}

/** A reply as the provider writes it, for scripts. */
export function reply(parts: ReplyParts = {}, dialect: DialectName = "anthropic"): object {
  const { text, calls = [], blocks = [], stop, usage = { input: 10, output: 5 } } = parts;
  const asks = calls.length > 0;
  if (dialect === "openAiChat") {
    const message = {
      role: "assistant",
      content: text ?? null,
      ...(asks && {
        tool_calls: calls.map(({ id, name, input = {} }) => ({
          id, type: "function", function: { name, arguments: typeof input === "string" ? input : json(input) },
        })),
      }),
    };
    const total = (usage?.input ?? 0) + (usage?.output ?? 0);
    const counts = { prompt_tokens: usage?.input, completion_tokens: usage?.output, total_tokens: total };
    return {
      id: "chatcmpl_test", object: "chat.completion", model: "test",
      choices: [{ index: 0, message, finish_reason: stop ?? (asks ? "tool_calls" : "stop") }],
      ...(usage && { usage: counts }),
    };
  }
  const said = text === undefined ? [] : [{ type: "text", text }];
  const uses = calls.map(({ id, name, input = {} }) => ({ type: "tool_use", id, name, input }));
  return {
    id: "msg_test", type: "message", role: "assistant", model: "test", content: [...blocks, ...said, ...uses],
    stop_reason: stop ?? (asks ? "tool_use" : "end_turn"), stop_sequence: null,
    ...(usage && { usage: { input_tokens: usage.input, output_tokens: usage.output } }),
  };
}

/**
 * A stop reason in the dialect's own words. OpenAI's has none for a full window and says `length`.
 * @internal
 */
export function stopIn(dialect: DialectName, stop: StopReason): string {
  const chat: Record<string, string> = {
    end_turn: "stop", tool_use: "tool_calls", max_tokens: "length", refusal: "content_filter",
    model_context_window_exceeded: "length",
  };
  return dialect === "openAiChat" ? (chat[stop] ?? stop) : stop;
}
