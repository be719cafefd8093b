import { describe, expect, expectTypeOf, test } from "vitest";

import {
  type ContextEffect, type ContextEvent, Harness, type Meters, type Notice, type Outcome, SecondwindError, type Session,
  type StopReason, type SummaryFault, type WindowPart, defaultPrompts, policy, runAgent,
} from "../dist/index.js";
import { effects, events, faults, lesson, meters, notices, outcomes, production, prompts, totals, usage } from "./fixtures.test-data.js";
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
    case "replace": return variant(value, { type: true, id: true, size: true, message: true, removed: true });
    case "callModel":
      return variant(value, { type: true, request: true, call: true, purpose: true, maxTokens: true, messages: true });
    case "runTool": return variant(value, { type: true, request: true, call: true, name: true, input: true });
    case "writeNotes": return variant(value, { type: true, request: true, call: true, content: true });
    case "readNotes": return variant(value, { type: true, request: true });
    case "abort": return variant(value, { type: true, request: true });
    case "notify": return variant(value, { type: true, notice: true });
    case "done": return variant(value, { type: true, outcome: true });
    default: return never(value);
  }
}

function event(value: ContextEvent): string {
  switch (value.type) {
    case "submitted": return variant(value, { type: true, text: true, tokens: true });
    case "replied": return variant(value, { type: true, request: true, reply: true });
    case "callFailed": return variant(value, { type: true, request: true, message: true });
    case "toolReturned": return variant(value, { type: true, request: true, content: true, isError: true, tokens: true });
    case "notesRead": return variant(value, { type: true, request: true, content: true, tokens: true });
    case "notesWritten": return variant(value, { type: true, request: true, tokens: true });
    case "notesFailed": return variant(value, { type: true, request: true, message: true });
    case "aborted": return variant(value, { type: true });
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
    case "checked": return variant(value, { type: true, meter: true, used: true, threshold: true, fired: true });
    case "reset": return variant(value, { type: true, from: true });
    case "compacted":
      return variant(value, {
        type: true, ordinal: true, call: true, meter: true, threshold: true, before: true, after: true, removed: true,
        summary: true, notes: true,
      });
    default: return never(value);
  }
}

function outcome(value: Outcome): string {
  switch (value.type) {
    case "answered": return variant(value, { type: true, text: true, stop: true });
    case "stopped": return variant(value, { type: true, text: true, stop: true });
    case "callFailed": return variant(value, { type: true, purpose: true, message: true });
    case "summaryRefused": return variant(value, { type: true, reason: true });
    case "notesUnread": return variant(value, { type: true, message: true });
    case "aborted": return variant(value, { type: true });
    default: return never(value);
  }
}

function fault(value: SummaryFault): string {
  switch (value.type) {
    case "blank": return variant(value, { type: true });
    case "stopped": return variant(value, { type: true, stop: true });
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
    all<SummaryFault>(faults, fault);
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
    step({ type: "submitted", text: "go" });
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
    expectTypeOf<SecondwindError["outcome"]>().toEqualTypeOf<Outcome | undefined>();
  });
});
