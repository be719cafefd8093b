# What there is to know in a run, and where it is.

facts-heading = Facts
facts-place-window = in the window
facts-place-notes = in NOTES.md alone
facts-place-lost = lost
facts-since = since compaction { $compaction }
facts-unseen = the model does not see it
facts-ahead = { $known ->
    [0] { $count ->
        [one] { $count } fact is still to come.
       *[other] { $count } facts are still to come.
    }
   *[other] { $count } more to come.
}
facts-tally = { $kept } kept, { $notes } in NOTES.md, { $lost } lost
facts-told = Facts: { $kept } kept, { $notes } in NOTES.md, { $lost } lost.
facts-ledger-heading = What became of them
facts-ledger-name = Compaction { $compaction }:
