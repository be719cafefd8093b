title = Three positions
intro = The loop is right if three things stand where they belong: the check, the replacement and the reset.

order = The reply to call 3 has come in. Put what follows in order.
    .option-ran = A tool runs.
    .option-appended = The tool results are appended.
    .option-crossed = The check finds the threshold reached.
    .option-asked = The summary is asked for.
    .option-replaced = The messages are replaced as a whole.
    .option-reset = The counter goes back to 0.
    .option-called = The next request goes out.
    .hint-1 = What has to be in the window, so that the summary can cover it?
    .hint-2 = The check stands between two steps: behind the newest results and before the next request.
    .hint-3 = Tool, results, check. Then the compaction from the question to the reset. The request comes last.
    .because = Right behind the results and before the next request: the summary covers everything, and no request goes out above the threshold.
    .says-early = That is the order of a harness that checks too early. The newest results are not in what gets summarized, and they arrive behind the restart without the call they answer.
    .says-late = That is the order of a harness that checks too late: one more request goes out above the threshold before anyone looks.

late-check = The code shown has a mistake: a request goes out above the threshold. Pick the line that is out of place.
    .hint-1 = Follow one round through the loop and note when the threshold is looked at.
    .hint-2 = Find the line that compares. What has happened since the results were appended?
    .hint-3 = The comparison stands right behind the model call, where the reply comes in.
    .because = The check belongs behind the results of the same round. Here it waits for the next reply, and to get that one a request has to go out.
    .says-replace = The replacement is where it should be. It would be the line to look at if the window grew at a compaction.
    .says-reset = The reset is in its place. It would be the line to look at if compaction fired at every later turn.

replaces = In this step { $before } messages leave the window and one comes in. Which line does that?
    .hint-1 = Look for a line that gives the list of messages a new value.
    .hint-2 = It stands in the function that opens the fresh window.
    .hint-3 = Two lines below the call of `compact`.
    .because = An assignment, not a push: what the list held before is no longer sent. That is the replacement as a whole.
    .says-summary = Asking for a summary changes nothing in the window yet. It would be the right line if compaction happened inside the model.
    .says-reset = The reset changes a number. It would be right if the counter were the window.
