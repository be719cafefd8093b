# 다른 페이지 안에 들어 있는 페이지.

embed-panel-exercise = 연습
embed-no-exercise = 이런 이름의 연습이 없습니다.
embed-open = 별도의 탭에서 열기
embed-frame = 에이전트 하네스의 연습과 실행
embed-not-kept = 이 브라우저는 다른 페이지 안에 든 페이지의 내용을 보관하지 않습니다. 여기에서 한 작업은 닫을 때까지만 남으며, 별도의 탭에서는 보관됩니다.
