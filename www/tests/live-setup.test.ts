import { livePolicy, liveProviders } from "secondwind/course";
import { liveClient } from "secondwind/live";
import { describe, expect, test } from "vitest";
import { engine } from "../src/lib/engine.svelte";
import { begin, choose, endpointOf, faultOf, faults, known, numberOf, policyOf, reachable, refusals, usual as atFirst } from "../src/live/setup";

await engine.need();
const usual = atFirst();

const sources = ["'self'", "https://api.anthropic.com", "https://api.openai.com", "http://localhost:*", "http://127.0.0.1:*"];
const own = "https://page.example";
const isReachable = (base: string): boolean => reachable(base, sources, own);
const keys = (...args: Parameters<typeof faults>): string[] => faults(...args).map(({ key }) => key);

describe("the setup of a live run", () => {
  test("is sound as it comes, for every provider whose key is there", () => {
    for (const { name, key } of liveProviders()) {
      const setup = { ...choose(usual, name), model: "some-model" };
      expect(keys(setup, key !== null, isReachable)).toEqual([]);
      expect(known(name).key).toBe(key);
    }
    expect(usual).toMatchObject({ provider: "anthropic", dialect: "anthropic", base: "https://api.anthropic.com", model: "claude-haiku-5-5" });
    expect(policyOf(usual)).toEqual(livePolicy({ window: 8000, ratio: 0.7, meter: "occupancy", replyLimit: 4000 }));
  });

  test("names each field that cannot be", () => {
    const wrong = { ...usual, model: " ", base: "ftp://x", window: 2999, ratio: 1, replyLimit: 1.5, calls: 0, cents: 0 };
    expect(keys(wrong, false, isReachable)).toEqual([
      "live-bad-model", "live-bad-key", "live-bad-base", "live-bad-window", "live-bad-ratio", "live-bad-reply", "live-bad-calls", "live-bad-cents",
    ]);
    expect(keys({ ...usual, base: "https://elsewhere.example" }, true, isReachable)).toEqual(["live-bad-host"]);
    for (const base of ["https://me:pass@api.openai.com", "https://api.openai.com?key=1", "https://api.openai.com#k", "nonsense"]) {
      expect(keys({ ...usual, base }, true, isReachable)).toEqual(["live-bad-base"]);
    }
  });

  test("reads figures as people write them, and refuses what is none", () => {
    for (const text of ["3000", " 3,000 ", "3.000", "3 000"]) expect(numberOf(text, true), text).toBe(3000);
    for (const text of ["0.7", "0,7", " .7 "]) expect(numberOf(text, false), text).toBe(0.7);
    for (const text of ["", "many", "3,00", "1.5"]) expect(faultOf("window", numberOf(text, true)), text).toEqual({ field: "window", key: "live-bad-window" });
    expect(faultOf("cents", null)).toBeNull();
    expect(choose(usual, "ollama").cents).toBeNull();
  });

  test("reaches what the page's policy lists, and nothing beside it", () => {
    for (const base of ["https://api.openai.com/v1", "http://localhost:1234/v1", "http://127.0.0.1:9", "https://page.example/proxy"]) {
      expect(isReachable(base), base).toBe(true);
    }
    for (const base of ["https://api.openai.com.evil.example", "http://api.openai.com", "https://localhost:1", "http://localhost.evil.example:1", "http://192.168.0.2:1234"]) {
      expect(isReachable(base), base).toBe(false);
    }
  });

  test("makes a recording without answers, which holds no key and no address", () => {
    const task = { title: "t", task: "do", system: "s", tools: [], workspace: "order-service" };
    const recording = begin({ ...choose(usual, "ollama"), model: " llama " }, task);
    expect(recording).toEqual({
      format: "secondwind-recording", version: 1, ...task, policy: policyOf(usual), dialect: "openAiChat", maxTokensField: "max_tokens", model: "llama", answers: [],
    });
    expect(begin(usual, task)).not.toHaveProperty("maxTokensField");
    expect(begin({ ...choose(usual, "ollama"), dialect: "anthropic" }, task)).not.toHaveProperty("maxTokensField");
    expect(begin(choose(usual, "openai"), task)).not.toHaveProperty("maxTokensField");
  });

  test("reads an address as the client does, and knows what the client refuses", () => {
    expect(endpointOf(usual)).toEqual({ isHere: false, isOwn: true, maxTokensField: null });
    expect(endpointOf({ ...usual, base: "http://localhost:11434" })).toMatchObject({ isHere: true, isOwn: false });
    expect(endpointOf({ ...usual, base: "https://[::1" })).toBeNull();
    for (const [option, apiKey, baseURL] of [["apiKey", "sk-열쇠", "https://h"], ["apiKey", "sk with a blank", "https://h"], ["baseURL", "sk-1", "nonsense"]] as const) {
      let path = "";
      try {
        liveClient({ dialect: "anthropic", apiKey, baseURL });
      } catch (error) {
        ({ path } = error as { path: string });
      }
      expect(path).toBe(option);
      expect(refusals[path]?.key).toMatch(/^live-bad-/);
    }
  });
});
