title = 아주 작은 코스
first = 첫 번째 섹션
criterion-kinds = 모든 종류의 과제를 마쳤습니다.
