// Calls the learner's loop on the prepared model. Whatever it does with what it is given, the trial goes on: each
// function of the host takes texts and gives a text.
import host from "sandbox:host";
import { runAgent } from "./harness.js";

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

function message(error) {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${String(error)}`;
  } catch {
    return "thrown: something that cannot be shown";
  }
}

let how;
try {
  if (typeof runAgent !== "function") throw new TypeError("harness.js exports no function runAgent");
  const impls = Object.fromEntries(tools.map(({ name }) => [name, tool]));
  const answer = await runAgent(task, tools, impls, {
    client, model: "stub", system, notes, prompts, window, ratio, tokenBudget: tokenBudget ?? undefined, onCompact, log,
  });
  how = { kind: "returned", answer: typeof answer === "string" ? answer : String(answer) };
} catch (error) {
  how = { kind: "threw", message: message(error) };
}
end(stringify(how));
