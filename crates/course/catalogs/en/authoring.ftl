# What the command line says to those who write courses.

## Help

new-about = Writes a course, an exercise or the lesson's program to begin with; nothing is overwritten
new-course-about = Writes a small course that works as it is: one section, one run, one exercise
new-exercise-about = Writes an exercise that works as it is, and lists it in course.toml
new-lesson-about = Writes the lesson's program with the prepared model of its reference run, to be run by Node in an editor of one's own
preview-about = Shows a course in the browser while it is written: saved changes follow at once, faults are shown in the page
build-about = Writes a course and the page that shows it as a site of files, for any web server; a course with faults is refused
usage-preview = secondwind preview [OPTIONS] <FOLDER>
usage-build = secondwind build [OPTIONS] <FOLDER>
arg-port = Port on this machine, or the next free one above it
arg-page = Folder of a built page; without it the page that this program carries
arg-site = Folder for the site; an earlier build in it is replaced
arg-address = Address that the site will have; with it the files of oEmbed are written
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
preview-at = The course is at { $url } (Ctrl-C stops it)
build-done = Written: { $folder }, { $count } files. Put the folder on any web server, also below a path; index.html opens from a disk as well.
# Stands below the faults.
build-faults = Nothing was written.

## Faults of the call

error-not-empty = { $folder } is no empty folder, and nothing is overwritten. Name one that is empty or not there yet.
error-new-no-course = There is no { $file }. Name the folder of the course with --course.
error-new-title = A title is one line of text. Give one without line breaks, or leave --title out.
error-new-id = { $id } cannot be an id. An id begins with a letter, goes on with letters, digits and hyphens, such as first-steps, and has at most 60 characters.
error-new-syntax = { $file } is not valid TOML. `secondwind check { $folder }` says where; correct that first.
error-new-list = In { $file } a section has no id, or its `exercises` is no list. `secondwind check { $folder }` says where; correct that first.
error-new-no-section = { $file } has no section that could list the exercise. Add one under [[sections]] first.
error-new-section = There is no section { $section } in { $file }. There are: { $known }. Choose one of these with --section.
error-new-no-run = None of the runs in { $file } has what a task of the kind { $kind } asks about (runs there: { $runs }). Most kinds need a run with a compaction: add one under [runs], or choose another kind with --kind, such as explain.
error-no-page = This program was built without the page. Name the folder of a built page with --page, such as www/dist.
error-page = { $folder } holds no page as it was built, or one that a course was put into. Name the folder in which the page was built, such as www/dist.
error-page-old = The page in { $folder } is of another version than this program. Build it again.
error-out = { $folder } holds something other than an earlier build, and nothing is overwritten. Name another folder with --out.
error-address = { $address } is no address of a page. Write it in full, without a query: https://school.example/course/.
error-port = The page cannot be served on port { $port } or the ports above it: { $reason }. Name another one with --port.

## `npx secondwind`, where it does not start

npx-missing = There is no command line for { $platform } here: the npm package { $name } is missing. Install secondwind again without leaving out optional packages, or build the program with `cargo build --release -p secondwind-cli` and put its path into the variable SECONDWIND_BINARY.
npx-failed = { $file } cannot be started: { $reason }. Install secondwind again, or put the path of another program into the variable SECONDWIND_BINARY.
