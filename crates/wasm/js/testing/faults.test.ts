import { describe, expect, test } from "vitest";

import {
  type AbsurdUsage, type Fault, type ModelRequest, ProviderError, faults, keyedClient, reply, stubClient, withFaults,
} from "../../dist/testing/index.js";

const request: ModelRequest = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "go" }] };
const summary: ModelRequest = { ...request, messages: [{ role: "user", content: "Sum up.\n\n<history>\nuser: go\n</history>" }] };
const good = reply({ text: "good" });

/** What a call ends with in which this goes wrong: the reply, or what was thrown. */
async function ending(fault: Fault, dialect: "anthropic" | "openAiChat" = "anthropic", signal?: AbortSignal): Promise<unknown> {
  const client = withFaults(keyedClient({ replies: [good], dialect }), { 1: fault });
  const sent = client.messages.create(request, signal && { signal });
  return await sent.catch((error: unknown) => error);
}

describe("a fault that throws", () => {
  test("throws what it is given", async () => {
    const error = new RangeError("odd");
    expect(await ending(faults.throwing(error))).toBe(error);
    expect(await ending(faults.throwing("a string"))).toBe("a string");
  });

  test.each([
    ["rateLimited", faults.rateLimited(), 429, "rate_limit_error", "RateLimitError"],
    ["overloaded", faults.overloaded(), 529, "overloaded_error", "InternalServerError"],
    ["serverError", faults.serverError(), 500, "api_error", "InternalServerError"],
    ["overflow", faults.overflow(), 400, "invalid_request_error", "BadRequestError"],
  ])("%s has the status, the type and the name of Anthropic's", async (_, fault, status, type, name) => {
    const error = await ending(fault);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ status, type, name, error: { type: "error", error: { type } } });
  });

  test.each([
    ["rateLimited", faults.rateLimited(), 429, "rate_limit_exceeded"],
    ["overloaded", faults.overloaded(), 503, undefined],
    ["serverError", faults.serverError(), 500, undefined],
    ["overflow", faults.overflow(), 400, "context_length_exceeded"],
  ])("%s has the status and the code of OpenAI's", async (_, fault, status, code) => {
    expect(await ending(fault, "openAiChat")).toMatchObject({ status, code, error: { code: code ?? null } });
  });

  test("says when to try again only if it is told", async () => {
    const headers = async (fault: Fault) => ((await ending(fault)) as ProviderError).headers?.get("retry-after");
    expect(await headers(faults.rateLimited({ retryAfter: 7 }))).toBe("7");
    expect(await headers(faults.rateLimited())).toBeNull();
  });

  test("cut off in a stream has no status", async () => {
    expect(await ending(faults.cutStream())).toBeInstanceOf(TypeError);
    const told = await ending(faults.cutStream("overloaded_error"));
    expect(told).toMatchObject({ status: undefined, headers: undefined, type: "overloaded_error" });
  });

  test("aborts by itself", async () => {
    expect(await ending(faults.aborting())).toMatchObject({ name: "AbortError" });
  });

  test("hangs until the signal aborts, also if it has", async () => {
    const controller = new AbortController();
    const sent = ending(faults.hanging(), "anthropic", controller.signal);
    const first = await Promise.race([sent, new Promise((resolve) => setTimeout(() => resolve("waiting"), 5))]);
    expect(first).toBe("waiting");
    controller.abort();
    expect(await sent).toMatchObject({ name: "AbortError" });
    // The client's own check would come first, so the fault is asked alone.
    const late = faults.hanging().answer({
      request, options: { signal: controller.signal }, number: 1, kind: "main", dialect: "anthropic", next: () => Promise.resolve(),
    });
    await expect(late).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a fault that replies", () => {
  test.each([
    ["empty", faults.empty(), [], "end_turn"],
    ["blank", faults.blank(), [{ type: "text", text: " \n " }], "end_turn"],
    ["truncated", faults.truncated("half"), [{ type: "text", text: "half" }], "max_tokens"],
    ["refusal", faults.refusal("no"), [{ type: "text", text: "no" }], "refusal"],
    ["toolCall", faults.toolCall("rm", { all: true }, "x"), [{ type: "tool_use", id: "x", name: "rm", input: { all: true } }], "tool_use"],
    ["windowExceeded", faults.windowExceeded("part"), [{ type: "text", text: "part" }], "model_context_window_exceeded"],
  ])("%s, in Anthropic's shape, with a usage", async (_, fault, content, stop) => {
    const usage = { input_tokens: 5, output_tokens: 5 };
    expect(await ending(fault)).toMatchObject({ role: "assistant", content, stop_reason: stop, usage });
  });

  test.each([
    ["empty", faults.empty(), { content: "" }, "stop"],
    ["blank", faults.blank(), { content: " \n " }, "stop"],
    ["truncated", faults.truncated("half"), { content: "half" }, "length"],
    ["refusal", faults.refusal("no"), { content: "no" }, "content_filter"],
    ["toolCall", faults.toolCall("rm", {}, "x"), { content: null, tool_calls: [{ id: "x", type: "function", function: { name: "rm", arguments: "{}" } }] }, "tool_calls"],
    ["windowExceeded", faults.windowExceeded("part"), { content: "part" }, "length"],
  ])("%s, in OpenAI's shape, with a usage", async (_, fault, message, reason) => {
    const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
    expect(await ending(fault, "openAiChat")).toMatchObject({ choices: [{ message, finish_reason: reason }], usage });
  });

  test.each([["negative", -5], ["nan", Number.NaN], ["huge", 2 ** 53], ["fraction", 1.5], ["string", "12"], ["zeros", 0]])(
    "with a usage that is %s leaves the rest of the reply alone",
    async (kind, figure) => {
      const rest = { ...good, usage: undefined };
      const fault = faults.absurdUsage(kind as AbsurdUsage);
      expect(await ending(fault)).toEqual({ ...rest, usage: { input_tokens: figure, output_tokens: figure } });
      expect(await ending(fault, "openAiChat")).toMatchObject({ usage: { prompt_tokens: figure, completion_tokens: figure } });
      expect(good).toHaveProperty("usage.input_tokens", 10);
    },
  );

  test("without a usage has no such member", async () => {
    expect(await ending(faults.absurdUsage("missing"))).not.toHaveProperty("usage");
  });
});

describe("a plan", () => {
  const outcomes = async (client: { messages: { create(request: ModelRequest): unknown } }, ...requests: ModelRequest[]) => {
    const found: unknown[] = [];
    for (const one of requests) {
      const sent = Promise.resolve(client.messages.create(one));
      found.push(await sent.then((given) => (given === good ? "good" : "odd"), (error: unknown) => (error as Error).name));
    }
    return found;
  };
  const endless = () => keyedClient({ replies: Array<object>(9).fill(good) });

  test("by number stands in for one call, and the client does not see it", async () => {
    const client = endless();
    expect(await outcomes(withFaults(client, { 2: faults.serverError() }), request, request, request)).toEqual(["good", "InternalServerError", "good"]);
    expect(client.counts.total).toBe(2);
  });

  test("by kind stands in for all such calls", async () => {
    const client = withFaults(endless(), { summary: faults.empty() });
    expect(await outcomes(client, request, summary, request, summary)).toEqual(["good", "odd", "good", "odd"]);
  });

  test("as a list takes such calls one by one, and ends", async () => {
    const client = withFaults(endless(), { main: [null, faults.serverError()], summary: [faults.empty()] });
    expect(await outcomes(client, request, summary, request, summary, request)).toEqual(["good", "odd", "InternalServerError", "good", "good"]);
  });

  test("as rules takes functions, and as often as it says", async () => {
    const client = withFaults(endless(), [{ when: ({ number }) => number > 1, fault: faults.serverError(), times: 2 }]);
    expect(await outcomes(client, request, request, request, request)).toEqual(["good", "InternalServerError", "InternalServerError", "good"]);
  });

  test("with words that it does not know is refused at once", () => {
    expect(() => withFaults(endless(), { sumary: faults.empty() } as object)).toThrow('no call is "sumary"');
    expect(() => withFaults(endless(), { 1: good } as object)).toThrow("made by `faults`");
  });
});

describe("a client with faults", () => {
  test("keeps its other members, private ones included", () => {
    class Real {
      readonly #key = "k";
      readonly messages = { create: () => Promise.resolve(good) };
      get apiKey(): string {
        return this.#key;
      }
      key(): string {
        return this.#key;
      }
    }
    const client = withFaults(new Real(), {});
    expect([client.apiKey, client.key(), client instanceof Real, "messages" in client, "chat" in client]).toEqual(["k", "k", true, true, false]);
  });

  test("takes OpenAI's shape from the function that is called", async () => {
    const client = { chat: { completions: { create: (given: object) => Promise.resolve({ given }) } } };
    expect(await withFaults(client, { 1: faults.refusal() }).chat.completions.create(request)).toHaveProperty("choices");
    expect(await withFaults(stubClient([good]), { 1: faults.refusal() }, "openAiChat").messages.create(request)).toHaveProperty("choices");
  });

  test("passes request and options on as they are", async () => {
    const seen: unknown[] = [];
    const client = withFaults({ messages: { create: (...all: unknown[]) => seen.push(...all) } }, {});
    const options = { signal: new AbortController().signal };
    await (client.messages.create as (...all: unknown[]) => unknown)(request, options);
    expect(seen[0]).toBe(request);
    expect(seen[1]).toBe(options);
  });
});

describe("a keyed client", () => {
  const [one, two, sum] = ["one", "two", "sum"].map((text) => reply({ text }));
  const objects = [one, two, sum] as [object, object, object];

  test("takes summaries from a queue of their own", async () => {
    const client = keyedClient({ replies: objects.slice(0, 2), summaries: [objects[2]] });
    expect([await client.messages.create(request), await client.messages.create(summary), await client.chat.completions.create(request)]).toEqual(objects.toSpliced(1, 2, objects[2], objects[1]));
    expect(client.counts).toEqual({ total: 3, main: 2, summary: 1 });
    expect(client.summaryRequests).toEqual([summary]);
    expect(client.mainRequests).toEqual([request, request]);
  });

  test("takes them in turn where there is no other queue, or where the app knows them by something else", async () => {
    const client = keyedClient({ replies: objects });
    expect([await client.messages.create(request), await client.messages.create(summary)]).toEqual(objects.slice(0, 2));
    const other = keyedClient({ replies: [], summaries: objects, isSummary: ({ model }) => model === "m" });
    expect(await other.messages.create(request)).toBe(one);
  });

  test("takes functions, errors and faults, and generators that never end", async () => {
    const seen: unknown[] = [];
    const error = new Error("down");
    function* script(): Generator<object> {
      yield (given: ModelRequest, call: number) => {
        seen.push(given, call);
        given.messages = [];
        return objects[0];
      };
      yield error;
      yield faults.absurdUsage("missing");
      for (;;) yield objects[1];
    }
    const client = keyedClient({ replies: script() });
    expect(await client.messages.create(request)).toBe(one);
    expect(seen).toEqual([{ ...request, messages: [] }, 1]);
    expect(client.requests[0]).toEqual(request);
    await expect(client.messages.create(request)).rejects.toBe(error);
    expect(await client.messages.create(request)).toEqual({ ...objects[1], usage: undefined });
  });

  test("says which replies ran out, and stops where the signal has aborted", async () => {
    const client = keyedClient({ replies: objects, summaries: [] });
    await expect(client.messages.create(summary)).rejects.toMatchObject({ code: "STUB_EXHAUSTED", message: expect.stringMatching("call 1 asks for a summary") as string });
    await expect(client.messages.create(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  });

  test.each([
    ["a history with tools", { ...summary, tools: [{}] }],
    ["a question of the user's", request],
    ["a second message", { ...summary, messages: [...summary.messages, { role: "user", content: "x" }] }],
  ])("takes %s for no summary", async (_, given) => {
    const client = keyedClient({ replies: [objects[0]], summaries: [objects[2]] });
    expect(await client.messages.create(given)).toBe(one);
  });
});
