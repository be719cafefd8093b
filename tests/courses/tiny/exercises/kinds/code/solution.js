    if (used >= threshold) {
      messages = [await summary(messages)];
      used = 0;
    }
