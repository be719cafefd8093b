title = Read the log
intro = Step through the reference run once, from the first call to the answer. Then answer from what you saw.

compaction-calls = The run makes several model calls. How many of them were made for compaction?
    .hint-1 = Most calls carry the conversation and the tools. One kind does not.
    .hint-2 = Look in the log for a line that begins with >>> instead of naming a stop reason.
    .hint-3 = Call { $compactionCall } is such a call. Count how often that happens.
    .because = A compaction is a model call of its own: an instruction and the history as text go out, a summary comes back. It is paid for like any call and counts among the calls of the run.
    .says-all = That is every call of the run. It would be right in a harness that asks for a summary each time; here the loop's own calls are among them.
    .says-checks = That is how often the harness checked and did not fire. A check is a comparison in the program and calls nobody.

after-reset = The counter has been reset. Which of these hold at that step? Pick all of them.
    .hint-1 = There are three meters, and a reset is meant for one of them.
    .hint-2 = Go to the step “The counter is reset” and read the meters and the list of messages.
    .hint-3 = What was paid stays paid, and the summary has to be somewhere.
    .because = The reset concerns the lesson's counter alone. The fresh window is not empty: it holds the system prompt, the tools and one message with the summary and the notes.
    .option-counter = The lesson's counter stands at 0.
    .option-spend = The spend stands at 0.
    .option-one-message = There is one message in the window.
    .option-empty = The window is empty.
    .says-spend = Spend is never set back. If it were, a budget could not be kept over a whole run.
    .says-empty = An empty window would belong to a harness that throws the history away. This one restarts from a summary, so { $fresh } tokens are in use.
