/// <reference lib="esnext.disposable" preserve="true" />
import { jsonable, kind, limit, readable, text } from "./check.js";
import { dispose } from "./dispose.js";
import { type CallFailure, STRIKE, SecondwindError, branded, hidden, isRustError } from "./errors.js";
import { wasm } from "./live-bytes.js";
import { glue } from "./live-glue.js";
import { WasmHost, fromText, isTrap } from "./loader.js";
import { wellFormed } from "./text.js";
import type { DialectName, ModelLimits, Usage } from "./types.js";

export { SecondwindError } from "./errors.js";
export type { CallFailure, CallFailureClass } from "./errors.js";
export type { ModelLimits } from "./types.js";

const live = new WasmHost("live", (registry, generation) => glue(registry, (exports) => watched(exports, generation)));
live.provide(() => fromText(wasm));

/** Those who wait for an answer of the module. */
const waiting = new Set<(error: SecondwindError) => void>();

/** Whether the module runs because it was called, so that whoever called hears of what it throws. */
let isCalled = false;

/**
 * The exports of an instance. Most of its code runs out of promises and timers, where nobody hears when it breaks off:
 * all who wait are told then, and the instance is left alone.
 */
function watched<E extends object>(exports: E, generation: number): E {
  let isDead = false;
  // The glue takes results apart: nothing is thrown by one that is empty.
  const nothing: unknown[] = [];
  const watch = (run: (...all: unknown[]) => unknown) => (...all: unknown[]): unknown => {
    if (isDead) return nothing;
    try {
      return run(...all);
    } catch (error) {
      if (isCalled && !isTrap(error)) throw error;
      isDead = true;
      const trapped = live.drop(generation, error);
      for (const tell of waiting) tell(trapped);
      if (isCalled) throw error;
      return nothing;
    }
  };
  const entries = Object.entries(exports) as [string, unknown][];
  const own = entries.map(([name, it]) => [name, typeof it === "function" ? watch(it as () => unknown) : it]);
  return Object.fromEntries(own) as E;
}

/** Calls what needs no client. */
function outright<T>(run: (api: ReturnType<typeof live.get>["api"]) => T): T {
  const { api, generation } = live.get();
  return called(generation, () => run(api));
}

/** Calls into an instance. */
function called<T>(generation: number, run: () => T): T {
  const before = isCalled;
  isCalled = true;
  try {
    return live.guard(generation, run);
  } finally {
    isCalled = before;
  }
}

type RawLive = InstanceType<ReturnType<typeof live.get>["api"]["RawLive"]>;

/** How a client is set up. An option of another name or type is refused with `BAD_INPUT`, which names it. */
export interface LiveOptions {
  /** What the endpoint speaks: Anthropic's Messages, or OpenAI's chat completions and whatever is compatible with them. */
  dialect: DialectName;
  /**
   * Where the endpoint is, with or without `/v1` at its end. Default: the provider's own address. A key that goes to an
   * `http` address of another machine can be read on its way.
   */
  baseURL?: string | undefined;
  /** The provider's key. Default: none, as local servers want it. It is kept in the module's memory and shown nowhere. */
  apiKey?: string | undefined;
  /** The version of Anthropic's API. Default `2023-06-01`; the newer one refuses `temperature`, `top_p` and `top_k`. */
  version?: "2023-06-01" | "2026-10-21" | undefined;
  /** Anthropic's features in trial that every call asks for. Default: none. */
  betas?: readonly string[] | undefined;
  /**
   * Sends no headers but `content-type` and `authorization`. Default false. For local servers that speak Anthropic's API
   * and let a web page send no others, as Ollama does.
   */
  fewHeaders?: boolean | undefined;
  /**
   * How often a call is made again that failed in a way which may pass, from 0 to 10. Default 2. Each wait is what the
   * provider asks for, up to a minute; else half a second, doubled each time, up to 8 seconds.
   */
  maxRetries?: number | undefined;
  /** The longest that a call may take with all its attempts and waits. Unit: milliseconds. Default 600,000. */
  timeout?: number | undefined;
  /** The longest that an attempt may be silent, at its start or within its answer. Unit: milliseconds. Default 120,000. */
  idleTimeout?: number | undefined;
  /**
   * Called for each piece of a reply as it comes, for a screen. What counts is the reply itself. An error in it ends the
   * call, which rejects with that very error.
   */
  onDelta?: ((delta: LiveDelta) => unknown) | undefined;
}

/** A piece of a reply. */
export type LiveDelta =
  /** More of the text, of the thinking, or of what the model says when it declines. */
  | { type: "text" | "thinking" | "refusal"; text: string }
  /** A tool call has begun. `index` tells the calls of a reply apart; it is not counted from 0. */
  | { type: "tool"; index: number; name: string }
  /** More of a call's arguments: JSON text, by itself incomplete. */
  | { type: "input"; index: number; text: string }
  /** The usage so far, as often as it changes. */
  | { type: "usage"; usage: Usage }
  /** The attempt failed, and after `wait` milliseconds the next one begins: what was shown of this one is void. */
  | { type: "again"; failure: CallFailure; wait: number };

/** What goes along with one call. */
export interface LiveCallOptions {
  /** Ends the call, also while it waits for its next attempt. It rejects with the signal's reason then, as `fetch` does. */
  signal?: AbortSignal | null | undefined;
  /** `anthropic-beta` with names of features in trial, divided by commas. Any other header is refused. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** In the place of the client's own. */
  onDelta?: ((delta: LiveDelta) => unknown) | undefined;
}

/**
 * Sends a request and resolves with the reply as the provider's API returns it where nothing is streamed.
 *
 * The request goes out as it is, with what makes the answer a stream. It is paid for again with each attempt that the
 * provider had begun to answer.
 *
 * Of an answer at most 256 MiB are read, of one event in it 16 MiB, and 1,048,576 JSON values (an object counts for
 * three) that are nested at most 127 deep. One beyond that fails as `malformed`.
 * @throws SecondwindError `CALL_FAILED` with `kind` and `failure`; `BAD_INPUT` for what cannot be sent; `USE_AFTER_FREE`;
 *   `INIT_FAILED` where the host has no `fetch`.
 */
export type LiveCreate = (request: object, options?: LiveCallOptions) => Promise<object>;

/**
 * A client that stands wherever one of an SDK does. It offers the function of its dialect; the other one rejects with
 * `BAD_INPUT`.
 */
export interface LiveClient extends Disposable {
  /** For the dialect `anthropic`. */
  messages: { create: LiveCreate };
  /** For the dialect `openAiChat`. */
  chat: { completions: { create: LiveCreate } };
  /**
   * Asks the server how large a model's window is: Anthropic, Ollama (of a model that is loaded), llama.cpp, LM Studio and
   * vLLM tell. Resolves with `null` where the server does not. Elsewhere than on this machine only addresses of the
   * endpoint's own API are asked. Not every server tells how long a reply may be; `maxOutput` is a quarter of the window
   * there.
   */
  discover(model: string, options?: { signal?: AbortSignal | null | undefined }): Promise<ModelLimits | null>;
  /** Ends the calls under way, which reject as aborted, and gives the memory with the key back. */
  free(): void;
}

/**
 * Makes a client that calls a provider or a server over `fetch`, without an SDK: in a page, a worker, or Node.
 *
 * @throws SecondwindError `BAD_INPUT` for an option that cannot be used, with its name in `path`. No message holds the key.
 */
export function liveClient(options: LiveOptions): LiveClient {
  // What holds the key is not within reach of the functions below, which live as long as the client.
  const opened = open(options);
  const { dialect, onDelta, generation } = opened;
  let raw: RawLive | undefined = opened.raw;

  const handle = (): RawLive => {
    if (typeof fetch !== "function" || typeof Headers !== "function") {
      throw new SecondwindError("INIT_FAILED", "this host has no `fetch`; Node has it from version 18 on, jsdom has none");
    }
    if (raw === undefined) throw new SecondwindError("USE_AFTER_FREE", "this client was freed");
    if (live.isLive(generation)) return raw;
    throw new SecondwindError("CORE_TRAPPED", "this client is dead, since the live module broke off in a call");
  };
  const way = (spoken: DialectName, name: string): LiveCreate => async (request, given = {}) => {
    if (dialect !== spoken) {
      const message = `${name} speaks ${JSON.stringify(spoken)}, and this client was made for ${JSON.stringify(dialect)}`;
      throw new SecondwindError("BAD_INPUT", message, { path: "client" });
    }
    const call = readable("options", () => callOf(given));
    const body = bodyOf(request);
    const client = handle();
    const hearing = heard(call.onDelta ?? onDelta);
    const send = () => client.send(body, call.betas, call.signal, hearing.onDelta);
    const reply = await Promise.race([settled(generation, send, call.signal), ...hearing.failed]);
    return JSON.parse(reply as string) as object;
  };
  const client = {
    messages: { create: way("anthropic", "messages.create") },
    chat: { completions: { create: way("openAiChat", "chat.completions.create") } },
    async discover(model: string, given: { signal?: AbortSignal | null | undefined } = {}) {
      const [name, { signal }] = [text("model", model), readable("options", () => callOf(given))];
      const client = handle();
      const found = (await settled(generation, () => client.discover(name, signal), signal)) as string | undefined;
      return found === undefined ? null : (JSON.parse(found) as ModelLimits);
    },
    free() {
      const freed = raw;
      raw = undefined;
      if (freed === undefined || !live.isLive(generation)) return;
      called(generation, () => {
        freed.close();
        freed.free();
      });
    },
  };
  const strike = (words: string): string => {
    const holder = raw;
    return holder === undefined || !live.isLive(generation) ? words : called(generation, () => holder.strike(words));
  };
  for (const owner of [client, client.messages, client.chat.completions]) hidden(owner, STRIKE, strike);
  dispose(client);
  return client as typeof client & Disposable;
}

/**
 * What a usage cost, in millionths of a dollar, by a table of prices in the package; `null` where the price of the model
 * is not known. It is never guessed.
 * @param usage The `usage` of a reply in either dialect, with all the runs that Anthropic lists in it, or that of a delta.
 * @throws SecondwindError `BAD_INPUT` for a model that is no text, or a usage that JSON cannot write.
 */
export function priceOf(model: string, usage: object): number | null {
  const [name, figures] = [text("model", model), json("usage", usage)];
  return outright((api) => api.price(name, figures)) ?? null;
}

/**
 * The most that a call may cost, in millionths of a dollar: all of the request is taken for the dearest kind of input.
 * `null` where the price of the model is not known.
 * @param requestTokens The size of the request, as an upper bound.
 * @param maxTokens The most that the reply may have.
 * @throws SecondwindError `BAD_INPUT` for a model that is no text, `BAD_NUMBER` for what is no count.
 */
export function mostOf(model: string, requestTokens: number, maxTokens: number): number | null {
  const name = text("model", model);
  const [request, reply] = [limit("requestTokens", requestTokens), limit("maxTokens", maxTokens)];
  return outright((api) => api.most(name, request, reply)) ?? null;
}

/**
 * The most that a call may cost, in millionths of a dollar, before it is made; `null` where the price of the model is not
 * known. It allows for a request of twice the estimate and for what a provider adds to it.
 * @param estimatedTokens The size of the request as it is estimated.
 * @param request Its body, in either dialect, for the limit of the reply; one without a limit may be as long as the model
 *   can write.
 * @throws SecondwindError `BAD_INPUT` for a model that is no text or a request that is no JSON object, `BAD_NUMBER` for
 *   what is no count.
 */
export function quoteOf(model: string, estimatedTokens: number, request: object): number | null {
  const [name, estimate] = [text("model", model), limit("estimatedTokens", estimatedTokens)];
  const body = bodyOf(request);
  return live.call((api) => api.quote(name, estimate, body)) ?? null;
}

/**
 * The limits of a model by its name, dated variants included; `null` where they are not known.
 * @throws SecondwindError `BAD_INPUT` for a name that is no text.
 */
export function limitsOf(model: string): ModelLimits | null {
  const name = text("model", model);
  const found = outright((api) => api.limits(name));
  return found === undefined ? null : (JSON.parse(found) as ModelLimits);
}

/** A callback whose promise, where it answers with one, is not forgotten: its error is that of `failed`. */
function heard(given: LiveOptions["onDelta"]) {
  if (given === undefined) return { onDelta: undefined, failed: [] };
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // The call may be over before anybody looks.
  failed.catch(() => {});
  const onDelta = (delta: LiveDelta): void => {
    const answer = given(delta);
    if (typeof (answer as { then?: unknown } | null | undefined)?.then === "function") Promise.resolve(answer).catch(fail);
  };
  return { onDelta, failed: [failed] };
}

/** Opens the client within the module, which takes the key over. */
function open(options: LiveOptions) {
  const { dialect, plain, apiKey, onDelta } = readable("options", () => parts(options));
  const { api, generation } = live.get();
  return { dialect, onDelta, generation, raw: called(generation, () => new api.RawLive(plain, apiKey)) };
}

/** What a client is made with, apart: what goes over the border as JSON, the key, and the callback. */
function parts(options: LiveOptions) {
  if (typeof options !== "object" || options === null) throw bad("options", `the options are ${kind(options)}, not an object`);
  const { apiKey, onDelta, ...rest } = options;
  if (apiKey !== undefined && typeof apiKey !== "string") throw bad("apiKey", `\`apiKey\` is ${kind(apiKey)}, not a string`);
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest) as [string, unknown][]) {
    if (value === undefined) continue;
    // What JSON would write as something else, or not at all, is refused here; all else in Rust.
    const isWritten = ["string", "boolean", "object"].includes(typeof value) || Number.isFinite(value);
    // A name may be a key that got into the wrong place.
    const shown = /^[a-z]{1,20}$/i.test(name) ? name : "…";
    if (!isWritten) throw bad(shown, `\`${shown}\` is ${typeof value === "number" ? String(value) : kind(value)}`);
    plain[name] = value;
  }
  return { dialect: rest.dialect, plain: JSON.stringify(plain), apiKey, onDelta: callback(onDelta) };
}

/** The options of a call, checked. */
function callOf(options: LiveCallOptions) {
  if (typeof options !== "object" || options === null) throw bad("options", `the options of a call are ${kind(options)}`);
  const { signal, headers, onDelta, ...rest } = options;
  const [name] = Object.entries(rest).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined) throw bad("options", "a call takes the options signal, headers and onDelta, and no others");
  return { signal: signalOf(signal), betas: betasOf(headers), onDelta: callback(onDelta) };
}

function callback(given: LiveOptions["onDelta"]): LiveOptions["onDelta"] {
  if (given === undefined || typeof given === "function") return given;
  throw bad("onDelta", `\`onDelta\` is ${kind(given)}, not a function`);
}

/**
 * By its shape, since a signal may come from another realm or library. One of the host's is followed rather than listened
 * to: hosts warn of many listeners, which many calls at once would be.
 */
function signalOf(given: LiveCallOptions["signal"]): AbortSignal | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given.aborted === "boolean" && typeof given.addEventListener === "function") {
    return given instanceof AbortSignal && "any" in AbortSignal ? AbortSignal.any([given]) : given;
  }
  throw bad("options.signal", `the signal is ${kind(given)}, not an AbortSignal`);
}

function betasOf(headers: LiveCallOptions["headers"] = {}): string {
  const isPlain = typeof headers === "object" && headers !== null && !(Symbol.iterator in headers);
  if (!isPlain) throw bad("options.headers", "the headers are no plain object");
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  if (entries.every(([name, value]) => name.toLowerCase() === "anthropic-beta" && typeof value === "string")) {
    return entries.map(([, value]) => value).join();
  }
  throw bad("options.headers", "of the headers of a call only anthropic-beta is sent, as a string");
}

function bodyOf(request: object): string {
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw bad("request", `the request is ${kind(request)}, not an object`);
  }
  return json("request", request);
}

function json(path: string, value: object): string {
  const fit = readable(path, () => wellFormed(value));
  jsonable(path, fit);
  return JSON.stringify(fit);
}

function bad(path: string, message: string): SecondwindError {
  return new SecondwindError("BAD_INPUT", message, { path });
}

/** What a call comes to; an abort as `fetch` tells it. */
async function settled(generation: number, call: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  let fall: (error: SecondwindError) => void = () => {};
  const fallen = new Promise<never>((_, reject) => (fall = reject));
  // It may break off before anybody looks.
  fallen.catch(() => {});
  waiting.add(fall);
  try {
    return await Promise.race([called(generation, call), fallen]);
  } catch (error) {
    // What a callback threw comes out as it is.
    if (error instanceof SecondwindError || !isRustError(error)) throw error;
    if (error.failure?.class !== "aborted") throw branded(error);
  } finally {
    waiting.delete(fall);
  }
  signal?.throwIfAborted();
  throw new DOMException("this client was freed during the call", "AbortError");
}
