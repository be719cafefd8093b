export async function record(db, orderId, from, to) {
  await db.query("INSERT INTO order_events (order_id, old_status, new_status) VALUES ($1, $2, $3)", [orderId, from, to]);
}

export async function historyOf(db, orderId) {
  const { rows } = await db.query(
    "SELECT id, old_status, new_status FROM order_events WHERE order_id = $1 ORDER BY id",
    [orderId],
  );
  return rows.map((row) => ({ from: row.old_status, to: row.new_status }));
}
