# Predictions: questions that are asked before a step is shown.

gates-heading = Predict
gates-switch = Predictions
gates-start = Predict as you go
gates-invite = { $count ->
    [one] The page can stop before one turning point
   *[other] The page can stop before { $count } turning points
} and ask what comes next. What lies ahead stays hidden until you answer or skip.
gates-progress = { $right } of { $answered } right at the first try

gates-opened = A question stands before the next step.
gates-wanted = You asked for a later step. This question stands on the way there.
gates-number = A whole number of tokens
gates-sure = How sure are you? (optional)
gates-sure-1 = unsure
gates-sure-2 = fairly sure
gates-sure-3 = sure
gates-commit = Commit and step
gates-skip = Skip
gates-skip-all = Skip all on the way
gates-later = Close the question
gates-see = Step and see
gates-missing = Give an answer first, or skip the question.
gates-again = Not right. Your first answer is kept. Try once more, or step and see.

gates-right = Right
gates-wrong = Not right
gates-right-second = Right at the second try
gates-skipped = Prediction skipped.
gates-said-right = Right: { $fact }.
gates-said-second = Right at the second try: { $fact }.
gates-said-wrong = Not right. You predicted { $answer }; the run shows { $fact }.
gates-predicted = You predicted
gates-second = Second try
gates-fact = The run shows
gates-ghost = predicted { $value }
gates-would = “{ $answer }” would be right if { $what }.
gates-would-mild = It depends on the harness: “{ $answer }” would be right if { $what }.
gates-would-none = No harness on this page leads to “{ $answer }”.
gates-open-world = Open that world
gates-because = Because … (optional; stays on this device and is not marked)
gates-close = Close

gates-step-counter = step { $step }
gates-valuetext = Step { $step }, { $title }: counter { $accumulated }, occupancy { $occupancy }, threshold { $threshold }. A question stands ahead.
gates-help-choose = Choose an answer
gates-help-commit = Commit the answer

## Questions

gates-ask-request = How many tokens of input will call { $call } have?
gates-ask-counter = Where does the lesson's counter stand after the reply to call { $call }?
gates-ask-fires = The tool results are in. Does compaction fire now?
gates-ask-covers = Which is the newest message that the summary will cover?
gates-ask-reads = What will the harness read as NOTES.md for the restart?
gates-ask-replaces = How many messages are in the window after the replacement?
gates-ask-occupancy = Where does occupancy stand once the counter is reset?

## Answers

gates-value-messages = { $value ->
    [0] none
    [one] { $value } message
   *[other] { $value } messages
}
gates-value-fires = { $value ->
    [0] No, the loop goes on
   *[other] Yes, it fires
}
gates-value-notes = { $value ->
    [-1] nothing, the summary goes in alone
    [0] the text “still empty”
   *[other] version { $value }
}
gates-value-message = message { $number }: { $kind }
gates-value-gone = a message that is gone

## What would have to be so

gates-what-lastOnly = only the last message were sent
gates-what-newest = the size of the newest message were all that counts
gates-what-counterSent = a request were as large as the counter
gates-what-occupancy = the counter showed what the window holds
gates-what-inputOnly = only the input were counted
gates-what-noReset = the counter were not reset
gates-what-startsFull = the counter started from the size of the fresh window
gates-what-thresholdAtLimit = the threshold stood at the limit
gates-what-occupancyCompared = occupancy were compared with the threshold
gates-what-counterCompared = the lesson's counter were compared with the threshold
gates-what-checkEarly = the check came before the tool results are appended
gates-what-staleNotes = the restart carried the notes as they were when the run began
gates-what-firstNotes = the restart carried the first version for good
gates-what-notesInSystem = the notes stood in the system prompt of every call instead
gates-what-append = the restart message were appended to the history
gates-what-cutPair = the last message were kept behind the summary
gates-what-cleared = the window were emptied and nothing put in
gates-what-emptied = the reset emptied the window as well
