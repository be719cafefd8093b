title = When not to use it
intro = One word is to be corrected in one file. The harness is the same as before, with its counter, its check and its notes.

left = How far below the threshold does the lesson's counter end?
    .hint-1 = Go to the end of the run.
    .hint-2 = The counter ends at { $shortCounter }.
    .hint-3 = Take that off the threshold.
    .because = The task is done while there is still room. No compaction was near.
    .says-limit = That is the distance to the limit of the window. Compaction would fire at the threshold, before that.
    .says-window = That is the distance of occupancy. It would be right in a harness that compares occupancy, and the room there is larger still.

machinery = What did the machinery do in this run? Pick all of them.
    .option-checked = It compared the counter with the threshold.
    .option-fired = It fired a compaction.
    .option-written = It had NOTES.md written.
    .option-read = It read NOTES.md back.
    .hint-1 = Go through the list of steps; it can be filtered by kind.
    .hint-2 = What is written is read at a restart only.
    .hint-3 = Two of the four happened, and nothing came of them.
    .because = The notes were written and paid for, and nobody read them. In a task this short the layer only costs.
    .says-fired = The threshold was never reached.
    .says-read = Notes are read at a restart, and there was none. The belief is that whatever is in the file is in the model.

when = Think of an agent that you use or build. By what would you notice that it needs this layer? Write two or three sentences.
    .hint-1 = Which numbers would you look at, and which behaviour?
    .hint-2 = Think of runs that end at the limit, and of a fresh window that does not know what the old one did.
    .hint-3 = Begin with the bare loop and its basic valves. What would have to happen before you add to it?
    .because = There are two good signs: runs really hit the limit of the window, or a fresh window does again what was done before. Until then a loop with a cap on calls and a budget is easier to understand and has fewer ways to fail.
