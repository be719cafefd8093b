# The log of a run. Figures are printed without grouping, and the same in every language;
# `stop_reason` and `tokensUsed` are names and stay as they are.
log-call = [호출 { NUMBER($call, useGrouping: 0) }] stop_reason={ $stop } tokensUsed={ NUMBER($tokens, useGrouping: 0) }{ $measure ->
    [estimated] { " " }(추정)
   *[counted] { "" }
}
log-compaction = [호출 { NUMBER($call, useGrouping: 0) }] >>> 컴팩션 { NUMBER($ordinal, useGrouping: 0) } ({ $cause ->
    [overflow] 제공자가 요청이 너무 길다고 응답함
    [request] 요청에 따름
   *[threshold] { $meter ->
        [occupancy] 점유량
       *[accumulated] tokensUsed
    } { NUMBER($used, useGrouping: 0) }{ $measure ->
        [estimated] { " " }(추정)
       *[counted] { "" }
    } >= { NUMBER($threshold, useGrouping: 0) }
}): 메시지를 인수인계 요약본과 NOTES.md로 통째로 갈아 끼우고 카운터를 0으로 리셋
log-elided = [호출 { NUMBER($call, useGrouping: 0) }] >>> 오래된 결과 생략: { NUMBER($count, useGrouping: 0) }개 ({ NUMBER($freed, useGrouping: 0) }토큰 확보), 카운터를 0으로 리셋
log-answer = 최종 답변:
log-ended = { $ending ->
    [refused] 제공자가 요청을 거부했습니다. 답변 없이 실행이 끝납니다.
    [overflowed] 요청과 응답이 윈도에 다 들어가지 않습니다. 답변 없이 실행이 끝납니다.
    [budgetSpent] 토큰 예산을 다 썼습니다. 답변 없이 실행이 끝납니다.
    [scriptEnded] 준비된 응답이 다 떨어졌습니다. 답변 없이 실행이 끝납니다.
   *[stopped] 답변 없이 실행이 끝납니다.
}
log-totals = 모델 호출: { NUMBER($calls, useGrouping: 0) }회 (컴팩션 { NUMBER($compactionCalls, useGrouping: 0) }회)
log-compactions = 컴팩션: { NUMBER($count, useGrouping: 0) }회
log-notes = 최종 NOTES.md:
