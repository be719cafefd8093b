# The log of a run. Figures are printed without grouping, and the same in every language;
# `stop_reason` and `tokensUsed` are names and stay as they are.
log-call = [call { NUMBER($call, useGrouping: 0) }] stop_reason={ $stop } tokensUsed={ NUMBER($tokens, useGrouping: 0) }{ $measure ->
    [estimated] { " " }(estimated)
   *[counted] { "" }
}
log-compaction = [call { NUMBER($call, useGrouping: 0) }] >>> compaction { NUMBER($ordinal, useGrouping: 0) } ({ $cause ->
    [overflow] the provider found the request too long
    [request] asked for
   *[threshold] { $meter ->
        [occupancy] occupancy
       *[accumulated] tokensUsed
    } { NUMBER($used, useGrouping: 0) }{ $measure ->
        [estimated] { " " }(estimated)
       *[counted] { "" }
    } >= { NUMBER($threshold, useGrouping: 0) }
}): messages replaced wholesale by the handover summary and NOTES.md, counter reset to 0
log-elided = [call { NUMBER($call, useGrouping: 0) }] >>> old results left out: { NUMBER($count, useGrouping: 0) } ({ NUMBER($freed, useGrouping: 0) } tokens freed), counter reset to 0
log-answer = Final answer:
log-ended = { $ending ->
    [refused] The provider refused the request: the run ends without an answer.
    [overflowed] The request and its reply do not fit the window: the run ends without an answer.
    [budgetSpent] The token budget is spent: the run ends without an answer.
    [scriptEnded] The prepared replies are used up: the run ends without an answer.
   *[stopped] The run ends without an answer.
}
log-totals = Model calls: { NUMBER($calls, useGrouping: 0) } ({ NUMBER($compactionCalls, useGrouping: 0) } for compaction)
log-compactions = Compactions: { NUMBER($count, useGrouping: 0) }
log-notes = Final NOTES.md:
