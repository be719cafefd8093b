// The harness as the course shows it, tried on the prepared model from outside: its run is the engine's, with and without
// each mistake, so that what a learner writes is judged by the same steps and figures.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bugNames, course, harness, sourceOf } from "./program.mjs";

const { Player, Trial } = course;

/** What a sandbox gives the program, without one. */
async function tried(scenario, runAgent, patch = {}) {
  const trial = new Trial(sourceOf(scenario, "en"), patch);
  const { task, system, tools, window, ratio, tokenBudget, prompts } = trial.input();
  const create = async (request) => {
    const { reply, refusal } = JSON.parse(trial.create(JSON.stringify(request)));
    if (refusal) throw Object.assign(new Error(refusal.message), refusal);
    return reply;
  };
  const tool = async (_, { call }) => {
    const { text, isError } = JSON.parse(trial.runTool(call));
    if (isError) throw new Error(text);
    return text;
  };
  const how = await runAgent(task, tools, Object.fromEntries(tools.map(({ name }) => [name, tool])), {
    client: { messages: { create } }, model: "stub", system, prompts, window, ratio, tokenBudget: tokenBudget ?? undefined,
    notes: { read: async () => trial.readNotes() ?? null, write: async (text) => trial.writeNotes(text) },
    log: ({ tokensUsed }) => trial.tell(tokensUsed), onCompact: ({ tokensUsed }) => trial.tellCompaction(tokensUsed),
  }).then((answer) => ({ kind: "returned", answer }), ({ name, message }) => ({ kind: "threw", name, message, line: null }));
  trial.end(how);
  return trial.player();
}

/** A run as it is seen from outside: a check that does not fire leaves no trace, and each loop runs tools in an order of its own. */
function seen({ run }) {
  const marks = run.marks.filter(({ kind }) => kind !== "checked");
  const line = ({ kind, call, accumulated, occupancy, spend, requestTokens }) =>
    `${call} ${kind === "noted" ? "ran" : kind} ${accumulated} ${occupancy} ${spend} ${requestTokens ?? ""}`;
  return [...marks.map(line), run.ending];
}

/** What went out, and how it ended. */
const requests = ({ run }) => [...run.marks.filter(({ requestTokens }) => requestTokens !== null).map(({ kind, requestTokens }) => `${kind} ${requestTokens}`), run.ending];

/** The model's own doing: no loop shows it. */
const ofTheModel = ["longSummary"];
/** Here the loops read the notes at a moment of their own, or the counter that the program tells is another one. */
const ofTheirOwn = ["notesInSystem", "appendNotes", "thresholdAtLimit", "otherGauge"];

describe("the run of the shown harness is the engine's", () => {
  for (const [scenario, meter] of [["order-race", "accumulated"], ["invoice-import", "occupancy"], ["last-item", "accumulated"]]) {
    test(`${scenario}: sound`, async () => {
      const { runAgent } = await harness([], meter);
      assert.deepEqual(seen(await tried(scenario, runAgent)), seen(new Player(sourceOf(scenario, "en"))));
    });
  }
  for (const bug of bugNames.filter((name) => !ofTheModel.includes(name))) {
    test(`last-item: ${bug}`, async () => {
      const { runAgent } = await harness([bug]);
      const what = ofTheirOwn.includes(bug) ? requests : seen;
      assert.deepEqual(what(await tried("last-item", runAgent)), what(new Player(sourceOf("last-item", "en"), { bugs: [bug] })));
    });
  }
});
