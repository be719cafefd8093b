# Lesson 6: titles of the sections and the completion criteria.

title = 하네스에 컨텍스트 관리 연결하기

watch = 실행 지켜보기
meter = 계량기
threshold = 임계값
positions = 세 가지 위치
notes = 보험이 되는 노트
whole = 전체 실행
proportion = 분량 감각
recap = 정리
glossary = 용어

criterion-trace = 실행의 사용량을 직접 더해 보고, 컴팩션이 어디서 발동하고 카운터가 어디서 이어지는지 말할 수 있습니다.
criterion-positions = 확인, 갈아 끼우기, 리셋을 제자리에 놓을 수 있고, 그중 하나가 자리를 옮기면 무엇이 망가지는지 말할 수 있습니다.
criterion-storm = 컴팩션 폭풍을 알아보고, 빠진 행을 짚고, 폭풍의 비용을 말할 수 있습니다.
criterion-meters = 수업의 카운터, 점유량, 총소비량을 구별하고 각각 어디에 쓰는지 말할 수 있습니다.
criterion-notes = 컴팩션 뒤에 어떤 사실이 남고, 어떤 사실이 노트에만 있고, 어떤 사실이 사라지는지 말할 수 있습니다.
criterion-proposal = 노트를 모든 시스템 프롬프트에 넣자는 제안을 숫자로 따질 수 있습니다.
criterion-own-words = 메시지를 덧붙이지 않고 통째로 갈아 끼우는 이유를 다른 사람에게 내 말로 설명했습니다.
criterion-own-harness = 내가 쓰는 하네스를 살펴보고 이 계층이 필요한지 이유를 들어 결정했습니다.
