import { describe, expect, expectTypeOf, test } from "vitest";

import {
  type ContextEffect, type ContextEvent, Harness, type Meters, type Notice, type Outcome, SecondwindError, type Session,
  type StopReason, type SummaryFault, defaultPrompts, policy, runAgent,
} from "../dist/index.js";
import { effects, events, faults, lesson, meters, notices, outcomes, production, prompts, totals, usage } from "./fixtures.test-data.js";
import { says, wants, use } from "./replies.test-util.js";

/** What only compiles while every variant has its case. */
function never(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`);
}

function nameOf(value: ContextEffect | ContextEvent | Notice | Outcome | SummaryFault): string {
  switch (value.type) {
    case "append": return expectKeys(value, ["type", "id", "kind", "size", "message"]);
    case "replace": return expectKeys(value, ["type", "id", "size", "message", "removed"]);
    case "callModel": return expectKeys(value, ["type", "request", "call", "purpose", "maxTokens", "messages"]);
    case "runTool": return expectKeys(value, ["type", "request", "call", "name", "input"]);
    case "writeNotes": return expectKeys(value, ["type", "request", "call", "content"]);
    case "readNotes":
    case "abort": return expectKeys(value, ["type", "request"]);
    case "notify": return expectKeys(value, ["type", "notice"]);
    case "done": return expectKeys(value, ["type", "outcome"]);

    case "submitted": return expectKeys(value, ["type", "text", "tokens"]);
    case "replied": return expectKeys(value, ["type", "request", "reply"]);
    case "toolReturned": return expectKeys(value, ["type", "request", "content", "isError", "tokens"]);
    case "notesRead": return expectKeys(value, ["type", "request", "content", "tokens"]);
    case "notesWritten": return expectKeys(value, ["type", "request", "tokens"]);
    case "notesFailed": return expectKeys(value, ["type", "request", "message"]);

    case "counted": return expectKeys(value, ["type", "call", "purpose", "stop", "usage", "measure", "meters", "settled"]);
    case "usageIgnored": return expectKeys(value, ["type", "call", "field", "value"]);
    case "checked": return expectKeys(value, ["type", "meter", "used", "threshold", "fired"]);
    case "reset": return expectKeys(value, ["type", "from"]);
    case "compacted":
      return expectKeys(value, [
        "type", "ordinal", "call", "meter", "threshold", "before", "after", "removed", "summary", "notes",
      ]);

    case "answered": return expectKeys(value, ["type", "text", "stop"]);
    case "summaryRefused": return expectKeys(value, ["type", "reason"]);
    case "notesUnread": return expectKeys(value, ["type", "message"]);
    // These names stand in two of the unions.
    case "callFailed":
    case "stopped":
    case "aborted":
    case "blank": return value.type;
    default: return never(value);
  }
}

/** The names of all members of a type, in any order; fails where the value has others. */
function expectKeys<T extends { type: string }>(value: T, keys: (keyof T)[]): string {
  expect(Object.keys(value).sort()).toEqual([...keys].sort());
  return value.type;
}

describe("the types", () => {
  test("name every variant that Rust has, and every member of it", () => {
    for (const fixtures of [effects, events, notices, outcomes, faults]) {
      for (const [name, fixture] of Object.entries(fixtures)) expect(nameOf(fixture as ContextEffect)).toBe(name);
    }
  });

  test("are those of the values that come over the border", () => {
    expect(policy.lesson(2000, 0.7)).toEqual(lesson);
    expect(policy.production(200_000)).toEqual(production);
    expect(defaultPrompts()).toEqual(prompts);
    using harness = new Harness({ policy: lesson });
    expect(harness.totals).toEqual(totals);
    expect(Object.keys(harness.meters)).toEqual(Object.keys(meters));
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
