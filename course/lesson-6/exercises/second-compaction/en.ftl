title = The second compaction
intro = The task of the last item needs several windows. Go to its second compaction.

counter = What does the counter show when compaction fires for the second time?
    .hint-1 = It was reset after the first compaction.
    .hint-2 = Only the calls of the second window count.
    .hint-3 = Step to the second time the threshold is reached and read the lesson's counter.
    .because = The check looks at the current window alone. Nothing of the first one is left in the counter.
    .says-no-reset = That would be right in the world without the reset. There the second compaction fires much sooner, and the counter still holds the first window.
    .says-spend = That is the spend: everything since the beginning. Budgets look at it, and the threshold does not.

covers = How many messages does the second summary cover?
    .hint-1 = The summary is written from what is in the window when it is asked for.
    .hint-2 = The messages of the first window are in the archive, and nobody sends them any more.
    .hint-3 = Count the messages in the window in the step “The summary is asked for”.
    .because = The second summary covers { $kept } messages, the restart message among them. The first window is in it only as far as the first summary and the notes carry it.
    .says-all = Those are all messages that ever left the window. It would be right in a harness that goes back to the archive for each summary.

lost = Which facts are lost at the second compaction?
    .hint-1 = Compare the list of facts before and after the replacement.
    .hint-2 = Look for a tool result of the second window that neither the summary nor the notes mention.
    .hint-3 = It is about where the jobs run.
    .because = Each compaction makes its own selection. What it drops can be needed later, and the agent does not know that it is missing.
    .says-notes = That is in the notes, and they came back.
    .says-kept = That is in the task, and the summary repeats it.

limits = What holds of this whole run? Pick all of them.
    .option-fits = Occupancy stays below the window at every step.
    .option-counter-below = The counter stays below the threshold at every step.
    .option-spend-over = In the end, more tokens have been spent than a window holds.
    .option-one-each = Each compaction cost one model call.
    .hint-1 = The curve shows the counter and occupancy for the whole run.
    .hint-2 = When does a check fire? What must have happened to the counter right before?
    .hint-3 = Three of the four hold.
    .because = No single window bounds the length of this task. The spend grows on and on; each window stays within its limit.
    .says-counter-below = The counter has to reach the threshold for the check to fire. At every compaction it passes it, by up to a whole turn.
