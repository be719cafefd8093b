import type { ModelRequest, Pending, Recording, RecordedAnswer } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { CallFailed, LiveRun, type Delta, type Failure, type Limits, type Ports, type State } from "../src/live/driver";
import { engine } from "../src/lib/engine.svelte";
import { begin, usual } from "../src/live/setup";

await engine.need();
const recording = begin(usual(), { title: "t", task: "do it", system: "s", tools: [], workspace: "w" });
const limits: Limits = { price: null, calls: 9, asks: false };
const request = { step: 0, call: 1 } as ModelRequest;
const call: Pending = { type: "call", request };
const second: Pending = { type: "call", request: { ...request, call: 2 } };
const tool: Pending = { type: "tool", call: "c", name: "look", input: {} };

const failure = (kind: Failure["kind"]): Failure => ({ class: "rate", kind, message: "no", status: 429, retryAfter: null, requestId: null, mayBeBilled: false });

/** A world in which the run asks for these, one after the other; the last answer ends it. */
function world(asks: Pending[], over: Partial<Ports> = {}) {
  const states: State[] = [];
  const deltas: Delta[] = [];
  const played: RecordedAnswer[][] = [];
  const kept: (number | undefined)[] = [];
  const play = (recording: Recording): Pending | null => {
    played.push(recording.answers);
    return asks[recording.answers.length] ?? null;
  };
  const ports: Ports = {
    play,
    push: (_, recording) => play(recording),
    keep: ({ booked }) => kept.push(booked),
    call: () => Promise.resolve({ reply: { said: "hi" }, cost: 1000 }),
    tool: () => Promise.resolve({ content: "seen", isError: false }),
    quote: () => Promise.resolve(2000),
    ondelta: (delta) => deltas.push(delta),
    onstate: (state) => states.push(state),
    ...over,
  };
  const run = (with_: Partial<Limits> = {}): LiveRun => new LiveRun(recording, { ...limits, ...with_ }, ports);
  return { run, ports, states, deltas, played, kept, names: () => states.map(({ name }) => name) };
}

describe("a run with a real model", () => {
  test("puts every answer behind the others, and plays on with each", async () => {
    const { run: make, names, played } = world([call, tool, call]);
    const run = make();
    await run.go();
    expect(run.recording.answers).toEqual([{ reply: { said: "hi" } }, { result: { text: "seen", isError: false } }, { reply: { said: "hi" } }]);
    expect(played.map((answers) => answers.length)).toEqual([0, 1, 2, 3]);
    expect(names()).toEqual(["calling", "tool", "calling", "over"]);
    expect([run.calls, run.spent]).toEqual([2, 2000]);
  });

  test("keeps the history whole where a call fails, and goes on from there", async () => {
    let fails = 1;
    const { run: make, states } = world([call, call], {
      call: () => (fails-- > 0 ? Promise.reject(new CallFailed(failure("rateLimited"))) : Promise.resolve({ reply: {}, cost: null })),
    });
    const run = make();
    await run.go();
    expect(states.at(-1)).toEqual({ name: "failed", failure: failure("rateLimited") });
    expect(run.recording).toEqual(recording);
    await run.go();
    expect(run.state.name).toBe("over");
    expect(run.spent).toBeNull();
  });

  test.each(["overflow", "overflowSuspected"] as const)("leaves a request that is too long to the harness (%s)", async (kind) => {
    let fails = 1;
    const { run: make } = world([call, call], {
      call: () => (fails-- > 0 ? Promise.reject(new CallFailed(failure(kind))) : Promise.resolve({ reply: {}, cost: 1 })),
    });
    const run = make();
    await run.go();
    expect(run.recording.answers).toEqual([{ failed: { kind, message: "no" } }, { reply: {} }]);
    expect(run.state.name).toBe("over");
  });

  test("tells of one that would end the run, and keeps the history as it was", async () => {
    let fails = 1;
    const { run: make, played } = world([call], {
      call: () => (fails-- > 0 ? Promise.reject(new CallFailed(failure("overflow"))) : Promise.resolve({ reply: {}, cost: 1 })),
    });
    const run = make();
    await run.go();
    expect(run.state).toEqual({ name: "failed", failure: failure("overflow") });
    expect(run.recording).toEqual(recording);
    expect(played.at(-1)).toEqual([]);
    await run.go();
    expect([run.state.name, run.recording.answers.length]).toEqual(["over", 1]);
  });

  test("drops a reply that the run cannot take", async () => {
    const { run: make } = world([call], {
      push() {
        throw Object.assign(new Error("the reply has no content"), { issues: [] });
      },
    });
    const run = make();
    await run.go();
    expect(run.state).toMatchObject({ name: "failed", failure: { class: "malformed", message: "the reply has no content" } });
    expect(run.recording.answers).toEqual([]);
    expect(run.recording.booked, "it was paid for").toBe(2000);
  });

  test("stops in the middle of a call, of a tool, and of a quote, with nothing half recorded", async () => {
    const never = (_: unknown, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    for (const over of [
      { call: never },
      { tool: (_: string, __: object, signal: AbortSignal) => never(null, signal) },
      { quote: () => new Promise<number>((resolve) => setTimeout(() => resolve(1), 20)) },
    ] as Partial<Ports>[]) {
      const { run: make } = world([over.tool ? tool : call], over);
      const run = make();
      const gone = run.go();
      await Promise.resolve();
      run.stop();
      await gone;
      expect(run.state.name).toBe("stopped");
      expect(run.recording).toEqual(over.call ? { ...recording, booked: 2000 } : recording);
    }
  });

  test("asks before each call where the learner wants it, and one yes is for one call", async () => {
    const { run: make, states } = world([call, call]);
    const run = make({ asks: true });
    await run.go();
    expect(states).toEqual([{ name: "asking", request, quote: 2000 }]);
    await run.go(true);
    expect(run.state.name).toBe("asking");
    expect(run.calls).toBe(1);
  });

  test("makes no call that may go over the price, or over the number of calls", async () => {
    const dear = world([call, second]).run({ price: 2500 });
    await dear.go();
    // The first costs 1000; with the most that the second may cost it would be 3000.
    expect(dear.state).toEqual({ name: "capped", request: { ...request, call: 2 }, quote: 2000, why: "price" });
    expect(dear.calls).toBe(1);
    dear.limits = { ...limits, price: 3000 };
    await dear.go();
    expect(dear.state.name).toBe("over");
    const many = world([call, second]).run({ calls: 1 });
    await many.go();
    expect(many.state).toMatchObject({ name: "capped", request: { call: 2 }, why: "calls" });
  });

  test("counts a call once that is made again, as the command line does", async () => {
    let fails = 2;
    const { run: make } = world([call, second], {
      call: () => (fails-- > 0 ? Promise.reject(new CallFailed(failure("rateLimited"))) : Promise.resolve({ reply: {}, cost: 1 })),
    });
    const run = make({ calls: 1 });
    for (const name of ["failed", "failed", "capped"]) {
      await run.go();
      expect(run.state.name).toBe(name);
    }
    expect(run.state).toMatchObject({ why: "calls", request: { call: 2 } });
  });

  test("makes no attempt that may go over the price, however often a call breaks off", async () => {
    const cut = { ...failure("network"), class: "cut", mayBeBilled: true };
    const allowed: (number | null)[] = [];
    const { run: make, kept } = world([call], {
      // As the worker does: it makes the call again as often as it may be billed, and then no more.
      call(_, __, ondelta, attempts) {
        allowed.push(attempts);
        for (let left = attempts!; left > 1; left--) ondelta({ type: "again", failure: cut, wait: 1 });
        return Promise.reject(new CallFailed(cut, true));
      },
    });
    const run = make({ price: 5000 });
    await run.go();
    // Of 2000 each, two fit.
    expect(allowed).toEqual([2]);
    expect(run.state).toEqual({ name: "capped", request, quote: 2000, why: "price" });
    expect([run.spent, run.recording.booked]).toEqual([4000, 4000]);
    expect(kept, "before each attempt, with what it may cost").toEqual([2000, 4000]);
    const free = world([call], { quote: () => Promise.resolve(0), call: (_, __, ___, attempts) => Promise.reject(new Error(String(attempts))) }).run({ price: 1 });
    await free.go();
    expect(free.state).toMatchObject({ failure: { message: "null" } });
  });

  test("keeps no limit of the price that it cannot keep", async () => {
    const unknown = world([call], { quote: () => Promise.resolve(null) });
    const run = unknown.run({ price: 1_000_000 });
    await run.go();
    expect(run.state).toEqual({ name: "capped", request, quote: null, why: "unknown" });
    run.limits = limits;
    await run.go();
    expect(run.state.name).toBe("over");
    const silent = world([call, call], { call: () => Promise.resolve({ reply: {}, cost: null }) }).run({ price: 1_000_000 });
    await silent.go();
    expect(silent.state).toMatchObject({ name: "capped", why: "unknown" });
    expect(silent.calls).toBe(1);
  });

  test("books what may be paid for: calls that broke off and were made again, and those that were stopped", async () => {
    const cut = { ...failure("network"), class: "cut", mayBeBilled: true };
    const { run: make } = world([call], {
      call(_, __, ondelta) {
        ondelta({ type: "again", failure: cut, wait: 1 });
        ondelta({ type: "again", failure: failure("rateLimited"), wait: 1 });
        return Promise.reject(new CallFailed(cut));
      },
    });
    const run = make();
    await run.go();
    expect([run.spent, run.recording.booked]).toEqual([4000, 4000]);
    const refused = world([call], { call: () => Promise.reject(new CallFailed(failure("auth"))) }).run();
    await refused.go();
    expect([refused.spent, refused.recording]).toEqual([0, recording]);
    const answered = world([call]);
    await answered.run().go();
    expect(answered.kept, "while it was under way").toEqual([2000]);
    const whole = answered.run();
    await whole.go();
    expect(whole.recording).not.toHaveProperty("booked");
  });

  test("goes on from what was spent before", async () => {
    const run = new LiveRun(recording, { ...limits, price: 2500 }, world([call]).ports, { spent: 1000, calls: 4 });
    await run.go();
    expect(run.state).toMatchObject({ name: "capped", why: "price" });
  });

  test("goes once however often it is told to", async () => {
    const { run: make } = world([call, tool]);
    const run = make();
    await Promise.all([run.go(), run.go()]);
    expect(run.calls).toBe(1);
  });
});
