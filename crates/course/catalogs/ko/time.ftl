# Moving through a run, and the window as a list. Numbers arrive as numbers and are formatted for the language.

## Zoom and jumps

time-zoom-label = 이동 단위
time-zoom-turn = 턴
time-zoom-call = 호출
time-zoom-line = 행
time-zoom-turn-hint = 한 라운드에서 다음 라운드로
time-zoom-call-hint = 호출의 단계를 하나씩
time-zoom-line-hint = 단계가 실행하는 코드를 한 행씩
time-line = { $line }행, { $count }개 중 { $at }번째
time-next-check = 다음 임계값 확인
time-next-break = 다음 중단점 만날 때까지 진행
time-word-compaction = 컴팩션
time-word-check = 확인
time-word-break = 중단점
time-more = 제어 더 보기

time-stop-break = 중단점에서 멈췄습니다: { $what }
time-stop-compaction = 일시 정지: 컴팩션이 발동합니다
time-stop-none = 앞에 중단점이 없습니다

## Breakpoints

time-break-heading = 중단점
time-break-empty = 아직 없습니다. 재생하다가 중단점에 이르면 멈추고 이유를 알려 줍니다.
time-break-share = { $meter } ≥ 임계값의 { $value }%
time-break-occupancy = 점유량 ≥ { $value }
time-break-call = { $value }번째 호출을 보냅니다
time-break-on = 멈출 곳
time-break-on-kind = 단계의 종류
time-break-on-share = 임계값 대비 비율
time-break-on-occupancy = 점유량
time-break-on-call = 호출
time-break-kind = 단계의 종류
time-break-value-share = 임계값의 몇 %
time-break-value-occupancy = 윈도에 담긴 토큰
time-break-value-call = 몇 번째 호출
time-break-invalid = 1부터 { $most }까지의 정수를 입력하십시오.
time-break-add = 추가
time-break-drop = 삭제: { $what }
time-break-here = 중단점
time-pauses = 컴팩션이 발동하면 일시 정지

## The list of steps

time-steps-heading = 단계
time-types-label = 골라 보기
time-type-calls = 호출
time-type-tools = 도구
time-type-notes = 노트
time-type-checks = 확인
time-type-compaction = 컴팩션
time-fog = 앞으로 나올 단계 가리기
time-ahead = 앞으로 { $count }단계
time-ahead-none = 실행은 여기서 끝납니다.

## The window as a list

time-view-label = 윈도를 보는 방식
time-view-picture = 그림
time-view-list = 목록
time-table-window = { $step }단계에서 윈도에 담긴 내용입니다. 오래된 순서이며, 합계가 점유량입니다.
time-table-counter = { $step }단계에서 본 수업의 카운터입니다. 마지막 재시작 이후의 호출을 하나씩 적었으며, 합계가 카운터의 값입니다.
time-table-threshold = 임계값 { $threshold }, 비교 대상은 { $meter }입니다.
time-col-number = 번호
time-col-kind = 종류
time-col-who = 주체
time-col-tokens = 토큰
time-col-total = 여기까지 합계
time-col-share = 임계값 대비
time-col-in = 윈도 안
time-col-call = 호출
time-col-input = 입력
time-col-output = 출력
time-who-harness = 하네스
time-who-user = 사용자
time-who-model = 모델
time-who-tools = 도구
time-yes = 예
time-no = 아니요
time-sum-occupancy = 합계: 점유량
time-sum-accumulated = 합계: 누적
time-counter-empty = 아직 센 호출이 없습니다.
time-reserve = 예비 { $tokens }, 비어 있음
time-reserve-note = 응답을 위해 { $tokens }토큰을 비워 둡니다. 비어 있으며 세지 않습니다.

## In the vessels

time-short-messages = 짧은 메시지 { $count }개
time-short-calls = 짧은 호출 { $count }회
time-short-brief = 짧은 { $count }개
time-open-list = { $what }, { $tokens }토큰. 목록에서 보기

## What a restart message was made from

time-made-from = 보관된 메시지 { $count }개로 만든 메시지
time-went-into = 재시작 메시지에 담김
time-archive-short = 보관함
time-archive-earlier = 이전 { $count }개
time-earlier-show = 이전 항목 보기: { $count }개

## Keys

time-help-step = 고른 단위로 하나 뒤로 또는 앞으로
time-help-turn = 한 턴 뒤로 또는 앞으로
time-help-check = 다음 임계값 확인
time-help-break = 다음 중단점까지 진행
time-help-list = 윈도를 그림 또는 목록으로
