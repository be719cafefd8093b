import type { ModelRequest } from "../client.js";
import type { DialectName } from "../types.js";
import { overflow } from "./faults.js";
import { type KeyedClient, type Script, scripted } from "./keyed.js";
import { ProviderError } from "./provider-error.js";
import { Thinking, broken, isCount, malformed, name } from "./rules.js";
import { type Json, estimateRequest, isObject, listOf, spoken, view, without } from "./shapes.js";

/** How strict a server is, and what it answers. */
export interface StrictOptions extends Script {
  /** Size of the model's context window in tokens. Default: nothing is too long. */
  window?: number;
  /** The names of the tools that a request may offer. Default: any. */
  tools?: readonly string[];
}

/** A request that was refused, and everything that was wrong with it. */
export interface Refusal {
  /** Which call it was, from 1. */
  call: number;
  reasons: readonly string[];
}

/** A provider that refuses what strict servers refuse. It stands wherever a client does. */
export interface StrictServer extends KeyedClient {
  /** What was refused so far. */
  readonly refusals: readonly Refusal[];
  /** Takes thinking as its own that stands in messages from elsewhere, such as a history that is loaded. */
  remember(messages: readonly unknown[]): void;
}

/**
 * A client that answers from a script, and refuses each request that a strict server would refuse, with an error in the
 * shape of the provider's SDK: status 400, `invalid_request_error`, and all reasons in the message. A refused request
 * takes no reply from the script.
 *
 * Refused are: calls without exactly one result in the next message, results behind other blocks or without their
 * call, a call id that occurs twice (in OpenAI's dialect: in one message); no message, a first message that is not the user's, a last one that leaves nothing
 * to answer, empty messages, blank text blocks, roles that the dialect does not have; an empty `tools`, tools with the
 * same name, calls or results in the history of a request without tools, `tool_choice` without tools; thinking that
 * is not as this server sent it; arguments that are no object, as JSON text in OpenAI's dialect; half characters; a limit for the
 * reply that is missing (Anthropic's dialect), below 1 or no whole number; and input and limit together above the
 * window, by the estimate of `estimateRequest`.
 */
export function strictServer(options: StrictOptions): StrictServer {
  const { window, tools, dialect = "anthropic" } = options;
  const thinking = new Thinking();
  const paused = new Set<string>();
  const refusals: Refusal[] = [];
  const server = scripted(options, {
    before(request, call) {
      const reasons = refusalsOf(request, { dialect, window, tools, thinking, paused });
      if (reasons.length > 0) refusals.push({ call, reasons });
      const [first] = reasons;
      if (first === undefined) return;
      const long = window === undefined ? undefined : tooLong(request, dialect, window);
      // Where it is too long and nothing else, the provider has a code or fixed words for it.
      const failure =
        reasons.length === 1 && long !== undefined
          ? { ...overflow(dialect, 0, window ?? 0), message: long }
          : { status: 400, type: "invalid_request_error", message: reasons.join("; ") };
      throw new ProviderError(failure, dialect);
    },
    after(reply) {
      thinking.learn([reply]);
      const { stop_reason: stop, content } = reply as Json;
      if (stop === "pause_turn") paused.add(JSON.stringify(content));
    },
  });
  return Object.assign(server, { refusals, remember: (messages: readonly unknown[]) => thinking.learn(messages) });
}

interface Server {
  dialect: DialectName;
  window: number | undefined;
  tools: readonly string[] | undefined;
  thinking: Thinking;
  /** The contents of replies that paused and are to be gone on with. */
  paused: ReadonlySet<string>;
}

function refusalsOf(request: ModelRequest, server: Server): string[] {
  const { dialect, window, thinking } = server;
  const messages = listOf(request.messages);
  const last = messages.at(-1);
  const isPaused = isObject(last) && server.paused.has(JSON.stringify(last["content"]));
  const continues = isPaused || (request as unknown as Json)["compaction"] !== undefined;
  const found = [
    ...broken(messages, { dialect, thinking, continues }),
    ...malformed(without(request, "messages"), ""),
  ].map(({ at, message }) => `${at}: ${message}`);
  found.push(...limits(request, dialect), ...toolFaults(request, server), ...messageFaults(messages, dialect));
  const long = window === undefined ? undefined : tooLong(request, dialect, window);
  if (long !== undefined) found.push(long);
  return found;
}

function limits(request: ModelRequest, dialect: DialectName): string[] {
  const { max_tokens: old, max_completion_tokens: current } = request;
  if (dialect === "openAiChat" && old !== undefined && current !== undefined) {
    return ["max_tokens and max_completion_tokens exclude each other"];
  }
  if (dialect !== "openAiChat" && current !== undefined) return ["max_completion_tokens: there is no such parameter"];
  const limit = old ?? current;
  const key = current === undefined ? "max_tokens" : "max_completion_tokens";
  if (limit === undefined) return dialect === "openAiChat" ? [] : ["max_tokens: it is needed"];
  return isCount(limit) && limit > 0 ? [] : [`${key}: it must be a whole number of at least 1, not ${name(limit)}`];
}

/** By the words that providers have for it. */
function tooLong(request: ModelRequest, dialect: DialectName, window: number): string | undefined {
  const input = estimateRequest(request, dialect);
  const limit = request.max_tokens ?? request.max_completion_tokens ?? 0;
  if (input > window) return overflow(dialect, input, window).message;
  if (input + limit <= window) return undefined;
  return dialect === "openAiChat"
    ? `${input} tokens of input and ${limit} of output are above the maximum context length of ${window}`
    : `input length and \`max_tokens\` exceed context limit: ${input} + ${limit} > ${window}`;
}

function toolFaults(request: ModelRequest, { dialect, tools: offered }: Server): string[] {
  const { tools, tool_choice: choice } = request as unknown as Json;
  const found: string[] = [];
  if (tools !== undefined && listOf(tools).length === 0) found.push("tools: it is empty; leave it out");
  const names = listOf(tools).map((tool) => {
    const { name: own, function: called } = isObject(tool) ? tool : {};
    return isObject(called) ? called["name"] : own;
  });
  names.forEach((one, index) => {
    if (typeof one !== "string" || one === "") found.push(`tools[${index}]: it has no name`);
    else if (names.indexOf(one) < index) found.push(`tools[${index}]: the name ${name(one)} occurs twice`);
    else if (offered?.includes(one) === false) found.push(`tools[${index}]: nothing is known of ${name(one)}`);
  });
  const views = listOf(request.messages).map((message) => view(message, dialect));
  const uses = views.some(({ calls, results }) => calls.length + results.length > 0);
  if (uses && tools === undefined) found.push("messages: there are calls or results, but the request has no tools");
  if (choice !== undefined && tools === undefined) found.push("tool_choice: there are no tools to choose from");
  return found;
}

function messageFaults(messages: readonly unknown[], dialect: DialectName): string[] {
  const found: string[] = [];
  const roles = dialect === "openAiChat" ? ["user", "assistant", "tool"] : ["user", "assistant"];
  const skipped = messages.length - spoken(messages, dialect).length;
  const ids = new Map<unknown, number>();
  spoken(messages, dialect).forEach((message, index) => {
    const place = `messages[${index + skipped}]`;
    const { role, calls, results } = view(message, dialect);
    if (!roles.includes(String(role))) found.push(`${place}: there is no role ${name(role)} here`);
    for (const { id, name: tool, input } of calls) {
      if (typeof id !== "string" || id === "") found.push(`${place}: a call has no id`);
      // OpenAI's servers look at pairs only, and some models count their calls from the start in each reply.
      else if (dialect !== "openAiChat" && (ids.get(id) ?? index) !== index) found.push(`${place}: the call id ${name(id)} occurs twice`);
      ids.set(id, index);
      if (typeof tool !== "string" || tool === "") found.push(`${place}: call ${name(id)} names no tool`);
      if (!isArguments(input, dialect)) found.push(`${place}: the arguments of call ${name(id)} are ${whatIs(dialect)}`);
    }
    for (const { id, content, isError } of results) {
      if (isError && isNothing(content)) found.push(`${place}: the error result for ${name(id)} says nothing`);
      const isContent = typeof content === "string" || Array.isArray(content) || (dialect !== "openAiChat" && content === undefined);
      if (!isContent) found.push(`${place}: the result for ${name(id)} is neither text nor blocks`);
    }
  });
  return found;
}

function isArguments(input: unknown, dialect: DialectName): boolean {
  if (dialect !== "openAiChat") return isObject(input);
  try {
    return typeof input === "string" && isObject(JSON.parse(input));
  } catch {
    return false;
  }
}

function whatIs(dialect: DialectName): string {
  return dialect === "openAiChat" ? "no JSON text of an object" : "no object";
}

function isNothing(content: unknown): boolean {
  return content === undefined || content === "" || (Array.isArray(content) && content.length === 0);
}
