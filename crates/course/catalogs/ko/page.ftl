# The words of the playground page. Numbers arrive as numbers and are formatted for the language.

## Frame

document-title = { $scenario } · secondwind
brand = secondwind
crumb-lesson = 6강
skip-link = 윈도로 건너뛰기

scenario-label = 시나리오
scenario-task = 과제
scenario-policy = 윈도 { $window }토큰 × 비율{"\u00A0"}{ $ratio } = 임계값 { $threshold }

language-label = 언어
language-en = English
language-pt-BR = Português
language-ko = 한국어

theme-label = 테마
theme-system = 시스템
theme-light = 밝게
theme-dark = 어둡게

## Headings

heading-window = 윈도
heading-log = 로그
heading-in-window = 지금 윈도에 있는 메시지
heading-archive = 보관함
heading-notes = NOTES.md
heading-answer = 최종 답변

## Meters

meter-accumulated = 수업의 카운터
meter-accumulated-name = 누적
meter-occupancy = 실제로 윈도에 담긴 양
meter-occupancy-name = 점유량
meter-spend = 지금까지 쓴 양
meter-spend-name = 총소비량
meter-triggers = 컴팩션 발동 기준
meter-watches = 비교용
meter-of-threshold = / { $threshold }
meter-share = 윈도의 { $share }
meter-reset = { $from } → 0
meter-label = { $name }: { $limit }토큰 중 { $value }토큰

threshold-fires = { $threshold }에서 발동
threshold-would = 이쪽이면 { $threshold }에서 발동
limit = 한도 { $limit }
rest-over = { $tokens } 더 있음, 그리지 않음

estimated = 추정

tokens = { $tokens }토큰
token-input = 입력 { $tokens }
token-output = 출력 { $tokens }

why-heading = 왜 둘일까요?
why-lead = 호출할 때마다 기록 전체를 다시 보냅니다.
why-body = 수업의 카운터는 모든 요청과 응답을 더하므로 같은 메시지를 거듭 세고, 그래서 임계값에 일찍 이릅니다. 점유량은 지금 윈도에 담긴 것만 봅니다.

## What is in the window

slice-call = 호출{"\u00A0"}{ $call }
brief-call = 호출{"\u00A0"}{ $call }
kind-fixed = 시스템과 도구
kind-task = 과제
kind-user = 사용자 메시지
kind-reply = 응답
kind-results = 도구 결과
kind-restart = 재시작 메시지
kind-block = 제공자 요약
kind-notes = 노트
brief-fixed = 시스템
brief-task = 과제
brief-user = 사용자
brief-reply = 응답
brief-results = 결과
brief-restart = 재시작
brief-block = 제공자
brief-notes = 노트

part-text = 텍스트
part-call = 도구 호출
part-result = 도구 결과
part-summary = 인수인계 요약본
part-notes = 노트
part-error = 오류

message-call = 호출{"\u00A0"}{ $call }
message-before = 첫 호출 전
messages-empty = 아직 메시지가 없습니다.

archive-empty = 아직 비어 있습니다. 컴팩션이 일어나면 메시지가 여기로 옵니다.
archive-note = 윈도 밖에 있습니다. 모델은 더 이상 이 메시지를 보지 못합니다.

notes-missing = 아직 쓰지 않았습니다.
notes-outside = 윈도 밖
notes-written = 버전{"\u00A0"}{ $version }, 호출{"\u00A0"}{ $call }에서 작성
notes-removed = 삭제됨

shelf-heading = 윈도 밖
shelf-summary-none = 아직 요청하지 않았습니다.
shelf-summary-asked = 호출{"\u00A0"}{ $call }에서 요청했습니다.
shelf-summary-held = { $tokens }토큰, 아직 윈도에 없습니다.
shelf-summary-in = 윈도 안, 재시작 메시지에 있습니다.
shelf-notes-read = 읽어 들여 윈도로 보냅니다.
shelf-archive-empty = 비어 있습니다.
stages-label = 컴팩션의 단계
messages-note = 모델이 보는 내용입니다. 고정된 부분 다음에 오래된 순서로 놓입니다.

log-empty = 아직 아무것도 보내지 않았습니다.

totals-calls = 모델 호출
totals-compaction-calls = 그중 컴팩션 호출
totals-compactions = 컴팩션

## Transport

transport-label = 재생 제어
to-start = 처음으로
back = 이전 단계
step = 다음 단계
play = 재생
pause = 일시 정지
to-end = 끝으로
next-compaction = 다음 컴팩션
speed = 속도
speed-value = { $speed }배
step-counter = { $last }단계 중 { $step }단계

curve-label = 실행 단계
curve-point = { $call } · { $value }
curve-fog = 아직 보지 않음
curve-valuetext = { $last }단계 중 { $step }단계, { $title }: 카운터 { $accumulated }, 점유량 { $occupancy }, 임계값 { $threshold }

help-label = 도움말
help-words = 용어
help-keys = 단축키
help-licences = 이 페이지에 쓰인 소프트웨어의 라이선스
help-close = 닫기
help-ends = 처음 또는 끝으로
help-play = 재생 또는 일시 정지
help-compaction = 다음 컴팩션
help-help = 이 목록 보기 또는 숨기기
help-letters = 글자 키 사용
key-space = 스페이스
key-shift = Shift
key-home = Home
key-end = End

help-word-window = 컨텍스트 윈도
help-text-window = 요청 하나에 담을 수 있는 전부입니다. 지시, 메시지, 응답이 들어갑니다.
help-word-harness = 하네스
help-text-harness = 모델을 둘러싼 프로그램입니다. 요청을 보내고 도구를 실행합니다.
help-word-counter = 카운터
help-text-counter = 마지막 재시작 이후 모든 호출의 입력과 출력을 더한 값입니다.
help-word-occupancy = 점유량
help-text-occupancy = 지금 윈도에 담긴 토큰 수입니다.
help-word-threshold = 임계값
help-text-threshold = 컴팩션이 발동하는 기준입니다. 윈도 크기에 비율을 곱한 값입니다.
help-word-compaction = 컴팩션
help-text-compaction = 모든 메시지를 요약본과 노트로 통째로 갈아 끼우고 이어 갑니다.
help-word-summary = 인수인계 요약본
help-text-summary = 컴팩션이 요청하면 모델이 새 윈도를 위해 쓰는 글입니다.
help-word-notes = NOTES.md
help-text-notes = 윈도 밖에 있는 파일입니다. 에이전트가 쓰고 하네스가 읽어 들입니다.

## Faults

error-scenario-heading = 이 시나리오를 재생할 수 없습니다
error-scenario-body = 다른 시나리오를 고르거나 파일을 고치십시오.
error-issue = { $file }, { $line }행 { $column }열: { $message }
error-issue-file = { $file }: { $message }
error-wasm-heading = 재생기를 시작하지 못했습니다
error-wasm-body = 이 페이지에는 WebAssembly가 필요하지만 불러오지 못했습니다. 페이지를 새로 고치거나 최신 브라우저에서 여십시오.
error-reload = 새로 고침
engine-loading = 재생기를 불러오는 중…
engine-missing = 재생기를 불러오지 못했습니다. 연결을 확인하고 다시 시도하십시오. 그래도 안 되면 페이지를 새로 고치십시오.
engine-missing-part = 페이지의 이 부분을 불러오지 못했습니다. 지금 보는 실행은 그대로 볼 수 있습니다. 연결을 확인하고 다시 시도하십시오.
engine-retry = 다시 시도

## For screen readers

## The current step: a title and a sentence

title-start = 첫 호출 전
title-called = 호출을 보냅니다
title-refused = 제공자가 거부합니다
title-replied = 응답이 돌아옵니다
title-ran = 도구를 실행합니다
title-noted = 노트를 씁니다
title-appended = 도구 결과를 덧붙입니다
title-checked = 임계값보다 낮습니다
title-crossed = 임계값에 이르렀습니다
title-asked = 요약본을 요청합니다
title-summarized = 요약본이 돌아옵니다
title-reread = 노트를 읽어 들입니다
title-replaced = 새 윈도로 갈아 끼웁니다
title-reset = 카운터를 리셋합니다
title-finished = 실행이 끝났습니다

step-start = 과제가 윈도에 있습니다. 아직 아무것도 보내지 않았습니다.
step-called = 윈도에 담긴 내용 전체를 { $call }번째 호출로 보냅니다.
step-refused = { $ending ->
    [overflowed] 제공자가 400으로 답합니다. { $call }번째 호출은 { $tokens }토큰이고, 응답까지 더하면 { $window }토큰짜리 윈도를 넘습니다.
   *[refused] 제공자가 400으로 답합니다. { $call }번째 호출에는 어느 제공자도 받지 않는 메시지가 있습니다. 짝이 되는 호출이 없는 도구 결과입니다.
}
step-replied = { $call }번째 호출의 응답입니다. `stop_reason`은 `{ $stop }`, 입력 { $input }토큰, 출력 { $output }토큰입니다. { $cacheRead ->
    [0] 카운터는 이제 { $accumulated }토큰입니다.
   *[other] 카운터는 이제 { $accumulated }토큰입니다. 캐시에서 읽은 { $cacheRead }토큰은 카운터에 잡히지 않습니다.
}
step-ran = 하네스가 `{ $tool }` 도구를 실행합니다. 결과는 아직 윈도에 없습니다.
step-noted = 에이전트가 NOTES.md를 버전 { $version } 내용으로 덮어씁니다. 이 파일은 윈도 밖에 있습니다.
step-appended = 도구 결과 { $count }개를 덧붙입니다. 점유량은 이제 { $occupancy }토큰입니다.
step-checked = 하네스가 확인합니다. { $value }토큰은 임계값 { $threshold }보다 작습니다. 루프가 계속됩니다.
step-crossed = 하네스가 확인합니다. { $value }토큰은 임계값 { $threshold } 이상입니다. 다음 요청이 나가기 전에 컴팩션이 발동합니다.
step-asked = { $call }번째 호출은 별도의 호출입니다. 기록을 텍스트로 보내고 인수인계 요약본을 요청합니다.
step-summarized = 인수인계 요약본은 { $tokens }토큰입니다. 아직 아무것도 바뀌지 않았습니다.
step-reread = { $version ->
    [0] 하네스가 NOTES.md를 읽어 들입니다. 아직 비어 있습니다.
   *[other] 하네스가 지금 저장된 NOTES.md, 곧 버전 { $version } 내용을 읽어 들입니다.
}
step-replaced = { $removed ->
    [0] 보관함으로 옮기는 메시지가 없습니다. 재시작 메시지가 기존 메시지 뒤에 그대로 덧붙습니다. 점유량은 이제 { $occupancy }토큰입니다.
   *[other] 메시지 { $removed }개를 보관함으로 옮기고 메시지 하나로 통째로 갈아 끼웁니다. 요약본이 먼저, 노트가 다음입니다. 점유량은 이제 { $occupancy }토큰입니다.
}
step-reset = 카운터를 { $from }토큰에서 0으로 리셋합니다. 새 윈도는 여기서부터 셉니다.
step-finished = { $ending ->
    [refused] 제공자가 요청을 거부했고 루프는 더 나아갈 길이 없습니다. 호출 { $calls }회, 컴팩션 { $compactions }회 끝에 답변 없이 끝납니다.
    [overflowed] 윈도가 너무 차서 다음 요청이 들어가지 않습니다. 호출 { $calls }회, 컴팩션 { $compactions }회 끝에 답변 없이 끝납니다.
    [budgetSpent] 토큰 예산을 다 썼습니다. 호출 { $calls }회, 컴팩션 { $compactions }회 끝에 답변 없이 끝납니다.
    [scriptEnded] 이 실행이 이어서 묻는 요청에는 준비된 응답이 없습니다. 호출 { $calls }회, 컴팩션 { $compactions }회 끝에 여기서 멈춥니다.
    [stopped] 호출 { $calls }회, 컴팩션 { $compactions }회 끝에 답변 없이 끝납니다.
   *[answered] 호출 { $calls }회, 컴팩션 { $compactions }회 끝에 답변이 나왔습니다.
}
