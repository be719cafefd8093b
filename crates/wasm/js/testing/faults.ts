import type { Client, ModelRequest, RequestOptions } from "../client.js";
import type { DialectName } from "../types.js";
import { ProviderError } from "./provider-error.js";
import { type CallKind, estimateRequest, isObject, isSummaryRequest, reply, stopIn, without } from "./shapes.js";
import { dialectOf, wrap } from "./wrap.js";

const FAULT = Symbol.for("secondwind.testing.Fault");

/** A call as a fault sees it. */
export interface FaultyCall {
  request: ModelRequest;
  options: RequestOptions | undefined;
  /** Which call of this client it is, from 1. */
  number: number;
  /** Whether it asks for a summary. */
  kind: CallKind;
  dialect: DialectName;
  /** Makes the call as if there were no fault. */
  next(): Promise<unknown>;
}

/** Something that goes wrong in a call. Made by `faults`. */
export interface Fault {
  /** What it is called in `faults`. */
  readonly name: string;
  /** Answers the call in its own way. */
  answer(call: FaultyCall): unknown;
}

/** What is wrong with a usage: see `faults.absurdUsage`. */
export type AbsurdUsage = "negative" | "nan" | "huge" | "fraction" | "string" | "zeros" | "missing";

/**
 * Whether this is a fault and no reply.
 * @internal
 */
export function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && FAULT in value;
}

function fault(name: string, answer: (call: FaultyCall) => unknown): Fault {
  return Object.defineProperty({ name, answer }, FAULT, { value: true });
}

function failing(name: string, of: (dialect: DialectName) => ConstructorParameters<typeof ProviderError>[0]): Fault {
  return fault(name, ({ dialect }) => Promise.reject(new ProviderError(of(dialect), dialect)));
}

/** A reply that goes wrong; its usage is what the request is estimated at. */
function replying(name: string, parts: (dialect: DialectName) => Parameters<typeof reply>[0]): Fault {
  return fault(name, ({ request, dialect }) =>
    reply({ usage: { input: Math.max(1, estimateRequest(request, dialect)), output: 5 }, ...parts(dialect) }, dialect),
  );
}

/**
 * What can go wrong in a call. All but `absurdUsage` answer in the client's place, which does not see the call; so the
 * replies of a script are taken by the calls that get through.
 */
export const faults = {
  /** The call throws this. */
  throwing: (error: unknown): Fault =>
    fault("throwing", () => {
      throw error;
    }),

  /** The call never ends, unless its signal aborts. */
  hanging: (): Fault =>
    fault("hanging", ({ options }) =>
      new Promise((_, reject) => {
        const { signal } = options ?? {};
        const end = () => reject(abortError());
        if (signal?.aborted === true) end();
        signal?.addEventListener("abort", end, { once: true });
      }),
    ),

  /** The call rejects as aborted, though nobody aborted it: a timeout in the SDK, for one. */
  aborting: (): Fault => fault("aborting", () => Promise.reject(abortError())),

  /** 429: too many requests or tokens in a time. `retryAfter` is in seconds; a spend cap has none. */
  rateLimited: ({ retryAfter }: { retryAfter?: number } = {}): Fault =>
    failing("rateLimited", (dialect) => ({
      status: 429,
      ...(dialect === "openAiChat"
        ? { type: "requests", code: "rate_limit_exceeded" }
        : { type: "rate_limit_error" }),
      message: "the limit of requests a minute is reached",
      ...(retryAfter !== undefined && { retryAfter }),
    })),

  /** 529: no capacity; 503 in OpenAI's dialect. */
  overloaded: (): Fault =>
    failing("overloaded", (dialect) =>
      dialect === "openAiChat"
        ? { status: 503, type: "server_error", message: "the engine is overloaded" }
        : { status: 529, type: "overloaded_error", message: "Overloaded" },
    ),

  /** 500: the provider failed. */
  serverError: (): Fault =>
    failing("serverError", (dialect) => ({
      status: 500, type: dialect === "openAiChat" ? "server_error" : "api_error", message: "something broke over there",
    })),

  /**
   * A stream that broke off after its start: the connection is gone, or, with a type such as `overloaded_error`, the
   * provider said so in an event. Neither has a status.
   */
  cutStream: (type?: string): Fault =>
    fault("cutStream", ({ dialect }) => {
      if (type !== undefined) throw new ProviderError({ type, message: "the stream ended early" }, dialect);
      throw new TypeError("terminated", { cause: new Error("other side closed") });
    }),

  /** The request is too long for the window, by the provider's own code and words for it. */
  overflow: ({ tokens = 200_001, window = 200_000 }: { tokens?: number; window?: number } = {}): Fault =>
    failing("overflow", (dialect) => overflow(dialect, tokens, window)),

  /** A reply without content. */
  empty: (): Fault => replying("empty", (dialect) => (dialect === "openAiChat" ? { text: "" } : {})),

  /** A reply of blanks. */
  blank: (): Fault => replying("blank", () => ({ text: " \n " })),

  /** A reply that was cut off by the output limit. */
  truncated: (text: string): Fault =>
    replying("truncated", (dialect) => ({ text, stop: stopIn(dialect, "max_tokens") })),

  /** The model declines. */
  refusal: (text = "I cannot help with that."): Fault =>
    replying("refusal", (dialect) => ({ text, stop: stopIn(dialect, "refusal") })),

  /** A tool call in the place of text. */
  toolCall: (name = "surprise", input: unknown = {}, id = "call_surprise"): Fault =>
    replying("toolCall", () => ({ calls: [{ id, name, input }] })),

  /** The reply filled the window and was cut off. OpenAI's dialect has no word for it and says `length`. */
  windowExceeded: (text: string): Fault =>
    replying("windowExceeded", (dialect) => ({ text, stop: stopIn(dialect, "model_context_window_exceeded") })),

  /** The client's own reply, with figures in its usage that are no token counts, or without usage. */
  absurdUsage: (kind: AbsurdUsage): Fault =>
    fault("absurdUsage", async (call) => {
      const { dialect } = call;
      const rest = without((await call.next()) as object, "usage");
      const usage = absurd(kind, dialect);
      return usage === undefined ? rest : { ...rest, usage };
    }),
};

function absurd(kind: AbsurdUsage, dialect: DialectName): object | undefined {
  const figures: Record<AbsurdUsage, unknown> = {
    negative: -5, nan: Number.NaN, huge: 2 ** 53, fraction: 1.5, string: "12", zeros: 0, missing: undefined,
  };
  const figure = figures[kind];
  if (kind === "missing") return undefined;
  return dialect === "openAiChat"
    ? { prompt_tokens: figure, completion_tokens: figure }
    : { input_tokens: figure, output_tokens: figure };
}

/** @internal */
export function overflow(dialect: DialectName, tokens: number, window: number): ConstructorParameters<typeof ProviderError>[0] {
  if (dialect !== "openAiChat") {
    const message = `prompt is too long: ${tokens} tokens > ${window} maximum`;
    return { status: 400, type: "invalid_request_error", message };
  }
  const message = `the input of ${tokens} tokens exceeds the context window of ${window}`;
  return { status: 400, type: "invalid_request_error", code: "context_length_exceeded", message };
}

function abortError(): Error {
  return Object.assign(new Error("Request was aborted."), { name: "AbortError" });
}

/** Which call a fault is for: its number, from 1; all summary or all other calls; or whatever a function says. */
export type When = number | CallKind | ((call: Omit<FaultyCall, "next">) => boolean);

/** A fault, and when it occurs. */
export interface FaultRule {
  when: When;
  fault: Fault;
  /** How often it occurs at most. Default: whenever it fits. */
  times?: number;
}

/**
 * Faults by call: a number is the call of that number; `summary` and `main` are all summary calls and all others. A
 * list gives the first such call its first fault and so on, `null` letting one through, and then ends.
 */
export type FaultPlan = Readonly<Record<number | CallKind, Fault | readonly (Fault | null)[]>> | readonly FaultRule[];

/**
 * The same client, in whose calls things go wrong.
 *
 *     withFaults(client, { 3: faults.overloaded(), summary: [faults.truncated("half")] })
 *
 * Everything else of the client is as it was. Where two faults fit a call, the first one occurs.
 * @param dialect Default: that of the client if it is one of this module's, or by the function that is called.
 */
export function withFaults<C extends Client>(client: C, plan: Partial<FaultPlan>, dialect?: DialectName): C {
  const rules = isRules(plan) ? plan.map((rule) => ({ ...rule })) : rulesOf(plan);
  let calls = 0;
  return wrap(client, (request, options, next, chat) => {
    const number = ++calls;
    const kind: CallKind = isSummaryRequest(request) ? "summary" : "main";
    const call: FaultyCall = { request, options, number, kind, dialect: dialect ?? dialectOf(client, chat), next };
    const found = rules.filter(({ when, times }) => times !== 0 && fits(when, call));
    // Each rule that fits has seen the call, so that a list stays in step with the calls.
    for (const rule of found) if (rule.times !== undefined) rule.times -= 1;
    const occurring = found.map(({ fault }) => (typeof fault === "function" ? fault() : fault)).find(isFault);
    return occurring === undefined ? next() : occurring.answer(call);
  });
}

interface Rule extends Omit<FaultRule, "fault"> {
  fault: Fault | (() => Fault | null | undefined);
}

function isRules(plan: Partial<FaultPlan>): plan is readonly FaultRule[] {
  return Array.isArray(plan);
}

function rulesOf(plan: object): Rule[] {
  return Object.entries(plan).map(([key, given]: [string, unknown]): Rule => {
    const when = /^\d+$/.test(key) ? Number(key) : (key as CallKind);
    if (typeof when !== "number" && !["main", "summary"].includes(when)) throw new TypeError(`no call is ${JSON.stringify(key)}`);
    if (!Array.isArray(given)) return { when, fault: checked(given) };
    const queue = (given as unknown[]).map((one) => (one === null ? null : checked(one)));
    return { when, fault: () => queue.shift() };
  });
}

function checked(given: unknown): Fault {
  if (isFault(given)) return given;
  throw new TypeError(`a fault is made by \`faults\`; this is ${isObject(given) ? "an object" : String(given)}`);
}

function fits(when: When, call: FaultyCall): boolean {
  if (typeof when === "function") return when(call);
  return typeof when === "number" ? call.number === when : call.kind === when;
}
