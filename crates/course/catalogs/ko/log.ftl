# The log of a run. Figures are printed without grouping, and the same in every language;
# `stop_reason` and `tokensUsed` are names and stay as they are.
log-call = [호출 { NUMBER($call, useGrouping: 0) }] stop_reason={ $stop } tokensUsed={ NUMBER($tokens, useGrouping: 0) }{ $measure ->
    [estimated] { " " }(추정)
   *[counted] { "" }
}
log-compaction = [호출 { NUMBER($call, useGrouping: 0) }] >>> 컴팩션 { NUMBER($ordinal, useGrouping: 0) } ({ $meter ->
    [occupancy] 점유량
   *[accumulated] tokensUsed
} { NUMBER($used, useGrouping: 0) }{ $measure ->
    [estimated] { " " }(추정)
   *[counted] { "" }
} >= { NUMBER($threshold, useGrouping: 0) }): 메시지를 인수인계 요약본과 NOTES.md로 통째로 갈아 끼우고 카운터를 0으로 리셋
log-answer = 최종 답변:
log-totals = 모델 호출: { NUMBER($calls, useGrouping: 0) }회 (컴팩션 { NUMBER($compactionCalls, useGrouping: 0) }회)
log-compactions = 컴팩션: { NUMBER($count, useGrouping: 0) }회
log-notes = 최종 NOTES.md:
