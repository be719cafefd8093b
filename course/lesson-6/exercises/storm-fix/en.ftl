title = Stop the storm
intro = The code below compacts { $stormCompactions } times where { $soundCompactions } times are enough. You know the cause by now. Mend it.

fix = Change this part of the harness so that every compaction is followed by turns that do not compact. One line is enough.
    .goal-answered = The run comes to its answer.
    .goal-reset = After each compaction the counter starts from 0.
    .goal-as-often = There are no more compactions than the task needs.
    .goal-one-message = The fresh window begins with one message.
    .goal-notes = NOTES.md is read back at each restart.
    .hint-1 = Which variable does the check compare, and what does it count?
    .hint-2 = The fresh window is counted from the summary on. The right moment is when the messages have been replaced.
    .hint-3 = Set the counter of this window to 0, in the line before `onCompact` is called.
    .because = The counter belongs to a window. With a new window it begins anew, and it does so only once the summary has come in and the messages are replaced: if the compaction fails, nothing must have changed.
    .says-no-reset = The storm goes on: the counter that the check compares still stands where it stood. A variable of the same name inside the function is another one.
    .says-append = The storm is over, but the old messages are still there: the restart message was pushed behind them. The window is as full as before.
    .says-no-notes = The storm is over, but the restart no longer carries NOTES.md. What the summary drops is lost now.
    .says-spent = That is the counter of the whole run, which the budget looks at. It is never set back.
