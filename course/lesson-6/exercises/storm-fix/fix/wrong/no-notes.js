  const freshWindow = async () => {
    const summary = await compact(messages, ask, prompts);
    const restart = restartMessage(summary, null, prompts);
    messages = [{ role: "user", content: restart }];
    tokensUsed = 0;
    onCompact?.({ call: calls, tokensUsed });
  };
