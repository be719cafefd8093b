# The title of the course, a title for each section by its id, and the words of each criterion.
title = @title@
first = 첫 번째 실행
criterion-counter = 카운터가 무엇을 더하는지, 컴팩션이 언제 발동하는지 말할 수 있습니다.
