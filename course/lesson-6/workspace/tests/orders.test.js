import assert from "node:assert/strict";
import { test } from "node:test";
import { historyOf } from "../src/history.js";
import { findOrder, ordersOf, updateStatus } from "../src/orders.js";
import { openDb } from "./support.js";

test("ships a paid order", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }] });
  assert.deepEqual(await updateStatus(db, 7, "shipped"), { id: 7, status: "shipped" });
  assert.equal((await findOrder(db, 7)).status, "shipped");
});

test("refuses to ship a cancelled order", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "cancelled" }] });
  await assert.rejects(updateStatus(db, 7, "shipped"), /cancelled cannot become shipped/);
  assert.equal((await findOrder(db, 7)).status, "cancelled");
});

test("refuses an order that does not exist", async () => {
  const db = await openDb();
  await assert.rejects(updateStatus(db, 8, "shipped"), { name: "NotFound", message: "order 8 does not exist" });
});

test("holds an order and releases it", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }] });
  for (const status of ["on_hold", "paid", "shipped", "delivered"]) await updateStatus(db, 7, status);
  assert.equal((await findOrder(db, 7)).status, "delivered");
});

test("writes an event for each change, and none for what was refused", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }] });
  await updateStatus(db, 7, "shipped");
  await assert.rejects(updateStatus(db, 7, "cancelled"));
  assert.deepEqual(await historyOf(db, 7), [{ from: "paid", to: "shipped" }]);
});

test("changes one order and leaves the others alone", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }, { id: 8, status: "paid" }] });
  await updateStatus(db, 8, "cancelled");
  const found = await ordersOf(db, 1);
  assert.deepEqual(found.map(({ id, status }) => [id, status]), [[7, "paid"], [8, "cancelled"]]);
});
