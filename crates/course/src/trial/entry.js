// Calls the learner's loop on the prepared model. Whatever it does with what it is given, the trial goes on: each
// function of the host takes texts and gives a text.
import host from "sandbox:host";

const { create, end, input, readNotes, runTool, tell, tellCompaction, writeNotes } = host;
const { parse, stringify } = JSON;
const { task, system, tools, window, ratio, tokenBudget, prompts } = parse(input());

const client = {
  messages: {
    async create(request) {
      const { reply, refusal } = parse(create(stringify(request) ?? "null"));
      if (refusal) throw Object.assign(new Error(refusal.message), { status: refusal.status });
      return reply;
    },
  },
};

const notes = {
  read: async () => readNotes() ?? null,
  write: async (content) => void writeNotes(String(content)),
};

async function tool(_, { call }) {
  const { text, isError } = parse(runTool(String(call)));
  if (isError) throw new Error(text);
  return text;
}

const log = (told) => void tell(String(told?.tokensUsed));
const onCompact = (told) => void tellCompaction(String(told?.tokensUsed));

/** What was thrown, in texts alone; whatever it is, telling it throws nothing. */
function told(error) {
  try {
    if (!(error instanceof Error)) return { name: "", message: String(error), line: null };
    const line = /harness\.js:(\d+)/.exec(String(error.stack))?.[1];
    return { name: String(error.name), message: String(error.message), line: line === undefined ? null : Number(line) };
  } catch {
    return { name: "", message: "something that cannot be shown", line: null };
  }
}

let how;
try {
  const { runAgent } = await import("./harness.js");
  if (typeof runAgent !== "function") throw new TypeError("harness.js exports no function runAgent");
  const impls = Object.fromEntries(tools.map(({ name }) => [name, tool]));
  const answer = await runAgent(task, tools, impls, {
    client, model: "stub", system, notes, prompts, window, ratio, tokenBudget: tokenBudget ?? undefined, onCompact, log,
  });
  how = { kind: "returned", answer: typeof answer === "string" ? answer : String(answer) };
} catch (error) {
  how = { kind: "threw", ...told(error) };
}
end(stringify(how));
