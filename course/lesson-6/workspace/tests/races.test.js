import assert from "node:assert/strict";
import { test } from "node:test";
import { historyOf } from "../src/history.js";
import { findOrder, updateStatus } from "../src/orders.js";
// A second copy of the module, as the second instance of the service has one.
import { updateStatus as updateStatusElsewhere } from "../src/orders.js?instance=2";
import { openDb, openShop } from "./support.js";

/** Both have been settled: one went through, and the other was told what had become of the order. */
async function assertOneWon(db, outcomes) {
  const won = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(won.length, 1);
  const [{ reason }] = outcomes.filter(({ status }) => status === "rejected");
  const { status } = await findOrder(db, 7);
  assert.equal(won[0].value.status, status);
  assert.match(reason.message, new RegExp(`^${status} cannot become`));
  assert.deepEqual(await historyOf(db, 7), [{ from: "paid", to: status }]);
}

/** Runs `act` once, right after the first read has been answered. */
function overtaken(db, act) {
  let isDone = false;
  return {
    async query(text, params) {
      const result = await db.query(text, params);
      if (!isDone && /^\s*SELECT/i.test(text)) {
        isDone = true;
        await act();
      }
      return result;
    },
  };
}

test("ship and cancel at once: exactly one wins", async () => {
  const db = await openDb({ orders: [{ id: 7, status: "paid" }] });
  const both = [updateStatus(db, 7, "shipped"), updateStatus(db, 7, "cancelled")];
  await assertOneWon(db, await Promise.allSettled(both));
});

test("ship and cancel at once on two instances: exactly one wins", async () => {
  const shop = await openShop({ orders: [{ id: 7, status: "paid" }] });
  const [here, there] = [shop.connect(), shop.connect()];
  const both = [updateStatus(here, 7, "shipped"), updateStatusElsewhere(there, 7, "cancelled")];
  await assertOneWon(here, await Promise.allSettled(both));
});

test("an update that was overtaken is decided anew", async () => {
  const shop = await openShop({ orders: [{ id: 7, status: "paid" }] });
  const [here, there] = [shop.connect(), shop.connect()];
  // An order on hold may still be cancelled, so both go through, one after the other.
  const slow = overtaken(here, () => updateStatusElsewhere(there, 7, "on_hold"));
  assert.deepEqual(await updateStatus(slow, 7, "cancelled"), { id: 7, status: "cancelled" });
  assert.deepEqual(await historyOf(here, 7), [
    { from: "paid", to: "on_hold" },
    { from: "on_hold", to: "cancelled" },
  ]);
});
