import { expect, test } from "vitest";

import { Harness, policy, repair, session } from "../dist/index.js";
import { agent, says, wants, use } from "./replies.test-util.js";

const half = "cut \ud83d";
const mended = "cut \ufffd";
const surrogate = /\p{Surrogate}/u;

/** Whether a string anywhere in a value holds half a character. */
function isBroken(value: unknown): boolean {
  if (typeof value === "string") return surrogate.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => surrogate.test(key) || isBroken(member));
}

test("half a character never goes out, wherever it came from", async () => {
  const tools = [{ name: "look", description: half, input_schema: { type: "object" } }];
  const replies = [wants([{ type: "text", text: half }, use("look", { at: half, [half]: 1 }, "a")]), says(half), says("done")];
  const options = agent(replies);
  const run = session({
    ...options,
    system: [{ type: "text", text: half }],
    tools,
    toolImpls: { look: () => half },
    history: [{ role: "user", content: half }, { role: "assistant", content: half }],
  });
  expect(await run.send(half)).toBe(mended);
  await run.send([{ type: "text", text: half }]);
  run.free();
  expect(options.client.requests).toHaveLength(3);
  expect(isBroken(options.client.requests)).toBe(false);
  expect(options.client.requests[2]).toMatchObject({ system: [{ text: mended }], tools: [{ description: mended }] });
  expect(options.client.requests[2]?.messages).toMatchObject([
    { content: mended },
    { content: mended },
    { content: mended },
    { content: [{ text: mended }, { input: { at: mended, [mended]: 1 } }] },
    { content: [{ content: mended }] },
    { content: [{ text: mended }] },
    { content: [{ text: mended }] },
  ]);
});

test("what is well-formed stays the very object that it is, rings and getters included", () => {
  const harness = new Harness({ policy: policy.lesson(1000, 0.5) });
  harness.apply(0, { type: "submitted", content: "go" });
  const ring: { self?: unknown } = {};
  ring.self = ring;
  const content = [{ type: "text", text: "yes" }, { type: "a_block_of_tomorrow", ring }];
  const odd = Object.defineProperty({}, "price", { enumerable: true, get: () => 5 });
  harness.apply(0, { type: "replied", request: 1, reply: { content, stop_reason: "end_turn", odd } });
  expect((harness.messages()[1] as { content: unknown }).content).toBe(content);
  harness.free();
});

test("saved and repaired histories are mended, too", () => {
  const harness = new Harness({ policy: policy.lesson(1000, 0.5) });
  harness.apply(0, { type: "submitted", content: "go" });
  const snapshot = JSON.parse(JSON.stringify(harness.snapshot()).replaceAll('"go"', JSON.stringify(half))) as ReturnType<Harness["snapshot"]>;
  harness.free();
  const restored = Harness.restore(snapshot);
  expect(restored.messages()).toEqual([{ role: "user", content: mended }]);
  restored.free();
  expect(repair([{ role: "user", content: half }])).toEqual([{ role: "user", content: mended }]);
});
