import type { ModelRequest } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { Channel, type Endpoint, type Order, type Word } from "../src/live/channel";
import { CallFailed, failure, type Delta } from "../src/live/driver";

const endpoint: Endpoint = { dialect: "anthropic", base: "http://localhost:1", key: "sk-canary", fewHeaders: false, isHere: true };
const request = { step: 0, call: 1, tokens: 300, body: { max_tokens: 50, messages: [] } } as unknown as ModelRequest;

/** A worker that does what it is told to. */
class Fake {
  orders: Order[] = [];
  ended = false;
  onmessage: ((event: { data: Word }) => void) | null = null;
  onerror: (() => void) | null = null;
  answer: (order: Order) => void = () => {};
  postMessage(order: Order): void {
    this.orders.push(order);
    queueMicrotask(() => this.answer(order));
  }
  terminate(): void {
    this.ended = true;
  }
  say(word: Word): void {
    this.onmessage?.({ data: word });
  }
}

function pair(answer: (fake: Fake, order: Order) => void = () => {}) {
  const fake = new Fake();
  fake.answer = (order) => (order.type === "open" ? fake.say({ type: "opened" }) : answer(fake, order));
  return { fake, channel: new Channel(fake as unknown as Worker, endpoint) };
}

const never = new AbortController().signal;

describe("the page's end of the worker that holds the key", () => {
  test("sends the key once, and nothing else of it ever again", async () => {
    const { fake, channel } = pair((it, order) => it.say({ type: "reply", id: (order as { id: number }).id, reply: {}, cost: 1 }));
    await channel.opened;
    await channel.call("m", request, never, () => {});
    expect(fake.orders[0]).toEqual({ type: "open", endpoint });
    expect(JSON.stringify(fake.orders.slice(1))).not.toContain("canary");
    expect(fake.orders[1]).toEqual({ type: "call", id: 1, model: "m", body: { model: "m", max_tokens: 50, messages: [] }, attempts: null });
  });

  test("brings what comes while a reply is written, and then the reply", async () => {
    const { channel } = pair((it, order) => {
      const { id } = order as { id: number };
      it.say({ type: "delta", id, delta: { type: "text", text: "he" } });
      it.say({ type: "delta", id: 99, delta: { type: "text", text: "of another call" } });
      it.say({ type: "reply", id, reply: { said: 1 }, cost: null });
    });
    const deltas: Delta[] = [];
    expect(await channel.call("m", request, never, (delta) => deltas.push(delta))).toEqual({ reply: { said: 1 }, cost: null });
    expect(deltas).toEqual([{ type: "text", text: "he" }]);
  });

  test("asks for the most that a call may cost by its request and its limit", async () => {
    const { fake, channel } = pair((it, order) => it.say({ type: "quote", id: (order as { id: number }).id, quote: 7 }));
    expect(await channel.quote("m", request)).toBe(7);
    expect(fake.orders[1]).toEqual({ type: "quote", id: 1, model: "m", tokens: 300, body: { max_tokens: 50, messages: [] } });
    const body = { max_completion_tokens: 60, messages: [{ role: "user", content: "long" }] };
    await channel.quote("m", { ...request, body });
    expect(fake.orders[2]).toMatchObject({ body: { max_completion_tokens: 60, messages: [] } });
  });

  test("asks how large the model's window is, and goes without where nobody tells", async () => {
    const { channel } = pair((it, order) => it.say({ type: "limits", id: (order as { id: number }).id, limits: { window: 4096, maxOutput: 1024 } }));
    expect(await channel.limits("m")).toEqual({ window: 4096, maxOutput: 1024 });
    const strange = pair((it, order) => it.say({ type: "failed", id: (order as { id: number }).id, failure: failure("network"), isHeld: false }));
    expect(await strange.channel.limits("m")).toBeNull();
    const silent = pair();
    expect(await silent.channel.limits("m", 1)).toBeNull();
    expect(silent.fake.orders.at(-1)).toEqual({ type: "abort", id: 1 });
  });

  test("calls and quotes the model that it is told to, whatever it called before", async () => {
    const { fake, channel } = pair((it, order) => {
      const { id } = order as { id: number };
      it.say(order.type === "call" ? { type: "reply", id, reply: {}, cost: 3 } : { type: "quote", id, quote: 5 });
    });
    await channel.call("one", request, never, () => {});
    await channel.call("two", request, never, () => {});
    expect(await channel.cost("two", [{}, {}])).toBe(5);
    expect(fake.orders.slice(1)).toMatchObject([{ model: "one", body: { model: "one" } }, { model: "two", body: { model: "two" } }, { type: "cost", model: "two", replies: [{}, {}] }]);
  });

  test("says how many attempts may be billed, and that a call was held after them", async () => {
    const { fake, channel } = pair((it, order) => it.say({ type: "failed", id: (order as { id: number }).id, failure: failure("cut"), isHeld: true }));
    await expect(channel.call("m", request, never, () => {}, 2)).rejects.toMatchObject({ failure: { class: "cut" }, isHeld: true });
    expect(fake.orders[1]).toMatchObject({ type: "call", attempts: 2 });
  });

  test("an abort reaches the worker, and the call is over at once", async () => {
    const { fake, channel } = pair();
    const stopping = new AbortController();
    const gone = channel.call("m", request, stopping.signal, () => {});
    stopping.abort();
    await expect(gone).rejects.toMatchObject({ name: "AbortError" });
    expect(fake.orders.at(-1)).toEqual({ type: "abort", id: 1 });
    // What the worker still says of it is of no matter.
    fake.say({ type: "reply", id: 1, reply: {}, cost: null });
    await expect(channel.call("m", request, stopping.signal, () => {})).rejects.toMatchObject({ name: "AbortError" });
  });

  test("a worker that does not start, that refuses, and that is ended fails what waits for it", async () => {
    const broken = new Fake();
    const first = new Channel(broken as unknown as Worker, endpoint);
    broken.onerror?.();
    await expect(first.opened).rejects.toMatchObject({ failure: { class: "worker" } });
    const strict = new Fake();
    strict.answer = () => strict.say({ type: "refused", message: "no such address", path: "baseURL" });
    await expect(new Channel(strict as unknown as Worker, endpoint).opened).rejects.toMatchObject({ path: "baseURL", failure: { class: "refused", message: "no such address" } });
    const { fake, channel } = pair();
    const waiting = channel.call("m", request, never, () => {});
    channel.close();
    await expect(waiting).rejects.toBeInstanceOf(CallFailed);
    await expect(waiting, "it may have been answered").rejects.toMatchObject({ failure: { class: "worker", mayBeBilled: true } });
    expect(fake.ended).toBe(true);
  });
});
