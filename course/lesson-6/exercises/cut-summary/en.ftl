title = A summary that breaks off
intro = The compaction call has an output limit of its own. A summary that runs into it comes back with the stop reason `max_tokens` and ends in the middle of a sentence.

still-there = The summary has come back, and nothing else has happened yet. How many messages are in the window?
    .hint-1 = Asking is not replacing.
    .hint-2 = Step to the moment the summary comes back and count the messages.
    .hint-3 = It is as many as before the question.
    .because = Until the summary is found good the old window is untouched, so a bad summary costs one call and no history.
    .says-replaced = That is what comes later. It would be right in a harness that clears the window before it asks.

changed = What is different from the moment before the summary was asked for? Pick all of them.
    .option-spend = The spend
    .option-counter = The lesson's counter
    .option-window = What the window holds
    .option-notes = NOTES.md
    .hint-1 = Compare the two steps meter by meter.
    .hint-2 = The compaction call is not one of the loop's own calls.
    .hint-3 = Something was paid. Nothing else has happened.
    .because = The summary call is paid for and leaves everything else alone. This is what makes it safe to throw a bad summary away.
    .says-counter = The counter counts the loop's own calls. The reply to the compaction call never enters the loop.
    .says-window = The summary stands beside the window until the messages are replaced.
    .says-notes = The agent writes the notes, in calls of its own. A compaction only reads them.

no-limit = Suppose the summary had no limit and were as long as the history. How many tokens would the fresh window of the reference run hold?
    .hint-1 = Open the world in which the summary has no limit.
    .hint-2 = Go to the step in which the counter is reset and read occupancy.
    .hint-3 = It is more than the window held when the check fired: { $filled } tokens.
    .because = A compaction helps only if the summary is much shorter than what it replaces. The limit forces that, and for the same reason a summary can run into it.
    .says-limited = That is the fresh window with the limit. It believes that one compaction always helps.
    .says-empty = That is the counter, which has been reset. It says nothing about what the window holds.

mid-sentence = A handover summary ends like this: “`updateStatus` reads the order, checks the transition, then runs”. Its stop reason is `max_tokens`. What should a harness do with it, what must it not do, and why? Write two or three sentences.
    .hint-1 = Which part of a summary tends to stand at the end?
    .hint-2 = What is lost if the messages are replaced by this text? What is lost if they are not?
    .hint-3 = Look what the lesson's `compact` does when a reply does not stop with `end_turn`.
    .because = The end of a summary is where open problems and the next step stand, and nobody can get them back once the messages are gone. So such a summary is refused, the old messages stay, and the harness may ask again, a limited number of times. The lesson's harness ends with an error; a production harness tries again first.
