title = Two valves
intro = The task of the last item with a token budget of 12,000. The budget valve looks at what has been spent and stops the run; the compaction valve looks at the window and lets it go on.

stopped-at = How many tokens has the run spent when the budget stops it?
    .hint-1 = The budget is looked at before each request.
    .hint-2 = A call that is under way is not cut off.
    .hint-3 = Go to the end of the run and read the spend.
    .because = The last call began below the budget and ended above it. The valve keeps the next one from going out.
    .says-shared = That is the whole run. It would be right in the world in which both valves share one counter, and the budget is never reached.
    .says-cut-off = That is the spend when the last call went out. It would be right in a harness that knows beforehand what a call will cost.

shared-counter = In another world the budget looks at the counter that each compaction sets to 0. What holds there? Pick all of them.
    .option-goes-on = The run goes on to its answer.
    .option-reaches = At some step the counter reaches the budget.
    .option-overspends = In the end more than the budget has been spent.
    .option-more-compactions = More compactions fire than without a budget.
    .hint-1 = Follow the counter: how high does it get before it is reset?
    .hint-2 = Compare the spend at the end with 12,000.
    .hint-3 = Compaction itself works as it should there. Two of the four hold.
    .because = One set of figures, two questions: how full is the window, and what has the run cost. Each needs a variable of its own, since only one of them may go back to 0.
    .says-reaches = Each reset takes it back long before. The belief is that one counter can serve both valves.
    .says-more-compactions = The compaction valve sees what it always saw. The budget valve is the one that has gone blind.
