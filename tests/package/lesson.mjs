// The lesson's run, as an app would write it: node lesson.mjs <scenario.toml> <language>
import { readFileSync } from "node:fs";
import { memoryNotes, runAgent, stubClient } from "secondwind";
import { stubScript } from "secondwind/course";
import { lessonLog } from "secondwind/log";

const [path, lang] = process.argv.slice(2);
const file = (name) => ({ name, text: readFileSync(name, "utf8") });
const folder = path.replace(/\.toml$/, "");
const script = stubScript({ scenario: file(path), texts: [file(`${folder}/${lang}.toml`), file(`${folder}/common.toml`)] });
const tool = (input, { call }) => {
  const { text, isError } = script.results[call];
  if (isError) throw new Error(text);
  return text;
};
const toolImpls = Object.fromEntries(script.tools.map(({ name }) => [name, tool]));

const notes = memoryNotes();
const log = lessonLog({ lang });
const answer = await runAgent(script.task, script.tools, toolImpls, {
  client: stubClient(script.replies),
  model: "any",
  system: script.system,
  policy: script.policy,
  notes,
  onNotice: log.onNotice,
});
log.finish(answer, notes.read().content);
