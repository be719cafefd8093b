import { defaultPrompts, memoryNotes, runAgent, stubClient } from "secondwind";
import { Player, stubScript, type Lang } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { changesBetween, isEmpty } from "../src/lib/changes";
import { versionsAt } from "../src/lib/versions";
import { requestAt, type NextRequest } from "../src/lib/request";
import { scenarioSource, source } from "../src/lib/scenarios";
import { tabAfter } from "../src/lib/tabs";

const languages: Lang[] = ["en", "pt-BR", "ko"];

/** The requests that the package makes of a scenario, with its prepared replies and results. */
async function sent(scenario: string, lang: Lang): Promise<unknown[]> {
  const script = stubScript(scenarioSource(scenario, lang));
  const client = stubClient(script.replies);
  const impl = (_: unknown, { call }: { call: string }): string => {
    const { text, isError } = script.results[call]!;
    if (isError) throw new Error(text);
    return text;
  };
  const impls = Object.fromEntries(script.tools.map(({ name }) => [name, impl]));
  const { policy, system } = script;
  await runAgent(script.task, script.tools, impls, { client, model: "stub", notes: memoryNotes(), system, policy });
  return [...client.requests];
}

describe.each(languages)("in %s", (lang) => {
  test("the requests shown are those that the package sends", async () => {
    expect(defaultPrompts().notesEmpty).toBeTruthy();
    const player = new Player(source("order-race", lang));
    const shown = new Map<number, NextRequest>();
    for (let step = 0; step <= player.run.last; step++) {
      const request = player.request(step);
      if (request) shown.set(request.call, requestAt(request, player.frame(request.step)));
    }
    const bodies = [...shown.values()].map(({ body }) => body);
    expect(bodies).toEqual(await sent("order-race", lang));
    expect([...shown.values()].map(({ purpose }) => purpose)).toEqual(["main", "main", "main", "summary", "main", "main"]);
    for (const request of shown.values()) {
      if (request.purpose === "summary") expect([request.tokens, request.counted]).toEqual([905, true]);
      else expect(request.fixed + request.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(request.tokens);
      expect(request.parts).toHaveLength(request.body.messages.length);
    }
    player.free();
  });
});

test("a harness that sends less shows what it sends", () => {
  const player = new Player(source("order-race", "en"), { bugs: ["lastOnly"] });
  const request = player.request(player.run.marks.find((mark) => mark.kind === "called" && mark.call === 2)!.step)!;
  const { body, parts } = requestAt(request, player.frame(request.step));
  expect(body.messages).toHaveLength(1);
  expect(parts.map(({ kind }) => kind)).toEqual(["results"]);
  player.free();
});

test("no request goes out once the last reply is in", () => {
  const player = new Player(source("order-race", "en"));
  expect(player.request(0)?.step).toBe(1);
  expect(player.request(1)?.step).toBe(1);
  expect(player.request(player.run.last)).toBe(null);
  player.free();
});

test("the changes of all steps together are the run", () => {
  for (const scenario of ["order-race", "invoice-import"]) {
    const player = new Player(source(scenario, "en"));
    const listed = { messages: player.messages(), log: player.log() };
    const window = new Set<number>();
    const meters = { accumulated: 0, occupancy: 0, spend: 0 };
    const log: unknown[] = [];
    let notes: string | null = null;
    for (let step = 0; step <= player.run.last; step++) {
      const frame = player.frame(step);
      const changes = changesBetween(step === 0 ? null : player.frame(step - 1), frame, listed);
      for (const { id } of changes.came) window.add(id);
      for (const { id } of changes.left) expect(window.delete(id)).toBe(true);
      for (const { name, from, to } of changes.counters) {
        expect(meters[name]).toBe(from);
        meters[name] = to;
      }
      if (changes.notes) {
        expect(changes.notes.before).toBe(notes);
        notes = changes.notes.after;
      }
      log.push(...changes.log);
      expect([0, ...window]).toEqual(frame.window.map(({ id }) => id));
      expect(meters).toEqual({ accumulated: frame.meters.accumulated, occupancy: frame.meters.occupancy, spend: frame.meters.spend });
      expect(notes).toBe(frame.notes.content);
      expect(log).toEqual(listed.log.slice(0, frame.counts.log));
      if (frame.kind === "called") expect(isEmpty(changes)).toBe(true);
    }
    player.free();
  }
});

test("the versions of NOTES.md are those written so far, newest first", () => {
  const player = new Player(source("order-race", "en"));
  const at = (step: number) => versionsAt(player.run.marks, step, (k) => player.frame(k));
  expect(at(0)).toEqual([]);
  const all = at(player.run.last);
  expect(all.map(({ version, call }) => [version, call])).toEqual([[2, 5], [1, 3]]);
  expect(all[0]!.previous).toBe(all[1]!.content);
  expect(at(all[0]!.step - 1)).toEqual([all[1]]);
  player.free();
});

test("arrows go round the tabs, Home and End to the ends", () => {
  const tabs = ["a", "b", "c"];
  expect(tabAfter(tabs, "a", "ArrowRight")).toBe("b");
  expect(tabAfter(tabs, "c", "ArrowRight")).toBe("a");
  expect(tabAfter(tabs, "a", "ArrowLeft")).toBe("c");
  expect([tabAfter(tabs, "b", "Home"), tabAfter(tabs, "b", "End"), tabAfter(tabs, "b", "x")]).toEqual(["a", "c", null]);
});
