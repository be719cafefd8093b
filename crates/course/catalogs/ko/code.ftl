# The panels beside the window: the program, its requests, what a step changes, the files, the log.

code-panels = 안에서 일어나는 일
code-tab-code = 코드
code-tab-request = 요청
code-tab-changes = 변경
code-tab-files = 파일
code-tab-log = 로그
code-copy = 복사
code-copied = 복사했습니다
code-copy-failed = 브라우저가 복사를 허용하지 않았습니다

## Code

code-listing = 한 행씩 보는 프로그램
code-marked = { $count ->
    [0] 이 프로그램은 이 단계에서 아무것도 하지 않습니다
   *[other] 방금 { $lines }행을 실행했습니다
}{ $then ->
    [line] . 다음은 { $next }행입니다.
    [end] . 실행은 여기서 끝납니다.
   *[gone] . 다음 단계에 해당하는 행이 없습니다.
}
code-row-ran = 방금 실행
code-row-next = 다음
code-row-added = 추가
code-row-removed = 삭제
code-occupancy = 이 시나리오는 점유량을 비교하므로, 프로그램도 수업의 카운터 대신 점유량을 셉니다.
code-limit = 이 실행에서는 응답 하나가 최대 { $limit }토큰까지 될 수 있습니다. 수업의 프로그램에는 { $shown }토큰으로 되어 있습니다.
code-break = 망가뜨려 보기
code-break-state = { $count ->
    [0] 실수 없음
   *[other] 실수 { $count }개
}
code-break-lead = 스위치마다 위 프로그램에 실수를 하나 넣습니다. 빠지는 행에는 −, 들어오는 행에는 + 표시가 붙습니다.
code-repair = 모두 고치기
code-broken = 일부러 넣은 실수: { $names }
code-excluded = ‘{ $other }’ 항목과 같은 행을 바꿉니다.
code-diff-of = ‘{ $name }’ 스위치가 바꾸는 내용
code-report = 보고: { $name }

code-group-check = 확인 위치
code-group-restart = 재시작
code-group-notes = 노트
code-group-count = 세는 것과 보내는 것

code-noReset = 리셋을 잊기
code-noReset-text = 컴팩션 뒤에 카운터를 0으로 되돌리지 않습니다. 카운터가 임계값 위에 머물러, 그 뒤로는 라운드마다 컴팩션이 다시 발동합니다.
code-noReset-real = goose에서는 토큰 수가 더는 리셋되지 않아 컴팩션이 잇따라 일어났습니다.
code-checkEarly = 너무 일찍 확인하기
code-checkEarly-text = 도구를 실행하기 전에 확인합니다. 결과는 짝이 되는 호출 없이 재시작 메시지 뒤에 놓이고, 제공자는 이를 거부합니다.
code-checkEarly-real = 다른 강좌의 예제 에이전트는 결과를 덧붙이기 전에 컴팩션을 해서 API가 400으로 답했습니다.
code-checkLate = 너무 늦게 확인하기
code-checkLate-text = 다음 응답이 올 때까지 확인을 미룹니다. 그사이 임계값을 넘은 요청이 하나 더 나갑니다.
code-checkLate-real = pi는 루프가 모두 끝난 뒤에야 확인했고, 임계값을 넘은 채 45턴쯤이 더 나갔습니다.
code-append = 갈아 끼우지 않고 덧붙이기
code-append-text = 재시작 메시지가 기록을 대신하지 않고 그 뒤에 붙습니다. 윈도가 줄어야 할 바로 그때 늘어납니다.
code-append-real = lossless-claw는 요약본을 쓰고도 요약한 메시지를 그대로 두었습니다.
code-cutPair = 호출과 결과의 짝 끊기
code-cutPair-text = 마지막 메시지가 요약본 뒤에 남습니다. 호출이 사라진 결과라서 다음 요청이 거부됩니다.
code-cutPair-real = LangChain의 요약 기능이 자른 자리에 호출 없는 결과가 남아 제공자가 400으로 답했습니다.
code-longSummary = 길이 제한 없는 요약본
code-longSummary-text = 요약본을 짧게 붙잡아 두는 것이 없습니다. 대체할 기록만큼 길어질 수 있고, 새 윈도는 거의 찬 채로 시작합니다.
code-longSummary-real = opencrabs에서는 컴팩션 다섯 번 만에 요약본이 14kB에서 122kB로 커졌습니다.
code-staleNotes = 옛 노트로 재시작하기
code-staleNotes-text = 재시작할 때 실행을 시작하던 때의 NOTES.md를 넣습니다. 그 뒤에 에이전트가 쓴 내용이 빠집니다.
code-staleNotes-real = 한 보고에 따르면 Claude Code는 디스크의 파일이 아니라 마지막 프롬프트 때의 사본을 다시 넣었습니다.
code-notesInSystem = 모든 시스템 프롬프트에 노트 넣기
code-notesInSystem-text = 요청마다 NOTES.md가 함께 나갑니다. 호출할 때마다 그만큼 비용이 들고, 노트를 고칠 때마다 캐시된 앞부분이 깨집니다.
code-notesInSystem-real = Claude Code에 관한 보고로는, 메모리를 한 번 쓰면 기록 전체가 다시 제값으로 청구됩니다.
code-appendNotes = 노트에 덧붙이기
code-appendNotes-text = update_notes가 파일을 덮어쓰지 않고 뒤에 덧붙입니다. 이미 해결한 문제가 미해결로 남아 있습니다.
code-appendNotes-real = talon에서는 철 지난 상태 항목이 메모리 파일의 3분의 2를 차지했습니다.
code-thresholdAtLimit = 한도에 둔 임계값
code-thresholdAtLimit-text = 윈도가 가득 차야 확인이 발동합니다. 다음 요청이 들어갈 자리가 남지 않습니다.
code-thresholdAtLimit-real = Claude Code에서 196,261토큰과 응답 몫 20,000토큰은 200,000토큰에 들어가지 않았습니다.
code-sharedCounter = 두 밸브가 함께 쓰는 카운터
code-sharedCounter-text = 예산 밸브가 컴팩션마다 0이 되는 카운터를 봅니다. 그래서 예산에 영영 이르지 못할 수도 있습니다.
code-sharedCounter-real = gsd-2는 윈도에 남은 메시지로만 세션 비용을 합산해, 컴팩션할 때마다 비용이 줄어들었습니다.
code-otherGauge = 계기와 확인이 서로 다른 값
code-otherGauge-text = 로그는 점유량을 보여 주는데 확인은 수업의 카운터를 비교합니다. 계기가 임계값보다 한참 낮은데도 발동합니다.
code-otherGauge-real = Claude Code는 /context가 사용량을 67%로 표시하는데도 한도에 이르렀다고 알렸습니다.
code-lastOnly = 마지막 메시지만 보내기
code-lastOnly-text = 요청마다 가장 최근 메시지만 보냅니다. 모델은 아무것도 기억하지 못하고, 두 번째 요청에는 호출 없는 결과가 담깁니다.
code-lastOnly-real = OpenJarvis는 대화 기록을 보관하면서도 에이전트에는 마지막 메시지만 넘겼습니다.

## Request

code-request-main = 호출{"\u00A0"}{ $call }
code-request-summary = 호출{"\u00A0"}{ $call }, 요약본 요청
code-request-when = { $steps ->
    [0] 이 단계에서 나갑니다.
   *[other] { $steps }단계 뒤에 나갑니다.
}
code-request-go = { $step }단계로 이동
code-request-none = 실행이 끝났습니다. 더는 아무것도 나가지 않습니다.
code-request-json = JSON으로 본 요청
code-request-history = 지시문과 기록, 텍스트
code-request-tools = 도구 { $count }개
code-request-approx = 약 { $tokens }토큰, 추정

## Changes

code-changes-none = 이 단계에서는 메시지도 카운터도 파일도 바뀌지 않았습니다.
code-changes-came = 윈도에 들어온 것
code-changes-left = 윈도에서 나간 것
code-changes-counters = 카운터
code-changes-notes = NOTES.md, 버전 { $version }
code-changes-log = 로그에 새로 남은 줄
code-changes-from-to = { $from }에서 { JOSA($to, "으로/로") }

## Files

code-files-lead = 윈도 밖, 디스크에 있습니다. 하네스가 읽어 들이지 않는 한 모델은 보지 못합니다.
code-files-versions = NOTES.md의 버전
code-files-version = 버전 { $version }, 호출{"\u00A0"}{ $call }
code-files-no-versions = 아직 버전이 없습니다.
code-files-archive = 보관함
code-files-archive-note = { $count ->
    [0] 첫 컴팩션까지는 비어 있습니다.
   *[other] 컴팩션으로 윈도에서 나간 메시지 { $count }개입니다.
}
