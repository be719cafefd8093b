// Calls the learner's loop on the prepared model. Whatever it does with what it is given, the trial goes on, and how it
// ended is told as it was: all that telling needs is taken before the loop can change it. Functions of the host take texts
// as JSON, and give one, so that half a character or a zero is no other text on the other side.
import { guard } from "sandbox:base";
import host from "sandbox:host";

const { create, end, input, readNotes, runTool, tell, tellCompaction, writeNotes } = host;
const { assign, setPrototypeOf } = Object;
const { parse, stringify } = JSON;
const { Error, Number, String, TypeError } = globalThis;
const uncurried = (act) => Function.prototype.call.bind(act);
const exec = uncurried(RegExp.prototype.exec);
const isPrototypeOf = uncurried(Object.prototype.isPrototypeOf);
const wellFormed = uncurried(String.prototype.toWellFormed);
const errors = Error.prototype;

/** A text for the host: halves of characters become U+FFFD, as everywhere outside. */
const out = (text) => stringify(wellFormed(String(text)));
/** What the host gives; nothing where it gives nothing. */
const into = (text) => (text === undefined ? undefined : parse(text));

const { task, system, tools, window, ratio, tokenBudget, prompts } = parse(into(input()));

const client = {
  messages: {
    async create(request) {
      const answer = setPrototypeOf(parse(into(create(out(stringify(request) ?? "null")))), null);
      const { reply, refusal } = answer;
      if (refusal) throw assign(new Error(refusal.message), { status: refusal.status });
      return reply;
    },
  },
};

const notes = {
  read: async () => into(readNotes()) ?? null,
  write: async (content) => void writeNotes(out(content)),
};

async function tool(_, { call }) {
  const { text, isError } = parse(into(runTool(out(call))));
  if (isError) throw new Error(text);
  return text;
}

const impls = {};
for (const { name } of tools) impls[name] = tool;
const log = (told) => void tell(out(told?.tokensUsed));
const onCompact = (told) => void tellCompaction(out(told?.tokensUsed));

/** The line of `harness.js` that a stack begins at, where it names one that a program can have. */
function lineOf(stack) {
  const found = exec(/harness\.js:([1-9]\d{0,6})(?!\d)/, stack);
  return found === null ? "" : found[1];
}

/** Tells what was thrown, in texts alone; whatever it is, telling it throws nothing. The first end is the one. */
function threw(error) {
  const said = { name: "", message: "something that cannot be shown", line: "" };
  try {
    if (isPrototypeOf(errors, error)) {
      const { name, message, stack } = error;
      const told = { name: String(name), message: String(message), line: lineOf(String(stack)) };
      said.name = told.name;
      said.message = told.message;
      said.line = told.line;
    } else {
      said.message = String(error);
    }
  } catch {
    // It stays something that cannot be shown.
  }
  end(out("threw"), out(said.name), out(said.message), out(said.line));
}

guard(threw);
try {
  const { runAgent } = await import("./harness.js");
  if (typeof runAgent !== "function") throw new TypeError("harness.js exports no function runAgent");
  const answer = await runAgent(task, tools, impls, {
    client, model: "stub", system, notes, prompts, window, ratio, tokenBudget: tokenBudget ?? undefined, onCompact, log,
  });
  const text = String(answer);
  end(out("returned"), out(text), out(""), out(""));
} catch (error) {
  threw(error);
}
