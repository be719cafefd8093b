// A tiny app for bundlers: it uses the main entry and the log, compacts once, and hands out what it logged.
import { memoryNotes, policy, runAgent, stubClient } from "secondwind";
import { lessonLog } from "secondwind/log";

const reply = (content, stop_reason, input_tokens) => ({ content, stop_reason, usage: { input_tokens, output_tokens: 5 } });
const text = (words) => [{ type: "text", text: words }];
const call = [{ type: "tool_use", id: "1", name: "look", input: {} }];

export async function run() {
  const lines = [];
  const notes = memoryNotes("- decided");
  const log = lessonLog({ lang: "ko", write: (line) => lines.push(line) });
  const answer = await runAgent("go", [], { look: () => "seen" }, {
    client: stubClient([reply(call, "tool_use", 10), reply(text("so far"), "end_turn", 9), reply(text("done"), "end_turn", 3)]),
    model: "any",
    policy: policy.lesson(20, 0.5),
    notes,
    onNotice: log.onNotice,
  });
  log.finish(answer, notes.read().content);
  return lines.join("\n");
}
