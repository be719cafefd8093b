import { Conflict, Invalid, NotFound } from "./errors.js";
import { historyOf } from "./history.js";
import { findOrder, ordersOf, statuses, updateStatus } from "./orders.js";
import { reserve } from "./stock.js";

const routes = [
  ["GET", /^\/orders\/(\d+)$/, (db, [id]) => findOrder(db, Number(id))],
  ["GET", /^\/orders\/(\d+)\/history$/, (db, [id]) => history(db, Number(id))],
  ["POST", /^\/orders\/(\d+)\/status$/, (db, [id], body) => setStatus(db, Number(id), body)],
  ["GET", /^\/customers\/(\d+)\/orders$/, (db, [id]) => ordersOf(db, Number(id))],
  ["POST", /^\/stock\/([\w-]+)\/reserve$/, (db, [sku], body) => reserve(db, sku, body?.count)],
];

const codes = [
  [Invalid, 400],
  [NotFound, 404],
  [Conflict, 409],
];

export async function handle(db, { method, path, body }) {
  for (const [verb, pattern, act] of routes) {
    const match = verb === method ? pattern.exec(path) : null;
    if (!match) continue;
    try {
      return { status: 200, body: await act(db, match.slice(1), body) };
    } catch (error) {
      const code = codes.find(([kind]) => error instanceof kind);
      if (!code) throw error;
      return { status: code[1], body: { error: error.message } };
    }
  }
  return { status: 404, body: { error: `no route for ${method} ${path}` } };
}

async function history(db, id) {
  await findOrder(db, id);
  return historyOf(db, id);
}

async function setStatus(db, id, body) {
  if (!statuses.includes(body?.status)) throw new Invalid(`status must be one of ${statuses.join(", ")}`);
  return updateStatus(db, id, body.status);
}
