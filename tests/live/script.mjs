// A model that knows its lines: it solves the order service's race through the tools, and answers as the providers do.
import { readFileSync } from "node:fs";

const text = (path) => readFileSync(new URL(`../../course/lesson-6/workspace/${path}`, import.meta.url), "utf8");

function replaced(path, find, by) {
  const old = text(path);
  if (!old.includes(find)) throw new Error(`${path} does not have ${find}`);
  return { path, content: old.replace(find, () => by) };
}

const call = (name, input = {}) => ({ name, input });
const read = (path) => call("read_file", { path });

const schema = replaced("db/schema.sql", "DEFAULT 'paid',\n", "DEFAULT 'paid',\n  version     integer NOT NULL DEFAULT 0,\n");
const orders = replaced(
  "src/orders.js",
  '  await db.query("UPDATE orders SET status = $1 WHERE id = $2", [status, id]);\n',
  `  const { rowCount } = await db.query(
    "UPDATE orders SET status = $1, version = version + 1 WHERE id = $2 AND version = $3",
    [status, id, order.version],
  );
  // Another update came first: read the order again and decide anew.
  if (rowCount === 0) return updateStatus(db, id, status);
`,
);

/** What it says and which tools it calls, turn by turn. The last turn calls none. */
export const turns = [
  { say: "First I look around.", calls: [call("list_files"), read("README.md")] },
  { say: "The status of an order is written in src/orders.js.", calls: [read("src/orders.js"), read("src/history.js")] },
  { say: "The ticket has a log and tests.", calls: [read("logs/2026-11-02.log"), read("tests/races.test.js"), call("run_tests")] },
  {
    say: "Both calls read `paid`, and both write. That is the race. I write it down before I go on.",
    calls: [
      call("update_notes", { content: "## Decisions\n- None yet\n\n## Unresolved\n- Race condition in `updateStatus`: read, check, write without a look back" }),
      read("docs/decisions/0001-plain-sql.md"),
      read("docs/decisions/0002-stock-versions.md"),
    ],
  },
  { say: "Stock has the answer already: a version.", calls: [read("src/stock.js"), read("db/schema.sql"), read("db/database.js")] },
  {
    say: "The fix is optimistic locking, as for stock.",
    calls: [
      call("update_notes", { content: "## Decisions\n- Fix: optimistic lock in the database; add a `version` field to `orders`\n\n## Unresolved\n- Race condition in `updateStatus`" }),
      call("write_file", schema),
      call("write_file", orders),
      call("run_tests", { path: "tests/races.test.js" }),
    ],
  },
  {
    say: "Now all tests.",
    calls: [
      call("run_tests"),
      call("update_notes", { content: "## Decisions\n- Fix: optimistic lock in the database; add a `version` field to `orders`\n\n## Unresolved\n- None: the race in `updateStatus` is solved by the lock" }),
    ],
  },
  { say: "The race is fixed: `orders` has a `version` field, and `updateStatus` writes only if it is the one that was read. All tests pass.", calls: [] },
];

/** What it says when it is asked for a summary. */
export const summary = "Task: fix the race in the order service and prove it with the tests. `updateStatus` in src/orders.js reads, checks and writes.";

const idOf = (turn, index) => `call_${turn + 1}_${index + 1}`;

function anthropic({ say, calls }, turn, [input_tokens, output_tokens]) {
  const uses = calls.map(({ name, input }, index) => ({ type: "tool_use", id: idOf(turn, index), name, input }));
  return {
    id: `msg_${turn + 1}`,
    type: "message",
    role: "assistant",
    model: "scripted",
    content: [{ type: "text", text: say }, ...uses],
    stop_reason: uses.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens, output_tokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
}

function openai({ say, calls }, turn, [prompt_tokens, completion_tokens]) {
  const tool_calls = calls.map(({ name, input }, index) => ({
    id: idOf(turn, index),
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const message = { role: "assistant", content: say, refusal: null, ...(tool_calls.length > 0 ? { tool_calls } : {}) };
  return {
    id: `chatcmpl_${turn + 1}`,
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, message, logprobs: null, finish_reason: tool_calls.length > 0 ? "tool_calls" : "stop" }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

const shapes = { anthropic, openai };

const tokens = (value) => Math.ceil(JSON.stringify(value).length / 4);

/** A function from a request to the next reply. A request without tools is one for a summary and takes no turn. */
export function scripted(shape) {
  let next = 0;
  let replies = 0;
  return (request) => {
    const line = request.tools?.length > 0 ? turns[next++] : { say: summary, calls: [] };
    if (!line) throw new Error("the script is at its end");
    replies += 1;
    return shapes[shape](line, replies - 1, [tokens(request), tokens(line)]);
  };
}
