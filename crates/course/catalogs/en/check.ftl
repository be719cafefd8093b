# What is said of courses and exercises: the command `check`, and the faults that it finds.

check-about = Checks a course: every text, answer and run of it, in all its languages
arg-folder = The folder that course.toml is in
arg-courses = The folder that course.toml is in, or one with several courses
arg-check-lang = Language of the messages: en, pt-BR or ko
arg-check-json = Prints the faults as an array of JSON
arg-lock = Adds the ids of the course to course.lock.toml, if it has no faults; what is published stays there for good
arg-check-timeout = How long a program of the course may take on one scenario before it is ended; its steps and its memory are limited besides
check-whole = The course has no faults.
check-whole-of = { $folder } has no faults.
check-locked = The ids are in { $file }.
check-no-lock = No ids are published yet. Before you publish the course, run `secondwind check { $folder } --lock`, so that no id is changed by mistake afterwards.
# Stands below the list of faults.
check-faults = { $count ->
    [one] The course has { $count } fault.
   *[other] The course has { $count } faults.
}
error-no-course = There is no { $file }. Name the folder of a course.

## Form of the files

issue-missing-file = The file { $file } is missing. Add it.
issue-unused-file = Nothing uses { $file }. { $lang ->
    [none] Name it in course.toml, or take it out.
   *[other] The course does not have this language: add "{ $lang }" to `languages` in course.toml, or take the file out.
}
issue-unknown-word = `{ $key }` cannot be { $found }.{ $nearest ->
    [none] {""}
   *[other] {" "}Do you mean `{ $nearest }`?
} Known here: { $expected }. Write one of these.
issue-out-of-range = `{ $key }` is { $value }, but it goes{ $least ->
    [none] {""}
   *[other] {" "}from { $least }
}{ $most ->
    [none] {""}
   *[other] {" "}up to { $most }
}. Change the value.
issue-too-few = `{ $key }` has { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}, but at least { $least } are needed. Add some.
issue-bad-name = `{ $name }` cannot be a name. Write letters of English, digits and `-`, a letter first.
issue-same-id = `{ $id }` is there already. Give it another name.
issue-named-twice = `{ $id }` is named twice. Take one of the two out.
issue-reserved-id = `{ $id }` names a text of its own. Choose another id.
issue-secret = This looks like a key, and a course is public. Take it out, and have the provider replace the key.
issue-lock = The file cannot be read: { $detail }. Take it as `check --lock` wrote it; if a newer secondwind wrote it, update yours.
issue-lock-format = This list of ids has format { $found }, which a newer secondwind has written; this version reads format { $supported }. Update secondwind.
issue-id-gone = `{ $id }` was published, but is not there any more. Links and what learners keep name it: put it back.
issue-id-changed = `{ $id }` was published as { $was }, but is { $now } now. Give the new task an id of its own, and keep the old one.

## Runs and questions to them

issue-unknown-run = There is no run `{ $run }`.{ $nearest ->
    [none] {""}
   *[other] {" "}Do you mean `{ $nearest }`?
} Known here: { $known }. Add it under [runs], or correct the name.
issue-no-run = No run is named here, and none is defined. Add one under [runs].
issue-unknown-scenario = There is no scenario `{ $scenario }` in the folder scenarios.{ $nearest ->
    [none] {""}
   *[other] {" "}Do you mean `{ $nearest }`?
} There are: { $known }. Correct the name.
issue-unknown-exercise = There is no exercises/{ $exercise }.toml.{ $nearest ->
    [none] {""}
   *[other] {" "}Do you mean `{ $nearest }`?
} Add it, or correct the name.
issue-not-identical = The run was not the same when it was played again: event { $event } differs, and answers read off it would change. Report this fault.
issue-moment-parts = A moment has `event`, `call` or `compaction`, and with them `nth`; or `step`; or `end = true`. Keep one of the three.
issue-query-parts = A query has either `get` or `count`. Keep one of the two.
issue-condition-parts = A condition has `get` or `count`, with `is` and `than`; or `ending` alone. Complete it, or take out what is too much.
issue-when-parts = `when` reads at every step, so that it goes with a `get` that is read at a step, and without `at`. Change one of them.
issue-count-at = `count` counts the steps of a whole run. Take `at` out.
issue-reading-needs-at = `{ $get }` is read at a step. Say which one with `at`.
issue-reading-of-run = `{ $get }` is known of the whole run. Take `at` out.
issue-reading-not-here = There is no `{ $get }` in a step of the kind `{ $kind }`. Name another step with `at`.
issue-query-finds-nothing = There is no such step: { $count ->
    [0] none fits
    [one] { $count } fits
   *[other] { $count } fit
}, { $nth } is asked for, and the last step is { $last }. The run has: { $have }. Name a step that is there.
issue-item-never-happens = `{ $event }` does not happen in this run. Take it out, or name another run.
issue-no-compaction = There is no compaction { $compaction }: the run has { $count }. Name another one.
issue-no-facts = No fact is known at this compaction. Name another one, or give the scenario facts.
issue-stay-not-later = `stay` is step { $stay }, which does not come after `at`, step { $at }. Name a later step.
issue-line-parts = A task of this kind has either `at` or `fault`. Keep one of the two.
issue-no-line = No line of the code runs in a step of the kind `{ $event }`. Name another one.
issue-no-change = The mistake `{ $bug }` changes no line of the code. Give harness/toggles.json an edit for it, or name another mistake.
issue-edit-unfit = The edit in harness/toggles.json does not fit the code: what it finds, `{ $text }`, is to stand in it exactly once, on lines that no other edit of the mistake changes. Correct the edit.
issue-toggles = The edits of the code cannot be read: { $detail }. Correct the file.
issue-too-many-lines = The lesson's code has { $count } lines, but at most { $limit } are compared. Shorten it.

## Answers

issue-typed-answer = `{ $key }` is { $value }, typed by hand; it has to be read off a run, so that it stays right when the scenario changes. { $what ->
    [condition] Write what has to hold, such as `{"{"} run = "…", at = {"{"} event = "reset" {"}"}, get = "messages", is = "=", than = 1 {"}"}`.
   *[query] Write which number it is, such as `{"{"} run = "…", at = {"{"} event = "crossed" {"}"}, get = "accumulated" {"}"}`.
}
issue-wrong-parts = A wrong answer names either a run or what it is. Keep one of the two.
issue-wrong-is-right = The wrong answer `{ $id }` is the right one. Name another run or query.
issue-wrongs-equal = The wrong answers `{ $one }` and `{ $other }` are the same. Take one of them out.
issue-claims-none = No claim holds. Correct the conditions, or add a claim that holds.
issue-claims-several = { $count } claims hold ({ $claims }), but one is to be picked. Correct the conditions, or set pick = "all".
issue-gate-behind = The gate is at step { $gate }, and the answer is seen from step { $step } on. Move the gate before it.
issue-answer-visible = The answer, { $value }, can be read at the gate already, step { $gate }. Move the gate, or ask for something else.
issue-start-passes = Every goal holds at the start already. Begin elsewhere, or ask for more.
issue-off-notch = `{ $key }` is { $value }, where the dial cannot stand: it goes from { $min } in notches of { $step }. Change the value or the notch.
issue-solution-fails = The goal `{ $goal }` does not hold with the solution. Correct the goal or the solution.
issue-wrong-passes = Every goal holds with this setting, which is said to be wrong. Correct it.
issue-wrong-breaks-other = This setting is said to break `{ $goal }`, but it breaks { $broken }. Correct the goal or the setting.
issue-unknown-goal = There is no goal `{ $goal }`. There are: { $known }. Correct the name.
issue-unknown-dial = `{ $key }` is no dial of this task. Take it out, or add it under `dials`.

## Texts

issue-fluent-syntax = This is not valid Fluent: { $slip ->
    [tab] the line is indented by a tab. Indent it with spaces.
    [brace] a brace has no partner, or no value between the two. A value is written `{"{"} $name {"}"}`; a brace of its own is written `{"{"}"{"{"}"{"}"}`.
    [margin] a line at the margin begins with its name and `=`, as in `title = …`. Where the text above goes on, indent the line with spaces.
    [empty] there are no words behind the `=`. Write them.
   *[none] { $detail }. Correct the syntax here.
}
issue-too-deep = Choices stand within one another here, more than { $limit } deep. Write several messages.
issue-text-missing = The text `{ $text }` is missing in { $lang }. { $attribute ->
    [none] Write the line `{ $message } = …`.
   *[other] Write the line `.{ $attribute } = …` below `{ $message }`, indented with spaces.
}
issue-text-blank = The text `{ $text }` is blank in { $lang }. Write it.
issue-text-unused = Nothing shows the text `{ $text }`. Correct its name, or take it out.
issue-text-endless = The text `{ $text }` shows itself, so that it has no end. Take one of the names out.
issue-placeholder-unknown = There is no value `${ $name }`.{ $nearest ->
    [none] {""}
   *[other] {" "}Do you mean `${ $nearest }`?
} Known here: { $known }. Add it under [values], or correct the name.
issue-placeholders-differ = `{ $text }` does not show the same values as in { $other }: { $missing } missing, { $extra } too many. Make them the same.
issue-name-unknown = There is no { $kind ->
    [function] function
    [term] term
   *[message] message
} { $name }. Correct the name; functions are NUMBER and JOSA.
issue-plural-missing = A choice by number needs { $missing } in { $lang }, too. Add it.
issue-plural-unknown = `{ $key }` is neither a number nor a plural category. Write one, such as `other`.
issue-hint-gap = Hint { $number } is missing before this one. Number the hints 1, 2, 3 without a gap.
issue-words-equal = `{ $one }` and `{ $other }` read the same. Change one of them.
issue-image-without-words = The image has no alternative text. Say in the brackets what it shows.
issue-image-remote = The image comes from elsewhere: { $address }. Put it into the course.

## Programs

issue-no-such-line = The lesson's code has no such line. Write the line as it is shown, without its mark.
issue-program-start-passes = The program that the task begins with passes already. Put back what is to be found.
issue-program-start-broken = The program that the task begins with is no JavaScript: { $detail }. Correct its syntax.
issue-program-solution-fails = The solution does not pass: { $said ->
    [threw] it stops with `{ $detail }`.
    [goal] the goal `{ $detail }` does not hold.
   *[other] what is said of it is `{ $said }`.
} Correct the solution, or the goals.
issue-program-solution-fuel = The solution uses { $percent } % of the fuel, and a learner's may be slower. Keep it below 10 %.
issue-program-wrong-passes = This wrong program passes. Make it wrong, or take it out.
issue-program-wrong-unknown = This wrong program is not known again: { $said ->
    [threw] it stops with `{ $detail }`.
    [goal] the goal `{ $detail }` does not hold, and no `shows` fits.
   *[other] what is said of it is `{ $said }`.
} Correct what its `shows` says, or its place in the list: the first that holds is the one that is told.
