  const freshWindow = async () => {
    const summary = await compact(messages, ask, prompts);
    const restart = restartMessage(summary, await notes.read(), prompts);
    messages = [{ role: "user", content: restart }];
    tokensUsed = 0;
    onCompact?.({ call: calls, tokensUsed });
  };
