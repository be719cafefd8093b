title = Judge a proposal
intro = A colleague proposes: put NOTES.md into the system prompt of every call, then the notes are always fresh and no restart has to read them. Both worlds play the invoice importer. Judge with numbers.

cost = The notes are written for the first time in call 4. How many tokens larger is the next request under the proposal?
    .hint-1 = Compare one and the same request in both worlds.
    .hint-2 = It is call 5. Its size is shown in the step in which it goes out.
    .hint-3 = Take the size in today's world off the size under the proposal.
    .because = From the first write on, NOTES.md goes out with each call, though the model still has the call with which it wrote that very text in its window.
    .says-request = That is the whole request. The question is what the proposal adds to it.

cache-miss = The notes are updated in call 9. Under the proposal, how many tokens of the next request, call 10, repeat the request before from its beginning on?
    .hint-1 = A cache serves a request from its beginning up to the first difference.
    .hint-2 = Where does the system prompt stand in a request?
    .hint-3 = The system prompt has changed, and everything else comes after it.
    .because = The system prompt is the beginning. When it changes, nothing behind it can come from the cache, and the whole history is billed as new.
    .says-now = That is today's world: the system prompt stays as it is, and all of the previous request repeats.
    .says-all = That is the size of the request. It would be right if nothing in it had changed.

whole-run = Over the whole run: how many tokens less can come from the cache under the proposal?
    .hint-1 = The scoreboard of the lab sums up what repeats.
    .hint-2 = Today { $nowCached } tokens repeat, under the proposal { $proposalCached }.
    .hint-3 = Take one off the other.
    .because = This is the price of the proposal: one miss for each update, and each of them as large as the history at that moment.
    .says-now = That is all that repeats today. The proposal does not lose all of it.
    .says-sent = That is the difference in tokens sent. It is small: after a restart both worlds carry the notes with each request.

true-of-both = Which of these hold? Pick all of them.
    .option-more-sent = The proposal sends more tokens in all.
    .option-less-cached = Under the proposal less of what is sent can come from the cache.
    .option-fewer-compactions = The proposal saves a compaction.
    .option-stale = Today, when call 10 goes out, the restart message shows older notes than the file.
    .hint-1 = Read the totals of both worlds side by side.
    .hint-2 = Tokens sent: { $nowSent } today, { $proposalSent } under the proposal.
    .hint-3 = Staleness is real. Two of the four hold.
    .because = The proposal is right that the restart message ages: at call 10 the file has version 2, and the restart carried version 1. It costs little to live with. The call that wrote version 2 stands in the window, so the model misses nothing.
    .says-more-sent = It is natural to expect that. But a restart message with notes is sent again with each request, too, so the totals lie close together. The cache makes the difference.
    .says-fewer-compactions = Both worlds compact equally often. The fixed part grows by what the restart message loses.

verdict = Your verdict, with at least two figures: in which harness would you accept the proposal?
    .hint-1 = Weigh three things: cost per call, cache misses, staleness.
    .hint-2 = Ask how often the notes change, and whether there is a cache at all.
    .hint-3 = Notes that hardly ever change, no cache, several agents that write one file: which of these would change your mind?
    .because = Against it: the notes are paid for before anything was forgotten, attention goes to text that the model already has, and each update breaks the cached prefix. For it: where others write the file during the run, a fresh copy can be worth all that.
