title = What survives
intro = Every scenario lists facts: things the run has found out and may still need. At a compaction each of them is kept in the window, left to NOTES.md, or lost. Step through the compaction before you answer.

lost = Reference run, first compaction: which facts are lost?
    .hint-1 = Read the summary, then NOTES.md. What is in neither?
    .hint-2 = The list of facts shows the place of each after the messages were replaced.
    .hint-3 = It came from a tool result, and nobody wrote it down.
    .because = A summary is a selection. What neither it nor the notes carry has left the window for good; the agent would have to find it again.
    .says-notes = That stands in NOTES.md and comes back with the restart. It would be lost in a harness that restarts from the summary alone.
    .says-kept = Those are in the summary. They would be lost in a harness that clears the window and puts nothing in.

insured = Which facts does only NOTES.md keep?
    .hint-1 = Look for what the notes say and the summary does not.
    .hint-2 = The agent wrote it down in call 3, before the compaction.
    .hint-3 = It is the decision on how to fix the race.
    .because = The summary left the decision out, and the notes brought it back. That is what they are for: what was written down in time does not depend on a summary.
    .says-kept = The summary carries those. They would need no notes.
    .says-lost = That is in neither place. It believes that compaction squeezes everything together and nothing gets lost.

third = The last item, third compaction: which facts does only NOTES.md keep?
    .hint-1 = Jump to the third compaction and compare summary and notes.
    .hint-2 = One of them has been in the notes since the first window.
    .hint-3 = One is an old decision, the other a problem found shortly before this compaction.
    .because = The old decision has outlived three windows in the notes. A summary would have had to carry it on each time.
    .says-kept = That is in the task, and every summary repeats it.
    .says-lost = That came from a tool result and was never written down. It would have been safe in a harness that appends and never replaces, until the window is full.

last-rounds = Another harness keeps the last two rounds word for word behind its summary. Pick the messages that are still in the window after its compaction.
    .hint-1 = A round is a reply together with the tool results that answer it.
    .hint-2 = Count backwards from the newest message.
    .hint-3 = Two replies, each followed by its results.
    .because = Whole rounds stay, so no result is parted from its call. Nothing recent is lost, and the price is room: this window restarts with { $keptFilled } tokens, where the lesson's restarts with { $fresh }.
    .says-whole = That would be right in the lesson's harness, which replaces everything.
    .says-append = That would be right in a harness that appends its restart message: there nothing leaves the window.
