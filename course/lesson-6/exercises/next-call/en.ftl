title = Predict the fresh window
intro = The run stops in the middle of the compaction, and what lies ahead is hidden. The code stays visible: reason from it.

messages = The summary has been asked for, and { $before } messages are in the window. How many will there be once they are replaced?
    .hint-1 = Read the line that builds the new list of messages.
    .hint-2 = Count the elements between the brackets.
    .hint-3 = Summary and notes stand in the same message.
    .because = The restart message is one user message: first the summary, then NOTES.md. Nothing else comes along.
    .says-append = That would be right in a harness that appends the restart message. It believes that a summary is added to the history; the window then grows when it should shrink.
    .says-cut = That would be right in a harness that keeps the last message behind the summary. Its results have lost their call, and the provider refuses them.

request = The summary is in ({ $summaryTokens } tokens) and the notes have been read. How large will the next request be?
    .hint-1 = It will be much smaller than what the window holds now.
    .hint-2 = Every request carries the system prompt and the tools, whatever the messages are.
    .hint-3 = System and tools, and one message with the summary and the notes.
    .because = A fresh window has a floor: system prompt and tools, summary, notes. No compaction gets below it.
    .says-append = That would be right in the world in which the restart message is appended: the old messages are all sent again.
    .says-cut = That would be right in the world in which the last message stays. The provider will not accept it.
    .says-summary = That is the summary alone. The system prompt, the tools and the notes go out with it.

counter = Where will the lesson's counter stand after the reply to call { $nextCall }? It will report { $nextInput } tokens of input and { $nextOutput } of output.
    .hint-1 = One step still comes before that call.
    .hint-2 = After a successful compaction the counter goes back to 0.
    .hint-3 = Begin at 0 and add what the call reports.
    .because = After the reset, one call is all that the counter has seen. This once it agrees with occupancy.
    .says-no-reset = That would be right without the reset. The belief is that a new window brings a new counter by itself, and the loop does not do that.
    .says-append = That would be right in the world in which the restart message is appended. The counter is reset there, and the next request is as large as before.
    .says-output = That is the reply alone. A harness that counts only output would show it.
