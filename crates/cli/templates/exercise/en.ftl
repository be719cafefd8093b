### number
title = What the counter shows
intro = The counter adds the input and the output of every call. Go to the step before compaction fires.
counter = What does the counter show when compaction fires?
    .hint-1 = Every call adds its input and its output.
    .hint-2 = Look at the replies before the check, one by one.
    .hint-3 = It is the first sum that reaches the threshold.
    .because = Every request repeats the history, and the counter adds it again each time.
    .says-window = That is what the window holds. It would be right in a harness that compares occupancy.
### choice
title = The fresh window
intro = Compaction is about to begin. What follows is hidden until you have answered.
fresh = How many messages are in the window once compaction is over?
    .hint-1 = The old messages are not kept.
    .hint-2 = What does a restart message consist of?
    .hint-3 = The summary and NOTES.md come in together.
    .because = The messages are replaced as a whole, by the restart message.
    .says-append = It would be right in a harness that appends the restart message. There nothing leaves the window.
    .says-before = That is how many there were before.
### claims
title = After the reset
intro = Compaction is over, and the counter is set back.
after-reset = What holds right after the reset? Pick all that do.
    .option-counter = The counter stands at 0.
    .option-spend = Spend stands at 0.
    .option-one-message = There is one message in the window.
    .hint-1 = Two meters look at the same figures and are not the same.
    .hint-2 = Which of them is about a window, and which about the whole run?
    .hint-3 = What was paid for stays paid for.
    .because = The counter belongs to a window and begins anew with it. Spend belongs to the run.
    .says-spend = Spend is never set back. It would be right in a harness with one variable for both.
### order
title = The order of a compaction
intro = Four steps make a compaction. Their order decides whether the next window is whole.
steps = Put the steps into their order.
    .option-asked = The summary is asked for.
    .option-reread = NOTES.md is read back.
    .option-replaced = The messages are replaced.
    .option-reset = The counter goes back to 0.
    .hint-1 = Nothing may be replaced before there is something to put in its place.
    .hint-2 = The restart message carries the summary and the notes.
    .hint-3 = The counter is the last one.
    .because = If the summary fails, nothing must have changed. So it comes first, and the counter last.
### pick-line
title = The line that resets
intro = The program beside it is the harness that ran.
line = Which line sets the counter back?
    .hint-1 = It is in the function that opens the fresh window.
    .hint-2 = It assigns a number.
    .hint-3 = It stands right below the line that replaces the messages.
    .because = The new window is counted from the summary on, so the counter begins at 0.
    .says-check = That line only compares.
### pick-blocks
title = What stays in the window
intro = Compaction has fired. Look at the messages in the window.
blocks = Which of these messages are still there after compaction? Pick all, or none.
    .hint-1 = What is the window made of after a restart?
    .hint-2 = The restart message is a new one.
    .hint-3 = Nothing is carried over word for word.
    .because = All of them are replaced by one restart message.
    .says-append = It would be right in a harness that appends the restart message.
### facts
title = What is lost
intro = The run has found out several things. After compaction each of them is in the window, in NOTES.md, or gone.
lost = Which facts does the first compaction lose?
    .hint-1 = Read the summary, then NOTES.md.
    .hint-2 = What is in neither of them?
    .hint-3 = It came from a tool result, and nobody wrote it down.
    .because = A summary is a selection. What is neither in it nor in the notes has to be found out again.
    .says-noted = That is in NOTES.md and comes back with the restart.
### dials
title = A ratio that works
intro = With this ratio the threshold lies too close to the limit of the window.
ratio = Set the ratio so that compaction fires, and the run still comes to its answer.
    .goal-fires = Compaction fires at least once.
    .goal-answered = The run comes to its answer.
    .hint-1 = The threshold is the window times the ratio.
    .hint-2 = What is the highest that the counter gets to before the last call?
    .hint-3 = Try a ratio of about a half.
    .because = Below the limit there must be room for the next request and for the compaction itself.
    .says-high = The counter does not get there before the run is over.
### code
title = The missing line
intro = This part of the harness opens the fresh window. One line is missing.
fix = Complete the function so that the counter begins anew after each compaction.
    .goal-answered = The run comes to its answer.
    .goal-reset = After each compaction the counter starts from 0.
    .goal-one-message = The fresh window begins with one message.
    .hint-1 = Which variable does the check compare?
    .hint-2 = The right moment is when the messages have been replaced.
    .hint-3 = Set `tokensUsed` to 0 in the line before `onCompact` is called.
    .because = The counter belongs to a window. With a new window it begins anew.
    .says-append = The old messages are still there: the restart message was pushed behind them.
### explain
title = In your own words
intro = Look at the whole run once more.
why = Why are the messages replaced as a whole, and not added to? Write two or three sentences.
    .hint-1 = What would the next request weigh if they stayed?
    .hint-2 = What does the counter compare itself with?
    .hint-3 = Think of the second compaction.
    .because = A good answer says that only what leaves the window makes room, and that the summary and the notes carry what is needed.
