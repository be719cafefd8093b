import type { Answer } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { Drafts, draftsKey } from "../src/lib/drafts";
import type { Shelf } from "../src/lib/storage";

function drawer(): Shelf & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const forbidden: Shelf = {
  getItem: () => { throw new Error("forbidden"); },
  setItem: () => { throw new Error("forbidden"); },
  removeItem: () => { throw new Error("forbidden"); },
};

const code: Answer = { kind: "code", text: "while (true) {}" };

describe("what was entered and not committed", () => {
  test("is there when the page is loaded anew, until it is committed", () => {
    const shelf = drawer();
    const drafts = new Drafts(() => shelf);
    drafts.set("c/storm/fix", code);
    drafts.set("c/trace/first", { kind: "number", value: 250 });
    const again = new Drafts(() => shelf);
    expect([again.get("c/storm/fix"), again.get("c/trace/first"), again.get("c/trace/second")]).toEqual([code, { kind: "number", value: 250 }, null]);
    again.set("c/storm/fix", null);
    expect(new Drafts(() => shelf).get("c/storm/fix")).toBeNull();
    again.clear();
    expect([...shelf.items]).toEqual([]);
  });

  test("is not stored while it holds a key or half a number, and is there all the same", () => {
    const shelf = drawer();
    const drafts = new Drafts(() => shelf);
    const key: Answer = { kind: "explain", text: "It goes: sk-ant-api03-abcdefghijklmnop" };
    drafts.set("a", key);
    drafts.set("b", { kind: "number", value: NaN });
    expect([...shelf.items]).toEqual([]);
    expect(drafts.get("a")).toEqual(key);
  });

  test("is passed over where it is none, and what else is entered is kept", () => {
    const shelf = drawer();
    shelf.setItem(draftsKey, JSON.stringify({ a: { kind: "code" }, b: { kind: "order", items: null }, c: 7, d: code }));
    const drafts = new Drafts(() => shelf);
    expect([drafts.get("a"), drafts.get("b"), drafts.get("c"), drafts.get("d")]).toEqual([null, null, null, code]);
    drafts.set("e", { kind: "number", value: 1 });
    expect(Object.keys(JSON.parse(shelf.getItem(draftsKey)!) as object)).toEqual(["d", "e"]);
  });

  test("lasts as long as the page where nothing can be stored", () => {
    const drafts = new Drafts(() => forbidden);
    drafts.set("a", code);
    expect(drafts.get("a")).toEqual(code);
    drafts.clear();
    expect(drafts.get("a")).toBeNull();
  });

  test.each(["{", "null", "7", "[]", '{"a":null}', '{"a":{"kind":1}}'])("damaged as %s is nothing", (text) => {
    const shelf = drawer();
    shelf.items.set(draftsKey, text);
    expect(new Drafts(() => shelf).get("a")).toBeNull();
  });
});
