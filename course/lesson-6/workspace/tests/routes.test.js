import assert from "node:assert/strict";
import { test } from "node:test";
import { handle } from "../src/routes.js";
import { openDb } from "./support.js";

const post = (path, body) => ({ method: "POST", path, body });
const get = (path) => ({ method: "GET", path });

test("answers 200 with the new status", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }] });
  const answer = await handle(db, post("/orders/7/status", { status: "shipped" }));
  assert.deepEqual(answer, { status: 200, body: { id: 7, status: "shipped" } });
});

test("answers 409 when the status may not follow", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "delivered" }] });
  const answer = await handle(db, post("/orders/7/status", { status: "cancelled" }));
  assert.deepEqual(answer, { status: 409, body: { error: "delivered cannot become cancelled" } });
});

test("answers 400 for a status that does not exist", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }] });
  assert.equal((await handle(db, post("/orders/7/status", { status: "lost" }))).status, 400);
  assert.equal((await handle(db, post("/orders/7/status"))).status, 400);
});

test("answers 404 for what is not there", async () => {
  const db = await openDb();
  assert.equal((await handle(db, get("/orders/8"))).status, 404);
  assert.equal((await handle(db, get("/orders/8/history"))).status, 404);
  assert.equal((await handle(db, get("/nowhere"))).status, 404);
});

test("tells the history of an order", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }] });
  await handle(db, post("/orders/7/status", { status: "shipped" }));
  const { body } = await handle(db, get("/orders/7/history"));
  assert.deepEqual(body, [{ from: "paid", to: "shipped" }]);
});

test("takes reservations", async () => {
  const db = await openDb({ stock: [{ sku: "lamp-2", units: 1 }] });
  assert.equal((await handle(db, post("/stock/lamp-2/reserve", { count: 1 }))).status, 200);
  assert.equal((await handle(db, post("/stock/lamp-2/reserve", { count: 1 }))).status, 409);
  assert.equal((await handle(db, post("/stock/lamp-2/reserve", {}))).status, 400);
});
