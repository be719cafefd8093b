title = Move the check
intro = In the loop below the check stands at the wrong place. One request goes out that should not: it has { $lateRequest } tokens, and the counter had passed { $lateThreshold } before it was sent.

move = Put the check where it belongs: behind everything that this round brings, and before the next request.
    .goal-in-time = The check fires in the round in which the threshold is passed, and no request more goes out.
    .goal-with-results = The newest tool results are in what is summarized.
    .goal-answered = The run comes to its answer.
    .goal-as-sound = The run takes as many calls as it should.
    .hint-1 = Follow one round: request, reply, count, append, tools, results. Which of these still belong to the old window?
    .hint-2 = Results that come in after the summary stand without their calls in the fresh window.
    .hint-3 = It is the last line of the loop.
    .because = Earlier, the newest results are missing from the summary and land behind the restart without their calls. Later, one more request goes out above the threshold.
    .says-late = One more request still goes out before the check: it compares what the last round left behind.
    .says-early = The results of this round come in after the summary was written. They are not in it, and a strict provider refuses them without their calls.
    .says-never = Nothing compacts any more. The run ends where the window does.
