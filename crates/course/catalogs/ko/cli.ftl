# Help texts and messages of the command line.

## Help

about = LLM 에이전트를 위한 컨텍스트 관리: 시나리오를 재생하고 윈도에 일어나는 일을 보여 줍니다
run-about = 시나리오나 기록을 재생하고 로그를 출력합니다. --live를 쓰면 실제 모델이 시나리오의 작업을 맡습니다
arg-file = 시나리오 .toml 파일(텍스트는 같은 이름의 폴더에 있음) 또는 기록 .json 파일
arg-lang = 텍스트와 로그의 언어: en, pt-BR, ko. 쓰지 않으면 환경(LANG)의 언어입니다
arg-json = 로그 대신 모든 이벤트를 한 줄에 하나씩 JSON으로 출력합니다
arg-help = 이 도움말을 보여 줍니다
arg-version = 버전을 보여 줍니다

arg-command = 도움말을 볼 명령. 쓰지 않으면 전체 도움말을 보여 줍니다
arg-default = [기본값: { $value }]
arg-choices = [다음 중 하나: { $values }]
help-about = 명령의 도움말을 보여 줍니다
heading-usage = 사용법
heading-commands = 명령
heading-arguments = 인수
heading-options = 옵션
# What stands for a value in the help.
value-command = 명령
value-file = 파일
value-dir = 폴더
value-lang = 언어
value-name = 이름
value-provider = 제공자
value-url = URL
value-dialect = 형식
value-tokens = 토큰
value-ratio = 비율
value-meter = 계량기
value-count = N
value-dollars = 달러
value-seconds = 초
usage-all = secondwind <명령>
usage-run = secondwind run [옵션] <파일>
usage-scenario = secondwind scenario [옵션] <파일>
usage-check = secondwind check [옵션] <폴더>
usage-help = secondwind help [명령]

scenario-about = 기록에서 시나리오를 만들어 저장합니다. 바로 편집하고 모든 언어로 실행할 수 있습니다
arg-recording = 답변까지 끝난 실행의 기록 .json 파일
arg-out = 시나리오를 저장할 폴더. 이미 있는 파일은 덮어쓰지 않습니다
scenario-written = { $file } 파일을 저장했습니다. `secondwind run { $file }`으로 실행하십시오.

## A run with a real model

cli-heading = 실제 모델로 실행
# Names of variables and options stay as they are.
cli-help =
    키는 환경 변수에서만 읽습니다. api.anthropic.com은 ANTHROPIC_API_KEY, api.openai.com은 OPENAI_API_KEY, 그 밖의 서버는 모두 SECONDWIND_API_KEY입니다.
    도구는 시나리오에 준비된 결과로만 답합니다. 이 컴퓨터에서 실행되는 것은 없습니다.

    종료 코드: 0 답변까지 끝남, 1 답변에 이르지 못했거나 시작하지 않음, 2 명령이나 파일의 오류, 130 Ctrl-C.
arg-live = 시나리오의 작업, 시스템 프롬프트, 도구를 실제 모델에 맡깁니다
arg-model = 제공자가 쓰는 그대로의 모델 이름
arg-provider = 응답할 제공자. 쓰지 않으면 모델 이름으로 정하고, --base-url이 있으면 local입니다
arg-base-url = 서버 주소. 제공자의 기본 주소가 아닐 때 씁니다
arg-dialect = 서버의 API 형식. 쓰지 않으면 openai-chat이고, anthropic 제공자이면 anthropic입니다
arg-window = 시뮬레이션할 윈도의 크기. 쓰지 않으면 시나리오의 값입니다
arg-ratio = 컴팩션을 시작할 윈도의 비율로, 0보다 크고 1보다 작습니다. 쓰지 않으면 시나리오의 값입니다
arg-meter = 임계값과 비교할 계량기. 쓰지 않으면 시나리오의 값입니다
arg-reply-limit = 응답 하나의 최대 토큰 수
arg-max-calls = 컴팩션 호출을 포함한 실행 전체의 최대 모델 호출 수
arg-max-cost = 실행 전체의 최대 비용(예: 0.25). 모델의 가격이 알려져 있어야 합니다
arg-timeout = 제공자의 무응답을 기다리는 최대 시간
arg-record = 응답이 올 때마다 실행을 이 .json 파일에 저장합니다. 다시 재생하거나 시나리오로 만들 수 있습니다
arg-resume = --record 파일에 있는, 중간에 멈춘 실행을 이어 갑니다
arg-yes = 묻지 않고 시작합니다

# Before the first call, one line each.
cli-model = 모델: { $model }, 주소: { $address }
cli-window = 윈도: { NUMBER($window, useGrouping: 0) }토큰, 컴팩션 시작: { NUMBER($threshold, useGrouping: 0) }토큰부터({ $meter ->
    [occupancy] 점유량
   *[accumulated] tokensUsed 카운터
} 기준)
cli-recorded = 지금까지 응답 { NUMBER($count, useGrouping: 0) }개가 기록되어 있으며, 거기서부터 이어 갑니다.
cli-most = 다음 호출: 약 { NUMBER($tokens, useGrouping: 0) }토큰, 최대 { $most }달러
cli-no-price = 다음 호출: 약 { NUMBER($tokens, useGrouping: 0) }토큰. 이 모델의 가격은 알려져 있지 않습니다
cli-narrow = 주의: 첫 요청만으로 약 { NUMBER($tokens, useGrouping: 0) }토큰, 곧 임계값의 절반 이상을 차지합니다. --window로 윈도를 키우면 여유가 생깁니다.
cli-cap = 한도: 호출 { NUMBER($calls, useGrouping: 0) }회, 비용 { $cap ->
    [none] 한도 없음
   *[other] { $cap }달러
}
cli-ask = 시작하시겠습니까? [y/N]
cli-declined = 아무것도 보내지 않았습니다.

# While it goes on, and how it ends.
cli-cost = 지금까지의 비용: { $cost }달러
cli-again = 호출에 실패했습니다: { $message }. { $seconds }초 뒤에 다시 시도합니다.
cli-interrupted = 중단했습니다.
cli-kept = 여기까지의 응답은 모두 { $file } 파일에 있습니다. 같은 명령에 --resume을 붙여 이어 가십시오.
cli-not-kept = 이 실행은 저장되지 않습니다. 저장하려면 --record 파일을 지정하십시오.
cli-saved = 기록을 { $file } 파일에 저장했습니다.
cli-untaken = 모델의 이 응답으로는 실행을 이어 갈 수 없습니다:
cli-capped-calls = 호출 한도에 이르렀습니다(--max-calls { NUMBER($calls, useGrouping: 0) }). 이어 가려면 한도를 늘리십시오.
cli-capped-cost = 다음 호출에 최대 { $most }달러가 들 수 있는데, 한도 { $cap }달러 가운데 { $spent }달러를 이미 썼습니다. 이어 가려면 --max-cost를 늘리십시오.
cli-capped-unknown = 제공자가 마지막 응답의 사용량을 알려 주지 않아 --max-cost를 더는 지킬 수 없습니다. 이 옵션을 빼고 이어 가십시오. 실행은 --max-calls로 제한됩니다.
# What the provider or the network said, behind one of the messages below.
cli-said = 자세한 내용: { $message } (상태 { $status }, 요청 { $request })
cli-failed-auth = 키가 없거나 틀렸거나 이 작업을 할 권한이 없습니다. { $variable } 변수를 확인하십시오.
cli-failed-billing = 이 계정으로는 호출 비용을 낼 수 없습니다. 제공자에서 충전하거나 { $variable } 변수에 다른 키를 넣으십시오.
cli-failed-rate = 제공자가 지금은 호출을 더 받지 않거나 지출 한도에 이르렀습니다. 잠시 기다리거나 계정의 한도를 늘리십시오.
cli-failed-overload = 지금 제공자에 여유가 없습니다. 잠시 뒤에 다시 시도하십시오.
cli-failed-server = 제공자 쪽에서 오류가 났습니다. 잠시 뒤에 다시 시도하십시오.
cli-failed-too-large = 요청의 바이트 수가 이 서버의 한도를 넘습니다. 더 작은 --window를 고르십시오.
cli-failed-not-found = { $address }에 { $model } 모델이 없거나 그 주소에 아무것도 없습니다. --model과 --base-url을 확인하십시오.
cli-failed-malformed = { $address }에서 돌아온 것은 모델의 응답이 아닙니다. --base-url과 --dialect를 확인하고, 중간에 프록시가 있는지도 확인하십시오.
cli-failed-cut = 응답이 끝나기 전에 끊겼습니다. 연결을 확인하고 다시 시도하십시오.
cli-failed-network = { $address }에 연결할 수 없습니다. 주소와 네트워크를 확인하고, 서버가 실행 중인지 확인하십시오.
cli-failed-timeout = { $address }에서 너무 오래 응답이 없었습니다. 다시 시도하거나 --timeout으로 시간을 늘리십시오.
cli-failed-other = 제공자가 요청을 거부했습니다. 메시지를 읽고 --model, --dialect, --reply-limit을 확인하십시오.

# The last line of a recording that stops in the middle.
open-call = 기록은 여기까지입니다. 실행은 { NUMBER($call, useGrouping: 0) }번째 호출의 응답을 기다리고 있습니다.
open-tool = 기록은 여기까지입니다. 실행은 { $tool } 도구의 결과를 기다리고 있습니다.

## Faults of the call

error-not-found = { $file } 파일이 없습니다. 경로를 확인하십시오.
error-too-large = { $file } 파일은 { $size }바이트이지만 최대 { $limit }바이트까지만 읽습니다. 맞는 파일인지 확인하고, 맞다면 줄이십시오.
error-not-text = { $file } 파일은 UTF-8 텍스트가 아닙니다. UTF-8로 저장하거나 다른 파일을 지정하십시오.
error-unreadable = { $file } 파일을 읽을 수 없습니다: { $reason }. 파일이 맞는지, 읽기 권한이 있는지 확인하십시오.
error-no-texts = { $file } 옆에 텍스트 폴더 { $folder }가 없습니다. 시나리오의 텍스트는 그 폴더에 언어마다 파일 하나씩(예: en.toml) 둡니다.
error-no-language = { $file } 시나리오에는 { $lang } 텍스트가 없습니다. 있는 언어: { $have }. --lang으로 이 중 하나를 고르거나 빠진 텍스트를 추가하십시오.

error-exists = { $file }이(가) 이미 있습니다. 덮어쓰지 않으니 다른 이름을 지정하십시오.
error-unwritable = { $file } 파일에 쓸 수 없습니다: { $reason }. 다른 위치를 지정하거나 쓰기 권한을 확인하십시오.
error-changed = 그 사이에 { $file } 파일이 바뀌어 그대로 두었습니다. 명령을 다시 실행하십시오.
error-live-recording = { $file } 파일은 기록입니다. --live에는 시나리오를 지정하십시오. 기록을 이어 가려면 --record { $file } --resume을 추가하십시오.
error-live-provider = { $model } 모델의 제공자를 알 수 없습니다. --provider나 --base-url을 추가하십시오.
error-live-no-key = 키가 없습니다. 환경 변수 { $variable }에 넣으십시오.
error-live-key = { $variable } 변수에 든 키의 { NUMBER($place, useGrouping: 0) }번째 자리에 키에 쓸 수 없는 문자가 있습니다. 앞뒤에 다른 것이 붙지 않게 다시 복사하십시오.
error-live-address = --base-url의 주소가 올바르지 않습니다. { $fault ->
    [scheme] https://나 http://로 시작하지 않습니다
    [port] 포트가 올바르지 않습니다
    [credentials] 사용자 이름이나 비밀번호가 들어 있습니다. 키는 환경 변수로 주십시오
    [query] 쿼리나 프래그먼트가 들어 있습니다
    [path] 경로가 올바르지 않습니다
    [key] 키가 들어 있습니다. 키는 환경 변수로 주십시오
   *[host] 호스트가 올바르지 않습니다
}. 주소를 고치십시오.
error-live-not-private = { $address }은(는) 이 컴퓨터에 있지도 않고 https://로 연결하지도 않으므로 다른 사람이 중간에서 키를 읽을 수 있습니다. https://를 쓰거나 키 없이 호출하십시오.
error-live-no-price = { $model } 모델의 가격이 알려져 있지 않아 --max-cost를 지킬 수 없습니다. 이 옵션을 빼십시오. 실행은 --max-calls로 제한됩니다.
error-live-open = { $file } 파일에는 중간에 멈춘 실행이 있습니다. --resume으로 이어 가거나 다른 파일을 지정하십시오.
error-live-other-run = { $file } 파일의 실행은 시나리오나 언어, 모델, API 형식이 다릅니다. 시작할 때와 똑같이 지정해 이어 가거나 다른 파일을 지정하십시오.
error-live-request = 요청을 만들 수 없습니다: { $reason }. --base-url을 고치십시오.
error-live-yes = 여기서는 시작해도 되는지 물어볼 수 없습니다. --yes를 추가하십시오.

error-live-model = --model의 이름에 키가 들어 있거나 키처럼 보입니다. 모델 이름을 지정하고, 키는 환경 변수로 주십시오.
error-live-record = 기록은 .json 파일이어야 하는데 { $file }은(는) 그렇지 않습니다. --record { $named }처럼 지정하면 다시 읽을 수 있습니다.
error-live-full = 기록이 { $size }바이트가 되는데, 파일은 최대 { $limit }바이트까지만 읽습니다. { $file } 파일은 마지막 응답 이전 상태로 남습니다. --reply-limit이나 --max-calls의 한도를 줄이십시오.

## What the command line does not take

# Stands below each of these, with the usage in between.
usage-more = 자세한 내용은 --help로 볼 수 있습니다.
usage-unknown = { $near ->
    [none] 여기에는 { $option } 인수가 없습니다.
   *[other] 여기에는 { $option } 인수가 없습니다. 혹시 { $near }입니까?
}
usage-command = { $near ->
    [none] { $command } 명령이 없습니다.
   *[other] { $command } 명령이 없습니다. 혹시 { $near }입니까?
}
usage-no-command = 명령이 빠졌습니다. 쓸 수 있는 명령: { $known }.
usage-no-value = { $option }의 값이 빠졌습니다. 추가하십시오.
usage-many-values = { $option }에는 값({ $value })을 쓸 수 없습니다. 값을 빼십시오.
usage-choice = { $option }의 값으로 { JOSA($value, "을/를") } 쓸 수 없습니다. 쓸 수 있는 값: { $known }.
usage-value = { $option }의 값으로 { JOSA($value, "을/를") } 쓸 수 없습니다. { $kind ->
    [count] 1부터 4294967295까지의 정수를
    [port] 1부터 65535까지의 포트를
    [number] 0.7과 같은 수를
    [amount] 0.25와 같은, 0보다 큰 달러 금액을
   *[other] 다른 값을
} 지정하십시오.
usage-conflict = { JOSA($option, "은/는") } { $other }와(과) 함께 쓸 수 없습니다. 둘 중 하나를 빼십시오.
usage-twice = { JOSA($option, "은/는") } 한 번만 쓸 수 있습니다. 나머지를 빼십시오.
usage-missing = 빠진 것: { $option }. 추가하십시오.
usage-not-text = 인수 가운데 UTF-8 텍스트가 아닌 것이 있습니다. UTF-8로 쓰십시오.
usage-other = 명령줄을 읽을 수 없습니다. 확인하십시오.

# Stands above the list of issues.
error-scenario = 시나리오에 오류가 { $count }개 있습니다:

## Faults in a scenario, by code. The place (file, line, column) is printed in front.

issue-syntax = 올바른 TOML이 아닙니다. { $slip ->
    [bracket] 위에서 연 `{"{"}` 또는 `[` 기호를 닫지 않았거나 그 안에 쉼표가 빠졌습니다. 연 줄에서 닫으십시오.
    [twice] 이 이름은 이미 있습니다. 둘 중 하나를 빼십시오. 여러 번 나오는 것은 매번 `[[rounds]]`처럼 대괄호를 두 겹으로 씁니다.
    [quotes] 글자는 `"tokens"`처럼 곧은 큰따옴표 안에 씁니다. 따옴표로 감싸십시오.
    [rest] 값 뒤에 값이 아닌 것이 있습니다. 한 줄에 값을 하나만 쓰십시오. 소수점은 `0.5`처럼 마침표입니다.
   *[none] { $detail }. 이 위치의 문법을 고치십시오.
}
issue-unknown-key = 알 수 없는 키 `{ $key }`입니다.{ $nearest ->
    [none] {""}
   *[other] {" "}혹시 `{ $nearest }`입니까?
} 여기에 쓸 수 있는 키: { $expected }. 이름을 고치거나 삭제하십시오.
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
issue-missing-text = 다음 파일 어디에도 `{ $key }` 텍스트가 없습니다: { $files }. 그중 한 파일에 `{ $key } = "…"` 줄을 추가하거나 여기의 이름을 고치십시오.
issue-policy = 이 정책은 작동할 수 없습니다: { $detail }. `window`, `ratio` 또는 크기를 바꾸십시오.
issue-rounds-ran-dry = { $call }번째 호출에 답할 라운드가 없습니다. 라운드를 추가하거나, 마지막 라운드에서 도구 호출을 빼서 실행이 끝나게 하십시오.
issue-rounds-left-over = 라운드 { $round }에서 실행이 끝나지만 그 뒤에 라운드가 { $left }개 더 있습니다. 뒤의 라운드를 삭제하거나 라운드 { $round }에 도구 호출을 넣으십시오.
issue-summaries-ran-dry = 컴팩션 { $ordinal }에 쓸 요약본이 없습니다. [[summaries]]에 추가하거나 [default_summary]를 작성하십시오.
issue-format = 형식 { $found } 버전은 알 수 없습니다. 이 프로그램은 형식 { $supported } 버전을 읽습니다. `format = { $supported }`처럼 쓰거나 secondwind를 업데이트하십시오.
issue-mixed-call = 도구 호출에는 `notes`가 있거나, 아니면 `tool`과 `input`, `result`가 있어야 합니다. 이 호출에는 둘 다 있거나 둘 다 없습니다. 하나만 남기십시오.
issue-derived-input = `input` 값이 적혀 있지만, usage = "derived"에서는 윈도를 바탕으로 계산합니다. 삭제하거나 usage = "given"으로 바꾸십시오.
issue-given-input = `input` 값이 없습니다. usage = "given"에서는 모든 응답에 이 값이 있어야 합니다. 추가하거나 usage = "derived"로 바꾸십시오.
issue-rounds-empty = 시나리오에 라운드가 없습니다. [[rounds]]를 하나 이상 추가하십시오. 도구 호출이 없는 라운드가 실행을 끝냅니다.
issue-unknown-tool = `{ $tool }` 도구가 없습니다.{ $nearest ->
    [none] {""}
   *[other] {" "}혹시 `{ $nearest }`입니까?
} [[tools]]에 추가하거나 이름을 고치십시오.
issue-too-many = `{ $key }`의 항목이 { $count }개이지만 최대 { $limit }개까지만 쓸 수 있습니다. 일부를 빼거나 시나리오를 나누십시오.
issue-blank-text = 텍스트 `{ $key }`의 내용이 비어 있습니다. 내용을 쓰거나, 없어도 되는 자리라면 키를 빼십시오.
issue-reserved-tool = 도구 `{ $tool }`은(는) 하네스가 추가합니다. [[tools]]에서 빼십시오. 이 도구의 호출은 `notes`로 씁니다.
issue-stop-without-calls = 이 라운드는 "tool_use"로 멈추지만 도구 호출이 없습니다. [[rounds.calls]]에 하나를 추가하거나 `stop`을 빼십시오.
issue-refused = 이 라운드 다음으로 실행을 이어 갈 수 없습니다: { $detail }. 라운드를 고치십시오.
issue-too-large = 파일이 { $size }바이트이지만 최대 { $limit }바이트까지 읽습니다. 파일을 줄이십시오.
issue-not-text = UTF-8 텍스트 파일이 아닙니다. UTF-8로 저장하십시오.
issue-unreadable = 파일을 읽을 수 없습니다: { $reason }. 파일이 맞는지, 읽기 권한이 있는지 확인하십시오.
issue-no-course = { $file } 파일이 없습니다. 코스의 폴더를 지정하십시오.
issue-name-not-text = { $file }의 이름이 UTF-8 텍스트가 아니어서 파일을 읽지 않았습니다. 다른 이름을 붙이십시오.
issue-link = { JOSA($file, "은/는") } 링크이며, 링크가 가리키는 것은 코스와 함께 옮겨지지 않습니다. 그 자리에 파일이나 폴더 자체를 두십시오.
issue-more-faults = 이 파일에는 오류가 { $limit }개보다 많아 나머지는 보이지 않았습니다. 위의 오류를 고치고 다시 확인하십시오.
issue-same-tool = 도구 `{ $tool }`이(가) 두 번 선언되어 있습니다. 하나를 빼십시오.
error-no-file = { $file }은(는) 폴더나 파이프, 장치입니다. 시나리오(.toml)나 기록(.json)을 지정하십시오.
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
issue-patch-strategy = 버그는 수업의 루프에 있는 것이고, 이 루프는 언제나 요약본에서 다시 시작합니다. 전략이나 버그 가운데 하나를 빼십시오.
issue-patch-ratio = 비율이 { $ratio }이면 임계값이 나오지 않습니다. 0보다 크고 1보다 작은 비율을 고르십시오.
issue-patch-window = { $window }토큰짜리 윈도에 비율 { $ratio }을(를) 곱하면 임계값이 나오지 않습니다. 윈도를 키우십시오.
issue-patch-no-room = 임계값 { $threshold }토큰은 윈도 { $window }토큰에서 여유분 { $reserve }토큰을 뺀 값보다 작아야 합니다. 비율이나 여유분을 줄이거나 윈도를 키우십시오.

## Faults in a recording

# Stands above the list of faults of a recording.
error-recording = 기록에 오류가 { $count }개 있습니다:
issue-recording = 이 파일은 기록이 아닙니다: { $detail }. 내보낸 파일을 그대로 쓰십시오.
issue-recording-version = 이 기록의 버전은 { $found }인데, 이 프로그램은 버전 { $supported }만 읽습니다. secondwind를 업데이트하십시오.
issue-recording-not-answered = 이 실행은 답변으로 끝나지 않았습니다({ $ending }). 시나리오에는 답변이 있어야 합니다. 먼저 실행을 끝까지 진행하십시오.
issue-answer-kind = 기록의 { $answer }번째 응답은 종류가 { $found }인데, 여기서 실행에 필요한 것은 { $wanted }입니다. 내보낸 파일을 그대로 쓰십시오.
issue-answer-refused = 기록의 { $answer }번째 응답으로는 실행을 이어 갈 수 없습니다: { $detail }. 이 응답과 그 뒤의 응답을 모두 빼십시오.
issue-answers-left-over = 실행은 끝났는데 기록에 응답이 { $left }개 더 있습니다. 남은 응답을 빼십시오.
