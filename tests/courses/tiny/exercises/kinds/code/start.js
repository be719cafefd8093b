    if (used >= threshold) {
    }
