import { beforeEach, describe, expect, test } from "vitest";
import { brief, format, parse, secret, type Slip } from "../src/lib/fragment";
import { Place, type Host, type Piece, type Target } from "../src/lib/place";

test.each(["v1/KEY/0", "v1/a/KEY", "v1/a/0/KEY", "v1/a/0?KEY", "v1/a/0?=KEY", "v1/a/0?zoom=x&zoom=KEY"])("what is said of a link repeats no key in it: %s", (fragment) => {
  const key = `sk-ant-api03-${"a1".repeat(12)}`;
  const { slips } = parse(fragment.replace("KEY", key));
  expect(JSON.stringify(slips)).not.toContain(key);
  expect(brief(key)).toBe("…");
});

describe("a place as text", () => {
  test("is readable", () => {
    expect(format({ scenario: "order-race", step: 12, pieces: { zoom: "line", bugs: "noReset,append", tab: "code" } })).toBe(
      "v1/order-race/12?bugs=noReset,append&tab=code&zoom=line",
    );
    expect(format({ scenario: "order-race", step: 0, pieces: {} })).toBe("v1/order-race/0");
  });

  const awkward = ["", " ", "a&b=c", "?#/%", "100%", "(it's *not* ~ended!)", "파일 1", "😀", 'quote"<b>', "a+b", "x".repeat(3000)];
  test.each(awkward)("carries any value: %j", (value) => {
    const text = format({ scenario: "a/b c", step: 7, pieces: { code: value, other: "1" } });
    expect(text).toMatch(/^[\w\-./?:@,=&%]*$/);
    const { scenario, step, pieces, slips } = parse(text);
    expect([scenario, step, [...pieces]]).toEqual(["a/b c", 7, [["code", value], ["other", "1"]]]);
    expect(slips).toEqual([]);
  });

  test("half of a surrogate pair does not break the address", () => {
    expect(parse(format({ scenario: "a", step: 0, pieces: { code: "x\uD83D" } })).pieces.get("code")).toBe("x\uFFFD");
  });

  test("the first form still opens", () => {
    expect(parse("order-race/12")).toMatchObject({ scenario: "order-race", step: 12, slips: [] });
    expect(parse("order-race")).toMatchObject({ scenario: "order-race", step: 0, slips: [] });
    expect(parse("")).toMatchObject({ scenario: null, step: 0, slips: [] });
  });

  test.each([
    ["%E0%A4%A/3", "keep-link-scenario"],
    ["order-race/-7", "keep-link-step"],
    ["order-race/1e9", "keep-link-step"],
    ["order-race/12/more", "keep-link-unknown"],
    ["v1/order-race/12?a=%E0", "keep-link-unknown"],
    ["v1/order-race/12?=1", "keep-link-unknown"],
    ["v1/order-race/12?a=1&a=2", "keep-link-bad"],
    ["v9/order-race/12", "keep-link-newer"],
  ])("what does not fit in %s is told", (fragment, key) => {
    expect(parse(fragment).slips.map((slip) => slip.key)).toEqual([key]);
  });

  test("what looks like a key of a provider is known", () => {
    for (const key of ["sk-ant-api03-abcdefghijklmnop", "AIzaSyA1234567890abcdefghijkl", "ghp_abcdefghijklmnop1234"]) {
      expect(secret(`x ${key}`), key).toBe(true);
    }
    for (const text of ["noReset,append", "token-budget", "risk-taking-scenarios", "sk-1"]) expect(secret(text), text).toBe(false);
  });
});

/** A browser with an address, a history and a clock that stands still. */
class Stage implements Host {
  history = [""];
  told: Slip[] = [];
  clock = 10_000;
  timer: { run: () => void; at: number } | null = null;
  refuse = false;
  at = { scenario: "one", step: 0 };
  place = new Place(this);
  target: Target = {
    scenarios: ["one", "two"],
    at: () => this.at,
    go: (scenario, step) => (this.at = { scenario, step: Math.min(step, 30) }),
  };
  fragment = (): string => this.history.at(-1)!;
  write(fragment: string, entry: boolean): void {
    if (this.refuse) throw new Error("too many");
    if (!entry) this.history.pop();
    this.history.push(fragment);
  }
  later(run: () => void, wait: number): () => void {
    const timer = { run, at: this.clock + wait };
    this.timer = timer;
    return () => {
      if (this.timer === timer) this.timer = null;
    };
  }
  now = (): number => this.clock;
  tell = (slips: readonly Slip[]): void => void (this.told = [...slips]);
  wait(ms: number): void {
    this.clock += ms;
    if (this.timer && this.timer.at <= this.clock) this.timer.run();
  }
  open(fragment: string): this {
    this.history.push(fragment);
    this.place.start(this.target);
    return this;
  }
  get keys(): string[] {
    return this.told.map(({ key }) => key);
  }
}

function zoom(): Piece & { value: string } {
  return {
    value: "call",
    get() {
      return this.value === "call" ? null : this.value;
    },
    set(value) {
      if (value !== null && !["turn", "call", "line"].includes(value)) throw new Error("no such zoom");
      this.value = value ?? "call";
    },
  };
}

describe("the place of the page", () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));

  test("a link gives every piece its value, and those it does not name their default", () => {
    const [a, b] = [zoom(), zoom()];
    stage.place.register("a", a);
    stage.place.register("b", b);
    b.value = "turn";
    stage.open("v1/two/12?a=line");
    expect([a.value, b.value, stage.at]).toEqual(["line", "call", { scenario: "two", step: 12 }]);
    expect(stage.place.current()).toBe("v1/two/12?a=line");
  });

  test("a piece that is another place makes an entry in the history, others do not", () => {
    const [page, lens] = [zoom(), zoom()];
    stage.place.register("page", { entry: true, get: () => page.get(), set: (value) => page.set(value) });
    stage.place.register("lens", lens);
    stage.open("v1/two/0");
    const entries = (): number => stage.history.length;
    const before = entries();
    lens.value = "line";
    stage.place.follow();
    expect(entries()).toBe(before);
    page.value = "turn";
    stage.place.follow();
    expect([entries(), stage.fragment()]).toEqual([before + 1, "v1/two/0?lens=line&page=turn"]);
    stage.place.open("v1/two/0?page=line");
    stage.wait(1000);
    stage.place.follow();
    expect(entries()).toBe(before + 1);
  });

  test("a piece of this page's own stays in the address whatever is opened, and no link has it", () => {
    const own = zoom();
    stage.place.register("zoom", { own: true, get: () => own.get(), set: (value) => own.set(value) });
    stage.open("v1/two/12?zoom=line");
    expect([own.value, stage.place.current(), stage.place.pieces()]).toEqual(["line", "v1/two/12", {}]);
    stage.place.open("v1/one/0");
    stage.wait(1000);
    stage.place.follow();
    expect([own.value, stage.fragment()]).toEqual(["line", "v1/one/0?zoom=line"]);
    stage.place.open("v1/one/0?zoom=turn");
    expect(own.value).toBe("turn");
  });

  test("a piece that is registered later gets what the link holds for it", () => {
    stage.open("v1/two/12?zoom=line");
    const piece = zoom();
    stage.place.register("zoom", piece);
    stage.place.settle();
    expect(piece.value).toBe("line");
    expect(stage.told).toEqual([]);
  });

  test("an unknown key and a bad value are passed over and told", () => {
    const piece = zoom();
    stage.place.register("zoom", piece);
    stage.open("v1/two/12?zoom=atom&flavour=mint");
    expect(stage.keys).toEqual(["keep-link-bad"]);
    stage.place.settle();
    expect(stage.told).toEqual([
      { key: "keep-link-bad", args: { name: "zoom", value: "atom" } },
      { key: "keep-link-unknown", args: { name: "flavour" } },
    ]);
    stage.place.open("v1/two/12");
    expect(stage.told).toEqual([]);
    expect([piece.value, stage.at]).toEqual(["call", { scenario: "two", step: 12 }]);
    expect(stage.place.current()).toBe("v1/two/12");
  });

  test("a scenario that is not here opens the first one at its start", () => {
    stage.open("v1/nowhere/12");
    expect([stage.at, stage.keys]).toEqual([{ scenario: "one", step: 0 }, ["keep-link-scenario"]]);
  });

  test("a step beyond the end is told", () => {
    stage.open("v1/two/99");
    expect(stage.told).toEqual([{ key: "keep-link-end", args: { step: 99, last: 30 } }]);
  });

  test("no key of a provider gets into an address", () => {
    expect(() => stage.place.register("apiKey", zoom())).toThrow();
    expect(() => stage.place.register("token", zoom())).toThrow();
    stage.place.register("code", { get: () => "x = 'sk-ant-api03-abcdefghijklmnop'", set: () => {} });
    expect(stage.open("v1/two/1").place.current()).toBe("v1/two/1");
  });

  test("a key belongs to one feature", () => {
    const leave = stage.place.register("zoom", zoom());
    expect(() => stage.place.register("zoom", zoom())).toThrow();
    leave();
    stage.place.register("zoom", zoom());
  });

  test("the address follows, without an entry for every step, and an entry for another scenario", () => {
    stage.open("v1/one/1");
    for (let step = 2; step <= 20; step++) {
      stage.at = { scenario: "one", step };
      stage.place.follow();
      stage.wait(50);
    }
    const writes = stage.history.length;
    expect(writes).toBe(2);
    stage.wait(1000);
    expect(stage.history).toEqual(["", "v1/one/20"]);
    stage.at = { scenario: "two", step: 0 };
    stage.place.follow();
    expect(stage.history).toEqual(["", "v1/one/20", "v1/two/0"]);
  });

  test("many steps in a short time are few writes", () => {
    stage.open("");
    let writes = 0;
    stage.write = () => void writes++;
    for (let i = 1; i <= 200; i++) {
      stage.at = { scenario: "one", step: i % 30 };
      stage.place.follow();
      stage.wait(10);
    }
    expect(writes).toBeGreaterThan(2);
    expect(writes).toBeLessThanOrEqual(6);
  });

  test("the start of the first scenario needs no fragment", () => {
    stage.open("v1/one/3");
    stage.at = { scenario: "one", step: 0 };
    stage.place.follow();
    expect(stage.fragment()).toBe("");
  });

  test("leaving the page writes what waits", () => {
    stage.open("v1/one/1");
    for (const step of [2, 3]) {
      stage.at = { scenario: "one", step };
      stage.place.follow();
    }
    expect(stage.fragment()).toBe("v1/one/2");
    stage.place.flush();
    expect(stage.fragment()).toBe("v1/one/3");
  });

  test("a browser that refuses a change of the address stops nothing", () => {
    stage.open("v1/one/1");
    stage.refuse = true;
    stage.at = { scenario: "two", step: 2 };
    expect(() => stage.place.follow()).not.toThrow();
    stage.refuse = false;
    stage.wait(1000);
    stage.place.follow();
    expect(stage.fragment()).toBe("v1/two/2");
  });

  test("a pasted link opens, and what waited to be written is forgotten", () => {
    stage.open("v1/one/1");
    for (const step of [2, 3]) {
      stage.at = { scenario: "one", step };
      stage.place.follow();
    }
    stage.history.push("v1/two/9");
    stage.place.changed();
    stage.wait(1000);
    stage.place.follow();
    expect([stage.at, stage.fragment()]).toEqual([{ scenario: "two", step: 9 }, "v1/two/9"]);
    stage.history.pop();
    stage.place.changed();
    expect(stage.at).toEqual({ scenario: "one", step: 2 });
  });

  test("what the page wrote itself is not opened again", () => {
    stage.open("v1/one/1");
    stage.at = { scenario: "one", step: 2 };
    stage.place.follow();
    stage.at = { scenario: "one", step: 5 };
    stage.place.changed();
    expect(stage.at.step).toBe(5);
  });

  test("a step that was not reached is shown only after it was asked for", async () => {
    let say: (yes: boolean) => void = () => {};
    const ask = (): Promise<boolean> => new Promise((resolve) => (say = resolve));
    stage.place.beforeReveal(({ step }) => (step > 8 ? { hold: 8, ask: ask() } : null));
    stage.open("v1/one/12");
    expect([stage.at.step, stage.told]).toEqual([8, []]);
    say(false);
    await Promise.resolve();
    expect(stage.at.step).toBe(8);

    stage.place.open("v1/one/12");
    say(true);
    await Promise.resolve();
    expect(stage.at.step).toBe(12);

    stage.place.open("v1/one/14");
    const late = say;
    stage.place.open("v1/one/3");
    late(true);
    await Promise.resolve();
    expect(stage.at.step).toBe(3);
  });
});
