# 재생기 옆의 수업: 섹션, 연습, 과제.

course-toggle = 수업
course-close = 수업 닫기
course-loading = 수업을 불러오는 중…
course-missing = 수업을 불러오지 못했습니다. 재생기는 그대로 쓸 수 있습니다.
course-faulty = 수업에 오류가 있어 보여 줄 수 없습니다:
course-language = 언어: { $language }

## Sections

course-sections = 섹션
course-progress = 과제 { $count }개 중 { $done }개
course-section-none = 과제 없음
course-all-done = 모두 완료
course-previous = 이전
course-next = 다음
course-exercises = 연습
course-elsewhere = 재생기에 이 글과 다른 실행이 열려 있습니다.
course-elsewhere-task = 재생기에 이 과제와 다른 실행이 열려 있습니다.
course-show-run = 실행 보기

## What a narrow page shows

course-panels = 보이는 내용
course-panel-lesson = 수업
course-panel-window = 윈도
course-panel-code = 코드
course-panel-more = 더 보기

## Completion criteria

course-criteria = 완료 기준
course-criteria-met = { $count }개 중 { $met }개
course-criteria-lead = 연습이 딸린 항목은 연습을 통과하면 저절로 확인됩니다. 나머지는 직접 확인하십시오. 모두 이 기기에만 남습니다.
course-criterion-open = 연습 열기

## An exercise

course-to-text = 글로 돌아가기
course-restart = 이 연습 처음부터 다시 하기
course-restarted = 이 연습에서 한 것을 지웠습니다.
course-tasks = 이 연습의 과제
course-task = 과제 { $count }개 중 { $number }번째
course-next-task = 다음 과제
course-state-open = 답하지 않음
course-state-passed = 통과
course-state-not-yet = 아직 아님
course-state-did-not-finish = 끝나지 않음
course-state-could-not-run = 실행하지 못함
course-state-could-not-check = 채점하지 못함
course-state-kept = 저장됨
course-state-shown = 정답을 봄

## A task

course-gated = 이 단계 뒤의 내용은 답하기 전까지 가려집니다.
course-asked = 보려는 곳에 답이 있습니다. 먼저 답하십시오.
course-answer = 나의 답
course-commit = 채점하기
course-keep = 저장하기
course-empty = 먼저 답을 정하십시오.
course-no-answer = 여기서 정할 수 있는 범위를 벗어났습니다.
course-key = 키로 보이는 내용이 있습니다. 키는 저장하지 않습니다. 키를 지운 뒤 다시 답하십시오.
course-code-long = 너무 깁니다. 직접 쓰는 부분은 최대 { $most }자입니다. 내용은 그대로 두었습니다.
course-pick-one = 하나를 고르십시오.
course-pick-all = 맞는 것을 모두 고르십시오.
course-pick-blocks = 남는 것을 모두 고르십시오.
course-pick-facts = 해당하는 것을 모두 고르십시오.
course-pick-line = 클릭하거나 화살표 키로 행을 고르십시오.
course-code-covered = 이 과제가 열려 있는 동안 코드는 과제 안에만 보입니다.
course-line = { $line }행
course-block = { $number }번 메시지: { $kind }
course-order = 단추를 누르거나, 단추에서 화살표 키를 눌러 순서를 맞추십시오.
course-move-up = 위로 옮기기: { $item }
course-move-down = 아래로 옮기기: { $item }
course-moved = { $item }: { $count }개 중 { $place }번째
course-goals = 목표
course-goal-met = 달성
course-goal-open = 미달성
course-threshold-at = 임계값은 { $threshold }토큰입니다.
course-explain = 내 말로 설명하기
course-explain-note = 이 기기에만 남고 채점하지 않습니다.
course-hint-key = 과제의 다음 힌트

course-value-tokens = { $value }토큰
course-value-calls = 호출 { $value }회
course-value-messages = 메시지 { $value }개
course-value-turns = { $value }턴
course-value-percent = { $value }%
course-unit-tokens = 토큰
course-unit-calls = 회
course-unit-messages = 개
course-unit-turns = 턴
course-unit-percent = %

## Hints and the solution

course-hint = 힌트 { $count }개 중 { $number }번째
course-hint-show = 힌트 보기 ({ $number }/{ $count })
course-solution-ask = 정답 보기
course-solution-sure = 그러면 이 과제는 통과가 아니라 정답을 본 것으로 남습니다.
course-solution-yes = 정답 보기
course-solution-no = 더 해 보기

## What came of an answer

course-head-passed = 맞습니다
course-head-not-yet = 아직 아닙니다
course-head-did-not-finish = 끝나지 않았습니다
course-head-could-not-run = 실행하지 못했습니다
course-head-could-not-check = 채점하지 못했습니다
course-head-kept = 저장했습니다
course-head-shown = 정답
course-tries = { $count ->
    [0] 첫 번째 답으로 통과했습니다.
   *[other] 첫 번째 답: { $first }. 그 뒤로 { $count }번 다시 답했습니다.
}
course-jump = 어디인지 보기
course-world = 그 세계 열기
course-world-lead = 이 답이 맞는 하네스가 있습니다.

## 코드

course-code = 내 코드
course-code-legend = { $count ->
    [1] 하네스의 { $first }행을 직접 씁니다
   *[other] 하네스의 { $first }~{ $last }행을 직접 씁니다
}
course-code-around = 프로그램의 나머지
course-code-here = 직접 쓰는 행
course-code-keys = Tab은 들여쓰기입니다. 나가려면 Esc를 누른 다음 Tab을 누르십시오. Control 또는 Command와 Enter로 실행합니다.
course-code-reset = 처음으로 되돌리기
course-code-running = 실행 중…
course-code-stop = 멈추기
course-run = 실행
