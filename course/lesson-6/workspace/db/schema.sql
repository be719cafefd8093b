CREATE TABLE customers (
  id          bigint PRIMARY KEY,
  email       text NOT NULL UNIQUE
);

CREATE TABLE orders (
  id          bigint PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers (id),
  status      text NOT NULL DEFAULT 'paid',
  total_cents integer NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX orders_by_customer ON orders (customer_id);

-- What happened to an order, oldest first. Rows are never changed.
CREATE TABLE order_events (
  id          bigserial PRIMARY KEY,
  order_id    bigint NOT NULL REFERENCES orders (id),
  old_status  text NOT NULL,
  new_status  text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX order_events_by_order ON order_events (order_id);

CREATE TABLE stock (
  sku         text PRIMARY KEY,
  units       integer NOT NULL,
  version     integer NOT NULL DEFAULT 0
);
