# A course that is being written, in the page that shows it.
preview-faults = { $count ->
    [one] The course has a fault
   *[other] The course has { $count } faults
}
preview-kept = The page shows the course as it was before. It follows as soon as the files are saved without faults.
preview-none = The course is shown as soon as its files are saved without faults.
preview-fold = Fold
preview-unfold = Show
preview-lost = The preview is not running any more. Start it again with `secondwind preview`; this page then follows by itself.
