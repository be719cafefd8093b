title = Tokens from the cache
intro = Call { $lastCall } reports { $lastInput } tokens of input, { $lastCached } read from the cache and { $lastOutput } of output. A provider that serves the beginning of a request from its cache reports that part apart.

counted = By how much does the lesson's counter rise with this call?
    .hint-1 = Read the function that tracks usage: it names the figures it adds.
    .hint-2 = It adds two of the three figures.
    .hint-3 = The figure for the cache is the one it does not know.
    .because = The counter was written for input and output. What the cache serves is in neither, so the counter does not see it.
    .says-all = That is what the call really processed and what the spend rises by. It would be right in a harness that counts the tokens from the cache, too.
    .says-output = That is the reply alone. It would be right if a request cost nothing.

grew = By how much does occupancy rise from the reply to call 5 to the reply to this call?
    .hint-1 = Occupancy asks what came into the window between these two steps.
    .hint-2 = Two things came: the tool results of the round before, and this reply.
    .hint-3 = Read the occupancy at both replies and take one off the other.
    .because = Whether a prefix comes from the cache or not, it stands in the window. Three meters, three figures for one call: each answers another question.
    .says-counter = That is the counter's rise. It comes close here by accident: it misses the cache and counts part of the history again.
    .says-all = That is all that the call processed. Most of it was in the window before, so the window did not grow by it.

cached-provider = Suppose a provider serves nearly all of each request from its cache. What would the lesson's counter do in a long run, and what would happen to compaction? Write two or three sentences.
    .hint-1 = Ask how fast the counter would rise, and how fast the window would fill.
    .hint-2 = Compare the two meters at the end of this run: the distance has become small.
    .hint-3 = A counter below occupancy fires too late, or not before the window is full.
    .because = With everything cached the counter sees little more than the replies. It can stay below the threshold while the window fills to its limit. That is why production harnesses trigger on occupancy.
