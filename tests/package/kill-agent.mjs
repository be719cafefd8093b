// An agent that may be killed at any moment: node kill-agent.mjs <folder>
//
// It works through numbered steps. What the model says depends on nothing but the request, so the same request gets
// the same calls with the same ids again; a tool that was started for a reply which was not on record yet would be
// started twice under one id. The ledger holds what really happened, each line on the disk before it goes on.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { openSession, policy } from "secondwind";
import { fileJournal, fileNotes } from "secondwind/stores/file";

const STEPS = 24;
const folder = process.argv[2];
const ledger = openSync(join(folder, "ledger"), "a");

function record(...words) {
  writeSync(ledger, `${words.join(" ")}\n`);
  fsyncSync(ledger);
}

const digest = (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
const words = (text) => [{ type: "text", text }];

const client = {
  messages: {
    async create(request) {
      const history = JSON.stringify(request.messages);
      const name = digest(request.messages);
      const done = Math.max(0, ...[...history.matchAll(/progress: (\d+)/g)].map(([, count]) => Number(count)));
      await sleep(1);
      const usage = { input_tokens: Math.ceil(history.length / 4) + 300, output_tokens: 40 };
      if (request.tools === undefined) {
        return { content: words(`Work goes on after ${name}. progress: ${done}`), stop_reason: "end_turn", usage };
      }
      if (done >= STEPS) return { content: words("All steps are done."), stop_reason: "end_turn", usage };
      const call = (tool, place, input) => ({ type: "tool_use", id: `${name}-${place}`, name: tool, input });
      const content = [call("step", 1, { step: done + 1 }), call("look", 2, {})];
      if (done % 2 === 1) content.push(call("update_notes", 3, { content: `# State\nprogress: ${done}\n` }));
      return { content, stop_reason: "tool_use", usage };
    },
  },
};

async function run(call, work) {
  record("start", call);
  const result = await work();
  record("end", call);
  return result;
}

const toolImpls = {
  step: ({ step }, { call }) => run(call, async () => (await sleep(2), `progress: ${step} ${"and what it printed. ".repeat(40)}`)),
  look: (_, { call }) => run(call, async () => (await sleep(4), "nothing new")),
};

const file = fileNotes(join(folder, "NOTES.md"));
const counted = (content) => /progress: (\d+)/.exec(content ?? "")?.[1] ?? "0";
const notes = {
  read: () => file.read(),
  async write(content, ifVersion) {
    record("noting", counted(content));
    const written = await file.write(content, ifVersion);
    record("noted", counted(content));
    return written;
  },
};

const tools = ["step", "look"].map((name) => ({ name, description: name, input_schema: { type: "object" } }));
const session = await openSession({
  client, tools, toolImpls, notes, model: "any", policy: policy({ window: 6000, ratio: 0.5 }),
  journal: fileJournal(join(folder, "session.jsonl")),
});
process.stdout.write("ready\n");
let answer = await session.resume();
if (answer === undefined && session.messages.length === 0) answer = await session.send("Go through all steps.");
answer ??= session.messages.at(-1).content[0].text;
writeFileSync(join(folder, "answer"), `${answer}\n${session.totals.compactions}\n`);
closeSync(ledger);
