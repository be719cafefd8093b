import { readFile } from "node:fs/promises";
import { openDatabase } from "../db/database.js";

/** A database with the service's own tables, one customer, and the orders that are given. */
export async function openShop({ orders = [], stock = [] } = {}) {
  const shop = openDatabase(await readFile("db/schema.sql", "utf8"));
  const db = shop.connect();
  await db.query("INSERT INTO customers (id, email) VALUES ($1, $2)", [1, "ada@example.com"]);
  for (const { id, status } of orders) {
    await db.query("INSERT INTO orders (id, customer_id, status, total_cents) VALUES ($1, $2, $3, $4)", [id, 1, status, 4900]);
  }
  for (const { sku, units } of stock) {
    await db.query("INSERT INTO stock (sku, units) VALUES ($1, $2)", [sku, units]);
  }
  return shop;
}

export async function openDb(content) {
  return (await openShop(content)).connect();
}
