import { Conflict, NotFound } from "./errors.js";
import { record } from "./history.js";

const NEXT = {
  paid: ["shipped", "cancelled", "on_hold"],
  on_hold: ["paid", "cancelled"],
  shipped: ["delivered"],
  delivered: [],
  cancelled: [],
};

export const statuses = Object.keys(NEXT);

export async function findOrder(db, id) {
  const { rows } = await db.query("SELECT * FROM orders WHERE id = $1", [id]);
  if (rows.length === 0) throw new NotFound(`order ${id} does not exist`);
  return rows[0];
}

export async function ordersOf(db, customerId) {
  const { rows } = await db.query("SELECT * FROM orders WHERE customer_id = $1 ORDER BY id", [customerId]);
  return rows;
}

export async function updateStatus(db, id, status) {
  const order = await findOrder(db, id);
  if (!NEXT[order.status].includes(status)) {
    throw new Conflict(`${order.status} cannot become ${status}`);
  }
  await db.query("UPDATE orders SET status = $1 WHERE id = $2", [status, id]);
  await record(db, id, order.status, status);
  return { id, status };
}
