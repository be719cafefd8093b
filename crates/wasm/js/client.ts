import { jsonable, kind, readable } from "./check.js";
import { STRIKE, SecondwindError, struck } from "./errors.js";
import { wellFormed } from "./text.js";
import type { ContextEffect, DialectName } from "./types.js";

/** The name under which a request says how many tokens its reply may have. */
export type MaxTokensField = "max_tokens" | "max_completion_tokens";

/** A request as it goes to the client, in the provider's words. */
export interface ModelRequest {
  model: string;
  /** The most that the reply may have, in tokens; or the other one, by `maxTokensField`. */
  max_tokens?: number;
  max_completion_tokens?: number;
  messages: unknown[];
  system?: unknown;
  tools?: unknown[];
  /** Asks the provider to compact `messages`; only under the strategy `provider`. */
  compaction?: { type: "summarize" };
}

/** The same as clients in the shape of OpenAI's type it. */
export interface ChatRequest {
  model: string;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  messages: unknown[];
  tools?: unknown[];
}

/** What goes along with a request, if there is anything. */
export interface RequestOptions {
  /** There if the run can be aborted. */
  signal?: AbortSignal;
  /**
   * There only under the strategy `provider`: `anthropic-beta: compact-2026-09-04`, without which Anthropic takes
   * neither the request to compact nor the block that came of it.
   */
  headers?: Record<string, string>;
}

/** A client in the shape of Anthropic's SDK. */
export interface MessagesClient {
  messages: { create(request: ModelRequest, options?: RequestOptions): unknown };
}

/** A client in the shape of OpenAI's SDK, for the dialect `openAiChat`. */
export interface ChatClient {
  chat: { completions: { create(request: ChatRequest, options?: RequestOptions): unknown } };
}

/** Anything that answers a request with the provider's response, or a promise for it. */
export type Client = MessagesClient | ChatClient;

/** A tool definition as the provider takes it. */
export type ToolDefinition = object;

type CallModel = Extract<ContextEffect, { type: "callModel" }>;

/** The part of a request that is the same at every call. */
interface Fixed {
  model: string;
  system: unknown;
  tools: readonly ToolDefinition[];
  dialect: DialectName;
  maxTokensField: MaxTokensField | undefined;
  /** Whether the provider compacts. */
  compacts: boolean;
}

/** The version of Anthropic's compaction that the requests are written for. */
const COMPACTS = { "anthropic-beta": "compact-2026-09-04" };

/**
 * Sends requests to a client. It knows where the client's function is, and how the dialect writes a system prompt and
 * the limit of a reply.
 * @internal
 */
export class Sender {
  readonly #create: (request: ModelRequest, options?: RequestOptions) => unknown;
  readonly #client: Client;
  readonly #way: object;
  readonly #fixed: Fixed;
  readonly #maxTokensField: MaxTokensField;

  constructor(client: Client, fixed: Fixed) {
    const way = readable("client", () => wayOf(client, fixed.dialect));
    this.#create = (...args) => way.create(...args);
    this.#client = client;
    this.#way = way;
    this.#fixed = wellFormed(fixed);
    this.#maxTokensField = maxTokensField(fixed);
  }

  /** What the client is known to keep secret, for striking it out of messages. */
  get secrets(): unknown[] {
    try {
      const holders = [this.#client, this.#way] as { apiKey?: unknown; authToken?: unknown; [STRIKE]?: unknown }[];
      return holders.flatMap(({ apiKey, authToken, [STRIKE]: strike }) => [strike, apiKey, authToken]);
    } catch {
      return [];
    }
  }

  /** Makes the request for this order and sends it. `history` is what a main call sends. */
  async send(order: CallModel, history: readonly unknown[], signal: AbortSignal | undefined): Promise<unknown> {
    const request = order.purpose === "summary" ? this.#summary(order) : this.#main(order, order.messages ?? history);
    if (order.purpose === "provider") request.compaction = { type: "summarize" };
    const options: RequestOptions = signal === undefined ? {} : { signal };
    if (this.#fixed.compacts && order.purpose !== "summary") options.headers = COMPACTS;
    return await (Object.keys(options).length === 0 ? this.#create(request) : this.#create(request, options));
  }

  #summary(order: CallModel): ModelRequest {
    return { model: this.#fixed.model, [this.#maxTokensField]: order.maxTokens, messages: order.messages ?? [] };
  }

  #main(order: CallModel, history: readonly unknown[]): ModelRequest {
    const { model, system, tools, dialect } = this.#fixed;
    const request: ModelRequest = { model, [this.#maxTokensField]: order.maxTokens, messages: [...history] };
    if (system !== undefined && dialect === "openAiChat") request.messages.unshift({ role: "system", content: system });
    else if (system !== undefined) request.system = system;
    // Strict servers refuse an empty list.
    if (tools.length > 0) request.tools = [...tools];
    return request;
  }
}

/** Where the client's function is. It is called on what holds it. */
function wayOf(client: Client, dialect: DialectName): MessagesClient["messages"] {
  const { messages, chat } = (client ?? {}) as Partial<MessagesClient & ChatClient>;
  const chatWay = dialect === "openAiChat" ? chat?.completions : undefined;
  const way = typeof chatWay?.create === "function" ? chatWay : messages;
  if (typeof way?.create === "function") return way;
  const wanted = dialect === "openAiChat" ? "chat.completions.create" : "messages.create";
  const message = `the client has no function ${wanted}; it is ${kind(client)}`;
  throw new SecondwindError("BAD_INPUT", message, { path: "client" });
}

/**
 * The reply as it came, if it is one that can be kept: a value that throws when it is looked at would break off the core
 * in the middle of a call, and one that JSON cannot write could be neither sent again nor saved. A reason to stop that
 * holds a secret has it struck out: it is told in notices, errors and logs.
 * @internal
 */
export function checkedReply(reply: unknown, secrets: readonly unknown[]): unknown {
  const path = "event.reply";
  if (reply === undefined || reply === null) throw new SecondwindError("BAD_REPLY", `the client returned ${kind(reply)}`, { path });
  jsonable(path, reply, "BAD_REPLY");
  return readable(path, () => withoutSecrets(reply, secrets), "BAD_REPLY");
}

function withoutSecrets(reply: object, secrets: readonly unknown[]): unknown {
  const { stop_reason: reason, choices } = reply as { stop_reason?: unknown; choices?: unknown };
  const hide = (it: unknown) => (typeof it === "string" ? struck(it, secrets) : it);
  if (hide(reason) !== reason) return { ...reply, stop_reason: hide(reason) };
  const [first, ...rest] = Array.isArray(choices) ? (choices as ({ finish_reason?: unknown } | null)[]) : [];
  const finish = first?.finish_reason;
  return hide(finish) === finish ? reply : { ...reply, choices: [{ ...first, finish_reason: hide(finish) }, ...rest] };
}

function maxTokensField({ dialect, maxTokensField: field }: Fixed): MaxTokensField {
  const known = dialect === "openAiChat" ? ["max_completion_tokens", "max_tokens"] : ["max_tokens"];
  const [byDefault = "max_tokens"] = known as MaxTokensField[];
  if (field === undefined || known.includes(field)) return field ?? byDefault;
  const message = `a request in the dialect ${dialect} has ${known.join(" or ")}, not ${JSON.stringify(field)}`;
  throw new SecondwindError("BAD_INPUT", message, { path: "maxTokensField" });
}

/** The name of a tool, in the shape of either provider. */
export function toolName(tool: ToolDefinition): unknown {
  const { name, function: called } = tool as { name?: unknown; function?: { name?: unknown } };
  return called?.name ?? name;
}

/**
 * The definition of `update_notes`, in the dialect's shape.
 * @internal
 */
export function notesTool(name: string, dialect: DialectName): ToolDefinition {
  const description =
    "Overwrites NOTES.md with `content`, which must be its complete new text: the decisions on architecture, the " +
    "open questions and the next steps as they stand now. What is left out is gone.";
  const content = { type: "string", description: "The complete new text of NOTES.md, as Markdown." };
  return definition(dialect, name, description, { content }, ["content"]);
}

/**
 * The definition of `edit_notes`, in the dialect's shape.
 * @internal
 */
export function editTool(name: string, dialect: DialectName): ToolDefinition {
  const description =
    "Changes one section of NOTES.md and leaves the rest as it is. A section is a heading of two # and what follows " +
    "it up to the next one.";
  const properties = {
    action: {
      type: "string",
      enum: ["replace", "append", "drop"],
      description: "Put `content` in the place of the section's text, add it at its end, or take the section out.",
    },
    section: { type: "string", description: "The heading, without its #. A new one makes a section at the end." },
    content: { type: "string", description: "The text, as Markdown. Not needed for drop." },
  };
  return definition(dialect, name, description, properties, ["action", "section"]);
}

function definition(
  dialect: DialectName, name: string, description: string, properties: object, required: string[],
): ToolDefinition {
  const schema = { type: "object", properties, required };
  return dialect === "openAiChat"
    ? { type: "function", function: { name, description, parameters: schema } }
    : { name, description, input_schema: schema };
}
