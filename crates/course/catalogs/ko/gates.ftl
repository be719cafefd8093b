# Predictions: questions that are asked before a step is shown.

gates-heading = 예측하기
gates-switch = 예측
gates-start = 예측하며 보기
gates-invite = 중요한 순간 { $count }곳 앞에서 멈추고 다음에 일어날 일을 물어볼 수 있습니다. 답하거나 건너뛰기 전까지 뒷부분은 가려집니다.
gates-progress = 답한 { $answered }개 중 { $right }개를 첫 시도에 맞혔습니다

gates-opened = 다음 단계 앞에 질문이 있습니다.
gates-wanted = 더 뒤의 단계로 가려고 했습니다. 그 길목에 이 질문이 있습니다.
gates-number = 토큰 수(정수)
gates-sure = 얼마나 확신합니까? (선택)
gates-sure-1 = 자신 없음
gates-sure-2 = 어느 정도
gates-sure-3 = 확신함
gates-commit = 확정하고 다음 단계로
gates-skip = 건너뛰기
gates-skip-all = 길목의 질문 모두 건너뛰기
gates-later = 질문 닫기
gates-see = 다음 단계에서 확인
gates-missing = 먼저 답을 정하거나 질문을 건너뛰십시오.
gates-again = 맞지 않습니다. 첫 답은 그대로 기록됩니다. 한 번 더 답하거나 다음 단계에서 확인하십시오.

gates-right = 맞습니다
gates-wrong = 맞지 않습니다
gates-right-second = 두 번째 시도에서 맞혔습니다
gates-skipped = 예측을 건너뛰었습니다.
gates-said-right = 맞습니다. { $fact }.
gates-said-second = 두 번째 시도에서 맞혔습니다. { $fact }.
gates-said-wrong = 맞지 않습니다. 예측: { $answer }. 실제 실행: { $fact }.
gates-predicted = 나의 예측
gates-second = 두 번째 시도
gates-fact = 실제 실행
gates-ghost = 예측 { $value }
gates-would = { $what } “{ $answer }” 쪽이 맞습니다.
gates-would-mild = 하네스에 따라 달라집니다. { $what } “{ $answer }” 쪽이 맞습니다.
gates-would-none = 이 페이지의 어떤 하네스에서도 “{ $answer }”라는 답은 나오지 않습니다.
gates-open-world = 그 세계 열기
gates-because = 이유 (선택, 이 기기에만 저장되며 채점하지 않습니다)
gates-close = 닫기

gates-step-counter = { $step }단계
gates-valuetext = { $step }단계, { $title }: 카운터 { $accumulated }, 점유량 { $occupancy }, 임계값 { $threshold }. 앞에 질문이 있습니다.
gates-help-choose = 답 고르기
gates-help-commit = 답 확정하기

## Questions

gates-ask-request = { $call }번째 호출의 입력은 몇 토큰이 될까요?
gates-ask-counter = { $call }번째 호출의 응답이 돌아온 뒤 수업의 카운터는 얼마일까요?
gates-ask-fires = 도구 결과를 덧붙였습니다. 지금 컴팩션이 발동할까요?
gates-ask-covers = 요약본에 들어갈 가장 최근 메시지는 어느 것일까요?
gates-ask-reads = 하네스가 다시 시작할 때 NOTES.md로 읽어 들이는 내용은 무엇일까요?
gates-ask-replaces = 통째로 갈아 끼운 뒤 윈도에는 메시지가 몇 개 있을까요?
gates-ask-occupancy = 카운터를 리셋하고 나면 점유량은 얼마일까요?

## Answers

gates-value-messages = { $value ->
    [0] 없음
   *[other] 메시지 { $value }개
}
gates-value-fires = { $value ->
    [0] 아니요, 루프가 계속됩니다
   *[other] 예, 발동합니다
}
gates-value-notes = { $value ->
    [-1] 아무것도 없음, 요약본만 들어감
    [0] “아직 비어 있음”이라는 문구
   *[other] 버전 { $value }
}
gates-value-message = { $number }번 메시지: { $kind }
gates-value-gone = 이미 나간 메시지

## What would have to be so

gates-what-lastOnly = 마지막 메시지만 보낸다면
gates-what-newest = 가장 최근 메시지의 크기만 따진다면
gates-what-counterSent = 요청의 크기가 카운터와 같다면
gates-what-occupancy = 카운터가 윈도에 담긴 양을 나타낸다면
gates-what-inputOnly = 입력만 센다면
gates-what-noReset = 카운터를 리셋하지 않는다면
gates-what-startsFull = 카운터가 새 윈도의 크기에서 시작한다면
gates-what-thresholdAtLimit = 임계값이 한도와 같다면
gates-what-occupancyCompared = 점유량을 임계값과 비교한다면
gates-what-counterCompared = 수업의 카운터를 임계값과 비교한다면
gates-what-checkEarly = 도구 결과를 덧붙이기 전에 확인한다면
gates-what-staleNotes = 실행을 시작할 때의 노트를 그대로 가져온다면
gates-what-firstNotes = 언제나 첫 버전을 가져온다면
gates-what-notesInSystem = 노트를 호출마다 시스템 프롬프트에 넣는다면
gates-what-append = 재시작 메시지를 기록 뒤에 덧붙인다면
gates-what-cutPair = 요약본 뒤에 마지막 메시지를 남긴다면
gates-what-cleared = 윈도를 비우기만 하고 아무것도 넣지 않는다면
gates-what-emptied = 리셋할 때 윈도까지 비운다면
