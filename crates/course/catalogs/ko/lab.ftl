# 실험실: 다이얼, 곡선으로 보는 전체 실행, 그리고 그 비용.

lab-label = 실험실
lab-lead = 다이얼을 돌리면 전체 실행을 다시 재생합니다. 아래의 단계별 보기는 다른 실행을 열 때까지 그대로 있습니다.
lab-close = 실험실 닫기
lab-held = 실험실은 전체 실행을 보여 주는데, 아직 열린 질문이 있습니다. 답하거나 건너뛰거나 예측을 끄십시오.
lab-dropped = 실험실의 다이얼이 이 시나리오에 맞지 않습니다. 다이얼 없이 재생합니다.

lab-dials = 다이얼
lab-dial-window = 윈도
lab-dial-ratio = 비율
lab-dial-outputReserve = 출력 예비분
lab-dial-summaryTokens = 요약본 크기
lab-dial-tokenBudget = 토큰 예산
lab-dial-meter = 발동 기준
lab-dial-strategy = 전략
lab-dial-notes = NOTES.md를 읽어 들이는 때
lab-slider = { $name }, 슬라이더
lab-none = 없음
lab-empty-field = 빈칸은 시나리오의 값 그대로입니다.
lab-reset = 다이얼 모두 되돌리기

lab-strategy-restart = 요약본에서 다시 시작
lab-strategy-keepLast = 요약본과 마지막 두 라운드
lab-strategy-elideResults = 오래된 결과 줄이기
lab-notes-restart = 다시 시작할 때
lab-notes-system = 모든 시스템 프롬프트

lab-bad = 이 설정은 작동할 수 없습니다. 곡선은 마지막으로 작동한 것입니다.
lab-only-costs = 임계값에 이르기 전에 작업이 끝나 컴팩션이 발동하지 않습니다. 이렇게 짧은 작업에서는 노트와 확인과 집계가 비용만 더합니다.
lab-none-fired = 컴팩션이 발동하기 전에 실행이 끝났습니다.
lab-walk = 단계별로 열기
lab-pin = 이 실행 고정
lab-back = 다이얼 없이 보기
lab-unpin = 고정 해제
lab-unchanged = 바꾼 것 없음
lab-changed = 바꾼 것: { $names }
lab-restore = 바꾼 것 되돌리기
lab-tooth = { $compaction }번째 컴팩션: { $step }단계에서 열기
lab-axis = { $step }단계

lab-scores = 점수판
lab-figure = 항목
lab-now = 지금
lab-score-ending = 끝난 방식
lab-score-compactions = 컴팩션
lab-score-calls = 모델 호출
lab-score-compactionCalls = 컴팩션용
lab-score-spend = 총소비량(토큰)
lab-score-input = 입력
lab-score-fresh = 캐시에서 오지 않은 입력
lab-score-output = 출력
lab-score-kept = 남은 사실
lab-score-noted = NOTES.md에만
lab-score-lost = 사라진 사실
lab-score-price = 가격
lab-pin-bad = –로 표시된 고정 실행은 이 시나리오에서 작동하지 않습니다.
lab-ending-answered = 답변
lab-ending-refused = 거부됨
lab-ending-overflowed = 윈도 초과
lab-ending-budgetSpent = 예산 소진
lab-ending-scriptEnded = 준비된 응답 없음
lab-ending-stopped = 멈춤
lab-prices = 100만 토큰 가격(쓰는 통화로)
lab-price-input = 입력
lab-price-output = 출력
