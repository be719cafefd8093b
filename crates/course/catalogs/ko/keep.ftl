# 공유 및 보관: 링크, 파일, 이 기기에 남는 것, 유인물, 네트워크 없이 쓰기.

keep-label = 공유 및 보관
keep-word = 공유
keep-dismiss = 알림 닫기
keep-more = { $count ->
    [0] 자세히
   *[other] 알림 { $count }개 더 보기
}
keep-less = 접기

## Opening again

keep-resume-label = 지난 방문
keep-resume-at = 지난번에는 “{ $scenario }”의 { $step }단계까지 보았습니다.
keep-resume-work = 지난 방문에서 남긴 기록이 있습니다.
keep-resume = 이어서 하기
keep-start-clean = 처음부터 새로 하기
keep-cleared = 이 기기에 있던 진행 기록을 지웠습니다.
keep-taken = 파일의 진행 기록을 가져왔습니다.
keep-undo = 되돌리기

## The link

keep-link-heading = 이 위치로 오는 링크
keep-link-lead = 같은 시나리오, 같은 단계, 같은 설정으로 열립니다. 진행 기록은 들어 있지 않습니다.
keep-link-field = 이 위치의 주소
keep-link-language = 언어도 넣기({ $language })
keep-link-theme = 테마도 넣기({ $theme })
keep-copy = 링크 복사
keep-copied = 링크를 복사했습니다.
keep-copy-failed = 브라우저가 복사를 허용하지 않았습니다. 주소를 선택해 두었으니 키보드나 메뉴로 복사하십시오.

keep-link-newer = 이 페이지의 더 새로운 버전에서 만든 링크입니다. 이 버전이 아는 부분만 열었습니다.
keep-link-scenario = 링크에 적힌 시나리오가 이 페이지에는 없습니다: “{ $name }”. 첫 시나리오를 열었습니다.
keep-link-step = 링크에 적힌 단계 번호를 알 수 없습니다: “{ $step }”. 실행을 처음부터 열었습니다.
keep-link-end = 링크는 { $step }단계를 가리키지만 실행은 { $last }단계에서 끝납니다.
keep-link-unknown = 링크에 이 페이지가 모르는 항목이 있어 뺐습니다: “{ $name }”
keep-link-bad = 링크에 맞지 않는 값이 있어 뺐습니다: “{ $name }”에 “{ $value }”

## Files

keep-files-heading = 파일
keep-files-lead = 실행 파일에는 시나리오와 바꾼 내용, 지금 위치가 들어갑니다. 진행 기록 파일에는 끝낸 시나리오, 답한 예측, 확인한 항목이 들어갑니다.
keep-save-run = 이 실행 저장
keep-save-progress = 내 진행 기록 저장
keep-drop = 저장한 파일을 페이지 아무 곳에나 끌어다 놓거나 고르십시오.
keep-pick = 파일 고르기

keep-verdict-same = 같습니다.
keep-verdict-same-run = 파일의 실행은 이 페이지가 재생하는 실행과 똑같습니다.
keep-verdict-same-progress = 파일의 내용이 이미 여기 있습니다.
keep-verdict-differs = 다릅니다.
keep-verdict-differs-run = 열 수는 있지만 다음이 다릅니다.
keep-verdict-differs-progress = 파일은 여기 있는 기록과 다음이 다릅니다.
keep-verdict-cannot = 열 수 없습니다.
keep-open-run = 실행 열기
keep-open-run-anyway = 그래도 열기
keep-take = 내 기록 대신 파일 쓰기
keep-add = 내 기록에 더하기

keep-file-long = 파일이 너무 큽니다. 이 페이지에서 만든 파일이 아닙니다.
keep-file-unreadable = 브라우저가 파일을 읽지 못했습니다.
keep-file-json = JSON이 아니거나 중간에 잘렸습니다.
keep-file-foreign = JSON이지만 이 페이지에서 만든 파일이 아닙니다.
keep-file-newer = 이 페이지의 더 새로운 버전에서 만든 파일입니다(형식 { $version }). 그 버전에서 열거나, 업데이트 알림이 나오면 이 페이지를 새로 고치십시오.
keep-file-damaged = 다음 부분이 손상되었습니다: { $fields }
keep-file-scenario = 이 페이지에 없는 시나리오입니다: “{ $name }”.
keep-file-unplayable = “{ $name }”에서 바꾼 내용을 이 페이지는 재생할 수 없습니다.

keep-run-missing = { $name } 파일이 여기에는 없습니다.
keep-run-extra = { $name } 파일이 여기에는 있지만 가져온 파일에는 없습니다.
keep-run-file = { $name } 파일의 버전이 다릅니다.
keep-run-last = 마지막 단계: 여기 { $here }, 파일 { $there }
keep-run-calls = 모델 호출: 여기 { $here }회, 파일 { $there }회
keep-run-compactions = 컴팩션: 여기 { $here }회, 파일 { $there }회

keep-more-finished = 파일에 끝낸 시나리오가 { $count }개 더 있습니다.
keep-less-finished = 끝낸 시나리오 { $count }개가 여기에만 있습니다.
keep-more-answers = 파일에 답한 예측이 { $count }개 더 있습니다.
keep-less-answers = 답한 예측 { $count }개가 여기에만 있습니다.
keep-other-answers = 예측 { $count }개의 답이 서로 다릅니다.
keep-more-tasks = 파일에 풀던 과제가 { $count }개 더 있습니다.
keep-less-tasks = 풀던 과제 { $count }개가 여기에만 있습니다.
keep-other-tasks = 과제 { $count }개의 답이 서로 다릅니다.
keep-more-ticks = 파일에 확인한 항목이 { $count }개 더 있습니다.
keep-less-ticks = 확인한 항목 { $count }개가 여기에만 있습니다.
keep-other-place = 마지막 위치가 다릅니다.

## Progress

keep-progress-heading = 내 진행 기록
keep-progress-none = 아직 없습니다.
keep-held-finished = 끝낸 시나리오 { $count }개
keep-held-answers = 답한 예측 { $count }개
keep-held-tasks = 풀던 과제 { $count }개
keep-held-ticks = 확인한 항목 { $count }개
keep-held-place = 마지막 위치
keep-state-kept = 이 브라우저에만 보관하고 어디로도 보내지 않습니다.
keep-state-full = 브라우저 저장 공간이 가득 찼습니다. 자리가 날 때까지 진행 기록은 이 탭에만 있습니다. 파일로 저장해 두십시오.
keep-state-forbidden = 이 브라우저는 이 페이지의 기록을 보관하지 않습니다. 진행 기록은 이 탭에만 있습니다. 파일로 저장해 두십시오.
keep-state-newer = 이 페이지의 더 새로운 버전이 남긴 진행 기록이 있습니다. 그 기록은 건드리지 않으며, 지금 하는 일은 이 탭에만 남습니다.
keep-state-blocked = 손상된 진행 기록이 있는데 따로 옮겨 둘 공간이 없습니다. 그 기록은 건드리지 않으며, 지금 하는 일은 이 탭에만 남습니다.

keep-found-damaged = 이 기기의 진행 기록 가운데 { $count }곳이 손상되었습니다. 지우지 않고 따로 옮겨 두었으며, 나머지는 그대로 씁니다. “공유 및 보관”에서 볼 수 있습니다.
keep-found-full = 브라우저 저장 공간이 가득 차서 진행 기록이 이 탭에만 있습니다. “공유 및 보관”에서 파일로 저장하십시오.
keep-found-forbidden = 이 브라우저는 이 페이지의 기록을 보관하지 않아 진행 기록이 이 탭에만 있습니다. “공유 및 보관”에서 파일로 저장할 수 있습니다.
keep-found-newer = 이 페이지의 더 새로운 버전이 남긴 진행 기록이 있습니다. 그 기록은 건드리지 않으며, 지금 하는 일은 이 탭에만 남습니다.
keep-found-blocked = 손상된 진행 기록이 있는데 따로 옮겨 둘 공간이 없습니다. 그 기록은 건드리지 않으며, 지금 하는 일은 이 탭에만 남습니다.
keep-aside = 손상된 진행 기록을 따로 옮겨 두었습니다({ $size }자).
keep-aside-save = 파일로 저장
keep-aside-delete = 지우기

## Paper, and no network

keep-print-heading = 유인물과 오프라인
keep-print-lead = 인쇄하면 지금 윈도에 있는 메시지와 사실, 노트, 로그가 나오고 끝에 이 화면의 주소가 적힙니다.
keep-print = 유인물 인쇄
keep-print-number = 번호
keep-print-message = 메시지
keep-print-tokens = 토큰
keep-print-sum = 합계
keep-offline-ready = 이 페이지를 이 기기에 보관했습니다. 네트워크 없이도 쓸 수 있습니다.
keep-offline-loading = 이 페이지를 이 기기에 보관하고 있습니다.
keep-offline-none = 여기서는 네트워크 없이 쓰도록 페이지를 보관할 수 없습니다.
keep-offline-failed = 네트워크 없이 쓰도록 페이지를 보관하지 못했습니다. 나머지는 모두 그대로 됩니다.
keep-new-version = 이 페이지의 새 버전이 준비되었습니다.
keep-new-version-take = 새로 고침
