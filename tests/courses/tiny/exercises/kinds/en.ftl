title = Every kind
intro = Each task asks for something else.
counter = What is the counter after the last of { $turn ->
    [one] { $turn } turn
   *[other] { $turn } turns
}?
    .hint-1 = It began anew.
    .hint-2 = Only the last call counts.
    .because = The compaction set it to 0.
    .says-storm = That is so where nothing sets it back.
    .says-window = That is how full the window is.
summary = How many calls are made?
claims = What holds?
    .option-below = The counter stays below the window.
    .option-above = The counter stays below { $threshold }.
order = Put the steps of the compaction in order.
    .option-replaced = The messages are replaced.
    .option-asked = The summary is asked for.
    .option-reset = The counter goes back to 0.
    .option-reread = The notes are read back.
line = Which line sets the counter back?
    .says-check = That line only asks.
blocks = Which messages are still there?
facts = Which facts are lost?
dials = Compact exactly once.
    .goal-once = There is a compaction.
    .goal-rare = There is no second one.
code = Write the compaction.
    .goal-answered = The run comes to its answer.
    .goal-reset = The counter goes back to 0.
    .says-clear = Then the counter is no number any more.
    .says-kept = The counter is never set back.
words = Say it in your own words.
