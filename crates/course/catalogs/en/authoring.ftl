# What the command line says to those who write courses.

## Help

new-about = Writes a course, an exercise or the lesson's program to begin with; nothing is overwritten
new-course-about = Writes a small course that works as it is: one section, one run, one exercise
new-exercise-about = Writes an exercise that works as it is, and lists it in course.toml
new-lesson-about = Writes the lesson's program with the prepared model of its reference run, to be run by Node in an editor of one's own
usage-new = secondwind new <WHAT>
usage-new-course = secondwind new course [OPTIONS] <FOLDER>
usage-new-exercise = secondwind new exercise [OPTIONS] <ID>
usage-new-lesson = secondwind new lesson [OPTIONS] <FOLDER>
heading-what = What
value-text = TEXT
value-id = ID
value-kind = KIND
arg-new-folder = The folder to be written, which is not there yet or is empty
arg-title = Title of the course, in every language; it can be changed and translated later
arg-id = Id of the exercise: a letter, then letters, digits and hyphens; it is for ever
arg-course = Folder of the course
arg-kind = What is asked
arg-section = Id of the section that lists the exercise; without it the last one

## What was written

# The title of a course that was given none.
new-title = A new course
new-course = Written: { $folder }. It has no faults. `secondwind preview { $folder }` shows it while you write, and `secondwind check { $folder }` tells its faults.
new-exercise = Written: { $file }, with its texts in { $texts }. It asks about the run { $run }, and the section { $section } lists it.
new-lesson = Written: { $folder }. Run it with `node { $file }`; the program is harness.js.

## Faults of the call

error-not-empty = { $folder } is no empty folder, and nothing is overwritten. Name one that is empty or not there yet.
error-new-title = A title is one line of text. Give one without line breaks, or leave --title out.
error-new-id = { $id } cannot be an id. An id begins with a letter, goes on with letters, digits and hyphens, such as first-steps, and has at most 60 characters.
error-new-syntax = { $file } is not valid TOML. `secondwind check { $folder }` says where; correct that first.
error-new-no-section = { $file } has no section that could list the exercise. Add one under [[sections]] first.
error-new-section = There is no section { $section } in { $file }. There are: { $known }. Choose one of these with --section.
error-new-no-run = None of the runs in { $file } has what a task of the kind { $kind } asks about (runs there: { $runs }). Most kinds need a run with a compaction: add one under [runs], or choose another kind with --kind, such as explain.
