title = Trace it by hand
intro = A window of { $traceWindow } tokens, ratio { $traceRatio }. Four turns report a usage of { $turn1 }, { $turn2 }, { $turn3 } and { $turn4 } tokens. Keep the running sum on paper; the run stays hidden until you answer.

threshold = Where is the threshold?
    .hint-1 = The threshold is a part of the window.
    .hint-2 = Two figures from the introduction are enough.
    .hint-3 = Multiply { $traceWindow } by { $traceRatio }.
    .because = Window times ratio. What lies above is headroom for the request that is still to come.
    .says-window = That is the limit of the window. A check that waits for it leaves no room for the next request.
    .says-headroom = That is the headroom, the part above the threshold. Take it off the window.

turn = After which turn does compaction fire?
    .hint-1 = Write the sums one below the other and compare each with the threshold.
    .hint-2 = The first three sums end at { $sum3 }.
    .hint-3 = { $sum3 } is below { $traceThreshold }. Add { $turn4 }.
    .because = The check stands at the end of each round. { $sum4 } is the first sum that is not below { $traceThreshold }.
    .says-exact = That would be right with a ratio of { $exactRatio }: there the threshold is { $exactThreshold }, and a sum that is equal fires. Here there is still room.
    .says-compaction-call = That is the number of the compaction call itself. The turn that sets it off comes before.

at-fire = What does the counter show at that moment?
    .hint-1 = It is the sum that made the check fire.
    .hint-2 = Nothing is cut off at the threshold.
    .hint-3 = Add all four figures.
    .because = The counter shows what has been added, and it may lie well above the threshold: it moves in steps as large as a turn.
    .says-threshold = That is the mark. The counter does not stop there; the turn that passes it counts whole.
    .says-window = That is how full the window really is. It would be right in a harness that compares occupancy, but there nothing would fire yet.

next-call = Compaction is over. The next call reports { $nextInput } tokens of input and { $nextOutput } of output. What does the counter show after it?
    .hint-1 = What happens to the counter after a successful compaction?
    .hint-2 = The fresh window is counted from the summary on.
    .hint-3 = Begin at 0 and add both figures.
    .because = The reset lets the counter speak of the fresh window alone. The next check compares this small sum with the threshold.
    .says-no-reset = That would be right in a harness that forgets the reset. It believes that the counter goes back by itself with the window, and the next check would fire at once.
    .says-output = That is the reply alone. The input counts, too.
