import { describe, expect, test } from "vitest";

import { type ModelRequest, ProviderError, type StrictOptions, reply, strictServer } from "../../dist/testing/index.js";

type Dialect = "anthropic" | "openAiChat";

const ask = (text = "go") => ({ role: "user", content: text });
const says = (text: string) => ({ role: "assistant", content: text });

// Anthropic's shapes.
const use = (id: string, input: unknown = {}) => ({ type: "tool_use", id, name: "look", input });
const calls = (...ids: string[]) => ({ role: "assistant", content: ids.map((id) => use(id)) });
const result = (id: string, more: object = { content: "ok" }) => ({ type: "tool_result", tool_use_id: id, ...more });
const results = (...ids: string[]) => ({ role: "user", content: ids.map((id) => result(id)) });
const text = (words: string) => ({ type: "text", text: words });
const look = { name: "look", input_schema: { type: "object" } };

// OpenAI's.
const chatCalls = (...all: string[]) => ({
  role: "assistant", content: null,
  tool_calls: all.map((id) => ({ id, type: "function", function: { name: "look", arguments: "{}" } })),
});
const chatResult = (id: string) => ({ role: "tool", tool_call_id: id, content: "ok" });
const chatLook = { type: "function", function: { name: "look" } };

/** A request with tools where its messages have calls or results. */
function of(dialect: Dialect, messages: unknown[], more: object = {}): ModelRequest {
  const words = JSON.stringify(messages);
  const tools = /tool_(use|result|calls|call_id)/.test(words) ? { tools: [dialect === "anthropic" ? look : chatLook] } : {};
  return { model: "m", max_tokens: 100, messages, ...tools, ...more };
}

async function send(request: ModelRequest, options: Partial<StrictOptions> = {}): Promise<ProviderError | undefined> {
  const server = strictServer({ replies: [reply({ text: "yes" })], ...options });
  try {
    await (options.dialect === "openAiChat" ? server.chat.completions.create(request) : server.messages.create(request));
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}

/** What the server said, without the SDK's wrapping. */
function said(error: ProviderError | undefined): string | undefined {
  const { message, error: inner } = (error?.error ?? {}) as { message?: string; error?: { message: string } };
  return inner?.message ?? message;
}

/** What is refused, in which words, and the least change that makes it good. */
type Row = [what: string, refused: unknown[], mended: unknown[], reason: RegExp, more?: { refused?: object; mended?: object; options?: Partial<StrictOptions> }];

const anthropic: Row[] = [
  ["a call without a result", [ask(), calls("a")], [ask(), calls("a"), results("a")], /"a" has no result/],
  ["one of two parallel calls without a result", [ask(), calls("a", "b"), results("a")], [ask(), calls("a", "b"), results("a", "b")], /"b" has no result/],
  ["results that are spread over two messages", [ask(), calls("a", "b"), results("a"), results("b")], [ask(), calls("a", "b"), results("a", "b")], /"b" has no result/],
  ["a message between call and result", [ask(), calls("a"), ask("wait"), results("a")], [ask(), calls("a"), results("a"), ask("wait")], /"a" has no result/],
  ["two results for one call", [ask(), calls("a"), results("a", "a")], [ask(), calls("a"), results("a")], /"a" has 2 results/],
  ["a result without a call", [ask(), says("hm"), results("a")], [ask(), says("hm"), ask("ok")], /result for "a" has no call/],
  ["a text before a result", [ask(), calls("a"), { role: "user", content: [text("here"), result("a")] }], [ask(), calls("a"), { role: "user", content: [result("a"), text("here")] }], /results come first/],
  ["a call id twice in one reply", [ask(), calls("a", "a"), results("a")], [ask(), calls("a"), results("a")], /"a" occurs twice/],
  ["a call id twice in the history", [ask(), calls("a"), results("a"), calls("a"), results("a")], [ask(), calls("a"), results("a"), calls("b"), results("b")], /"a" occurs twice/],
  ["a call of the user's", [{ role: "user", content: [use("a")] }, results("a")], [ask(), calls("a"), results("a")], /not the assistant's/],
  ["no message", [], [ask()], /there is no message/],
  ["a first message of the assistant's", [says("hello"), ask()], [ask(), says("hello"), ask()], /not the user's/],
  ["a last message of the assistant's", [ask(), says("done")], [ask(), says("done"), ask("more")], /nothing to answer/],
  ["a message without blocks", [ask(), { role: "assistant", content: [] }, ask()], [ask(), says("x"), ask()], /it is empty/],
  ["a message without content", [{ role: "user" }], [ask()], /it is empty/],
  ["an empty text", [ask("")], [ask("x")], /blank/],
  ["a block of blanks", [{ role: "user", content: [text(" \n")] }], [{ role: "user", content: [text("x")] }], /blank/],
  ["a block of blanks in a result", [ask(), calls("a"), { role: "user", content: [result("a", { content: [text("")] })] }], [ask(), calls("a"), { role: "user", content: [result("a", { content: [] })] }], /of a result is blank/],
  ["an error result that says nothing", [ask(), calls("a"), { role: "user", content: [result("a", { content: "", is_error: true })] }], [ask(), calls("a"), { role: "user", content: [result("a", { content: "" })] }], /says nothing/],
  ["a result that is a number", [ask(), calls("a"), { role: "user", content: [result("a", { content: 7 })] }], [ask(), calls("a"), { role: "user", content: [result("a", { content: "7" })] }], /neither text nor blocks/],
  ["a role that there is not", [ask(), { role: "tool", content: "x" }], [ask(), ask("x")], /no role "tool"/],
  ["arguments that are text", [ask(), { role: "assistant", content: [use("a", "{}")] }, results("a")], [ask(), calls("a"), results("a")], /no object/],
  ["a call without an id", [ask(), calls(""), results("")], [ask(), calls("a"), results("a")], /has no id/],
  ["an empty list of tools", [ask()], [ask()], /tools: it is empty/, { refused: { tools: [] } }],
  ["tools of one name", [ask()], [ask()], /"look" occurs twice/, { refused: { tools: [look, look] }, mended: { tools: [look] } }],
  ["a tool without a name", [ask()], [ask()], /has no name/, { refused: { tools: [{}] }, mended: { tools: [look] } }],
  ["a tool that there is not", [ask()], [ask()], /nothing is known of "look"/, { refused: { tools: [look] }, mended: { tools: [{ name: "read" }] }, options: { tools: ["read"] } }],
  ["calls in a request without tools", [ask(), calls("a"), results("a")], [ask(), calls("a"), results("a")], /the request has no tools/, { refused: { tools: undefined } }],
  ["a choice without tools", [ask()], [ask()], /no tools to choose from/, { refused: { tool_choice: { type: "auto" } }, mended: { tool_choice: { type: "auto" }, tools: [look] } }],
  ["half a character in a message", [ask("a\uD83D")], [ask("a\u{1F600}")], /messages\[0\]\.content: half a character/],
  ["half a character in arguments", [ask(), { role: "assistant", content: [use("a", { path: ["\uDE00"] })] }, results("a")], [ask(), calls("a"), results("a")], /half a character/],
  ["half a character in the system prompt", [ask()], [ask()], /system: half a character/, { refused: { system: "\uD83D" }, mended: { system: "s" } }],
  ["no limit", [ask()], [ask()], /max_tokens: it is needed/, { refused: { max_tokens: undefined } }],
  ["a limit of 0", [ask()], [ask()], /at least 1, not 0/, { refused: { max_tokens: 0 }, mended: { max_tokens: 1 } }],
  ["half a token", [ask()], [ask()], /not 1\.5/, { refused: { max_tokens: 1.5 }, mended: { max_tokens: 2 } }],
  ["OpenAI's name for the limit", [ask()], [ask()], /no such parameter/, { refused: { max_completion_tokens: 5 } }],
  ["an input above the window", [ask("x".repeat(404))], [ask("x".repeat(364))], /prompt is too long: 105 tokens > 100/, { refused: { max_tokens: 1 }, mended: { max_tokens: 5 }, options: { window: 100 } }],
  ["input and limit above the window", [ask("x".repeat(364))], [ask("x".repeat(364))], /exceed context limit: 95 \+ 6 > 100/, { refused: { max_tokens: 6 }, mended: { max_tokens: 5 }, options: { window: 100 } }],
];

const chat: Row[] = [
  ["a call without a result", [ask(), chatCalls("a")], [ask(), chatCalls("a"), chatResult("a")], /"a" has no result/],
  ["one of two calls without a result", [ask(), chatCalls("a", "b"), chatResult("a"), ask()], [ask(), chatCalls("a", "b"), chatResult("a"), chatResult("b"), ask()], /"b" has no result/],
  ["a message between call and result", [ask(), chatCalls("a"), ask(), chatResult("a")], [ask(), chatCalls("a"), chatResult("a"), ask()], /"a" has no result/],
  ["two results for one call", [ask(), chatCalls("a"), chatResult("a"), chatResult("a")], [ask(), chatCalls("a"), chatResult("a")], /"a" has 2 results/],
  ["a result without a call", [ask(), chatResult("a")], [ask(), chatCalls("a"), chatResult("a")], /no call/],
  ["a call id twice in one reply", [ask(), chatCalls("a", "a"), chatResult("a")], [ask(), chatCalls("a"), chatResult("a"), chatCalls("a"), chatResult("a")], /"a" occurs twice/],
  ["a first message of the assistant's", [{ role: "system", content: "s" }, says("x"), ask()], [{ role: "system", content: "s" }, ask()], /messages\[1\]: the first message/],
  ["nothing but a system message", [{ role: "system", content: "s" }], [{ role: "system", content: "s" }, ask()], /there is no message/],
  ["a reply of nothing", [ask(), { role: "assistant", content: null }, ask()], [ask(), says("x"), ask()], /it is empty/],
  ["a reply of empty text", [ask(), says(""), ask()], [ask(), says("x"), ask()], /blank/],
  ["a role that there is not", [ask(), { role: "function", content: "x" }], [ask(), ask("x")], /no role "function"/],
  ["a system message in the middle", [ask(), { role: "system", content: "s" }, ask()], [{ role: "system", content: "s" }, ask()], /no role "system" here/],
  ["arguments that are cut off", [ask(), { ...chatCalls("a"), tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: '{"a":' } }] }, chatResult("a")], [ask(), chatCalls("a"), chatResult("a")], /no JSON text/],
  ["an empty list of tools", [ask()], [ask()], /tools: it is empty/, { refused: { tools: [] } }],
  ["tools of one name", [ask()], [ask()], /"look" occurs twice/, { refused: { tools: [chatLook, chatLook] }, mended: { tools: [chatLook] } }],
  ["calls in a request without tools", [ask(), chatCalls("a"), chatResult("a")], [ask(), chatCalls("a"), chatResult("a")], /the request has no tools/, { refused: { tools: undefined } }],
  ["a choice without tools", [ask()], [ask()], /no tools to choose from/, { refused: { tool_choice: "auto" }, mended: { tool_choice: "auto", tools: [chatLook] } }],
  ["both names for the limit", [ask()], [ask()], /exclude each other/, { refused: { max_completion_tokens: 5 }, mended: { max_tokens: undefined, max_completion_tokens: 5 } }],
  ["a limit of 0", [ask()], [ask()], /max_completion_tokens: it must/, { refused: { max_tokens: undefined, max_completion_tokens: 0 }, mended: { max_tokens: undefined } }],
  ["half a character", [ask("\uDE00")], [ask("\u{1F600}")], /half a character/],
  ["an input above the window", [ask("x".repeat(404))], [ask("x".repeat(364))], /105 tokens exceeds the context window of 100/, { refused: { max_tokens: 1 }, mended: { max_tokens: 5 }, options: { window: 100 } }],
];

for (const [dialect, rows] of [["anthropic", anthropic], ["openAiChat", chat]] as [Dialect, Row[]][]) {
  describe(`a strict server of the dialect ${dialect}`, () => {
    test.each(rows)("refuses %s", async (_, refused, mended, reason, more = {}) => {
      const options = { dialect, ...more.options };
      const error = await send(of(dialect, refused, more.refused), options);
      expect(said(error)).toMatch(reason);
      expect(error).toMatchObject({ status: 400, type: "invalid_request_error" });
      expect(await send(of(dialect, mended, more.mended), options)).toBeUndefined();
    });
  });
}

describe("thinking", () => {
  const thought = { type: "thinking", thinking: "hm, yes", signature: "S1" };
  const hidden = { type: "redacted_thinking", data: "xyz" };
  const asks = reply({ blocks: [thought, hidden], calls: [{ id: "a", name: "look" }] });

  async function back(blocks: object[]): Promise<string | undefined> {
    const server = strictServer({ replies: [asks, reply({ text: "done" })] });
    await server.messages.create(of("anthropic", [ask()]));
    const message = { role: "assistant", content: [...blocks, use("a")] };
    const sent = server.messages.create(of("anthropic", [ask(), message, results("a")]));
    return await sent.then(() => undefined, (error: unknown) => (error as Error).message);
  }

  test("is taken as it was sent, or left out as a whole", async () => {
    expect(await back([thought, hidden])).toBeUndefined();
    expect(await back([])).toBeUndefined();
  });

  test.each([
    ["shortened", [{ ...thought, thinking: "hm" }, hidden]],
    ["with a member more", [{ ...thought, cut: true }, hidden]],
    ["with the signature of nobody", [{ ...thought, signature: "S2" }, hidden]],
    ["without a signature", [{ type: "thinking", thinking: "hm, yes" }, hidden]],
    ["left out in part", [thought]],
    ["in another order", [hidden, thought]],
  ])("is refused %s", async (_, blocks) => {
    expect(await back(blocks)).toMatch(/thinking/);
  });

  test("of a history from elsewhere is taken once the server remembers it", async () => {
    const history = [ask(), { role: "assistant", content: [thought, text("so")] }, ask("on")];
    const server = strictServer({ replies: [reply({ text: "yes" })] });
    await expect(server.messages.create(of("anthropic", history))).rejects.toThrow("signature");
    server.remember(history);
    await expect(server.messages.create(of("anthropic", history))).resolves.toBeDefined();
  });
});

describe("what a strict server takes", () => {
  test("a paused reply that is sent back as the last message", async () => {
    const content = [text("searching"), { type: "server_tool_use", id: "s", name: "web_search", input: {} }];
    const paused = { ...reply({ stop: "pause_turn" }), content };
    const server = strictServer({ replies: [paused, reply({ text: "found" })] });
    await server.messages.create(of("anthropic", [ask()]));
    await expect(server.messages.create(of("anthropic", [ask(), { role: "assistant", content }]))).resolves.toBeDefined();
  });

  test("a compaction block at the start, and a request for one", async () => {
    const block = { role: "assistant", content: [{ type: "compaction", content: "opaque" }] };
    expect(await send(of("anthropic", [block, ask()]))).toBeUndefined();
    expect(await send(of("anthropic", [ask(), says("so far")], { compaction: { type: "summarize" } }))).toBeUndefined();
  });

  test("images, unknown blocks, and calls beside a line break", async () => {
    const image = { type: "image", source: { type: "base64", data: "QUJD" } };
    expect(await send(of("anthropic", [{ role: "user", content: [image, { type: "novelty" }] }]))).toBeUndefined();
    const idle = { ...chatCalls("a"), content: "\n" };
    expect(await send(of("openAiChat", [ask(), idle, chatResult("a")]), { dialect: "openAiChat" })).toBeUndefined();
  });
});

describe("a refusal", () => {
  test("names all reasons, is kept, and takes no reply from the script", async () => {
    const done = reply({ text: "done" });
    const server = strictServer({ replies: [done] });
    const wrong = of("anthropic", [ask("")], { max_tokens: 0 });
    await expect(server.messages.create(wrong)).rejects.toThrow(/blank.*; .*at least 1/);
    expect(server.refusals).toEqual([{ call: 1, reasons: [expect.stringMatching("blank"), expect.stringMatching("at least")] }]);
    expect(await server.messages.create(of("anthropic", [ask()]))).toBe(done);
    expect(server.counts).toEqual({ total: 2, main: 2, summary: 0 });
  });

  test("has the shape of each SDK's error", async () => {
    const long = of("anthropic", [ask("x".repeat(404))]);
    expect(await send(long, { window: 100 })).toMatchObject({
      status: 400, error: { type: "error", error: { type: "invalid_request_error", message: expect.stringMatching("too long") as string } },
    });
    expect(await send(long, { window: 100, dialect: "openAiChat" })).toMatchObject({
      status: 400, code: "context_length_exceeded", error: { type: "invalid_request_error", code: "context_length_exceeded" },
    });
  });

  test("records requests as they were at the time", async () => {
    const server = strictServer({ replies: [reply({ text: "a" })] });
    const messages = [ask("first")];
    await server.messages.create(of("anthropic", messages));
    messages.push(ask("later"));
    expect(server.requests[0]?.messages).toEqual([ask("first")]);
  });
});
