import { beforeEach, describe, expect, test } from "vitest";
import { frameAddress } from "../src/embed/address";
import { askedIn } from "../src/embed/asked";
import { Channel, Refusal, type Incoming, type Surroundings } from "../src/embed/channel";
import type { HostContent } from "../src/embed/embed";
import { longest, opened, sealed, toFrame } from "../src/embed/protocol";
import { stateOf, workIn } from "../src/embed/state";
import { parse } from "../src/lib/fragment";
import { nothing, type Progress } from "../src/lib/schema";

const init = sealed({ type: "init" });
const key = "sk-ant-api03-abcdefghijklmnop";

describe("a message", () => {
  test.each([null, 1, "secondwind", [], {}, { protocol: "other", version: 1, type: "init" }, new Map()])("of something else is none: %j", (data) => {
    expect(opened(data)).toBeNull();
  });

  test("is plain JSON once it is opened", () => {
    const data = { ...init, features: { live: true, more: undefined } };
    expect(opened(data)).toEqual({ content: { type: "init", features: { live: true } } });
  });

  test.each([
    ["of another version", { ...init, version: 2 }, "version"],
    ["whose version is a text", { ...init, version: "1" }, "version"],
    ["without a type", { protocol: "secondwind", version: 1 }, "malformed"],
    ["with what JSON has no form for", { ...init, id: "a", much: 10n }, "malformed"],
    ["that is too long", { ...init, id: "a", state: "x".repeat(longest) }, "too-large"],
  ])("%s is named", (_, data, code) => {
    const read = opened(data);
    expect(read && "fault" in read && read.fault).toEqual({ code, ...("id" in data ? { to: "a" } : {}) });
  });

  test("that bites its own tail is named", () => {
    const ring: Record<string, unknown> = { ...init };
    ring["ring"] = ring;
    expect(opened(ring)).toMatchObject({ fault: { code: "malformed" } });
  });

  const bad: [HostContent["type"] | string, Record<string, unknown>, string, string][] = [
    ["init", { features: 1 }, "malformed", "features"],
    ["init", { features: { live: "yes" } }, "malformed", "features"],
    ["init", { lang: 7 }, "malformed", "lang"],
    ["init", { lang: "x".repeat(99) }, "malformed", "lang"],
    ["init", { theme: "pink" }, "malformed", "theme"],
    ["init", { state: [] }, "malformed", "state"],
    ["init", { lti: "on" }, "malformed", "lti"],
    ["init", { id: "x".repeat(65) }, "malformed", "id"],
    ["setState", {}, "malformed", "state"],
    ["goTo", { step: -1 }, "malformed", "step"],
    ["goTo", { step: 1.5 }, "malformed", "step"],
    ["goTo", { exercise: "../../x" }, "malformed", "exercise"],
    ["goTo", { scenario: "<b>" }, "malformed", "scenario"],
    ["run", {}, "unknown-type", "run"],
    ["constructor", {}, "unknown-type", "constructor"],
    ["toString", {}, "unknown-type", "toString"],
  ];
  test.each(bad)("%s with %j is %s", (type, fields, code, at) => {
    expect(toFrame({ type, ...fields })).toEqual({ fault: { code, at } });
  });

  test("with more than is known is taken", () => {
    expect(toFrame({ type: "goTo", step: 3, of: "later" })).toMatchObject({ content: { type: "goTo", step: 3 } });
  });
});

/** A window in a frame, and everything that was posted to the page that holds it. */
class Stage implements Surroundings {
  posted: { message: Record<string, unknown>; origin: string }[] = [];
  parent = { postMessage: (message: unknown, origin: string): void => void this.posted.push({ message: message as Record<string, unknown>, origin }) };
  take: (event: Incoming) => void = () => {};
  listen = (take: (event: Incoming) => void): (() => void) => {
    this.take = take;
    return () => (this.take = () => {});
  };
  say(data: unknown, { origin = "https://host.example", source = this.parent as unknown } = {}): void {
    this.take({ data, origin, source: source as MessageEventSource });
  }
}

let stage: Stage;
let channel: Channel;
let done: HostContent[];

beforeEach(() => {
  stage = new Stage();
  channel = new Channel(stage);
  done = [];
  channel.onmessage = (content) => void done.push(content);
  channel.start();
});

const resize = { type: "resize", height: 700 } as const;
const last = () => stage.posted.at(-1);

describe("the frame", () => {
  test("says to everybody that it listens, and nothing else", () => {
    channel.send(resize);
    expect(stage.posted).toEqual([{ message: sealed({ type: "hello", versions: [1] }), origin: "*" }]);
  });

  test("tells what happens to the origin that has said init, and to no other", () => {
    stage.say(init);
    channel.send(resize);
    expect(last()).toEqual({ message: sealed(resize), origin: "https://host.example" });
    stage.say(init, { origin: "https://other.example" });
    expect(done).toHaveLength(1);
    channel.send(resize);
    expect(last()?.origin).toBe("https://host.example");
  });

  test("does not hear who is not the page that holds it", () => {
    stage.say(init, { source: {} });
    stage.say(init, { source: null });
    stage.say(sealed({ type: "error", code: "version" }));
    stage.say("init");
    expect(done).toEqual([]);
    channel.send(resize);
    expect(stage.posted).toHaveLength(1);
  });

  test("does nothing before init, and says so", () => {
    stage.say({ ...sealed({ type: "reset" }), id: "7" });
    expect(done).toEqual([]);
    expect(last()).toEqual({ message: sealed({ type: "error", code: "not-initialised", to: "7" }), origin: "https://host.example" });
  });

  test("answers what is broken with a typed error, and does nothing of it", () => {
    stage.say(init);
    stage.say({ ...init, version: 9, id: "a" });
    expect(last()?.message).toEqual(sealed({ type: "error", code: "version", to: "a", versions: [1] }));
    stage.say({ protocol: "secondwind", version: 1, type: "goTo", step: "x" });
    expect(last()?.message).toEqual(sealed({ type: "error", code: "malformed", at: "step" }));
    stage.say({ protocol: "secondwind", version: 1, type: "run" });
    expect(last()?.message).toEqual(sealed({ type: "error", code: "unknown-type", at: "run" }));
    expect(done).toHaveLength(1);
  });

  test("tells nothing to a page without an origin", () => {
    stage.say(init, { origin: "null" });
    expect(last()).toEqual({ message: sealed({ type: "error", code: "no-origin" }), origin: "*" });
    channel.send(resize);
    expect(stage.posted).toHaveLength(2);
  });

  test("tells why something cannot be done, and lets a fault of its own be seen", () => {
    stage.say(init);
    channel.onmessage = () => {
      throw new Refusal("not-found", "task");
    };
    stage.say({ ...sealed({ type: "goTo", task: "x" }), id: "b" });
    expect(last()?.message).toEqual(sealed({ type: "error", code: "not-found", to: "b", at: "task" }));
    channel.onmessage = () => {
      throw new TypeError("a fault");
    };
    expect(() => stage.say(sealed({ type: "reset" }))).toThrow("a fault");
  });

  test("tells no key, whoever brings it", () => {
    stage.say(init);
    channel.send({ type: "ready", title: key } as never);
    expect(last()?.message).toEqual(sealed({ type: "error", code: "withheld", at: "ready" }));
    stage.say({ protocol: "secondwind", version: 1, type: key, id: key });
    expect(last()?.message).toEqual(sealed({ type: "error", code: "unknown-type" }));
    expect(JSON.stringify(stage.posted)).not.toContain(key);
  });

  test("says that what it has to tell is too long to be read, rather than nothing", () => {
    stage.say(init);
    channel.send({ type: "ready", title: "x".repeat(longest) } as never);
    expect(last()?.message).toEqual(sealed({ type: "error", code: "too-large", at: "ready" }));
  });

  test("tells its height as an LTI platform wants it: to everybody before init, then to the host", () => {
    channel.resizeLti(500);
    expect(last()).toEqual({ message: { subject: "lti.frameResize", height: 500 }, origin: "*" });
    stage.say(init);
    channel.resizeLti(600);
    expect(last()).toEqual({ message: { subject: "lti.frameResize", height: 600 }, origin: "https://host.example" });
  });
});

describe("a state", () => {
  const progress: Progress = {
    ...nothing,
    place: "v1/trace/3?exercise=trace",
    tasks: [{ task: "lesson-6/trace/threshold", first: { answer: '{"kind":"number","value":1}', outcome: "not-yet" }, tries: [], hints: 1, shown: false }],
  };
  const predictions = [{ gate: "order-race.fires", first: 1, tries: [], skipped: false }];

  test("comes back as it was", () => {
    const state = JSON.parse(JSON.stringify(stateOf({ progress, predictions }))) as unknown;
    expect(workIn(state)).toEqual({ progress, predictions });
  });

  test("holds no key, whatever a learner typed", () => {
    const typed = { task: "lesson-6/x/y", first: { answer: key, outcome: "kept" }, tries: [], hints: 0, shown: false };
    const state = stateOf({ progress: { ...progress, tasks: [...progress.tasks, typed] }, predictions: [...predictions, { ...predictions[0]!, gate: "g", because: key }] });
    expect(JSON.stringify(state)).not.toContain(key);
    expect(workIn(state)).toEqual({ progress, predictions });
  });

  const good = stateOf({ progress, predictions });
  test.each([
    [null, "state-damaged", "format"],
    [{}, "state-damaged", "format"],
    [{ ...good, version: 2 }, "state-newer", "version"],
    [{ ...good, progress: { ...progress, version: 99 } }, "state-newer", "progress"],
    [{ ...good, progress: { ...progress, tasks: [{}] } }, "state-damaged", "progress.tasks[0]"],
    [{ ...good, predictions: [{ gate: 1 }] }, "state-damaged", "predictions"],
    [{ ...good, predictions: "none" }, "state-damaged", "predictions"],
  ])("that cannot be read in full is refused as a whole: %#", (state, code, at) => {
    expect(() => workIn(state)).toThrow(expect.objectContaining({ code, at }) as Error);
  });
});

describe("the address of a frame", () => {
  test("says what is shown, in which language and theme, and who holds the work", () => {
    const address = frameAddress("https://page.example/some/", { exercise: "trace", task: "turn", lang: "ko", theme: "dark", held: true });
    expect(address).toBe("https://page.example/some/#v1//0?embed=exercise&exercise=trace&lang=ko&state=host&task=turn&theme=dark");
    const { scenario, slips } = parse(new URL(address).hash.slice(1));
    expect([scenario, slips]).toEqual([null, []]);
  });

  test("leaves the work to nobody who does not hold it", () => {
    const asked = askedIn(new URL(frameAddress("https://playground.example/#v1/?exercise=trace&embed=exercise&state=host", {})).hash.slice(1));
    expect(asked).toMatchObject({ view: "exercise", held: false });
  });

  test("keeps what a link says already", () => {
    expect(frameAddress("https://page.example/#v1/order-race/12?bugs=noReset&zoom=line", { step: 3 })).toBe(
      "https://page.example/#v1/order-race/3?bugs=noReset&embed=player&zoom=line",
    );
  });

  test.each([
    ["v1/a/0?embed=player", { view: "player", held: false, lti: false }],
    ["v1/a/0?embed=exercise&state=host&lti=on", { view: "exercise", held: true, lti: true }],
    ["v1/a/0?embed=other&state=host&lti=on", { view: null, held: false, lti: false }],
    ["v1/a/0?state=host", { view: null, held: false, lti: false }],
    ["", { view: null, held: false, lti: false }],
  ])("%s is read", (fragment, asked) => {
    expect(askedIn(fragment)).toEqual(asked);
  });
});
