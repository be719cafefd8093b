# 한 실행에서 알아야 할 사실과, 그것이 지금 있는 곳.

facts-heading = 사실
facts-place-window = 윈도 안에 있음
facts-place-notes = NOTES.md로만 남음
facts-place-lost = 사라짐
facts-since = { $compaction }번째 컴팩션부터
facts-unseen = 모델에 보이지 않음
facts-ahead = { $known ->
    [0] 아직 나오지 않은 사실이 { $count }개 있습니다.
   *[other] 아직 { $count }개가 더 남아 있습니다.
}
facts-tally = 유지 { $kept }개, NOTES.md에 { $notes }개, 사라짐 { $lost }개
facts-told = 사실: 유지 { $kept }개, NOTES.md에 { $notes }개, 사라짐 { $lost }개.
facts-ledger-heading = 컴팩션마다 일어난 일
facts-ledger-name = { $compaction }번째 컴팩션:
