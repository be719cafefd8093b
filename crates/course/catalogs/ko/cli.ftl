# Help texts and messages of the command line.

## Help

about = LLM 에이전트를 위한 컨텍스트 관리: 시나리오를 재생하고 윈도에 일어나는 일을 보여 줍니다
run-about = 시나리오를 끝까지 재생하고 로그를 출력합니다
arg-file = 시나리오 .toml 파일. 텍스트는 같은 이름의 폴더에 있습니다
arg-lang = 텍스트와 로그의 언어: en, pt-BR, ko
arg-json = 로그 대신 모든 이벤트를 한 줄에 하나씩 JSON으로 출력합니다
arg-help = 이 도움말을 보여 줍니다
arg-version = 버전을 보여 줍니다

## Faults of the call

error-not-found = { $file } 파일이 없습니다. 경로를 확인하십시오.
error-too-large = { $file } 파일은 { $size }바이트이지만 최대 { $limit }바이트까지만 읽습니다. 시나리오 파일이 맞는지 확인하고, 맞다면 줄이십시오.
error-not-text = { $file } 파일은 UTF-8 텍스트가 아닙니다. UTF-8로 저장하거나 다른 파일을 지정하십시오.
error-unreadable = { $file } 파일을 읽을 수 없습니다: { $reason }. 파일이 맞는지, 읽기 권한이 있는지 확인하십시오.
error-no-texts = { $file } 옆에 텍스트 폴더 { $folder }가 없습니다. 시나리오의 텍스트는 그 폴더에 언어마다 파일 하나씩(예: en.toml) 둡니다.
error-no-language = { $file } 시나리오에는 { $lang } 텍스트가 없습니다. 있는 언어: { $have }. --lang으로 이 중 하나를 고르거나 빠진 텍스트를 추가하십시오.

# Stands above the list of issues.
error-scenario = 시나리오에 오류가 { $count }개 있습니다:

## Faults in a scenario, by code. The place (file, line, column) is printed in front.

issue-syntax = 올바른 TOML이 아닙니다: { $detail }. 이 위치의 문법을 고치십시오.
issue-unknown-key = 알 수 없는 키 `{ $key }`입니다. 여기에 쓸 수 있는 키: { $expected }. 이름을 고치거나 삭제하십시오.
issue-missing-key = `{ $key }` 키가 없습니다. 추가하십시오.
# Kinds are named by string, integer, number, boolean, array, table (found also: float, datetime); others are printed as they are.
issue-wrong-type = `{ $key }` 값의 형식이 맞지 않습니다. 필요한 형식: { $expected ->
    [string] 문자열
    [integer] 정수
    [number] 숫자
    [boolean] true 또는 false
    [array] 배열
    [table] 테이블
   *[other] { $expected }
}, 실제 형식: { $found ->
    [string] 문자열
    [integer] 정수
    [float] 소수
    [number] 숫자
    [boolean] true 또는 false
    [array] 배열
    [table] 테이블
    [datetime] 날짜
   *[other] { $found }
}. 값을 바꾸십시오.
issue-negative = `{ $key }` 값이 { $value }입니다. 0보다 작을 수 없으니 0 이상으로 쓰십시오.
issue-missing-text = 이 언어의 파일에도 common.toml에도 `{ $key }` 텍스트가 없습니다. 둘 중 한 파일에 추가하십시오.
issue-policy = 이 정책은 작동할 수 없습니다: { $detail }. `window`, `ratio` 또는 크기를 바꾸십시오.
issue-rounds-ran-dry = { $call }번째 호출에 답할 라운드가 없습니다. 라운드를 추가하거나, 마지막 라운드에서 도구 호출을 빼서 실행이 끝나게 하십시오.
issue-rounds-left-over = 라운드 { $round }에서 실행이 끝나지만 그 뒤에 라운드가 { $left }개 더 있습니다. 뒤의 라운드를 삭제하거나 라운드 { $round }에 도구 호출을 넣으십시오.
issue-summaries-ran-dry = 컴팩션 { $ordinal }에 쓸 요약본이 없습니다. [[summaries]]에 추가하거나 [default_summary]를 작성하십시오.
issue-format = 형식 { $found } 버전은 알 수 없습니다. 이 프로그램은 형식 { $supported } 버전을 읽습니다. `format = { $supported }`처럼 쓰거나 secondwind를 업데이트하십시오.
issue-mixed-call = 도구 호출에는 `notes`가 있거나, 아니면 `tool`과 `input`, `result`가 있어야 합니다. 이 호출에는 둘 다 있거나 둘 다 없습니다. 하나만 남기십시오.
issue-derived-input = `input` 값이 적혀 있지만, usage = "derived"에서는 윈도를 바탕으로 계산합니다. 삭제하거나 usage = "given"으로 바꾸십시오.
issue-given-input = `input` 값이 없습니다. usage = "given"에서는 모든 응답에 이 값이 있어야 합니다. 추가하거나 usage = "derived"로 바꾸십시오.
issue-rounds-empty = 시나리오에 라운드가 없습니다. [[rounds]]를 하나 이상 추가하십시오. 도구 호출이 없는 라운드가 실행을 끝냅니다.
issue-unknown-tool = `{ $tool }` 도구가 없습니다. [[tools]]에 추가하거나 이름을 고치십시오.
issue-too-many = 여기에 항목이 { $count }개 있지만 최대 { $limit }개까지만 쓸 수 있습니다. 일부를 빼거나 시나리오를 나누십시오.
issue-blank-text = 텍스트 `{ $key }`의 내용이 비어 있습니다. 내용을 쓰거나, 없어도 되는 자리라면 키를 빼십시오.
issue-reserved-tool = 도구 `{ $tool }`은(는) 하네스가 추가합니다. [[tools]]에서 빼십시오. 이 도구의 호출은 `notes`로 씁니다.
issue-stop-without-calls = 이 라운드는 "tool_use"로 멈추지만 도구 호출이 없습니다. [[rounds.calls]]에 하나를 추가하거나 `stop`을 빼십시오.
issue-refused = 이 라운드 다음으로 실행을 이어 갈 수 없습니다: { $detail }. 라운드를 고치십시오.
issue-too-large = 파일이 { $size }바이트이지만 최대 { $limit }바이트까지 읽습니다. 파일을 줄이십시오.
issue-same-tool = 도구 `{ $tool }`이(가) 두 번 선언되어 있습니다. 하나를 빼십시오.
error-no-file = { $file }은(는) 폴더나 파이프, 장치입니다. 시나리오인 .toml 파일을 지정하십시오.
issue-unknown-carrier = `{ $key }`에 { $value } 값이 적혀 있지만, 실제로는 { $count ->
    [0] 하나도 없습니다
   *[other] { $count }개뿐입니다
}. 번호는 1부터 셉니다. 번호를 고치십시오.
issue-no-default-summary = 이 사실이 기본 요약본에 있다고 했지만 기본 요약본이 없습니다. [default_summary]를 작성하거나 `default_summary`를 빼십시오.
issue-no-results = 라운드 { $round }에는 도구 호출이 없어서 이 사실을 담을 결과도 없습니다. 다른 라운드를 적으십시오.
issue-fact-without-carrier = 이 사실을 담은 곳이 없습니다. 어디에 있는지 `task`, `replies`, `results`, `summaries`, `default_summary`, `notes` 가운데에서 적으십시오.

## Faults in what is changed of a scenario

issue-patch-unknown-key = `{ $key }` 항목은 바꿀 수 없습니다. 바꿀 수 있는 것: { $expected }. 이름을 고치거나 빼십시오.
issue-patch-unknown-word = `{ $key }`에는 { $found } 값을 쓸 수 없습니다. 쓸 수 있는 것: { $expected }. 이 가운데 하나를 쓰십시오.
issue-patch-same-line = 두 버그({ $one }, { $other })는 루프의 같은 줄을 바꿉니다. 하나만 남기십시오.
issue-patch-strategy = 버그는 레슨의 루프에 있는 것이고, 이 루프는 언제나 요약본에서 다시 시작합니다. 전략이나 버그 가운데 하나를 빼십시오.
issue-patch-ratio = 비율이 { $ratio }이면 임계값이 나오지 않습니다. 0보다 크고 1보다 작은 비율을 고르십시오.
issue-patch-window = { $window }토큰짜리 윈도에 비율 { $ratio }을(를) 곱하면 임계값이 나오지 않습니다. 윈도를 키우십시오.
issue-patch-no-room = 임계값 { $threshold }토큰은 윈도 { $window }토큰에서 여유분 { $reserve }토큰을 뺀 값보다 작아야 합니다. 비율이나 여유분을 줄이거나 윈도를 키우십시오.

## Faults in a recording

issue-recording = 이 파일은 기록이 아닙니다: { $detail }. 내보낸 파일을 그대로 쓰십시오.
issue-recording-version = 이 기록의 버전은 { $found }인데, 이 프로그램은 버전 { $supported }만 읽습니다. secondwind를 업데이트하십시오.
issue-recording-not-answered = 이 실행은 답변으로 끝나지 않았습니다({ $ending }). 시나리오에는 답변이 있어야 합니다. 먼저 실행을 끝까지 진행하십시오.
issue-answer-kind = 기록의 { $answer }번째 응답은 종류가 { $found }인데, 여기서 실행에 필요한 것은 { $wanted }입니다. 내보낸 파일을 그대로 쓰십시오.
issue-answer-refused = 기록의 { $answer }번째 응답으로는 실행을 이어 갈 수 없습니다: { $detail }. 이 응답과 그 뒤의 응답을 모두 빼십시오.
issue-answers-left-over = 실행은 끝났는데 기록에 응답이 { $left }개 더 있습니다. 남은 응답을 빼십시오.
