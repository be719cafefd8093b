import { describe, expect, test } from "vitest";

import { Harness, SecondwindError, policy, runAgent, session, stubClient, threshold } from "../dist/index.js";
import { agent, failure, says, settle, thrown, use, wants } from "./replies.test-util.js";

const lesson = policy.lesson(2000, 0.7);

/** A value that throws at every look. */
const prickly = () =>
  new Proxy({}, {
    get() {
      throw new Error("hands off");
    },
  });

describe("a value that cannot be read costs nobody a session", () => {
  test.each([
    ["a big integer for a time", () => new Harness({ policy: lesson }).apply(1n as never, { type: "aborted" })],
    ["a big integer for a ratio", () => policy.lesson(2000, 1n as never)],
    ["a symbol for a ratio", () => threshold(2000, Symbol("ratio") as never)],
    ["an object that throws for a config", () => new Harness(prickly() as never)],
  ])("%s", (_, look) => {
    const other = session(agent([says("still here")]));
    const error = thrown(look);
    expect(error).toBeInstanceOf(SecondwindError);
    expect(error.code).toMatch(/^BAD_/);
    // Other handles of the module go on.
    expect(other.totals.calls).toBe(0);
    other.free();
  });

  test("a history with what JSON cannot write is told apart when it is saved", async () => {
    const other = session(agent([says("still here")]));
    const content = [{ type: "text", text: "done" }, { type: "odd", count: 10n }];
    const harness = new Harness({ policy: lesson });
    harness.apply(0, { type: "submitted", content: "go" });
    harness.apply(0, { type: "replied", request: 1, reply: { content, stop_reason: "end_turn" } });
    expect(thrown(() => harness.snapshot())).toMatchObject({ code: "BAD_SNAPSHOT" });
    expect(harness.messages()).toHaveLength(2);
    expect(await other.send("go")).toBe("still here");
    harness.free();
    other.free();
  });

  test("a tool's blocks that JSON cannot write are an error result", async () => {
    const run = session({
      ...agent([wants([use("count")]), says("so be it")]),
      tools: [{ name: "count" }],
      toolImpls: { count: () => [{ type: "text", text: "rows", count: 10n }] },
    });
    expect(await run.send("go")).toBe("so be it");
    expect(JSON.stringify(run.messages[2])).toContain('"is_error":true');
    expect(() => run.snapshot()).not.toThrow();
    run.free();
  });

  test("a getter that calls back into its own harness is told BUSY", () => {
    const harness = new Harness({ policy: lesson });
    const [, call] = harness.apply(0, { type: "submitted", content: "go" });
    const request = call?.type === "callModel" ? call.request : 0;
    let inner: unknown;
    const reply = {
      get content() {
        // It is looked at once before the harness is, which is no time to refuse.
        try {
          harness.snapshot();
        } catch (error) {
          inner = error;
        }
        return [{ type: "text", text: "hi" }];
      },
      stop_reason: "end_turn",
    };
    harness.apply(1, { type: "replied", request, reply });
    expect(inner).toMatchObject({ code: "BUSY" });
    expect(harness.isIdle).toBe(true);
    harness.free();
  });
});

describe("what is thrown by a client", () => {
  test("may throw when it is looked at, and the run still ends", async () => {
    const client = {
      messages: {
        create: () => {
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- anything can be thrown
          throw prickly();
        },
      },
    };
    const error = await failure(runAgent("go", [], {}, agent([], { client })));
    expect(error).toMatchObject({ code: "CALL_FAILED" });
    expect(prickly() instanceof SecondwindError).toBe(false);
  });

  test("is told even if the client's key cannot be read", async () => {
    const client = {
      get apiKey(): string {
        throw new Error("locked");
      },
      messages: { create: () => Promise.reject(new Error("down")) },
    };
    expect(await failure(runAgent("go", [], {}, agent([], { client })))).toMatchObject({ code: "CALL_FAILED" });
    await settle();
  });
});

test.each([
  "max_tokens: 4096 > 1024, input_tokens=500", "invalid api key", "the api_key option must be set", "password is wrong",
])("words that hold no key come through: %s", async (text) => {
  const failed = await failure(runAgent("go", [], {}, agent([], { client: stubClient([new Error(text)]) })));
  expect(failed.message).toContain(text);
});

test("the client's own key does not reach the model, nor the notes' errors, in any form", async () => {
  const apiKey = "a/b+c=d&e";
  const text = `GET /?k=${encodeURIComponent(apiKey)} failed for ${apiKey}`;
  const fail = () => {
    throw new Error(text);
  };
  const client = Object.assign(stubClient([wants([use("fetch"), use("update_notes", { content: "x" })]), says("ok")]), { apiKey });
  const notes = { read: () => ({ content: null, version: "0" }), write: fail };
  const run = session({ ...agent([], { client, notes }), toolImpls: { fetch: fail } });
  await run.send("go");
  expect(JSON.stringify(run.messages)).not.toMatch(/a.b.c.d.e|a%2F/);
  expect(JSON.stringify(run.messages)).toContain("GET /?k=[redacted] failed for [redacted]");
  run.free();
});

test.each([
  ["abc", "no abc, no abcd; abc=abc", "no [redacted], no abcd; [redacted]=[redacted]"],
  ["k1", "k1 or sk1 or k12 (k1)", "[redacted] or sk1 or k12 ([redacted])"],
  ["a+b", "a+b a%2Bb a+bc", "[redacted] [redacted] a+bc"],
  ["a", "a word is a word", "a word is a word"],
  ["", "as it is", "as it is"],
])("a short key %s is struck as a word of its own", async (apiKey, text, shown) => {
  const client = Object.assign(stubClient([wants([use("fetch")]), says("ok")]), { apiKey });
  const run = session({ ...agent([], { client }), toolImpls: { fetch: () => { throw new Error(text); } } });
  await run.send("go");
  expect(JSON.stringify(run.messages)).toContain(JSON.stringify(shown));
  run.free();
});

test("a long error takes no long time", () => {
  const before = performance.now();
  for (const text of ["a_", "api-key-", "secret ", "api_key: ", "authorization ", "://a:", " ", "\\"]) {
    const run = session(agent([]));
    void runAgent("go", [], {}, agent([], { client: stubClient([new Error(text.repeat(20_000))]) })).catch(() => undefined);
    run.free();
  }
  expect(performance.now() - before).toBeLessThan(5000);
});

test.each([
  "bad key sk-ant-0123456789abcdef",
  "bad key SK-ANT-0123456789ABCDEF",
  "GET https://host/v1?key=0123456789abcdef failed",
  "https://user:hunter2hunter2@host refused",
  "token ghp_0123456789abcdef0123",
  "AIzaSyA0123456789abcdefghijk is blocked",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl expired",
  "headers: { 'x-api-key': 'hunter2hunter2', accept: 'json' }",
  'rawHeaders: [ "x-api-key", "hunter2hunter2" ]',
  String.raw`{\"x-api-key\":\"hunter2hunter2\"}`,
  String.raw`{\\\"apiKey\\\":\\\"hunter2hunter2\\\"}`,
  "Headers { 'x-goog-api-key' => 'hunter2hunter2' }",
  "ANTHROPIC_API_KEY=hunter2hunter2 is not valid",
  "AWS_SECRET_ACCESS_KEY: hunter2hunter2",
  "apiKey: 'hunter2hunter2 with more hunter2hunter2'",
  "authorization: Token hunter2hunter2",
  'Proxy-Authorization: Digest username="hunter2hunter2", nonce="0123456789"',
  '{"authorization":["Bearer hunter2hunter2"]}',
  "cookie: session=hunter2hunter2; id=0",
  "Incorrect API key provided: hunter2hunter2. You can find yours at",
  "your api key hunter2hunter2 is not active",
])("no key comes through in the words of an error: %s", async (text) => {
  const secret = /0123456789|hunter2hunter2|c2lnbmF0dXJl/i;
  const client = stubClient([new Error(text)]);
  const failed = await failure(runAgent("go", [], {}, agent([], { client })));
  expect(failed.message).not.toMatch(secret);
  // A tool's error goes to the model, which is somebody else, too.
  const run = session({
    ...agent([wants([use("fetch")]), says("ok")]),
    tools: [{ name: "fetch" }],
    toolImpls: {
      fetch: () => {
        throw new Error(text);
      },
    },
  });
  await run.send("go");
  expect(JSON.stringify(run.messages)).not.toMatch(secret);
  run.free();
});
