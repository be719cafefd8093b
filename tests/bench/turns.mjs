// What a turn costs, by the length of the session: the harness beside the plain loop in JavaScript, in the same run.
//
// A turn is one reply of 2 KB that asks for a tool, its result of 2 KB, and the threshold check. Nothing compacts, so
// the history grows to the end. Figures are medians over sessions, in microseconds a turn; trust the ratios. What any
// real call pays on top is the request itself: the last row writes the history as JSON once.
import { Harness, policy } from "../../crates/wasm/dist/index.js";

const lengths = [100, 1_000, 10_000];
/** So many turns of each variant and length are measured, and at least so many sessions. */
const turnsEach = 20_000;
const sessionsEach = 5;

const filler = "The order is read, the transition is checked, and only then is it written. ".repeat(27).slice(0, 2_000);
const task = { role: "user", content: "Find the race." };
const reply = (turn) => ({
  content: [{ type: "text", text: filler }, { type: "tool_use", id: `call-${turn}`, name: "read_file", input: { path: "src/orders.js" } }],
  stop_reason: "tool_use",
  usage: { input_tokens: 500 * (turn + 1), output_tokens: 500 },
});
const resultOf = ({ content }) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: content[1].id, content: filler }],
});
/** No session reaches it. */
const threshold = Number.MAX_SAFE_INTEGER / 2;

const variants = {
  harness(turns) {
    const harness = new Harness({ policy: policy.lesson(Number.MAX_SAFE_INTEGER, 0.5) });
    let effects = harness.apply(0, { type: "submitted", content: task.content });
    for (let turn = 0; turn < turns; turn += 1) {
      const call = effects.at(-1);
      effects = harness.apply(turn, { type: "replied", request: call.request, reply: reply(turn) });
      const tool = effects.at(-1);
      effects = harness.apply(turn, { type: "toolReturned", request: tool.request, content: filler });
    }
    harness.free();
  },
  "loop with push"(turns) {
    const messages = [task];
    let used = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const { content, usage } = reply(turn);
      used += usage.input_tokens + usage.output_tokens;
      messages.push({ role: "assistant", content }, resultOf({ content }));
      if (used >= threshold) throw new Error("it compacts");
    }
  },
  "loop with spread"(turns) {
    let messages = [task];
    let used = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const { content, usage } = reply(turn);
      used += usage.input_tokens + usage.output_tokens;
      messages = [...messages, { role: "assistant", content }];
      messages = [...messages, resultOf({ content })];
      if (used >= threshold) throw new Error("it compacts");
    }
  },
};

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

function measure(run, turns) {
  const sessions = Math.max(sessionsEach, Math.ceil(turnsEach / turns));
  run(turns);
  const times = Array.from({ length: sessions }, () => {
    const begin = performance.now();
    run(turns);
    return performance.now() - begin;
  });
  return (median(times) * 1_000) / turns;
}

/** What it takes to write a history of that many turns as JSON, once. */
function stringify(turns) {
  const messages = Array.from({ length: turns }, (_, turn) => {
    const { content } = reply(turn);
    return [{ role: "assistant", content }, resultOf({ content })];
  }).flat();
  return median(Array.from({ length: sessionsEach }, () => {
    const begin = performance.now();
    JSON.stringify(messages);
    return (performance.now() - begin) * 1_000;
  }));
}

const number = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0)).padStart(10);
const row = (name, figures) => {
  const ratio = figures.at(-1) / figures[0];
  console.log(`${name.padEnd(24)}${figures.map(number).join("")}${`x ${ratio.toFixed(1)}`.padStart(12)}`);
};

console.log("Turns in the history, and what a turn costs at that length:\n");
console.log(`${"microseconds a turn".padEnd(24)}${lengths.map((turns) => String(turns).padStart(10)).join("")}${"10000 / 100".padStart(12)}`);
for (const [name, run] of Object.entries(variants)) row(name, lengths.map((turns) => measure(run, turns)));
row("(one request as JSON)", lengths.map(stringify));
console.log(`
harness           a reply and a tool result through Harness.apply, their effects performed on an array
loop with push    a plain loop that pushes onto its array; loop with spread copies the array each turn
one request       what writing the whole history as JSON costs once, which every real call pays
The last column should stay near 1 for the harness: its cost does not grow with the history.`);
