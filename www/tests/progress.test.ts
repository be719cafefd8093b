import { expect, test, describe } from "vitest";
import { Keeper, storageKey, type Finding, type Shelf } from "../src/lib/progress";
import { isNothing, longestCode, merge, nothing, readData, readText, type Answer, type Progress, type TaskWork } from "../src/lib/schema";

const answer: Answer = { gate: "g1", first: "b", tries: ["a"], skipped: false, confidence: 2 };
const work: TaskWork = {
  task: "lesson-6/trace/turn",
  first: { answer: `{"kind":"number","value":3}`, outcome: "not-yet" },
  tries: [{ answer: `{"kind":"number","value":4}`, outcome: "passed" }],
  hints: 1,
  shown: false,
};
/** As the version before kept it. */
const before = { version: 1, place: "v1/order-race/12", finished: ["order-race"], answers: [answer], ticks: ["c1"] };
const full: Progress = { version: 2, place: "v1/order-race/12", finished: ["order-race"], answers: [answer], ticks: ["c1"], tasks: [work] };
const text = JSON.stringify(full);

describe("reading", () => {
  test("what was written is read back", () => {
    expect(readText(text)).toEqual({ state: "fine", progress: full, migrated: false });
  });

  test("version 0 is brought up to date", () => {
    const old = { v: 0, scenario: "order-race", step: 12, done: { "order-race": true, "invoice-import": false }, predictions: { g1: "b" }, checks: { c1: true } };
    expect(readData(old)).toEqual({
      state: "fine",
      progress: { ...full, answers: [{ gate: "g1", first: "b", tries: [], skipped: false }], tasks: [] },
      migrated: true,
    });
    expect(readData({ v: 0 })).toEqual({ state: "fine", progress: nothing, migrated: true });
    expect(readData({ v: 0, done: 3, predictions: { g1: 4 } })).toMatchObject({ state: "damaged", faults: ["answers[0]", "finished"] });
  });

  test("version 1 is brought up to date, and knew no tasks", () => {
    expect(readData(before)).toEqual({ state: "fine", progress: { ...full, tasks: [] }, migrated: true });
  });

  test("an answer as long as a task takes it is read back, however it is written", () => {
    const said = (text: string): Progress => ({ ...full, tasks: [{ ...work, first: { answer: JSON.stringify({ kind: "code", text }), outcome: "not-yet" } }] });
    for (const sign of ["x", "\n", '"', "\u0001"]) {
      const progress = said(sign.repeat(longestCode));
      expect(readText(JSON.stringify(progress))).toEqual({ state: "fine", progress, migrated: false });
    }
    expect(readText(JSON.stringify(said("\u0001".repeat(longestCode + 200))))).toMatchObject({ state: "damaged", faults: ["tasks[0]"] });
  });

  test("a later version is left alone", () => {
    expect(readData({ version: 3, everything: "else" })).toEqual({ state: "newer", version: 3 });
  });

  test.each([
    [{ ...full, finished: ["order-race", 7, ""] }, ["finished[1]", "finished[2]"], full],
    [{ ...full, finished: { length: 1 } }, ["finished"], { ...full, finished: [] }],
    [{ ...full, place: 12 }, ["place"], { ...full, place: null }],
    [{ ...full, more: 1 }, ["more"], full],
    [{ ...full, ticks: undefined }, ["ticks"], { ...full, ticks: [] }],
    [{ ...full, answers: [answer, { ...answer, gate: "g2", confidence: 4 }] }, ["answers[1]"], full],
    [{ ...full, answers: [answer, answer] }, ["answers[1]"], full],
    [{ ...full, answers: [answer, { ...answer, gate: "g2", tries: "a" }, { ...answer, gate: "g3", extra: 1 }] }, ["answers[1]", "answers[2]"], full],
    [{ ...full, tasks: [work, work, { ...work, task: "other", first: null }] }, ["tasks[1]", "tasks[2]"], full],
    [{ ...full, tasks: [work, { ...work, task: "other", hints: -1 }, { ...work, task: "more", tries: [{ answer: "1" }] }] }, ["tasks[1]", "tasks[2]"], full],
    [{ ...full, tasks: [{ ...work, first: { answer: "sk-ant-api03-abcdefghijklmnop", outcome: "kept" } }] }, ["tasks[0]"], { ...full, tasks: [] }],
    [{ ...full, answers: [{ ...answer, first: "sk-ant-api03-abcdefghijklmnop" }] }, ["answers[0]"], { ...full, answers: [] }],
  ])("of damaged data %# the sound part is read", (data, faults, progress) => {
    expect(readData(data)).toEqual({ state: "damaged", progress, faults });
  });

  test.each(["", "{", "null", "[]", "7", '"x"', "{}", '{"version":"1"}', '{"version":-1}'])("%j is damaged as a whole", (broken) => {
    expect(readText(broken)).toMatchObject({ state: "damaged", progress: nothing });
  });

  test("two learners' work is joined, and the first answer stands", () => {
    const other = { ...full, place: null, finished: ["invoice-import"], answers: [{ ...answer, first: "z" }, { ...answer, gate: "g2" }], ticks: [] };
    const both = merge(full, other);
    expect(both.finished).toEqual(["order-race", "invoice-import"]);
    expect(both.answers.map(({ gate, first }) => [gate, first])).toEqual([["g1", "b"], ["g2", "b"]]);
    expect(merge(other, full).place).toBe("v1/order-race/12");
    expect(merge(full, full)).toEqual(full);
  });
});

class Drawer implements Shelf {
  items = new Map<string, string>();
  room = Infinity;
  forbidden = false;
  getItem(key: string): string | null {
    this.#check();
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#check();
    const others = [...this.items].reduce((sum, [name, held]) => sum + (name === key ? 0 : held.length), 0);
    if (others + value.length > this.room) throw Object.assign(new Error("no room"), { name: "QuotaExceededError" });
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.#check();
    this.items.delete(key);
  }
  #check(): void {
    if (this.forbidden) throw Object.assign(new Error("forbidden"), { name: "SecurityError" });
  }
  get held(): unknown {
    const item = this.items.get(storageKey);
    return item === undefined ? null : JSON.parse(item);
  }
}

function opened(shelf: Drawer): { keeper: Keeper; findings: Finding[] } {
  const findings: Finding[] = [];
  const keeper = new Keeper(() => shelf);
  keeper.onfinding = (finding) => findings.push(finding);
  keeper.load();
  return { keeper, findings };
}

describe("keeping", () => {
  test("work is there after the page was opened again", () => {
    const shelf = new Drawer();
    const { keeper } = opened(shelf);
    keeper.visit("v1/order-race/12");
    keeper.finish("order-race");
    keeper.finish("order-race");
    keeper.answer(answer);
    keeper.tick("c1", true);
    keeper.tick("c2", true);
    keeper.tick("c2", false);
    keeper.work(work.task, () => work);
    expect(shelf.held).toEqual(full);
    expect(opened(shelf).keeper.now).toEqual(full);
    expect(opened(shelf).keeper.answerOf("g1")).toEqual(answer);
    expect(opened(shelf).keeper.workOf(work.task)).toEqual(work);
  });

  test("the first answer to a task never changes", () => {
    const { keeper } = opened(new Drawer());
    keeper.work("t", (now) => ({ ...now, first: { answer: "1", outcome: "not-yet" } }));
    keeper.work("t", (now) => ({ ...now, first: { answer: "2", outcome: "passed" }, shown: true }));
    expect(keeper.workOf("t")).toEqual({ task: "t", first: { answer: "1", outcome: "not-yet" }, tries: [], hints: 0, shown: true });
  });

  test("a first answer never changes, and a skipped gate can be answered", () => {
    const { keeper } = opened(new Drawer());
    keeper.answer(answer);
    keeper.answer({ ...answer, first: "c", tries: ["a", "c"] });
    expect(keeper.answerOf("g1")).toEqual({ ...answer, tries: ["a", "c"] });
    keeper.answer({ gate: "g2", first: "", tries: [], skipped: true });
    keeper.answer({ gate: "g2", first: "a", tries: [], skipped: false });
    expect(keeper.answerOf("g2")).toEqual({ gate: "g2", first: "a", tries: [], skipped: false });
  });

  test("old data is kept as it is until something changes", () => {
    const shelf = new Drawer();
    shelf.items.set(storageKey, JSON.stringify({ v: 0, scenario: "order-race", step: 3 }));
    const { keeper, findings } = opened(shelf);
    expect([keeper.now.place, findings]).toEqual(["v1/order-race/3", []]);
    keeper.tick("c1", true);
    expect(shelf.held).toEqual({ ...nothing, place: "v1/order-race/3", ticks: ["c1"] });
  });

  test("damaged data is put aside and told, and the sound part is in use", () => {
    const shelf = new Drawer();
    const broken = JSON.stringify({ ...full, ticks: ["c1", 7] });
    shelf.items.set(storageKey, broken);
    const { keeper, findings } = opened(shelf);
    expect([keeper.now, findings, keeper.keeping]).toEqual([full, [{ kind: "damaged", faults: 1 }], "kept"]);
    expect(keeper.aside().map((aside) => aside.text)).toEqual([broken]);
    expect(opened(shelf).findings).toEqual([]);
    keeper.discard(keeper.aside()[0]!.name);
    expect(keeper.aside()).toEqual([]);
  });

  test("damaged data that cannot be put aside stays where it is", () => {
    const shelf = new Drawer();
    const broken = `${text}}`;
    shelf.items.set(storageKey, broken);
    shelf.room = broken.length + 10;
    const { keeper, findings } = opened(shelf);
    keeper.tick("c9", true);
    keeper.visit("v1/order-race/1");
    expect([keeper.keeping, keeper.now.ticks, findings]).toEqual(["blocked", ["c9"], [{ kind: "blocked" }]]);
    expect([...shelf.items.values()]).toEqual([broken]);

    shelf.room = Infinity;
    keeper.tick("c8", true);
    expect(shelf.held).toMatchObject({ ticks: ["c9", "c8"], place: "v1/order-race/1" });
    expect(keeper.aside().map((aside) => aside.text)).toEqual([broken]);
  });

  test("what a later version made is not touched", () => {
    const shelf = new Drawer();
    shelf.items.set(storageKey, '{"version":3,"x":1}');
    const { keeper, findings } = opened(shelf);
    keeper.tick("c1", true);
    keeper.tick("c2", true);
    expect([keeper.keeping, keeper.now.ticks, findings, shelf.held]).toEqual(["newer", ["c1", "c2"], [{ kind: "newer" }], { version: 3, x: 1 }]);
  });

  test("in a full storage the work lives in the tab, is told once, and is stored as soon as there is room", () => {
    const shelf = new Drawer();
    const { keeper, findings } = opened(shelf);
    keeper.tick("c1", true);
    shelf.room = 20;
    keeper.tick("c2", true);
    keeper.tick("c3", true);
    keeper.tick("c2", false);
    expect([keeper.keeping, keeper.now.ticks, findings]).toEqual(["full", ["c1", "c3"], [{ kind: "full" }]]);
    expect(shelf.held).toMatchObject({ ticks: ["c1"] });
    shelf.room = Infinity;
    keeper.finish("order-race");
    expect([keeper.keeping, shelf.held]).toEqual(["kept", { ...nothing, ticks: ["c1", "c3"], finished: ["order-race"] }]);
  });

  test("in a forbidden storage the work lives in the tab", () => {
    const shelf = new Drawer();
    shelf.forbidden = true;
    const { keeper, findings } = opened(shelf);
    keeper.tick("c1", true);
    keeper.answer(answer);
    expect([keeper.keeping, keeper.now.ticks, keeper.answerOf("g1"), findings]).toEqual(["forbidden", ["c1"], answer, [{ kind: "forbidden" }]]);
    expect(keeper.aside()).toEqual([]);
    const none = new Keeper(() => {
      throw new Error("no localStorage here");
    });
    none.load();
    none.tick("c1", true);
    expect(none.now.ticks).toEqual(["c1"]);
  });

  test("two tabs add to each other, whether or not they hear of each other", () => {
    const shelf = new Drawer();
    const [a, b] = [opened(shelf).keeper, opened(shelf).keeper];
    a.tick("c1", true);
    b.tick("c2", true);
    a.answer(answer);
    b.tick("c1", false);
    expect(shelf.held).toEqual({ ...nothing, ticks: ["c2"], answers: [answer] });
    a.load();
    expect(a.now).toEqual(b.now);
  });

  test("a tab that cleared everything is not undone by the other one", () => {
    const shelf = new Drawer();
    const [a, b] = [opened(shelf).keeper, opened(shelf).keeper];
    a.replace(full);
    b.load();
    const before = a.clear();
    expect([before, shelf.items.size]).toEqual([full, 0]);
    b.tick("c2", true);
    expect(shelf.held).toEqual({ ...nothing, ticks: ["c2"] });
    a.load();
    expect(a.now.ticks).toEqual(["c2"]);
    expect(isNothing(a.now)).toBe(false);
  });

  test("work that a full storage did not take is joined with what another tab stored", () => {
    const shelf = new Drawer();
    const [a, b] = [opened(shelf).keeper, opened(shelf).keeper];
    shelf.room = 0;
    a.tick("c1", true);
    shelf.room = Infinity;
    b.tick("c2", true);
    a.load();
    a.finish("order-race");
    expect(shelf.held).toEqual({ ...nothing, ticks: ["c1", "c2"], finished: ["order-race"] });
  });
});
