# A course that is being written, in the page that shows it.
preview-faults = 코스에 오류가 { $count }개 있습니다
preview-kept = 이 페이지는 오류가 생기기 전의 코스를 보여 줍니다. 파일을 오류 없이 저장하면 바로 바뀝니다.
preview-none = 파일을 오류 없이 저장하면 바로 코스가 나타납니다.
preview-fold = 접기
preview-unfold = 펼치기
preview-lost = 미리보기가 더는 실행되고 있지 않습니다. `secondwind preview`로 다시 시작하십시오. 그러면 이 페이지가 저절로 따라갑니다.
