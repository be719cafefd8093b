// A stand-in for PostgreSQL: tables in memory, and answers that come later, as over a network.
// It knows single-table SELECT, INSERT, UPDATE and DELETE with $1 parameters, as far as the service needs them.

export function openDatabase(schema) {
  const tables = tablesOf(schema);
  return {
    connect: () => ({
      async query(text, params = []) {
        await turn();
        const result = execute(tables, text, params);
        await turn();
        return result;
      },
    }),
  };
}

/** Lets everything that is ready to go on have its turn first. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

function tablesOf(schema) {
  const tables = new Map();
  for (const statement of schema.replace(/--.*$/gm, "").split(";")) {
    const [, created, body] = /^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)\s*\(([\s\S]*)\)\s*$/i.exec(statement) ?? [];
    const [, altered, added] = /^\s*ALTER TABLE (\w+)\s+ADD COLUMN (?:IF NOT EXISTS )?([\s\S]*)$/i.exec(statement) ?? [];
    if (created) {
      const lines = body.split(/,(?![^(]*\))/).map((line) => line.trim());
      const columns = lines.filter((line) => !/^(PRIMARY KEY|FOREIGN KEY|UNIQUE|CHECK|CONSTRAINT)\b/i.test(line)).map(columnOf);
      tables.set(created, { name: created, columns, rows: [], serial: 0 });
    } else if (altered) {
      tables.get(altered).columns.push(columnOf(added.trim()));
    } else if (!/^\s*(CREATE (UNIQUE )?INDEX\b|$)/i.test(statement)) {
      throw new Error(`schema: the stand-in does not understand "${statement.trim().split("\n")[0]}"`);
    }
  }
  return tables;
}

function columnOf(line) {
  const [name, type] = line.split(/\s+/, 2);
  return {
    name,
    isSerial: /serial$/i.test(type),
    isRequired: /NOT NULL|PRIMARY KEY/i.test(line),
    isUnique: /UNIQUE|PRIMARY KEY/i.test(line),
    fallback: /DEFAULT (now\(\)|'[^']*'|-?\d+)/i.exec(line)?.[1] ?? null,
  };
}

function execute(tables, text, params) {
  const reader = new Reader(text, params);
  const verb = reader.word();
  const statements = { SELECT: select, INSERT: insert, UPDATE: update, DELETE: remove };
  const run = statements[verb.toUpperCase()];
  if (!run) throw new Error(`${verb} is not supported by the stand-in`);
  const tableOf = (name) => {
    if (!tables.has(name)) throw new Error(`relation "${name}" does not exist`);
    return tables.get(name);
  };
  const result = run(reader, tableOf);
  reader.end();
  return { rows: result.rows ?? [], rowCount: result.rowCount ?? result.rows.length };
}

function select(reader, tableOf) {
  const pick = reader.list();
  reader.expect("FROM");
  const table = tableOf(reader.word());
  const found = table.rows.filter(reader.where(table));
  if (reader.take("ORDER")) {
    reader.expect("BY");
    const name = reader.column(table);
    const sign = reader.take("DESC") ? -1 : (reader.take("ASC"), 1);
    found.sort((a, b) => sign * (a[name] < b[name] ? -1 : a[name] > b[name] ? 1 : 0));
  }
  if (reader.take("LIMIT")) found.splice(reader.value()({}));
  if (reader.take("FOR")) reader.fail("row locks need a transaction, which the stand-in does not have");
  return { rows: found.map(picked(table, pick)) };
}

function insert(reader, tableOf) {
  reader.expect("INTO");
  const table = tableOf(reader.word());
  reader.expect("(");
  const names = reader.list(table);
  reader.expect(")");
  reader.expect("VALUES");
  reader.expect("(");
  const given = {};
  for (const name of names) {
    given[name] = reader.value(table)({});
    if (name !== names.at(-1)) reader.expect(",");
  }
  reader.expect(")");
  const row = {};
  for (const column of table.columns) {
    row[column.name] = given[column.name] ?? (column.isSerial ? (table.serial += 1) : defaultOf(column));
  }
  checkRow(table, row);
  table.rows.push(row);
  return { rowCount: 1, ...reader.returning(table, [row]) };
}

function update(reader, tableOf) {
  const table = tableOf(reader.word());
  reader.expect("SET");
  const changes = [];
  do {
    const name = reader.column(table);
    reader.expect("=");
    changes.push([name, reader.value(table)]);
  } while (reader.take(","));
  const found = table.rows.filter(reader.where(table));
  for (const row of found) {
    const next = { ...row, ...Object.fromEntries(changes.map(([name, value]) => [name, value(row)])) };
    checkRow(table, next, row);
    Object.assign(row, next);
  }
  return { rowCount: found.length, ...reader.returning(table, found) };
}

function remove(reader, tableOf) {
  reader.expect("FROM");
  const table = tableOf(reader.word());
  const found = table.rows.filter(reader.where(table));
  table.rows = table.rows.filter((row) => !found.includes(row));
  return { rowCount: found.length, ...reader.returning(table, found) };
}

function defaultOf({ fallback }) {
  if (fallback === null) return null;
  if (fallback.toLowerCase() === "now()") return new Date().toISOString();
  return fallback.startsWith("'") ? fallback.slice(1, -1) : Number(fallback);
}

function checkRow(table, row, old = null) {
  for (const { name, isRequired, isUnique } of table.columns) {
    if (isRequired && row[name] === null) throw new Error(`null value in column "${name}" violates not-null constraint`);
    const isTaken = isUnique && table.rows.some((other) => other !== old && other[name] === row[name]);
    if (isTaken) throw new Error(`duplicate key value violates unique constraint "${table.name}_${name}"`);
  }
}

const picked = (table, names) => (row) =>
  names[0] === "*" ? { ...row } : Object.fromEntries(names.map((name) => [known(table, name), row[name]]));

function known(table, name) {
  if (table.columns.some((column) => column.name === name)) return name;
  throw new Error(`column "${name}" of relation "${table.name}" does not exist`);
}

const compare = {
  "=": (a, b) => a === b,
  "<>": (a, b) => a !== b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

class Reader {
  constructor(text, params) {
    this.params = params;
    this.tokens = text.match(/\$\d+|'[^']*'|\d+|\w+|<>|!=|<=|>=|[^\s;]/g) ?? [];
    this.at = 0;
  }

  fail(why) {
    throw new Error(`syntax error: ${why}`);
  }

  word() {
    return this.tokens[this.at++] ?? this.fail("the statement ends too early");
  }

  take(token) {
    const isNext = this.tokens[this.at]?.toUpperCase() === token;
    if (isNext) this.at += 1;
    return isNext;
  }

  expect(token) {
    if (!this.take(token)) this.fail(`${token} expected at "${this.tokens[this.at] ?? "the end"}"`);
  }

  end() {
    if (this.at < this.tokens.length) this.fail(`"${this.tokens[this.at]}" is not supported by the stand-in`);
  }

  column(table) {
    return known(table, this.word());
  }

  list(table) {
    const names = [];
    do names.push(table ? this.column(table) : this.word());
    while (this.take(","));
    return names;
  }

  /** A parameter, a literal or a column, with something added or taken away, as a function of the row. */
  value(table) {
    let left = this.operand(table);
    for (;;) {
      const before = left;
      if (this.take("+")) {
        const right = this.operand(table);
        left = (row) => before(row) + right(row);
      } else if (this.take("-")) {
        const right = this.operand(table);
        left = (row) => before(row) - right(row);
      } else return left;
    }
  }

  operand(table) {
    const token = this.word();
    if (/^\d+$/.test(token)) return () => Number(token);
    if (token.startsWith("'")) return () => token.slice(1, -1);
    if (token.toUpperCase() === "NULL") return () => null;
    if (token.startsWith("$")) {
      const index = Number(token.slice(1)) - 1;
      if (!(index in this.params)) this.fail(`there is no parameter ${token}`);
      return () => this.params[index] ?? null;
    }
    const name = table ? known(table, token) : this.fail(`"${token}" is no value`);
    return (row) => row[name];
  }

  where(table) {
    const tests = [];
    if (this.take("WHERE")) {
      do tests.push(this.condition(table));
      while (this.take("AND"));
    }
    return (row) => tests.every((test) => test(row));
  }

  condition(table) {
    const left = this.value(table);
    if (this.take("IN")) {
      this.expect("(");
      const all = [];
      do all.push(this.value(table));
      while (this.take(","));
      this.expect(")");
      return (row) => all.some((value) => value(row) === left(row));
    }
    const sign = this.word();
    const holds = compare[sign] ?? this.fail(`"${sign}" is no comparison of the stand-in`);
    const right = this.value(table);
    return (row) => left(row) !== null && right(row) !== null && holds(left(row), right(row));
  }

  returning(table, rows) {
    return this.take("RETURNING") ? { rows: rows.map(picked(table, this.list())) } : {};
  }
}
