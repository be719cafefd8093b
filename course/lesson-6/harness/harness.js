// The lesson's harness: it starts a fresh window before the old one is full.

/** The lesson's counter: input and output of each call, added up. */
export const trackUsage = (used, { input_tokens, output_tokens }) =>
  used + input_tokens + output_tokens;

export const shouldCompact = (used, { window, ratio }) =>
  used >= window * ratio;

/** One call of its own: its reply never enters the loop. */
export async function compact(messages, ask, prompts) {
  const content = summaryRequest(messages, prompts);
  const reply = await ask({ max_tokens: 2000, messages: [{ role: "user", content }] }); //@asked
  if (reply.stop_reason !== "end_turn") throw new Error("no summary");
  return textOf(reply).trim(); //@summarized
}

/** All that the fresh window begins with: the summary, then NOTES.md. */
export const restartMessage = (summary, notes, prompts) =>
  [prompts.summaryHeading, summary, ...notesPart(notes, prompts)].join("\n\n");

export async function runAgent(userInput, tools, toolImpls, opts) {
  const { client, model, system, notes, prompts, onCompact, log } = opts;
  let messages = [{ role: "user", content: userInput }]; //@start
  let tokensUsed = 0; // in this window: a compaction sets it to 0
  let tokensSpent = 0; // in the whole run: nothing sets it back
  let calls = 0;

  const ask = async (request) => {
    if (tokensSpent >= opts.tokenBudget) throw new Error("the budget is spent");
    calls += 1;
    const reply = await client.messages.create({ model, ...request });
    tokensSpent += allTokens(reply.usage);
    return reply;
  };

  const freshWindow = async () => {
    const summary = await compact(messages, ask, prompts);
    const restart = restartMessage(summary, await notes.read(), prompts); //@reread
    messages = [{ role: "user", content: restart }]; //@replaced
    tokensUsed = 0; //@reset
    onCompact?.({ call: calls, tokensUsed });
  };

  const updateNotes = async ({ content }) => {
    await notes.write(content); //@noted
    return prompts.notesSaved;
  };

  tools = [...tools, UPDATE_NOTES];
  toolImpls = { ...toolImpls, update_notes: updateNotes };
  for (;;) {
    const reply = await ask({ //@called
      max_tokens: 1024,
      system,
      tools,
      messages,
    });
    tokensUsed = trackUsage(tokensUsed, reply.usage); //@replied
    log?.({ call: calls, stop: reply.stop_reason, tokensUsed }); //@replied
    messages.push({ role: "assistant", content: reply.content }); //@replied
    if (reply.stop_reason !== "tool_use") return textOf(reply); //@finished

    const results = await runTools(reply.content, toolImpls);
    messages.push({ role: "user", content: results }); //@appended
    if (shouldCompact(tokensUsed, opts)) await freshWindow(); //@checked @crossed
  }
}

// From here on: how things are written, nothing about windows.

async function runTools(blocks, impls) {
  const results = [];
  for (const { id, name, input } of blocks.filter(({ type }) => type === "tool_use")) {
    const result = { type: "tool_result", tool_use_id: id };
    try {
      result.content = await impls[name](input, { call: id }); //@ran
    } catch (error) {
      Object.assign(result, { content: error.message, is_error: true });
    }
    results.push(result);
  }
  return results;
}

/** All tokens of a call, those that came from the cache included. */
export const allTokens = (usage) =>
  usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) +
  (usage.cache_read_input_tokens ?? 0) + usage.output_tokens;

/** The instruction, then the history as text, so that the call needs no tools. */
export const summaryRequest = (messages, { summaryInstruction }) =>
  `${summaryInstruction}\n\n<history>\n${asText(messages)}\n</history>`;

function asText(messages) {
  const names = {};
  const write = {
    text: (role, { text }) => `${role}: ${text}`,
    tool_use: (role, { id, name, input }) =>
      `${role} calls ${(names[id] = name)} ${JSON.stringify(input)}`,
    tool_result: (role, { tool_use_id, content, is_error }) =>
      `${names[tool_use_id] ?? "tool"} ${is_error ? "failed" : "answers"}: ${content}`,
  };
  return messages
    .flatMap(({ role, content }) => blocksOf(content).map((block) => write[block.type](role, block)))
    .join("\n\n");
}

const blocksOf = (content) => (Array.isArray(content) ? content : [{ type: "text", text: content }]);
const textOf = ({ content }) => content.map(({ text }) => text ?? "").join("");
const notesPart = (notes, { notesHeading, notesEmpty }) =>
  [notesHeading, notes?.trim() ? notes : notesEmpty];

export const UPDATE_NOTES = {
  name: "update_notes",
  description:
    "Overwrites NOTES.md with `content`, which must be its complete new text: the decisions on " +
    "architecture, the open questions and the next steps as they stand now. What is left out is gone.",
  input_schema: {
    type: "object",
    properties: {
      content: { type: "string", description: "The complete new text of NOTES.md, as Markdown." },
    },
    required: ["content"],
  },
};
