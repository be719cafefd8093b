title = The storm
intro = The task of the last item again, on a loop in which one line is missing. It still gets to its answer. Watch what it does on the way.

how-often = In how many turns of this run does compaction fire?
    .hint-1 = Step from compaction to compaction and count.
    .hint-2 = After the first one, look at the check of every turn.
    .hint-3 = The first two turns do not fire. All later ones with tool results do.
    .because = Once the counter has passed the threshold it never gets below it again, so each later turn compacts.
    .says-sound = That would be right in the harness that resets its counter. This one does not.
    .says-every = That is every turn with tool results. The first turns stayed below the threshold: a storm needs a first compaction to begin.

cause = Why does compaction fire again right in the next turn? Pick the one that holds.
    .option-counter = The counter is still at the threshold or above when the next request goes out.
    .option-window = The fresh window is itself at the threshold or above.
    .option-summary = The summary is as long as the threshold.
    .option-notes = The notes are never read back.
    .hint-1 = What does the check compare, and with what?
    .hint-2 = Go to the step in which call 5 goes out and read both meters.
    .hint-3 = Occupancy has fallen. Has the counter?
    .because = The counter stands at { $stormCounter } when the fresh window starts, above the threshold of { $stormThreshold }. What it counts is a window that no longer exists.
    .says-window = The window did shrink. With a window that stays full a harness would storm, too, and a reset would not help: its floor would be too high.
    .says-summary = The summary is short. A harness without a limit on the summary can run into this.
    .says-notes = They are read at each restart. Notes that are missing cost facts, not compactions.

line = Where in the code shown is the mistake? Pick the place.
    .hint-1 = A compaction does three things at its end. Compare with the reference run.
    .hint-2 = Notes are read, messages are replaced. What should come next?
    .hint-3 = Look right behind the line that replaces the messages.
    .because = One line brings the storm to an end: behind the replacement, the counter is set to 0.
    .says-check = The comparison is right. It is given a figure that belongs to the old window.
    .says-restart = The restart carries summary and notes as it should.

far-below = How full is the window when compaction fires for the second time?
    .hint-1 = The question is about the window, and not about what the check compares.
    .hint-2 = Jump to the second compaction and read occupancy.
    .hint-3 = It is less than a quarter of the threshold.
    .because = The check fires far below the real threshold. Nothing had to be made smaller.
    .says-counter = That is the counter. It would be right if the counter showed what the window holds; after a missing reset it shows the past.
    .says-threshold = Compaction should fire there. It would be right in a harness that compares occupancy.

wasted = How many model calls more does this run need than the same task with the reset?
    .hint-1 = Two runs, one task. Compare their totals.
    .hint-2 = The sound run compacts { $soundCompactions } times, this one { $stormCompactions } times.
    .hint-3 = Each compaction is one call. Count only those that are too many.
    .because = One wasted call a turn: time, and one more pass through a summary in which details can get lost.
    .says-all = Those are all compactions. The sound run needs a few of them as well.
    .says-calls = That is the whole run. The calls that do the work are needed either way.

consequence = What does a storm cost, beyond the calls? Look at what both runs still know at the end, and write two or three sentences.
    .hint-1 = Open the ledger of facts in both worlds.
    .hint-2 = Compare the last compaction of this run with the last one of the sound run.
    .hint-3 = A summary of a summary of a summary: think of what each of them leaves out.
    .because = Each turn pays a call that does no work, the task takes longer, and everything goes through one more summary. A window of { $secondWindow } tokens is thrown away although it had room. The tokens alone do not show it, since tiny windows make small requests: look at calls, time and facts.
