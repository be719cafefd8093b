// A model and tools that answer what is prepared, in the place of real ones.

/**
 * A client whose model gives these replies in their order. Requests without tools ask for a summary and get one of those,
 * so that a harness may also compact more often, or less often, than the lesson's does.
 */
export function stubClient(replies) {
  const goesOn = (reply, place) => reply.stop_reason === "tool_use" || place === replies.length - 1;
  const turns = replies.filter(goesOn);
  const summaries = replies.filter((reply, place) => !goesOn(reply, place));
  const requests = [];
  let asked = 0;
  const create = async (request) => {
    // What is sent now is kept as it is now: the loop goes on to change its messages.
    requests.push(structuredClone(request));
    const reply = request.tools ? turns.shift() : summaries[asked++ % summaries.length];
    if (!reply) throw new Error(`no reply is prepared for call ${requests.length}`);
    return structuredClone(reply);
  };
  return { requests, messages: { create } };
}

/** The tools of a run: each call has its prepared result. */
export function stubTools({ tools, results }) {
  const answer = async (_, { call }) => {
    const { text, isError } = results[call] ?? { text: `no result is prepared for ${call}`, isError: true };
    if (isError) throw new Error(text);
    return text;
  };
  return Object.fromEntries(tools.map(({ name }) => [name, answer]));
}
