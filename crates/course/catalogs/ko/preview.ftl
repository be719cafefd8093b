# A course that is being written, in the page that shows it.
preview-faults = 코스에 오류가 { $count }개 있습니다
preview-kept = 이 페이지는 오류가 생기기 전의 코스를 보여 줍니다. 파일을 오류 없이 저장하면 바로 바뀝니다.
preview-none = 파일을 오류 없이 저장하면 바로 코스가 나타납니다.
preview-fold = 접기
preview-unfold = 펼치기
preview-lost = 미리보기가 더는 실행되고 있지 않습니다. `secondwind preview`로 다시 시작하십시오. 그러면 이 페이지가 저절로 따라갑니다.

course-open-heading = 직접 만든 코스
course-open-lead = 코스 폴더나 그 zip을 열면 이 탭에서 볼 수 있습니다. 코스는 브라우저 밖으로 나가지 않으며, 진행 기록도 그대로 남습니다.
course-open-folder = 폴더 열기
course-open-zip = zip 열기
course-open-close = 이 코스 닫기
course-open-none = course.toml 파일이 없습니다. 코스 폴더나 그 zip을 고르십시오.
course-open-large = 코스에 담을 수 있는 텍스트 2MB를 넘습니다. 코스 폴더만 고르십시오.
course-open-broken = 읽을 수 없습니다. zip이라면 다시 만들고, 폴더라면 파일을 읽을 권한이 있는지 확인하십시오.
course-open-kept = 이 브라우저에서는 페이지가 탭에 그만큼 보관할 수 없어 코스를 열 수 없습니다. `secondwind preview`를 쓰십시오.
course-open-faulty = 코스를 열지 않았습니다. 파일에서 이 오류를 고친 다음 다시 여십시오.
course-opened = 이 탭은 직접 만든 코스를 보여 줍니다. 여기서 한 일은 보관되지 않습니다.
