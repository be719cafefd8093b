# Two runs of a scenario side by side.

worlds-compare = Compare
worlds-compare-title = Compare this run with another world
worlds-heading = Two worlds
worlds-lead = The same scenario, played by two harnesses. Both stand at the same round of the work, whichever of them needs more calls to get there.
worlds-close = Close the comparison
worlds-here = This run
worlds-there = The other world
worlds-sound = The lesson's harness, no mistake in it
worlds-pick = Mistakes in the other world
worlds-choose = Choose a mistake; the other world makes it.
worlds-none = This scenario cannot be played with: { $bugs }.
worlds-scrub = Moment of both worlds
worlds-back = One moment back
worlds-on = One moment on
worlds-moment = moment { $moment } of { $last }
worlds-valuetext = Moment { $moment } of { $last }. This run: { $here }, counter { $hereCounter }, occupancy { $hereOccupancy }. The other world: { $there }, counter { $thereCounter }, occupancy { $thereOccupancy }.
worlds-waits = waits here
worlds-differs = differs:

## The first difference

worlds-first = First difference
worlds-never = In this scenario the two worlds do not differ.
worlds-held = Whether the two worlds part further on shows once the question is answered.
worlds-at = First difference at step { $step } of this run.
worlds-kinds = This run: “{ $here }”. The other world: “{ $there }”.
worlds-only-here = Only this run has the step “{ $here }”.
worlds-only-there = Only the other world has the step “{ $there }”.
worlds-figure-accumulated = The counter: { $here } here, { $there } there.
worlds-figure-occupancy = In the window: { $here } tokens here, { $there } there.
worlds-figure-spend = Spent: { $here } here, { $there } there.
worlds-figure-request = The request: { $here } tokens here, { $there } there.
worlds-figure-messages = Messages in the window: { $here } here, { $there } there.
worlds-figure-text = A message reads otherwise: { $here } characters here, { $there } there.
worlds-figure-notes = NOTES.md: { $here } characters here, { $there } there.
worlds-figure-log = Only the log differs. It prints { $here } here, { $there } there.
worlds-log = Only the log differs.

## How far a world has come

worlds-ending = Ending
worlds-running = still running
worlds-ending-answered = with an answer
worlds-ending-refused = a request was refused
worlds-ending-overflowed = a request did not fit
worlds-ending-budgetSpent = the budget is spent
worlds-ending-scriptEnded = no reply was prepared
worlds-ending-stopped = without an answer

## The two valves

worlds-valves = Two valves: the threshold compacts (red line), the token budget stops (double line). The budget is checked before each request, and the call under way is not cut off.
worlds-budget = Token budget
worlds-budget-hint = For both worlds. Empty: no budget.
worlds-budget-bad = A whole number from 0 on, please.
worlds-budget-none = No token budget is set.
worlds-note-tokensUsed = back to 0 at a compaction
worlds-note-tokensSpent = never back to 0
worlds-valve-threshold = The threshold looks at tokensUsed: { $value } of { $threshold }.
worlds-valve-occupancy = The threshold looks at occupancy: { $value } of { $threshold }.
worlds-valve-budget = The budget looks at { $name }: { $value } of { $budget }.
worlds-stops-next = The next request does not go out.
worlds-stopped = { $over ->
    [0] The budget is reached, and the run has stopped.
   *[other] { $over } beyond the budget, and the run has stopped.
}
worlds-beyond = { $over ->
    [0] The budget is reached, and the run goes on.
   *[other] { $over } beyond the budget, and the run goes on.
}
worlds-beyond-end = { $over ->
    [0] The run ended at the budget; the valve did not stop it.
   *[other] The run ended { $over } beyond the budget; the valve did not stop it.
}
