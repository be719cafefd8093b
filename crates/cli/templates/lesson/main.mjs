// The lesson's run on this machine: node main.mjs
//
// harness.js is yours to change, and runs as it does beside the lesson. The model is a stub: its answers and the results of
// its tools are prepared in run.json, so that nothing is sent anywhere. NOTES.md is a file beside this one.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { runAgent } from "./harness.js";
import { stubClient, stubTools } from "./stub.js";

const at = (name) => new URL(name, import.meta.url);
const json = (name) => JSON.parse(readFileSync(at(name), "utf8"));
const { run, words, window, ratio } = json("run.json");

/** A line of the log with its figures. */
const say = (key, figures = {}) => console.log(words[key].replace(/\{(\w+)\}/g, (_, name) => figures[name]));

// Each run begins without notes.
rmSync(at("NOTES.md"), { force: true });
const notes = {
  read: async () => (existsSync(at("NOTES.md")) ? readFileSync(at("NOTES.md"), "utf8") : null),
  write: async (text) => writeFileSync(at("NOTES.md"), text),
};

const client = stubClient(run.replies);
let used = 0;
let compactions = 0;

const answer = await runAgent(run.task, run.tools, stubTools(run), {
  client, // or a real one: new Anthropic(), with a model of its own below
  model: "stub",
  system: run.system,
  window,
  ratio,
  prompts: json("prompts.json"),
  notes,
  log({ call, stop, tokensUsed: tokens }) {
    used = tokens;
    say("call", { call, stop, tokens });
  },
  onCompact({ call }) {
    compactions += 1;
    say("compaction", { call, ordinal: compactions, used, threshold: Math.ceil(window * ratio) });
  },
});

console.log();
say("answer");
console.log(`${answer}\n`);
say("totals", { calls: client.requests.length, compactionCalls: compactions });
say("compactions", { count: compactions });
console.log();
say("notes");
console.log(await notes.read());
