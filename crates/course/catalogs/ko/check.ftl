# What is said of courses and exercises: the command `check`, and the faults that it finds.

check-about = 코스를 검사합니다. 모든 언어의 텍스트와 정답, 실행을 빠짐없이 확인합니다
arg-folder = course.toml이 있는 폴더
arg-courses = course.toml이 있는 폴더, 또는 코스 여러 개가 든 폴더
arg-check-lang = 메시지의 언어: en, pt-BR, ko
arg-check-json = 오류를 JSON 배열로 출력합니다
arg-lock = 오류가 없으면 코스의 id를 course.lock.toml에 추가합니다. 한번 게시된 id는 계속 남습니다
arg-check-timeout = 코스의 프로그램을 시나리오 하나에서 얼마나 기다릴지 정합니다. 지나면 끝냅니다. 단계 수와 메모리에도 따로 제한이 있습니다
check-whole = 코스에 오류가 없습니다.
check-whole-of = { $folder }: 오류가 없습니다.
check-locked = id를 { $file } 파일에 저장했습니다.
check-no-lock = 아직 게시된 id가 없습니다. 코스를 게시하기 전에 `secondwind check { $folder } --lock` 명령을 실행하십시오. 그러면 나중에 id가 실수로 바뀌지 않습니다.
# Stands below the list of faults.
check-faults = 코스에 오류가 { $count }개 있습니다.
error-no-course = { $file } 파일이 없습니다. 코스의 폴더를 지정하십시오.

## Form of the files

issue-missing-file = { $file } 파일이 없습니다. 추가하십시오.
issue-unused-file = { $file } 파일을 쓰는 곳이 없습니다. { $lang ->
    [none] course.toml에 적거나 삭제하십시오.
   *[other] 코스에 없는 언어입니다. course.toml의 `languages` 목록에 "{ $lang }" 값을 추가하거나 파일을 삭제하십시오.
}
issue-unknown-word = `{ $key }`에 쓸 수 없는 값입니다: { $found }.{ $nearest ->
    [none] {""}
   *[other] {" "}혹시 `{ $nearest }`입니까?
} 여기에 쓸 수 있는 값: { $expected }. 이 가운데 하나를 쓰십시오.
issue-out-of-range = `{ $key }` 값이 { $value }입니다. 허용 범위:{ $least ->
    [none] {""}
   *[other] {" "}{ $least } 이상
}{ $most ->
    [none] {""}
   *[other] {" "}{ $most } 이하
}. 값을 바꾸십시오.
issue-too-few = `{ $key }` 항목이 { $count }개인데 적어도 { $least }개가 필요합니다. 더 추가하십시오.
issue-bad-name = `{ $name }`: 이름으로 쓸 수 없습니다. 영문자로 시작하고 영문자, 숫자, `-`만 쓰십시오.
issue-same-id = `{ $id }`: 이미 있는 이름입니다. 다른 이름을 붙이십시오.
issue-named-twice = `{ $id }`: 두 번 지정되었습니다. 하나를 빼십시오.
issue-reserved-id = `{ $id }`: 따로 쓰이는 텍스트의 이름입니다. 다른 id를 고르십시오.
issue-secret = 키처럼 보이는데, 코스는 누구에게나 공개됩니다. 삭제하고 제공자에게서 키를 새로 발급받으십시오.
issue-lock = 파일을 읽을 수 없습니다: { $detail }. `check --lock`이 쓴 그대로 두십시오. 더 새로운 secondwind가 썼다면 secondwind를 업데이트하십시오.
issue-lock-format = 이 id 목록의 형식은 { $found }이며 더 새로운 secondwind가 쓴 것입니다. 이 버전은 형식 { $supported }만 읽습니다. secondwind를 업데이트하십시오.
issue-id-gone = `{ $id }`: 게시된 id인데 지금은 없습니다. 링크와 학습자의 기록이 이 id를 가리키므로 되돌려 놓으십시오.
issue-id-changed = `{ $id }`: 게시될 때는 { $was }였는데 지금은 { $now }입니다. 새 과제에는 새 id를 붙이고 예전 것은 그대로 두십시오.

## Runs and questions to them

issue-unknown-run = `{ $run }` 실행이 없습니다.{ $nearest ->
    [none] {""}
   *[other] {" "}혹시 `{ $nearest }`입니까?
} 여기에 있는 실행: { $known }. [runs]에 추가하거나 이름을 고치십시오.
issue-no-run = 지정한 실행이 없고 정의된 실행도 없습니다. [runs]에 추가하십시오.
issue-unknown-scenario = scenarios 폴더에 `{ $scenario }` 시나리오가 없습니다.{ $nearest ->
    [none] {""}
   *[other] {" "}혹시 `{ $nearest }`입니까?
} 있는 것: { $known }. 이름을 고치십시오.
issue-unknown-exercise = exercises/{ $exercise }.toml 파일이 없습니다.{ $nearest ->
    [none] {""}
   *[other] {" "}혹시 `{ $nearest }`입니까?
} 추가하거나 이름을 고치십시오.
issue-not-identical = 다시 재생했더니 실행이 달라졌습니다. { $event }번째 이벤트가 다르므로 여기서 읽는 답도 바뀝니다. 이 오류를 신고하십시오.
issue-moment-parts = 시점에는 `event`, `call`, `compaction`(그리고 `nth`), 또는 `step`, 또는 `end = true`를 씁니다. 셋 가운데 하나만 남기십시오.
issue-query-parts = 질의에는 `get`이나 `count` 가운데 하나를 씁니다. 하나만 남기십시오.
issue-condition-parts = 조건에는 `get`이나 `count`를 `is`, `than`과 함께 쓰거나 `ending`만 씁니다. 빠진 것을 채우거나 남는 것을 빼십시오.
issue-when-parts = `when`은 모든 단계에서 읽으므로 단계에서 읽는 `get`과 함께, `at` 없이 씁니다. 둘 중 하나를 바꾸십시오.
issue-count-at = `count`는 실행 전체의 단계를 셉니다. `at`을 빼십시오.
issue-reading-needs-at = `{ $get }`: 단계에서 읽는 값입니다. 어느 단계인지 `at`으로 쓰십시오.
issue-reading-of-run = `{ $get }`: 실행 전체의 값입니다. `at`을 빼십시오.
issue-reading-not-here = `{ $kind }` 단계에는 `{ $get }` 값이 없습니다. `at`으로 다른 단계를 지정하십시오.
issue-query-finds-nothing = 그런 단계가 없습니다. 맞는 단계는 { $count }개인데 { $nth }번째를 찾고 있으며, 마지막 단계는 { $last }입니다. 이 실행에 있는 것: { $have }. 있는 단계를 지정하십시오.
issue-item-never-happens = 이 실행에는 `{ $event }` 단계가 없습니다. 빼거나 다른 실행을 지정하십시오.
issue-no-compaction = { $compaction }번째 컴팩션이 없습니다. 이 실행에는 { $count }번 있습니다. 다른 것을 지정하십시오.
issue-no-facts = 이 컴팩션 때 알려진 사실이 없습니다. 다른 컴팩션을 지정하거나 시나리오에 사실을 넣으십시오.
issue-stay-not-later = `stay`는 { $stay }단계로, `at`의 { $at }단계보다 뒤가 아닙니다. 더 뒤의 단계를 지정하십시오.
issue-line-parts = 이런 과제에는 `at`이나 `fault` 가운데 하나를 씁니다. 하나만 남기십시오.
issue-no-line = `{ $event }` 단계에서 실행되는 코드의 행이 없습니다. 다른 것을 지정하십시오.
issue-no-change = `{ $bug }` 실수로 바뀌는 코드의 행이 없습니다. harness/toggles.json에 편집을 추가하거나 다른 실수를 지정하십시오.
issue-edit-unfit = harness/toggles.json의 편집이 코드와 맞지 않습니다. 찾는 내용 `{ $text }`은(는) 코드에 정확히 한 번, 같은 실수의 다른 편집이 바꾸지 않는 행에 있어야 합니다. 편집을 고치십시오.
issue-toggles = 코드의 편집을 읽을 수 없습니다: { $detail }. 파일을 고치십시오.
issue-too-many-lines = 코드가 { $count }행이지만 최대 { $limit }행까지만 비교합니다. 코드를 줄이십시오.

## Answers

issue-typed-answer = `{ $key }` 값을 직접 썼습니다: { $value }. 시나리오가 바뀌어도 맞도록 실행에서 읽어야 합니다. { $what ->
    [condition] 무엇이 맞아야 하는지 쓰십시오. 예: `{"{"} run = "…", at = {"{"} event = "reset" {"}"}, get = "messages", is = "=", than = 1 {"}"}`.
   *[query] 어떤 수인지 쓰십시오. 예: `{"{"} run = "…", at = {"{"} event = "crossed" {"}"}, get = "accumulated" {"}"}`.
}
issue-wrong-parts = 오답에는 실행이나 값 가운데 하나를 씁니다. 하나만 남기십시오.
issue-wrong-is-right = 오답 `{ $id }`: 정답과 같습니다. 다른 실행이나 질의를 지정하십시오.
issue-wrongs-equal = 오답 `{ $one }`, `{ $other }`: 서로 같습니다. 하나를 빼십시오.
issue-claims-none = 맞는 주장이 없습니다. 조건을 고치거나 맞는 주장을 추가하십시오.
issue-claims-several = 맞는 주장이 { $count }개({ $claims })인데 하나만 고르게 되어 있습니다. 조건을 고치거나 pick = "all"로 쓰십시오.
issue-gate-behind = 관문은 { $gate }단계에 있는데 답은 { $step }단계부터 보입니다. 관문을 그 앞으로 옮기십시오.
issue-answer-visible = 답 { $value }: 관문인 { $gate }단계에서 이미 읽을 수 있습니다. 관문을 옮기거나 다른 것을 물으십시오.
issue-start-passes = 처음부터 모든 목표가 달성되어 있습니다. 시작 값을 바꾸거나 목표를 높이십시오.
issue-off-notch = `{ $key }` 값이 { $value }인데, 다이얼을 그 값에 맞출 수 없습니다. 다이얼은 { $min }에서 시작해 { $step } 단위로 움직입니다. 값이나 단위를 고치십시오.
issue-solution-fails = 정답 설정으로 `{ $goal }` 목표가 달성되지 않습니다. 목표나 정답 설정을 고치십시오.
issue-wrong-passes = 틀려야 할 이 설정으로 모든 목표가 달성됩니다. 설정을 고치십시오.
issue-wrong-breaks-other = 이 설정으로 달성되지 않아야 할 목표는 `{ $goal }`인데 실제로 달성되지 않는 목표는 { $broken }입니다. 목표나 설정을 고치십시오.
issue-unknown-goal = `{ $goal }` 목표가 없습니다. 있는 것: { $known }. 이름을 고치십시오.
issue-unknown-dial = `{ $key }`: 이 과제의 다이얼이 아닙니다. 빼거나 `dials`에 추가하십시오.

## Texts

issue-fluent-syntax = 올바른 Fluent가 아닙니다. { $slip ->
    [tab] 줄을 탭으로 들여 썼습니다. 공백으로 들여 쓰십시오.
    [brace] 중괄호의 짝이 없거나 그 사이에 값이 없습니다. 값은 `{"{"} $name {"}"}`, 글 속의 중괄호는 `{"{"}"{"{"}"{"}"}` 형식으로 씁니다.
    [margin] 들여 쓰지 않은 줄은 `title = …`처럼 이름과 `=` 기호로 시작합니다. 위의 글이 이어지는 줄이면 공백으로 들여 쓰십시오.
    [empty] `=` 기호 뒤에 글이 없습니다. 작성하십시오.
   *[none] { $detail }. 이곳의 문법을 고치십시오.
}
issue-too-deep = 여기서는 선택 안에 선택이 { $limit }단계보다 깊게 들어 있습니다. 여러 메시지로 나누십시오.
issue-text-missing = { $lang } 텍스트 `{ $text }`: 없습니다. { $attribute ->
    [none] `{ $message } = …` 줄을 쓰십시오.
   *[other] `{ $message }` 아래에 `.{ $attribute } = …` 줄을 공백으로 들여 쓰십시오.
}
issue-text-blank = { $lang } 텍스트 `{ $text }`: 비어 있습니다. 작성하십시오.
issue-text-unused = 텍스트 `{ $text }`: 쓰는 곳이 없습니다. 이름을 고치거나 삭제하십시오.
issue-text-endless = 텍스트 `{ $text }`: 자기 자신을 다시 보여 주므로 끝나지 않습니다. 이름 하나를 빼십시오.
issue-placeholder-unknown = `${ $name }` 값이 없습니다.{ $nearest ->
    [none] {""}
   *[other] {" "}혹시 `${ $nearest }`입니까?
} 여기에 있는 값: { $known }. [values]에 추가하거나 이름을 고치십시오.
issue-placeholders-differ = `{ $text }`: { $other } 텍스트와 보여 주는 값이 다릅니다. 빠진 값: { $missing }. 남는 값: { $extra }. 서로 맞추십시오.
issue-name-unknown = { $name }: 그런 { $kind ->
    [function] 함수가
    [term] 용어가
   *[message] 메시지가
} 없습니다. 이름을 고치십시오. 함수는 NUMBER와 JOSA입니다.
issue-plural-missing = { $lang } 텍스트에서 수에 따른 선택에는 { $missing }도 필요합니다. 추가하십시오.
issue-plural-unknown = `{ $key }`: 숫자도 복수형 범주도 아닙니다. `other` 같은 범주를 쓰십시오.
issue-hint-gap = 이 앞에 힌트 { $number }번이 없습니다. 힌트에 1, 2, 3처럼 빈 번호 없이 번호를 붙이십시오.
issue-words-equal = `{ $one }`, `{ $other }`: 문구가 같습니다. 하나를 바꾸십시오.
issue-image-without-words = 이미지에 대체 텍스트가 없습니다. 대괄호 안에 무엇을 보여 주는지 쓰십시오.
issue-image-remote = 이미지가 외부에 있습니다: { $address }. 코스 안에 넣으십시오.

## 프로그램

issue-no-such-line = 수업의 코드에 이런 행이 없습니다. 표시를 빼고 화면에 보이는 그대로 쓰십시오.
issue-program-start-passes = 과제를 시작하는 프로그램이 이미 통과합니다. 찾아야 할 것을 도로 넣으십시오.
issue-program-start-broken = 과제가 시작되는 프로그램이 JavaScript가 아닙니다: { $detail }. 문법을 고치십시오.
issue-program-solution-fails = 해답이 통과하지 못합니다. { $said ->
    [threw] `{ $detail }` 오류로 멈춥니다.
    [goal] `{ $detail }` 목표가 달성되지 않습니다.
   *[other] 판정: `{ $said }`.
} 해답이나 목표를 고치십시오.
issue-program-solution-fuel = 해답이 연료의 { $percent }%를 씁니다. 학습자의 코드는 더 느릴 수 있습니다. 10% 아래로 줄이십시오.
issue-program-wrong-passes = 이 틀린 프로그램이 통과합니다. 틀리게 만들거나 빼십시오.
issue-program-wrong-unknown = 이 틀린 프로그램을 알아보지 못합니다. { $said ->
    [threw] `{ $detail }` 오류로 멈춥니다.
    [goal] `{ $detail }` 목표가 달성되지 않으며, 맞는 `shows` 조건이 없습니다.
   *[other] 판정: `{ $said }`.
} `shows`의 조건이나 목록에서의 자리를 고치십시오. 맞는 것 가운데 맨 앞의 것이 선택됩니다.
