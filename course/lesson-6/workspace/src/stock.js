import { Conflict, Invalid, NotFound } from "./errors.js";

export async function available(db, sku) {
  const { rows } = await db.query("SELECT * FROM stock WHERE sku = $1", [sku]);
  if (rows.length === 0) throw new NotFound(`${sku} is not in the catalogue`);
  return rows[0];
}

export async function reserve(db, sku, count) {
  if (!Number.isInteger(count) || count < 1) throw new Invalid("count must be a whole number above 0");
  for (;;) {
    const item = await available(db, sku);
    if (item.units < count) throw new Conflict(`${item.units} of ${sku} left, ${count} wanted`);
    const { rowCount } = await db.query(
      "UPDATE stock SET units = units - $1, version = version + 1 WHERE sku = $2 AND version = $3",
      [count, sku, item.version],
    );
    if (rowCount === 1) return { sku, reserved: count, left: item.units - count };
  }
}
