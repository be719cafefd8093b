import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { liveEndpoint, livePolicy, liveProviders, Player, Recorder, scenarioFiles, scenarioOf, SecondwindError, stubScript, type Recording, type RecordingSource } from "../dist/course.js";

const folder = new URL("../../../course/lesson-6/scenarios/", import.meta.url);
const file = (name: string) => ({ name, text: readFileSync(new URL(name, folder), "utf8") });
const prepared = { scenario: file("order-race.toml"), texts: [file("order-race/en.toml"), file("order-race/common.toml")] };
const script = stubScript(prepared);

const source = (recording: object): RecordingSource => ({ recording: { name: "run.json", text: JSON.stringify(recording) } });

function empty(): Recording {
  const tools = script.tools.map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema }));
  const { title } = new Player(prepared).run;
  const { task, system, policy } = script;
  return { format: "secondwind-recording", version: 1, title, task, system, tools, policy, dialect: "anthropic", model: "m", answers: [] };
}

/** A run with a model that answers as the scenario's does. */
function finished(): Recording {
  const recording = empty();
  const replies = [...script.replies];
  for (;;) {
    const player = new Player(source(recording));
    const pending = player.pending();
    player.free();
    if (!pending) return recording;
    if (pending.type === "call") {
      recording.answers.push({ reply: replies.shift() ?? {} });
    } else {
      const { text = "", isError = true } = script.results[pending.call] ?? {};
      recording.answers.push({ result: { text, isError } });
    }
  }
}

describe("a recording of a run with a real model", () => {
  test("goes on by one answer at a time, and ends as the scenario that answers the same", () => {
    const recording = finished();
    const [live, run] = [new Player(source(recording)), new Player(prepared)];
    expect(live.pending()).toBeNull();
    expect(live.run.marks.map(({ kind, call }) => [kind, call])).toEqual(run.run.marks.map(({ kind, call }) => [kind, call]));
    expect(live.frame(live.run.last).answer).toBe(run.frame(run.run.last).answer);
    expect(run.pending()).toBeNull();
  });

  test("takes each answer where it is, and shows what a recording played anew would", () => {
    const recording = finished();
    const recorder = new Recorder(source(empty()));
    for (const [count, answer] of recording.answers.entries()) {
      const again = new Player(source({ ...recording, answers: recording.answers.slice(0, count) }));
      const player = recorder.player();
      expect(recorder.pending()).toEqual(again.pending());
      expect(player.run).toEqual(again.run);
      expect(player.frame(player.run.last)).toEqual(again.frame(again.run.last));
      again.free();
      player.free();
      recorder.push(answer);
    }
    expect([recorder.pending(), recorder.player().run.ending]).toEqual([null, "answered"]);
    expect(() => recorder.push({ result: { text: "more", isError: false } })).toThrow(/answers-left-over/);
    recorder.free();
    expect(() => recorder.pending()).toThrow(/this recorder was freed/);
  });

  test("refuses what is no answer, and one that nobody asked for", () => {
    const recorder = new Recorder(source(empty()));
    expect(() => recorder.push({ said: "hi" } as never)).toThrow(SecondwindError);
    expect(() => recorder.push({ result: { text: "", isError: false } })).toThrow(/answer-kind/);
    expect(() => new Recorder(source({}))).toThrow(/recording/);
  });

  test("knows of an address what a live run needs", () => {
    expect(liveEndpoint("http://127.0.0.1:8080/v1", "openAiChat")).toEqual({ isHere: true, isOwn: false, maxTokensField: "max_tokens" });
    expect(liveEndpoint("https://api.anthropic.com", "anthropic")).toEqual({ isHere: false, isOwn: true, maxTokensField: null });
    for (const base of ["nonsense", "https://me:pass@h", "https://h?key=1", "https://h#k", "ftp://h"]) expect(liveEndpoint(base, "anthropic"), base).toBeNull();
    expect(() => liveEndpoint("https://h", "claude" as never)).toThrow(SecondwindError);
  });

  test("says what it waits for: first the literal request, then each tool call", () => {
    const recording = empty();
    const first = new Player(source(recording)).pending();
    expect(first).toMatchObject({ type: "call", request: { call: 1, purpose: "main", body: { max_tokens: 1024 } } });
    recording.answers.push({ reply: script.replies[0] ?? {} });
    expect(new Player(source(recording)).pending()).toEqual({ type: "tool", call: "call_1_1", name: "list_files", input: { path: "." } });
    expect(new Player(source(recording)).run.ending).toBe("open");
  });

  test("makes a scenario, and is changed as one", () => {
    const whole = source(finished());
    const made = scenarioOf(whole);
    expect(new Player(made).run.marks.length).toBe(new Player(whole).run.marks.length);
    expect(new Player(whole, { bugs: ["noReset"] }).run.compactionCalls).toBeGreaterThan(1);
    const files = scenarioFiles(made, ["en", "ko"]);
    expect(files.map(({ name }) => name)).toEqual(["run.toml", "run/common.toml", "run/en.toml", "run/ko.toml"]);
    expect(files.slice(0, 2)).toEqual([made.scenario, ...made.texts]);
    const [scenario = made.scenario, common = made.scenario, en = made.scenario] = files;
    expect(new Player({ scenario, texts: [en, common] }).run.marks).toEqual(new Player(made).run.marks);
  });

  test("is set up as the command line sets it up", () => {
    const providers = liveProviders();
    expect(providers.map(({ name }) => name)).toEqual(["anthropic", "openai", "ollama", "lmstudio", "llamacpp", "vllm", "other"]);
    expect(providers[0]).toMatchObject({ dialect: "anthropic", base: "https://api.anthropic.com", key: "ANTHROPIC_API_KEY", chatLimit: null });
    expect(providers[2]).toEqual({ name: "ollama", dialect: "openAiChat", base: "http://localhost:11434", key: null, models: [], chatLimit: "max_tokens" });
    expect(livePolicy({ window: 6000, replyLimit: 4000 })).toMatchObject({
      window: 6000, ratio: 0.7, meter: "accumulated", replyLimit: 4000, summaryLimit: 2000, anyStopAnswers: false, guards: { summaryAttempts: 3 },
    });
    for (const wrong of [{ window: 0 }, { ratio: 2 }, { meter: "spend" }, { width: 1 }]) {
      expect(() => livePolicy(wrong as object), JSON.stringify(wrong)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    }
  });

  test.each([
    ["cut off", "{", "recording"],
    ["of a newer version", JSON.stringify({ ...empty(), version: 2 }), "recording-version"],
    ["of a run that was not answered, where a scenario is wanted", null, "recording-not-answered"],
  ])("that is %s is refused with its fault", (_, text, code) => {
    const refused = () => (text === null ? scenarioOf(source(empty())) : new Player({ recording: { name: "run.json", text } }));
    expect(refused).toThrow(SecondwindError);
    try {
      refused();
    } catch (error) {
      expect(error).toMatchObject({ code: "BAD_SCENARIO", issues: [{ code, file: "run.json" }] });
    }
  });
});
