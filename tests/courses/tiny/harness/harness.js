const user = (content) => ({ role: "user", content });
const textOf = ({ content }) => content.map(({ text }) => text ?? "").join("");

export async function runAgent(task, tools, impls, { client, notes, prompts, system, window, ratio, log }) {
  const threshold = window * ratio;
  let messages = [user(task)]; //@start
  let used = 0;

  const ask = (messages) => client.messages.create({ max_tokens: 100, system, tools, messages });

  const run = async ({ content }) => {
    const results = [];
    for (const { type, id, name, input } of content) {
      if (type !== "tool_use") continue;
      const act = name === "update_notes" ? () => notes.write(input.content) : impls[name];
      const result = await act(input, { call: id }); //@ran
      results.push({ type: "tool_result", tool_use_id: id, content: result ?? prompts.notesSaved });
    }
    return user(results);
  };

  const summary = async (messages) => {
    const asked = `${prompts.summaryInstruction}\n\n${JSON.stringify(messages)}`;
    const reply = await client.messages.create({ max_tokens: 100, messages: [user(asked)] }); //@asked @summarized
    const written = await notes.read();
    return user(`${prompts.summaryHeading}\n\n${textOf(reply)}\n\n${prompts.notesHeading}\n\n${written}`);
  };

  while (true) {
    const reply = await ask(messages); //@called
    used += reply.usage.input_tokens + reply.usage.output_tokens; //@replied
    log?.({ tokensUsed: used }); //@replied
    messages.push({ role: "assistant", content: reply.content }); //@replied
    if (reply.stop_reason !== "tool_use") return textOf(reply); //@finished
    messages.push(await run(reply)); //@appended
    if (used >= threshold) { //@checked @crossed
      messages = [await summary(messages)]; //@replaced
      used = 0; //@reset
    }
  }
}
