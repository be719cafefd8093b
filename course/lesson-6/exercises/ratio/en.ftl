title = Turn the ratio
intro = The invoice importer again, this time in a window of { $tightWindow } tokens. Its largest rounds nearly fill it, so the ratio decides whether the task is done at all.

too-high = Someone wanted to use the window to the last token and set the ratio as high as it goes. Find a ratio with which both goals are met.
    .goal-answered = The run ends with an answer.
    .goal-few = At most five compactions fire.
    .hint-1 = Play the run as it is and see how it ends.
    .hint-2 = A request and its reply have to fit together. Look at the largest step that occupancy takes in one round.
    .hint-3 = A rule of thumb is 0.7: then 30% of the window is left for the next request.
    .because = The check looks back, the request lies ahead. Headroom is what the next round may need before anyone checks again.
    .says-too-low = The task gets done, but compaction fires again and again. That ratio would be right in a harness whose single rounds are much larger than these.

too-low = Someone wanted to be on the safe side and set the ratio very low. Find a ratio with which both goals are met.
    .goal-answered = The run ends with an answer.
    .goal-few = At most five compactions fire.
    .hint-1 = Count how many calls of the run are compaction calls.
    .hint-2 = Each fresh window begins with the system prompt, the tools, the summary and the notes. How much is left below the threshold?
    .hint-3 = Go up from 0.2 until at most five compactions are left, and stay well below 0.95.
    .because = A fresh window is never empty. With a low threshold a round or two fill what is left, and each compaction costs a call and loses detail.
    .says-too-high = Few compactions fire now, because the run breaks off: a request does not fit any more. The belief behind it is that the threshold can sit at the limit.
