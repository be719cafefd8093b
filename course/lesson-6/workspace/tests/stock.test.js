import assert from "node:assert/strict";
import { test } from "node:test";
import { available, reserve } from "../src/stock.js";
import { openDb } from "./support.js";

test("reserves what is there", async () => {
  const db = await openDb({ stock: [{ sku: "lamp-2", units: 5 }] });
  assert.deepEqual(await reserve(db, "lamp-2", 2), { sku: "lamp-2", reserved: 2, left: 3 });
  assert.equal((await available(db, "lamp-2")).units, 3);
});

test("refuses more than there is", async () => {
  const db = await openDb({ stock: [{ sku: "lamp-2", units: 1 }] });
  await assert.rejects(reserve(db, "lamp-2", 2), { name: "Conflict", message: "1 of lamp-2 left, 2 wanted" });
});

test("refuses a count that is none", async () => {
  const db = await openDb({ stock: [{ sku: "lamp-2", units: 1 }] });
  for (const count of [0, -1, 1.5, "1"]) await assert.rejects(reserve(db, "lamp-2", count), { name: "Invalid" });
});

test("three at once for two lamps: two get one each", async () => {
  const db = await openDb({ stock: [{ sku: "lamp-2", units: 2 }] });
  const all = await Promise.allSettled([1, 2, 3].map(() => reserve(db, "lamp-2", 1)));
  assert.deepEqual(all.map(({ status }) => status).sort(), ["fulfilled", "fulfilled", "rejected"]);
  assert.equal((await available(db, "lamp-2")).units, 0);
});
