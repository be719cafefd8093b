while (true) {
  const reply = await ask(messages); //@called
  used += reply.tokens; //@replied
  if (done(reply)) break; //@finished
  messages.push(await run(reply)); //@appended
  if (used >= threshold) { //@checked @crossed
    messages = [await summary(messages)]; //@replaced
    used = 0; //@reset
  }
}
