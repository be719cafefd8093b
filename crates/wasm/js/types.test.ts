import { describe, expect, expectTypeOf, test } from "vitest";

import {
  type CompactionFault, type ContextEffect, type ContextEvent, type FailureKind, Harness, type Meters, type Notice,
  type Outcome, SecondwindError, type Session, type StopReason, type Strategy, type Valve, type Violation, type WindowPart,
  defaultPrompts, mergeNotes, policy, runAgent,
} from "../dist/index.js";
import {
  edits, effects, events, faults, lesson, meters, notices, outcomes, production, prompts, rules, strategies, totals, usage,
  valves,
} from "./fixtures.test-data.js";
import { says, wants, use } from "./replies.test-util.js";

/** What only compiles while every variant has its case. */
function never(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`);
}

/**
 * The name of a variant that has these members and no others. The compiler wants all members of the type named, so a
 * member that is missing on either side fails.
 */
function variant<T extends { type: string }>(value: T, members: Record<keyof T, true>): string {
  expect(Object.keys(value).sort()).toEqual(Object.keys(members).sort());
  return value.type;
}

function effect(value: ContextEffect): string {
  switch (value.type) {
    case "append": return variant(value, { type: true, id: true, kind: true, size: true, message: true });
    case "replace": return variant(value, { type: true, messages: true, removed: true });
    case "callModel":
      return variant(value, { type: true, request: true, call: true, purpose: true, maxTokens: true, messages: true });
    case "runTool": return variant(value, { type: true, request: true, call: true, name: true, input: true });
    case "writeNotes": return variant(value, { type: true, request: true, call: true, content: true, ifVersion: true });
    case "readNotes": return variant(value, { type: true, request: true });
    case "abort": return variant(value, { type: true, request: true });
    case "notify": return variant(value, { type: true, notice: true });
    case "done": return variant(value, { type: true, outcome: true });
    default: return never(value);
  }
}

function event(value: ContextEvent): string {
  switch (value.type) {
    case "submitted": return variant(value, { type: true, content: true, tokens: true });
    case "loaded": return variant(value, { type: true, messages: true });
    case "replied": return variant(value, { type: true, request: true, reply: true });
    case "callFailed": return variant(value, { type: true, request: true, message: true, kind: true });
    case "toolReturned": return variant(value, { type: true, request: true, content: true, isError: true, tokens: true });
    case "notesRead": return variant(value, { type: true, request: true, content: true, version: true, tokens: true });
    case "notesWritten": return variant(value, { type: true, request: true, version: true, tokens: true });
    case "notesConflicted": return variant(value, { type: true, request: true, content: true, version: true });
    case "notesFailed": return variant(value, { type: true, request: true, message: true });
    case "compactionRequested":
    case "aborted":
    case "cleared":
    case "resumed": return variant(value, { type: true });
    default: return never(value);
  }
}

function notice(value: Notice): string {
  switch (value.type) {
    case "counted":
      return variant(value, {
        type: true, call: true, purpose: true, stop: true, usage: true, measure: true, meters: true, settled: true,
      });
    case "usageIgnored": return variant(value, { type: true, call: true, field: true, value: true });
    case "callRenamed": return variant(value, { type: true, call: true, from: true, to: true });
    case "callDropped": return variant(value, { type: true, call: true, id: true });
    case "infeasible": return variant(value, { type: true, floor: true, threshold: true });
    case "checked": return variant(value, { type: true, meter: true, used: true, threshold: true, fired: true });
    case "queued": return variant(value, { type: true, waiting: true });
    case "compactionStarted": return variant(value, { type: true, cause: true, before: true, forecast: true, leftOut: true });
    case "summaryRefused": return variant(value, { type: true, attempt: true, fault: true });
    case "compactionFailed": return variant(value, { type: true, cause: true, fault: true, failures: true, breakerOpen: true });
    case "compactionSkipped": return variant(value, { type: true, cause: true, reason: true });
    case "resultsElided": return variant(value, { type: true, messages: true, freed: true });
    case "reset": return variant(value, { type: true, from: true });
    case "compacted":
      return variant(value, {
        type: true, ordinal: true, call: true, cause: true, meter: true, threshold: true, before: true, after: true,
        cost: true, removed: true, kept: true, taskPinned: true, instructionPinned: true, summary: true, notes: true,
      });
    case "notesConflicted": return variant(value, { type: true });
    default: return never(value);
  }
}

function outcome(value: Outcome): string {
  switch (value.type) {
    case "answered": return variant(value, { type: true, text: true, stop: true });
    case "stopped": return variant(value, { type: true, text: true, stop: true });
    case "refused": return variant(value, { type: true, text: true });
    case "callFailed": return variant(value, { type: true, kind: true, message: true });
    case "overflowed": return variant(value, { type: true, message: true });
    case "compactionFailed": return variant(value, { type: true, fault: true });
    case "cannotReduce": return variant(value, { type: true, floor: true, threshold: true });
    case "compactionSkipped": return variant(value, { type: true, reason: true });
    case "valveShut": return variant(value, { type: true, valve: true });
    case "notesUnread": return variant(value, { type: true, message: true, unsent: true });
    case "compacted": return variant(value, { type: true });
    case "aborted": return variant(value, { type: true, unsent: true });
    default: return never(value);
  }
}

function fault(value: CompactionFault): string {
  switch (value.type) {
    case "blank": return variant(value, { type: true, usedUp: true });
    case "stopped": return variant(value, { type: true, stop: true });
    case "callFailed": return variant(value, { type: true, kind: true, message: true });
    case "notesUnread": return variant(value, { type: true, message: true });
    case "noGain": return variant(value, { type: true, before: true, after: true });
    case "noBlock": return variant(value, { type: true });
    case "valveShut": return variant(value, { type: true, valve: true });
    default: return never(value);
  }
}

function valve(value: Valve): string {
  switch (value.type) {
    case "maxCalls":
    case "maxPauses": return variant(value, { type: true, limit: true });
    case "tokenBudget": return variant(value, { type: true, limit: true, spent: true });
    default: return never(value);
  }
}

function strategy(value: Strategy): string {
  switch (value.type) {
    case "restart": return variant(value, { type: true });
    case "keepLast":
    case "provider": return variant(value, { type: true, rounds: true });
    case "elideResults": return variant(value, { type: true, keep: true });
    default: return never(value);
  }
}

function rule(value: Violation): string {
  switch (value.type) {
    case "unanswered":
    case "answeredTwice":
    case "behind":
    case "idTaken":
    case "orphan": return variant(value, { type: true, message: true, call: true });
    case "empty": return variant(value, { type: true });
    case "firstRole": return variant(value, { type: true, role: true });
    case "blank": return variant(value, { type: true, message: true });
    default: return never(value);
  }
}

/** Reads all fixtures of a union, each under the name of its variant. */
function all<T extends { type: string }>(fixtures: Record<string, T>, read: (value: T) => string): void {
  expect(Object.values(fixtures).map(read)).toEqual(Object.keys(fixtures));
}

describe("the types", () => {
  test("name every variant that Rust has, and every member of it", () => {
    all<ContextEffect>(effects, effect);
    all<ContextEvent>(events, event);
    all<Notice>(notices, notice);
    all<Outcome>(outcomes, outcome);
    all<CompactionFault>(faults, fault);
    all<Valve>(valves, valve);
    all<Strategy>(strategies, strategy);
    all<Violation>(rules, rule);
    for (const edit of edits) expect(mergeNotes("", edit)).toBeTypeOf("string");
  });

  test("are those of the values that come over the border", () => {
    expect(policy.lesson(2000, 0.7)).toEqual(lesson);
    expect(policy.production(200_000)).toEqual(production);
    expect(defaultPrompts()).toEqual(prompts);
    using harness = new Harness({ policy: lesson });
    expect(harness.totals).toEqual(totals);
    expect(Object.keys(harness.meters)).toEqual(Object.keys(meters));
    expect(harness.window()).toEqual([{ id: 0, kind: "fixed", size: { tokens: 0, measure: "estimated" } } satisfies WindowPart]);
    expect(Object.keys(usage)).toEqual(["input", "cacheRead", "cacheWrite", "output", "cache"]);
  });

  test("every event can be read", () => {
    for (const event of Object.values(events) as ContextEvent[]) {
      using harness = new Harness({ policy: lesson });
      try {
        harness.apply(0, event);
      } catch (error) {
        expect(error).toBeInstanceOf(SecondwindError);
        expect((error as SecondwindError).code).not.toBe("BAD_EVENT");
      }
    }
  });

  test("every effect comes over the border with the members that Rust prints", () => {
    const seen = new Map<string, ContextEffect>();
    using harness = new Harness({ policy: policy.lesson(20, 0.5) });
    const step = (event: ContextEvent) => harness.apply(0, event).forEach((effect) => seen.set(effect.type, effect));
    step({ type: "submitted", content: "go" });
    step({ type: "replied", request: 1, reply: wants([use("tool"), use("update_notes", { content: "x" })], [8, 8]) });
    step({ type: "toolReturned", request: 2, content: "ok" });
    step({ type: "notesWritten", request: 3 });
    step({ type: "replied", request: 4, reply: says("half done") });
    step({ type: "notesRead", request: 5, content: "x" });
    step({ type: "aborted" });
    const keys = (values: Iterable<[string, object]>) => Object.fromEntries([...values].map(([type, value]) => [type, Object.keys(value).sort()]));
    expect(keys(seen)).toEqual(keys(Object.entries(effects)));
  });

  test("say what apps may rely on", () => {
    expectTypeOf(runAgent).returns.resolves.toBeString();
    expectTypeOf<Session["messages"]>().toEqualTypeOf<readonly unknown[]>();
    expectTypeOf<Session["meters"]>().toEqualTypeOf<Meters>();
    expectTypeOf<Extract<Notice, { type: "compacted" }>["notes"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Extract<ContextEffect, { type: "callModel" }>["messages"]>().toEqualTypeOf<unknown[] | null>();
    expectTypeOf<"anything">().toExtend<StopReason>();
    expectTypeOf<Harness["apply"]>().parameters.toEqualTypeOf<[number, ContextEvent]>();
    expectTypeOf<SecondwindError["kind"]>().toEqualTypeOf<FailureKind | undefined>();
    expectTypeOf<SecondwindError["outcome"]>().toEqualTypeOf<Outcome | undefined>();
  });
});
