# The lab: dials, the whole run as a curve, and what it costs.

lab-label = Lab
lab-lead = Turn a dial and see the whole run played again. The walk below stays as it is until you open another one.
lab-close = Close the lab
lab-held = The lab shows whole runs, and a question is still open. Answer it, skip it, or turn predictions off.
lab-dropped = The dials of the lab do not fit this scenario. It is played without them.

lab-dials = Dials
lab-dial-window = Window
lab-dial-ratio = Ratio
lab-dial-outputReserve = Output reserve
lab-dial-summaryTokens = Summary size
lab-dial-tokenBudget = Token budget
lab-dial-meter = Meter that triggers
lab-dial-strategy = Strategy
lab-dial-notes = NOTES.md is read back
lab-slider = { $name }, slider
lab-none = none
lab-empty-field = An empty field is as the scenario has it.
lab-reset = Reset all dials

lab-strategy-restart = restart from a summary
lab-strategy-keepLast = summary, last two rounds stay
lab-strategy-elideResults = shorten old results
lab-notes-restart = at the restart
lab-notes-system = in every system prompt

lab-bad = This cannot work. The curve is the last one that did.
lab-only-costs = The task is done before the threshold is reached. No compaction fires: for a task this short, notes, checks and counting only cost.
lab-none-fired = The run ended before any compaction fired.
lab-walk = Step through this run
lab-pin = Pin this run
lab-back = Step through without dials
lab-unpin = Unpin
lab-unchanged = unchanged
lab-changed = Changed: { $names }
lab-restore = Undo the changes
lab-tooth = Compaction { $compaction }: open the walk at step { $step }
lab-axis = step { $step }

lab-scores = Scoreboard
lab-figure = Figure
lab-now = now
lab-score-ending = How it ends
lab-score-compactions = Compactions
lab-score-calls = Model calls
lab-score-compactionCalls = for compaction
lab-score-spend = Tokens spent
lab-score-input = in
lab-score-fresh = of which not from the cache
lab-score-output = out
lab-score-kept = Facts kept
lab-score-noted = in NOTES.md alone
lab-score-lost = Facts lost
lab-score-price = Price
lab-pin-bad = A pinned run marked – does not work in this scenario.
lab-ending-answered = answered
lab-ending-refused = refused
lab-ending-overflowed = window full
lab-ending-budgetSpent = budget spent
lab-ending-scriptEnded = script ended
lab-ending-stopped = stopped
lab-prices = Price of a million tokens, in your currency
lab-price-input = in
lab-price-output = out
