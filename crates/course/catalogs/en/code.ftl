# The panels beside the window: the program, its requests, what a step changes, the files, the log.

code-panels = What happens underneath
code-tab-code = Code
code-tab-request = Request
code-tab-changes = Changes
code-tab-files = Files
code-tab-log = Log
code-copy = Copy
code-copied = Copied
code-copy-failed = This browser did not allow copying

## Code

code-listing = The program, line by line
code-marked = { $count ->
    [0] This program does nothing at this step
    [one] Line { $lines } just ran
   *[other] Lines { $lines } just ran
}{ $then ->
    [line] , line { $next } is next.
    [end] . The run ends here.
   *[gone] . It has no line for the next step.
}
code-row-ran = just ran
code-row-next = next
code-row-added = added
code-row-removed = removed
code-occupancy = This scenario compares occupancy, so the program counts that instead of the lesson's counter.
code-limit = In this run a reply may have up to { $limit } tokens; the lesson’s program says { $shown }.
code-break = Break it
code-break-state = { $count ->
    [0] no mistakes on
    [one] { $count } mistake on
   *[other] { $count } mistakes on
}
code-break-lead = Each switch makes one mistake in the program above. What goes is marked −, what comes is marked +.
code-repair = Repair all
code-broken = Broken on purpose: { $names }
code-excluded = Changes the same line as “{ $other }”.
code-diff-of = What “{ $name }” changes
code-report = Report: { $name }

code-group-check = The check
code-group-restart = The restart
code-group-notes = The notes
code-group-count = What is counted and sent

code-noReset = Forget the reset
code-noReset-text = The counter is not set back to 0 after a compaction. It stays above the threshold, so every later round compacts again.
code-noReset-real = In goose the token count was no longer reset, and compaction followed compaction.
code-checkEarly = Check too early
code-checkEarly-text = The check stands before the tools run. Their results land behind the restart message, without the call they answer, and the provider refuses them.
code-checkEarly-real = The sample agent of another course compacted before it appended the result, and the API answered 400.
code-checkLate = Check too late
code-checkLate-text = The check waits until the next reply has come in. By then one more request has gone out above the threshold.
code-checkLate-real = pi checked only once the whole loop was over: about 45 more turns went out above the threshold.
code-append = Append, do not replace
code-append-text = The restart message goes behind the history instead of taking its place. The window grows at the very moment it should shrink.
code-append-real = lossless-claw wrote summaries and kept the messages they stood for, too.
code-cutPair = Cut a pair in two
code-cutPair-text = The last message stays behind the summary: results whose call is gone. The next request is refused.
code-cutPair-real = A cut in LangChain's summarization left a result without its call, and the provider answered 400.
code-longSummary = No limit on the summary
code-longSummary-text = Nothing keeps the summary short. It can grow as long as the history it replaces, and the fresh window starts almost full.
code-longSummary-real = In opencrabs the summary grew from 14 to 122 kB over five compactions.
code-staleNotes = Restart with old notes
code-staleNotes-text = The restart carries NOTES.md as it was when the run began. What the agent has written since is missing.
code-staleNotes-real = According to a report, Claude Code put back the copy from the last prompt, not the file on disk.
code-notesInSystem = Notes in every system prompt
code-notesInSystem-text = NOTES.md goes out with each request. Every call pays for it, and every update breaks the cached prefix.
code-notesInSystem-real = A report on Claude Code: after one write to memory, the whole history is billed at full price again.
code-appendNotes = Append to the notes
code-appendNotes-text = update_notes adds to the file instead of overwriting it. What has been solved still stands there as open.
code-appendNotes-real = In talon, outdated status sections filled two thirds of the memory file.
code-thresholdAtLimit = Threshold at the limit
code-thresholdAtLimit-text = The check fires only when the window is full. No room is left for the next request.
code-thresholdAtLimit-real = Claude Code: 196,261 tokens and 20,000 for the reply did not fit into 200,000.
code-sharedCounter = One counter for both valves
code-sharedCounter-text = The budget looks at the counter that each compaction sets to 0, so it may never be reached.
code-sharedCounter-real = gsd-2 added up a session's cost from the messages still in the window, so each compaction lowered it.
code-otherGauge = Gauge and check disagree
code-otherGauge-text = The log shows occupancy while the check compares the lesson's counter. It fires although the gauge is far below the threshold.
code-otherGauge-real = Claude Code reported the limit as reached while /context showed 67% used.
code-lastOnly = Send only the last message
code-lastOnly-text = Each request carries the newest message alone. The model remembers nothing, and the second request holds results without their call.
code-lastOnly-real = OpenJarvis kept the history of a chat but gave the agent only its newest message.

## Request

code-request-main = Call { $call }
code-request-summary = Call { $call }, for the summary
code-request-when = { $steps ->
    [0] It goes out at this step.
    [one] It goes out at the next step.
   *[other] It goes out in { $steps } steps.
}
code-request-go = Go to step { $step }
code-request-none = The run is over. Nothing goes out any more.
code-request-json = The request as JSON
code-request-history = instruction and history, as text
code-request-tools = { $count ->
    [one] { $count } tool
   *[other] { $count } tools
}
code-request-approx = about { $tokens } tokens, estimated

## Changes

code-changes-none = This step changed no message, no counter and no file.
code-changes-came = Into the window
code-changes-left = Out of the window
code-changes-counters = Counters
code-changes-notes = NOTES.md, version { $version }
code-changes-log = New in the log
code-changes-from-to = from { $from } to { $to }

## Files

code-files-lead = On disk, outside the window. The model sees none of it unless the harness reads it back.
code-files-versions = Versions of NOTES.md
code-files-version = Version { $version }, call { $call }
code-files-no-versions = No version yet.
code-files-archive = Archive
code-files-archive-note = { $count ->
    [0] Empty until the first compaction.
    [one] { $count } message that a compaction took out of the window.
   *[other] { $count } messages that compactions took out of the window.
}
