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

course-open-heading = A course of your own
course-open-lead = Open the folder of a course, or a zip of it, to see it in this tab. It does not leave your browser, and your progress stays as it is.
course-open-folder = Open a folder
course-open-zip = Open a zip
course-open-close = Close this course
course-open-none = There is no course.toml in it. Choose the folder of a course, or a zip of it.
course-open-large = It holds more than a course can, 2 MB of text. Choose the folder of the course alone.
course-open-broken = It cannot be read. If it is a zip, make it anew, without a password; if it is a folder, check that you may read its files.
course-open-kept = This browser lets no page keep that much for a tab, so the course cannot be opened here. Use `secondwind preview`.
course-open-faulty = The course was not opened. Mend this in its files, and open it again.
course-opened = This tab shows a course of your own. Nothing that you do in it is kept.

make-label = Make this an exercise
make-about = Saves an exercise that asks what these settings change, as files for a course of your own
make-title = With other settings
make-intro = The run of this exercise does the same task with other settings: { $changes }.
make-compactionCalls = How many calls does the run spend on compactions with these settings?
make-calls = How many model calls does the run make with these settings, those of compactions included?
make-spend = How many tokens do all calls of the run spend together with these settings?
make-hint-1 = The settings change when the threshold is reached. Everything else follows from that.
make-hint-2 = Open the world with these settings, go to the end, and read the totals.
make-because = A run is what its settings make of the same task: when it compacts, how often it calls, and what that costs.
make-says-plain = That is the run without these settings.
