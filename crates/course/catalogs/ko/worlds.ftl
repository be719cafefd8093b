# Two runs of a scenario side by side.

worlds-compare = 비교
worlds-compare-title = 이 실행을 다른 세계와 비교하기
worlds-heading = 두 세계
worlds-lead = 같은 시나리오를 두 하네스로 실행합니다. 어느 쪽이 호출을 더 많이 쓰든, 둘은 같은 라운드에 나란히 서 있습니다.
worlds-close = 비교 닫기
worlds-here = 이 실행
worlds-there = 다른 세계
worlds-sound = 실수가 없는 수업의 하네스
worlds-pick = 다른 세계에 넣을 실수
worlds-choose = 실수를 고르면 다른 세계가 그 실수를 합니다.
worlds-none = 이 시나리오는 다음 실수를 넣고 실행할 수 없습니다: { $bugs }.
worlds-scrub = 두 세계의 시점
worlds-back = 한 시점 뒤로
worlds-on = 한 시점 앞으로
worlds-moment = { $last }개 시점 중 { $moment }번째
worlds-valuetext = { $last }개 시점 중 { $moment }번째. 이 실행: { $here }, 카운터 { $hereCounter }, 점유량 { $hereOccupancy }. 다른 세계: { $there }, 카운터 { $thereCounter }, 점유량 { $thereOccupancy }.
worlds-waits = 여기서 대기
worlds-differs = 서로 다름:

## The first difference

worlds-first = 첫 번째 차이
worlds-never = 이 시나리오에서는 두 세계가 다르지 않습니다.
worlds-held = 뒤에서 두 세계가 갈라지는지는 질문에 답한 뒤에 보입니다.
worlds-at = 이 실행의 { $step }단계에서 처음으로 달라집니다.
worlds-kinds = 이 실행: ‘{ $here }’. 다른 세계: ‘{ $there }’.
worlds-only-here = ‘{ $here }’ 단계는 이 실행에만 있습니다.
worlds-only-there = ‘{ $there }’ 단계는 다른 세계에만 있습니다.
worlds-figure-accumulated = 카운터: 여기 { $here }, 저쪽 { $there }.
worlds-figure-occupancy = 윈도에 담긴 양: 여기 { $here }토큰, 저쪽 { $there }토큰.
worlds-figure-spend = 총소비량: 여기 { $here }, 저쪽 { $there }.
worlds-figure-request = 요청: 여기 { $here }토큰, 저쪽 { $there }토큰.
worlds-figure-messages = 윈도에 있는 메시지: 여기 { $here }개, 저쪽 { $there }개.
worlds-figure-text = 메시지 하나의 내용이 다릅니다: 여기 { $here }자, 저쪽 { $there }자.
worlds-figure-notes = NOTES.md: 여기 { $here }자, 저쪽 { $there }자.
worlds-figure-log = 로그만 다릅니다. 여기에는 { $here }, 저쪽에는 { JOSA($there, "이/가") } 찍힙니다.
worlds-log = 로그만 다릅니다.

## How far a world has come

worlds-ending = 결말
worlds-running = 아직 실행 중
worlds-ending-answered = 답변이 나옴
worlds-ending-refused = 요청이 거부됨
worlds-ending-overflowed = 요청이 들어가지 않음
worlds-ending-budgetSpent = 예산을 다 씀
worlds-ending-scriptEnded = 준비된 응답이 없음
worlds-ending-stopped = 답변 없이 끝남

## The two valves

worlds-valves = 밸브는 둘입니다. 임계값은 컴팩션을 일으키고(빨간 선), 토큰 예산은 실행을 멈춥니다(두 줄 선). 예산은 요청을 보내기 전마다 확인하며, 진행 중인 호출은 끊지 않습니다.
worlds-budget = 토큰 예산
worlds-budget-hint = 두 세계 모두에 적용됩니다. 비워 두면 예산이 없습니다.
worlds-budget-bad = 0 이상의 정수를 입력하십시오.
worlds-budget-none = 토큰 예산을 정하지 않았습니다.
worlds-note-tokensUsed = 컴팩션 때 0으로
worlds-note-tokensSpent = 0으로 돌아가지 않음
worlds-valve-threshold = 임계값이 보는 것은 tokensUsed입니다: { $threshold } 중 { $value }.
worlds-valve-occupancy = 임계값이 보는 것은 점유량입니다: { $threshold } 중 { $value }.
worlds-valve-budget = 예산이 보는 것은 { $name }입니다: { $budget } 중 { $value }.
worlds-stops-next = 다음 요청은 나가지 않습니다.
worlds-stopped = { $over ->
    [0] 예산에 이르러 실행이 멈췄습니다.
   *[other] 예산을 { $over }토큰 넘긴 뒤 실행이 멈췄습니다.
}
worlds-beyond = { $over ->
    [0] 예산에 이르렀는데도 실행이 이어집니다.
   *[other] 예산을 { $over }토큰 넘겼는데도 실행이 이어집니다.
}
worlds-beyond-end = { $over ->
    [0] 예산에 이른 채 실행이 끝났습니다. 밸브가 멈춘 것이 아닙니다.
   *[other] 예산을 { $over }토큰 넘긴 채 실행이 끝났습니다. 밸브가 멈춘 것이 아닙니다.
}
