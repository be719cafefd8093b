# Moving through a run, and the window as a list. Numbers arrive as numbers and are formatted for the language.

## Zoom and jumps

time-zoom-label = Zoom
time-zoom-turn = Turn
time-zoom-call = Call
time-zoom-line = Line
time-zoom-turn-hint = From one round to the next
time-zoom-call-hint = Every step of a call
time-zoom-line-hint = Every line of code that a step runs
time-line = line { $line }, { $at } of { $count }
time-next-check = Next threshold check
time-next-break = Run to the next breakpoint
time-word-compaction = Compaction
time-word-check = Check
time-word-break = Breakpoint
time-more = More controls

time-stop-break = Stopped at a breakpoint: { $what }
time-stop-compaction = Paused: a compaction fires
time-stop-none = No breakpoint ahead

## Breakpoints

time-break-heading = Breakpoints
time-break-empty = None yet. Playing stops at a breakpoint and says why.
time-break-share = { $meter } ≥ { $value }% of the threshold
time-break-occupancy = occupancy ≥ { $value }
time-break-call = call { $value } goes out
time-break-on = Stop at
time-break-on-kind = a kind of step
time-break-on-share = a share of the threshold
time-break-on-occupancy = an occupancy
time-break-on-call = a call
time-break-kind = Kind of step
time-break-value-share = Percent of the threshold
time-break-value-occupancy = Tokens in the window
time-break-value-call = Number of the call
time-break-invalid = Enter a whole number from 1 to { $most }.
time-break-add = Add
time-break-drop = Remove: { $what }
time-break-here = breakpoint
time-pauses = Pause where a compaction fires

## The list of steps

time-steps-heading = Steps
time-types-label = Show only
time-type-calls = calls
time-type-tools = tools
time-type-notes = notes
time-type-checks = checks
time-type-compaction = compaction
time-fog = Hide the steps ahead
time-ahead = { $count ->
    [one] { $count } step ahead
   *[other] { $count } steps ahead
}
time-ahead-none = The run ends here.

## The window as a list

time-view-label = Show the window as
time-view-picture = Picture
time-view-list = List
time-table-window = In the window at step { $step }, oldest first. The sum is the occupancy.
time-table-counter = The lesson's counter at step { $step }, call by call since the last restart. The sum is what the counter shows.
time-table-threshold = Threshold { $threshold }; the harness compares it with: { $meter }
time-col-number = No.
time-col-kind = Kind
time-col-who = Who
time-col-tokens = Tokens
time-col-total = Running total
time-col-share = Of the threshold
time-col-in = In the window
time-col-call = Call
time-col-input = Input
time-col-output = Output
time-who-harness = harness
time-who-user = user
time-who-model = model
time-who-tools = tools
time-yes = yes
time-no = no
time-sum-occupancy = Sum: occupancy
time-sum-accumulated = Sum: accumulated
time-counter-empty = No call counted yet.
time-reserve = reserve { $tokens }, empty
time-reserve-note = { $tokens ->
    [one] { $tokens } token is kept free for the reply. It is empty and not counted.
   *[other] { $tokens } tokens are kept free for the reply. They are empty and not counted.
}

## In the vessels

time-short-messages = { $count } short messages
time-short-calls = { $count } short calls
time-short-brief = { $count } short
time-open-list = { $what }, { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}. Show in the list

## What a restart message was made from

time-made-from = { $count ->
    [one] Made from { $count } archived message
   *[other] Made from { $count } archived messages
}
time-went-into = Went into the restart message
time-archive-short = Archive
time-archive-earlier = { $count } earlier
time-earlier-show = Show earlier ones: { $count }

## Keys

time-help-step = Back or forward, by the chosen zoom
time-help-turn = One turn back or on
time-help-check = Next threshold check
time-help-break = Run to the next breakpoint
time-help-list = Window as picture or list
