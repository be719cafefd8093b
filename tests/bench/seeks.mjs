// How fast a long run scrubs: random seeks in a generated scenario of more than 10,000 entries, with the built package.
//
// Once with a window that compacts every few rounds, and once with one that holds the whole run, which is the most that a
// frame can have to show. A frame at 60 a second has 16.7 ms for everything; prints figures, asserts nothing.
import { Player } from "../../crates/wasm/dist/course.js";

const rounds = 1_000;
const calls = 3;
const seeks = 200;

const round = (place) => `
[[rounds]]
say = "say"
tokens = { output = 60 }
${(place % 10 === 9 ? `[[rounds.calls]]\nnotes = "notes"\ntokens = 10\nnotes_tokens = 40\n` : "").concat(
  `[[rounds.calls]]\ntool = "read_file"\ninput = { path = "src/part-${place}.js" }\nresult = "file"\ntokens = 150\n`.repeat(calls),
)}`;

const scenario = (window) => `
format = 1
title = "title"
task = "task"
system = "system"
usage = "derived"

[policy]
window = ${window}
ratio = 0.7
meter = "occupancy"

[sizes]
fixed = 500
task = 50

[[tools]]
name = "read_file"
description = "tool"
${Array.from({ length: rounds - 1 }, (_, place) => round(place)).join("")}
[[rounds]]
say = "say"
tokens = { output = 60 }

[default_summary]
text = "summary"
tokens = { output = 120 }

[[facts]]
text = "fact"
task = true
default_summary = true
`;

const texts = `
title = "A long run"
task = "Move every file to the new interface, one after the other."
system = "You are a software engineer."
tool = "Returns the content of a file."
say = "This file is done; the next one follows the same pattern."
notes = "Done: the files up to here. Next: the one after."
summary = "The files up to here are moved. The next one follows."
fact = "Every file is to be moved."
file = '''
${"export const part = (value) => value.map((item) => item * 2);\n".repeat(10)}'''
`;

/** A generator of numbers from 0 to 1 that gives the same ones every time. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const timed = (work) => {
  const start = performance.now();
  const result = work();
  return [performance.now() - start, result];
};

const print = (label, milliseconds) => console.log(`  ${label.padEnd(44)}${milliseconds.toFixed(2).padStart(10)} ms`);

for (const [name, window] of [["compacts every few rounds", 20_000], ["holds the whole run", 4_000_000]]) {
  const file = (fileName, text) => ({ name: fileName, text });
  const source = { scenario: file("long.toml", scenario(window)), texts: [file("long/en.toml", texts)] };
  const [played, player] = timed(() => new Player(source));
  const [listed, messages] = timed(() => player.messages());
  const [logged, log] = timed(() => player.log());
  const { last, compactions } = player.run;
  console.log(`${name}: ${last + 1} steps, ${messages.length} messages, ${log.length} lines of log, ${compactions} compactions`);
  print("read and played", played);
  print("all messages, once", listed);
  print("the log, once", logged);

  const random = numbers(7);
  for (const [what, seek] of [["frame", (step) => player.frame(step)], ["request", (step) => player.request(step)]]) {
    const times = Array.from({ length: seeks }, () => timed(() => seek(Math.floor(random() * (last + 1))))[0]);
    times.sort((a, b) => a - b);
    print(`${what}: median of ${seeks} random seeks`, times[seeks / 2]);
    print(`${what}: worst`, times[seeks - 1]);
  }
  player.free();
}
