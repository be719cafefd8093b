// The harness as it is shown against the engine behind the page: with each mistake, both send the same requests, word for
// word and in the same order, when they are given the same replies.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bugNames, course, harness, script, secondwind, sourceOf } from "./program.mjs";

const prompts = secondwind.defaultPrompts();
const scenario = "last-item";

const texts = (blocks) => blocks.filter(({ type }) => type === "text");

/** The calls of a run of the engine in their order: what is sent, and what comes back. */
function callsOf(player, { replies }) {
  const written = replies.filter(({ content }) => content.length > texts(content).length || content === replies.at(-1).content);
  const summaries = player.messages().filter(({ kind }) => kind === "restart").map(({ parts }) => parts.find(({ type }) => type === "summary").text);
  const calls = new Map();
  for (const { step, kind } of player.run.marks) {
    if (kind === "called" || kind === "asked") {
      const { call, body } = player.request(step);
      calls.set(call, { request: body, reply: null });
    }
    const frame = player.frame(step);
    if (kind === "replied" || kind === "summarized") {
      const { call, input, output, cacheRead = 0, stop = "end_turn" } = frame.args;
      const usage = { input_tokens: input, output_tokens: output, cache_read_input_tokens: cacheRead };
      const content = kind === "replied" ? written.shift().content : [{ type: "text", text: summaries.shift() }];
      calls.get(call ?? frame.call).reply = { role: "assistant", content, stop_reason: stop, usage };
    }
  }
  return [...calls.values()];
}

/** Runs the harness that is shown on the replies of a run, and gives what it sends. */
async function requestsOf(bugs, lang, calls) {
  const { task, tools, results, system, policy } = script(scenario, lang);
  let notes = null;
  const sent = [];
  const create = async ({ model, ...request }) => {
    assert.equal(model, "stub");
    sent.push(structuredClone(request));
    const reply = calls[sent.length - 1]?.reply;
    if (!reply) throw Object.assign(new Error("refused"), { status: 400 });
    return structuredClone(reply);
  };
  const impl = (_, { call }) => {
    if (results[call].isError) throw new Error(results[call].text);
    return results[call].text;
  };
  const { runAgent } = await harness(bugs, policy.meter);
  await runAgent(task, tools, Object.fromEntries(tools.map(({ name }) => [name, impl])), {
    client: { messages: { create } }, model: "stub", system, prompts, window: policy.window, ratio: policy.ratio,
    notes: { read: async () => notes, write: async (text) => void (notes = text) },
  }).catch((error) => assert.equal(error.status, 400, error.message));
  return sent;
}

describe("the engine and the shown harness send the same requests", () => {
  for (const lang of ["en", "pt-BR", "ko"]) {
    for (const bugs of [[], ...bugNames.map((bug) => [bug])]) {
      test(`${lang}: ${bugs[0] ?? "sound"}`, async () => {
        const player = new course.Player(sourceOf(scenario, lang), { bugs });
        const calls = callsOf(player, script(scenario, lang));
        assert.ok(calls.length > 1);
        const sent = await requestsOf(bugs, lang, calls);
        sent.forEach((request, i) => assert.deepEqual(request, calls[i]?.request, `call ${i + 1}`));
        assert.equal(sent.length, calls.length);
        player.free();
      });
    }
  }
});
