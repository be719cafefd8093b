  for (;;) {
    const reply = await ask({
      max_tokens: 1024,
      system,
      tools,
      messages,
    });
    const isNear = shouldCompact(tokensUsed, opts);
    if (isNear) await freshWindow();
    tokensUsed = trackUsage(tokensUsed, reply.usage);
    log?.({ call: calls, stop: reply.stop_reason, tokensUsed });
    messages.push({ role: "assistant", content: reply.content });
    if (reply.stop_reason !== "tool_use") return textOf(reply);

    const results = await runTools(reply.content, toolImpls);
    messages.push({ role: "user", content: results });
  }
