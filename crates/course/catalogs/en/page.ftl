# The words of the playground page. Numbers arrive as numbers and are formatted for the language.

## Frame

document-title = { $scenario } · secondwind
brand = secondwind
crumb-lesson = Lesson 6
skip-link = Skip to the window

scenario-label = Scenario
scenario-task = The task
scenario-policy = Window { $window } tokens × ratio { $ratio } = threshold { $threshold }

language-label = Language
language-en = English
language-pt-BR = Português
language-ko = 한국어

theme-label = Theme
theme-system = System
theme-light = Light
theme-dark = Dark

## Headings

heading-window = The window
heading-log = Log
heading-in-window = In the window now
heading-archive = Archive
heading-notes = NOTES.md
heading-answer = Final answer

## Meters

meter-accumulated = The lesson's counter
meter-accumulated-name = accumulated
meter-occupancy = Really in the window
meter-occupancy-name = occupancy
meter-spend = Spent in all
meter-spend-name = spend
meter-triggers = triggers compaction
meter-watches = for comparison
meter-of-threshold = of { $threshold }
meter-share = { $share } of the window
meter-reset = { $from } → 0
meter-label = { $name }: { $value } of { $limit } tokens

threshold-fires = fires at { $threshold }
threshold-would = would fire at { $threshold }
limit = limit { $limit }
rest-over = { $tokens } more, not drawn

estimated = estimated

tokens = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
token-input = { $tokens } in
token-output = { $tokens } out

why-heading = Why two?
why-lead = Each call sends the whole history again.
why-body = The lesson's counter adds up every request and reply, so it counts the same messages again and again and reaches the threshold early. Occupancy looks only at what the window holds now.

## What is in the window

slice-call = call { $call }
brief-call = call { $call }
kind-fixed = system and tools
kind-task = task
kind-user = user message
kind-reply = reply
kind-results = tool results
kind-restart = restart message
kind-block = provider summary
kind-notes = notes
brief-fixed = system
brief-task = task
brief-user = user
brief-reply = reply
brief-results = results
brief-restart = restart
brief-block = provider
brief-notes = notes

part-text = text
part-call = tool call
part-result = tool result
part-summary = handover summary
part-notes = notes
part-error = error

message-call = call { $call }
message-before = before the first call
messages-empty = No messages yet.

archive-empty = Still empty. Compaction moves messages here.
archive-note = Out of the window. The model no longer sees these.

notes-missing = Not written yet.
notes-outside = outside the window
notes-written = version{"\u00A0"}{ $version }, written in call{"\u00A0"}{ $call }
notes-removed = removed

shelf-heading = Outside the window
shelf-summary-none = Not asked for yet.
shelf-summary-asked = Asked for in call { $call }.
shelf-summary-held = { $tokens ->
    [one] { $tokens } token, still outside.
   *[other] { $tokens } tokens, still outside.
}
shelf-summary-in = In the window, in the restart message.
shelf-notes-read = Read back, on the way in.
shelf-archive-empty = Empty.
stages-label = Stages of the compaction
messages-note = What the model sees, oldest first, after the fixed part.

log-empty = Nothing has been sent yet.

totals-calls = Model calls
totals-compaction-calls = of which for compaction
totals-compactions = Compactions

## Transport

transport-label = Playback
to-start = To the start
back = Back
step = Step
play = Play
pause = Pause
to-end = To the end
next-compaction = Next compaction
speed = Speed
speed-value = { $speed }×
step-counter = step { $step } of { $last }

curve-label = Step in the run
curve-point = { $call } · { $value }
curve-fog = not yet seen
curve-valuetext = Step { $step } of { $last }, { $title }: counter { $accumulated }, occupancy { $occupancy }, threshold { $threshold }

help-label = Help
help-words = Words
help-keys = Keys
help-licences = Licences of what this page is made of
help-close = Close
help-ends = To the start or the end
help-play = Play or pause
help-compaction = Next compaction
help-help = Show or hide this list
help-letters = Letter keys are on
key-space = Space
key-shift = Shift
key-home = Home
key-end = End

help-word-window = Context window
help-text-window = All that one request may hold: instructions, messages and the reply.
help-word-harness = Harness
help-text-harness = The program around the model: it sends the requests and runs the tools.
help-word-counter = Counter
help-text-counter = Input and output of every call since the last restart, added up.
help-word-occupancy = Occupancy
help-text-occupancy = The tokens that the window holds now.
help-word-threshold = Threshold
help-text-threshold = Where compaction fires: the size of the window times the ratio.
help-word-compaction = Compaction
help-text-compaction = Puts a summary and the notes in the place of all messages, and goes on.
help-word-summary = Handover summary
help-text-summary = What the model writes for the fresh window when compaction asks for it.
help-word-notes = NOTES.md
help-text-notes = A file outside the window: the agent writes it, the harness reads it back.

## Faults

error-scenario-heading = This scenario cannot be played
error-scenario-body = Choose another scenario, or correct the file:
error-issue = { $file }, line { $line }, column { $column }: { $message }
error-issue-file = { $file }: { $message }
error-wasm-heading = The player did not start
error-wasm-body = The page needs WebAssembly, and it could not be loaded here. Reload the page, or try a current browser.
error-reload = Reload
engine-loading = Loading the player…
engine-missing = The player could not be loaded. Check the connection and try again. If that does not help, reload the page.
engine-missing-part = This part of the page could not be loaded. The run you see works on. Check the connection and try again.
engine-retry = Try again

## For screen readers

## The current step: a title and a sentence

title-start = Before the first call
title-called = A call goes out
title-refused = The provider refuses
title-replied = The reply comes in
title-ran = A tool runs
title-noted = The notes are written
title-appended = Tool results appended
title-checked = Below the threshold
title-crossed = The threshold is reached
title-asked = Asking for a summary
title-summarized = The summary comes in
title-reread = Notes read back
title-replaced = A fresh window
title-reset = The counter resets
title-finished = The run is over

step-start = The task is in the window. Nothing has been sent yet.
step-called = Call { $call } goes out with everything the window holds.
step-refused = { $ending ->
    [overflowed] The provider answers 400. Call { $call } carries { $tokens } tokens, and together with its reply that is more than the window of { $window }.
   *[refused] The provider answers 400. Call { $call } carries messages that no provider takes: a tool result without the call it answers.
}
step-replied = Call { $call } comes back with `{ $stop }`: { $input } in, { $output } out. { $cacheRead ->
    [0] The counter stands at { $accumulated }.
   *[other] The counter stands at { $accumulated }; it does not see the { $cacheRead } read from the cache.
}
step-ran = The harness runs `{ $tool }`. Its result is not in the window yet.
step-noted = The agent overwrites NOTES.md with version { $version }. The file lies outside the window.
step-appended = { $count ->
    [one] The tool result is appended.
   *[other] { $count } tool results are appended.
} Occupancy is now { $occupancy }.
step-checked = The harness checks: { $value } is below { $threshold }. The loop goes on.
step-crossed = The harness checks: { $value } has reached the threshold of { $threshold }. Compaction fires before the next request.
step-asked = Call { $call } is a call of its own. It sends the history as text and asks for a handover summary.
step-summarized = The handover summary is { $tokens } tokens long. Nothing has been replaced yet.
step-reread = { $version ->
    [0] The harness reads NOTES.md back. It is still empty.
   *[other] The harness reads NOTES.md back, version { $version }, as it stands at this moment.
}
step-replaced = { $removed ->
    [0] Nothing moves to the archive. The restart message stands behind everything that was there. Occupancy is now { $occupancy }.
    [one] The message moves to the archive. One takes its place: the summary, then the notes. Occupancy is now { $occupancy }.
   *[other] { $removed } messages move to the archive. One takes their place: the summary, then the notes. Occupancy is now { $occupancy }.
}
step-reset = The counter goes from { $from } back to 0. The fresh window is counted from here.
step-finished = { $ending ->
    [refused] The provider refused a request, and the loop cannot go on. It ends without an answer
    [overflowed] The window was too full for one more request. The run ends without an answer
    [budgetSpent] The token budget is spent. The run ends without an answer
    [scriptEnded] No reply is prepared for what this run goes on to ask. It ends here
    [stopped] The run ends without an answer
   *[answered] The answer is here
}, after { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
} and { $compactions ->
    [0] no compaction.
    [one] { $compactions } compaction.
   *[other] { $compactions } compactions.
}
