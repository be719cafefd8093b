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
course-open-broken = 읽을 수 없습니다. zip이라면 암호 없이 다시 만들고, 폴더라면 파일을 읽을 권한이 있는지 확인하십시오.
course-open-kept = 이 브라우저에서는 페이지가 탭에 그만큼 보관할 수 없어 코스를 열 수 없습니다. `secondwind preview`를 쓰십시오.
course-open-faulty = 코스를 열지 않았습니다. 파일에서 이 오류를 고친 다음 다시 여십시오.
course-opened = 이 탭은 직접 만든 코스를 보여 줍니다. 여기서 한 일은 보관되지 않습니다.

make-label = 이것으로 연습 문제 만들기
make-about = 이 설정이 무엇을 바꾸는지 묻는 연습 문제를 코스에 넣을 파일로 저장합니다
make-title = 다른 설정으로
make-intro = 이 연습 문제의 실행은 같은 과제를 다른 설정으로 합니다: { $changes }.
make-compactionCalls = 이 설정에서 컴팩션에 쓰는 호출은 몇 번입니까?
make-calls = 이 설정에서 모델 호출은 컴팩션 호출까지 모두 몇 번입니까?
make-spend = 이 설정에서 모든 호출이 쓰는 토큰은 모두 얼마입니까?
make-hint-1 = 설정이 바뀌면 임계값에 닿는 때가 달라지고, 나머지는 거기에서 따라옵니다.
make-hint-2 = 이 설정의 세계를 열고 끝까지 가서 합계를 읽으십시오.
make-because = 같은 과제라도 실행은 설정에 따라 달라집니다. 언제 컴팩션하는지, 몇 번 호출하는지, 비용이 얼마인지가 모두 바뀝니다.
make-says-plain = 그것은 이 설정이 없는 실행입니다.
