// The harness as the course shows it: sound, it makes the calls that the package makes; with a mistake, it has the
// mistake's symptom in front of a server that refuses what strict servers refuse.
// Run with: node --test tests/harness
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bugNames, harness, program, script, secondwind, shownPrompts, testing, toggles } from "./program.mjs";

const { defaultPrompts, memoryNotes, policy, runAgent, stubClient } = secondwind;
const { estimateRequest, isSummaryRequest, reply, strictServer } = testing;
const prompts = defaultPrompts();
const model = "stub";

/** Notes as the harness takes them: a file that is read and overwritten. */
function file() {
  let content = null;
  return { read: async () => content, write: async (text) => void (content = text) };
}

/** The tools of a scenario: each call has its result. */
function impls({ tools, results }) {
  const impl = (_, { call }) => {
    const { text, isError } = results[call] ?? { text: `no result for ${call}`, isError: true };
    if (isError) throw new Error(text);
    return text;
  };
  return Object.fromEntries(tools.map(({ name }) => [name, impl]));
}

/** A stub that keeps replies of the loop and summaries apart, so that a run may compact where the scenario did not. */
function stub({ replies }) {
  const main = replies.filter((one, i) => one.stop_reason === "tool_use" || i === replies.length - 1);
  const summaries = replies.filter((one) => !main.includes(one));
  let asked = 0;
  const next = (request) => (isSummaryRequest(request) ? summaries[asked++ % summaries.length] : main.shift());
  return stubClient(Array(100).fill(next));
}

/** Runs a scenario in the harness that is shown, and in the package. */
async function both(name, lang, meter) {
  const scenario = script(name, lang);
  const { window, ratio } = scenario.policy;
  const common = { model, system: scenario.system };
  const args = [scenario.task, scenario.tools, impls(scenario)];

  const ours = { client: stub(scenario), notes: file(), figures: [] };
  const { runAgent: shown } = await harness([], meter);
  ours.answer = await shown(...args, {
    ...common, client: ours.client, window, ratio, prompts, notes: ours.notes,
    log: ({ tokensUsed }) => ours.figures.push(tokensUsed),
    onCompact: ({ tokensUsed }) => ours.figures.push(tokensUsed),
  });

  const theirs = { client: stub(scenario), notes: memoryNotes() };
  theirs.answer = await runAgent(...args, {
    ...common, client: theirs.client, notes: theirs.notes, policy: { ...policy.lesson(window, ratio), meter },
  });
  return { ours, theirs };
}

describe("without a mistake", () => {
  for (const name of ["order-race", "invoice-import"]) {
    for (const lang of ["en", "pt-BR", "ko"]) {
      for (const meter of ["accumulated", "occupancy"]) {
        test(`${name} in ${lang}, ${meter}: the calls are the package's`, async () => {
          const { ours, theirs } = await both(name, lang, meter);
          assert.deepEqual(ours.client.requests, theirs.client.requests);
          assert.ok(ours.client.requests.length > 3);
          assert.equal(ours.client.requests.some(isSummaryRequest), !(name === "order-race" && meter === "occupancy"));
          assert.equal(ours.answer, theirs.answer);
          assert.equal(await ours.notes.read(), theirs.notes.read().content);
        });
      }
    }
  }

  test("the texts beside it are the package's", () => {
    for (const [name, text] of Object.entries(shownPrompts)) assert.equal(text, prompts[name], name);
  });

  test("the reference run has the lesson's figures", async () => {
    const { ours } = await both("order-race", "en", "accumulated");
    assert.deepEqual(ours.figures, [400, 1050, 1850, 0, 280, 490]);
  });

  test("the budget ends a run at the same call as the package's valve", async () => {
    for (const tokenBudget of [400, 1051, 1850, 2815, 3096]) {
      const scenario = script("order-race", "en");
      const args = [scenario.task, scenario.tools, impls(scenario)];
      const [ours, theirs] = [stub(scenario), stub(scenario)];
      const { runAgent: shown } = await harness();
      const options = { model, system: scenario.system };
      await shown(...args, { ...options, client: ours, notes: file(), prompts, window: 2000, ratio: 0.7, tokenBudget }).catch(() => {});
      const base = policy.lesson(2000, 0.7);
      const shut = { ...base, valves: { ...base.valves, tokenBudget } };
      await runAgent(...args, { ...options, client: theirs, notes: memoryNotes(), policy: shut }).catch(() => {});
      assert.deepEqual(ours.requests, theirs.requests, `budget ${tokenBudget}`);
    }
  });

  test("a tool that fails is told to the model in the package's words", async () => {
    const calls = [{ id: "a", name: "look", input: {} }];
    const answers = () => stubClient([reply({ calls }), reply({ text: "done" })]);
    const [ours, theirs] = [answers(), answers()];
    const look = () => {
      throw new Error("no such file");
    };
    const args = ["go", [{ name: "look", input_schema: { type: "object" } }], { look }];
    const { runAgent: shown } = await harness();
    await shown(...args, { client: ours, model, system: "s", notes: file(), prompts, window: 2000, ratio: 0.7 });
    await runAgent(...args, { client: theirs, model, system: "s", notes: memoryNotes(), policy: policy.lesson(2000, 0.7) });
    assert.deepEqual(ours.requests, theirs.requests);
    assert.equal(ours.requests[1].messages[2].content[0].is_error, true);
  });
});

const window = 8000;
const ratio = 0.7;
const threshold = 5600;
const last = 24;
const noted = { 2: "## Unresolved\n- the race is open", 14: "## Unresolved\n- none" };
const lookTool = { name: "look", description: "Looks.", input_schema: { type: "object" } };

/** What the provider counts: the request by its bytes, and 30 of output where a reply is short. */
const counted = (request, parts, output = 30) => reply({ ...parts, usage: { input: estimateRequest(request), output } });

function* work() {
  for (let round = 1; round <= last; round++) {
    yield (request) => {
      const calls = [{ id: `look-${round}`, name: "look", input: { round } }];
      if (noted[round]) calls.push({ id: `notes-${round}`, name: "update_notes", input: { content: noted[round] } });
      return counted(request, { calls, text: `Round ${round}.` });
    };
  }
  yield (request) => counted(request, { text: "done" });
}

/** A summary is as long as it may be: within the limit it is short, without one it repeats what it was given. */
function* sums() {
  for (;;) {
    yield (request) => {
      const asked = request.messages[0].content;
      if (request.max_tokens <= 2000) return counted(request, { text: "Looked at some of it." });
      return counted(request, { text: asked.slice(asked.indexOf("<history>")) }, estimateRequest(request));
    };
  }
}

/** A long task in front of a strict server, and all that went over the wire. */
async function play(bugs, { meter = "accumulated", tokenBudget, limit = window } = {}) {
  const server = strictServer({ replies: work(), summaries: sums(), ...(limit && { window: limit }) });
  const events = [];
  let counter = 0;
  const client = {
    messages: {
      create: (request) => {
        const type = isSummaryRequest(request) ? "summary" : "main";
        events.push({ type, counter, size: estimateRequest(request), request: structuredClone(request) });
        return server.messages.create(request);
      },
    },
  };
  const notes = file();
  const { runAgent: run } = await harness(bugs, meter);
  const options = {
    client, model, system: "You look.", window, ratio, prompts, notes, tokenBudget,
    log: ({ tokensUsed }) => (counter = tokensUsed),
    onCompact: ({ tokensUsed }) => (counter = tokensUsed),
  };
  let error = null;
  const answer = await run("Look at everything.", [lookTool], { look: () => "x".repeat(1600) }, options).catch((thrown) => {
    error = thrown;
    return null;
  });
  const of = (type) => events.filter((event) => event.type === type);
  return { answer, error, server, events, main: of("main"), summaries: of("summary"), notes: await notes.read() };
}

/** The main requests that came right after a compaction. */
const afterSummary = ({ events }) => events.filter((_, i) => events[i - 1]?.type === "summary");
const restartOf = (event) => event.request.messages[0].content;
/** The rounds after which the run compacted: how many main calls had been made. */
const firedAfter = ({ events }) => events.flatMap(({ type }, i) => (type === "summary" ? [events.slice(0, i).filter((e) => e.type === "main").length] : []));

const refusedFor = (run, pattern) => {
  assert.equal(run.answer, null);
  assert.equal(run.error.status, 400);
  assert.match(run.server.refusals[0].reasons.join("; "), pattern);
  return run.server.refusals[0].call;
};

const symptoms = {
  async noReset(run) {
    const [first, ...later] = firedAfter(run);
    assert.equal(run.answer, "done");
    assert.deepEqual(later, Array.from({ length: last - first }, (_, i) => first + 1 + i), "every later round compacts");
  },
  async checkEarly(run) {
    const call = refusedFor(run, /result/);
    assert.equal(call, firedAfter(run)[0] + 2, "the first request after the compaction");
    assert.equal(run.events.at(-1).request.messages[1].content[0].type, "tool_result");
  },
  async checkLate(run, sound) {
    assert.equal(run.answer, "done");
    const above = run.main.filter(({ counter }) => counter >= threshold);
    assert.ok(run.summaries.length > 0);
    assert.equal(above.length, run.summaries.length, "one request above the threshold for each compaction");
    assert.deepEqual(sound.main.filter(({ counter }) => counter >= threshold), []);
  },
  async append(run) {
    const { events } = run;
    assert.ok(run.summaries.length > 0);
    events.slice(1).forEach(({ type, size }, i) => {
      if (type === "main") assert.ok(size > (events.slice(0, i + 1).findLast((e) => e.type === "main")?.size ?? 0), "it only grows");
    });
    const after = afterSummary(run)[0].request.messages;
    assert.match(after.at(-1).content, /^Handover summary:/);
    assert.ok(after.length > 3);
  },
  async staleNotes(run) {
    assert.equal(run.answer, "done");
    assert.ok(afterSummary(run).length > 1);
    for (const event of afterSummary(run)) assert.ok(restartOf(event).endsWith(prompts.notesEmpty));
    assert.equal(run.notes, noted[14]);
  },
  async notesInSystem(run, sound) {
    assert.equal(run.answer, "done");
    assert.ok(run.main.every(({ request }) => request.system.includes(prompts.notesHeading)));
    assert.ok(run.main[0].request.system.endsWith(prompts.notesEmpty));
    assert.ok(run.main[2].request.system.endsWith(noted[2]));
    assert.ok(run.main.at(-1).request.system.endsWith(noted[14]));
    for (const event of afterSummary(run)) assert.doesNotMatch(restartOf(event), /NOTES/);
    run.main.slice(0, 5).forEach(({ size }, i) => assert.ok(size > sound.main[i].size, "each request is larger"));
  },
  async thresholdAtLimit(run, sound) {
    refusedFor(run, /exceed|too long|maximum/);
    assert.deepEqual(run.summaries, [], "it never came to a compaction");
    assert.equal(sound.answer, "done");
  },
  async sharedCounter() {
    const tokenBudget = 9000;
    const spent = (run) => run.events.reduce((sum, { size }) => sum + size + 30, 0);
    const sound = await play([], { tokenBudget });
    assert.match(sound.error.message, /budget/);
    const run = await play(["sharedCounter"], { tokenBudget });
    assert.equal(run.answer, "done");
    assert.ok(spent(run) > 3 * tokenBudget, `${spent(run)} of ${tokenBudget}`);
  },
  async otherGauge(run, sound) {
    assert.deepEqual(firedAfter(run), firedAfter(sound), "it fires as it always did");
    const shown = run.events.filter((_, i) => run.events[i + 1]?.type === "summary").length;
    assert.equal(shown, run.summaries.length);
    for (const { counter } of run.summaries) assert.ok(counter < threshold, `the gauge shows ${counter}`);
    for (const { counter } of sound.summaries) assert.ok(counter >= threshold);
  },
  async lastOnly(run) {
    assert.equal(refusedFor(run, /result/), 2);
  },
  async longSummary() {
    const run = await play(["longSummary"], { meter: "occupancy", limit: null });
    const [first, ...later] = firedAfter(run);
    assert.deepEqual(later, Array.from({ length: last - first }, (_, i) => first + 1 + i), "every later round compacts");
    assert.equal((await play([], { meter: "occupancy", limit: null })).summaries.length, 1);
  },
  async cutPair(run) {
    const call = refusedFor(run, /result/);
    assert.equal(call, firedAfter(run)[0] + 2, "the first request after the compaction");
  },
  async appendNotes(run, sound) {
    assert.equal(run.notes, `${noted[2]}\n\n${noted[14]}`);
    assert.match(run.notes, /the race is open/);
    assert.equal(sound.notes, noted[14]);
  },
};

describe("with a mistake", () => {
  test("every mistake is here, and the sound program has no symptom", async () => {
    assert.deepEqual(Object.keys(symptoms).sort(), [...bugNames].sort());
    assert.deepEqual(Object.keys(toggles.bugs).sort(), [...bugNames].sort());
    const run = await play([]);
    assert.equal(run.answer, "done");
    assert.deepEqual(run.server.refusals, []);
    assert.ok(run.summaries.length > 1);
    assert.ok(run.summaries.length < last / 3);
  });

  for (const bug of bugNames) {
    test(bug, async () => symptoms[bug](await play([bug]), await play([])));
  }

  for (const bug of bugNames.filter((name) => !["sharedCounter", "longSummary"].includes(name))) {
    test(`${bug}: its symptom is none of the sound program's`, async () => {
      const sound = await play([]);
      await assert.rejects(async () => symptoms[bug](sound, sound), assert.AssertionError);
    });
  }

  test("each is a change of one to four lines, shown as lines that go and lines that come", () => {
    for (const bug of bugNames) {
      const rows = program.listing([bug]);
      const of = (type) => rows.filter((row) => row.type === type).length;
      const [removed, added] = [of("removed"), of("added")];
      assert.ok(removed >= 1 || added >= 1, bug);
      assert.ok(removed <= 4 && added <= 4, `${bug}: ${removed} go, ${added} come`);
    }
  });

  test("any two that do not exclude each other make a program that starts", async () => {
    for (const one of bugNames) {
      for (const other of bugNames.slice(bugNames.indexOf(one) + 1)) {
        if (program.excluding(one, [other]).length > 0) continue;
        const { events } = await play([one, other], { tokenBudget: 4000 });
        assert.ok(events.length > 0, `${one} and ${other}`);
      }
    }
  });
});
