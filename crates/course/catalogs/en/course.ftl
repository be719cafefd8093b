# The lesson beside the player: its sections, its exercises and their tasks.

course-toggle = Course
course-close = Close the course
course-loading = Fetching the course …
course-missing = The course did not come. The player goes on working.
course-faulty = The course has faults and cannot be shown:
course-language = In { $language }

## Sections

course-sections = Sections
course-progress = { $done } of { $count } tasks
course-section-none = no tasks
course-all-done = all done
course-previous = Previous
course-next = Next
course-exercises = Exercises
course-elsewhere = The player shows another run than this text is about.
course-elsewhere-task = The player shows another run than this task is about.
course-show-run = Show the run

## What a narrow page shows

course-panels = What is shown
course-panel-lesson = Lesson
course-panel-window = Window
course-panel-code = Code
course-panel-more = More

## Completion criteria

course-criteria = Completion criteria
course-criteria-met = { $met } of { $count }
course-criteria-lead = Those with an exercise tick themselves once it is passed. The others are yours to tick. All of it stays on this device.
course-criterion-open = Open the exercise

## An exercise

course-to-text = Back to the text
course-restart = Start this exercise over
course-restarted = The work on this exercise was forgotten.
course-tasks = Tasks of this exercise
course-task = Task { $number } of { $count }
course-next-task = Next task
course-state-open = not answered
course-state-passed = passed
course-state-not-yet = not yet
course-state-did-not-finish = did not finish
course-state-could-not-run = could not run
course-state-could-not-check = could not check
course-state-kept = kept
course-state-shown = solution shown

## A task

course-gated = What comes behind this step is hidden until you answer.
course-asked = What you want to see holds the answer. Answer first.
course-answer = Your answer
course-commit = Check
course-keep = Keep
course-empty = Give an answer first.
course-no-answer = That lies outside of what can be set here.
course-key = That looks like a key. Nothing of it is kept: take it out, then answer again.
course-code-long = That is too long: the part that you write holds at most { $most } characters. It stays as it was.
course-pick-one = Pick one.
course-pick-all = Pick all that hold.
course-pick-blocks = Pick all that stay.
course-pick-facts = Pick all that belong there.
course-pick-line = Pick a line: by a click, or with the arrow keys.
course-code-covered = While this task is open, its code is shown in the task alone.
course-line = Line { $line }
course-block = Message { $number }: { $kind }
course-order = Put them in order with the buttons, or with the arrow keys on a button.
course-move-up = Move up: { $item }
course-move-down = Move down: { $item }
course-moved = { $item }: place { $place } of { $count }
course-goals = Goals
course-goal-met = holds
course-goal-open = does not hold
course-threshold-at = The threshold stands at { $threshold }.
course-explain = In your own words
course-explain-note = It stays on this device and is never marked.
course-hint-key = Next hint of a task

course-value-tokens = { $value ->
    [one] { $value } token
   *[other] { $value } tokens
}
course-value-calls = { $value ->
    [one] { $value } call
   *[other] { $value } calls
}
course-value-messages = { $value ->
    [one] { $value } message
   *[other] { $value } messages
}
course-value-turns = { $value ->
    [one] { $value } turn
   *[other] { $value } turns
}
course-value-percent = { $value } %
course-unit-tokens = tokens
course-unit-calls = calls
course-unit-messages = messages
course-unit-turns = turns
course-unit-percent = %

## Hints and the solution

course-hint = Hint { $number } of { $count }
course-hint-show = Show hint { $number } of { $count }
course-solution-ask = Show the solution
course-solution-sure = The task then counts as shown, not as passed.
course-solution-yes = Show it
course-solution-no = Keep trying

## What came of an answer

course-head-passed = Right
course-head-not-yet = Not yet
course-head-did-not-finish = Did not finish
course-head-could-not-run = Could not run
course-head-could-not-check = Could not check
course-head-kept = Kept
course-head-shown = The solution
course-tries = { $count ->
    [0] At the first answer.
    [one] First answer: { $first }. { $count } try after it.
   *[other] First answer: { $first }. { $count } tries after it.
}
course-jump = Show me
course-world = Open that world
course-world-lead = There is a harness in which this answer would be right.

## Code

course-code = Your code
course-code-legend = { $count ->
    [1] Line { $first } of the harness is yours
   *[other] Lines { $first } to { $last } of the harness are yours
}
course-code-around = The rest of the program
course-code-here = your lines
course-code-keys = Tab indents; press Escape and then Tab to leave. Control or Command with Enter runs it.
course-code-reset = Back to the start
course-code-running = Running …
course-code-stop = Stop
course-run = Run
