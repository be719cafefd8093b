    if (used >= threshold) {
      messages = [await summary(messages)];
    }
