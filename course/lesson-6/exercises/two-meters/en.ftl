title = Two meters, two answers
intro = The lesson's counter adds up what every call reports. Occupancy asks how full the window is now.

after-call-3 = Call 3 is going out. Its reply will report { $input3 } tokens of input and { $output3 } of output; the counter stands at { $counter2 }. Where will the counter stand once the reply is in?
    .hint-1 = The counter never asks whether it has seen a message before.
    .hint-2 = Look at what calls 1 and 2 did to the counter: input and output were added each time.
    .hint-3 = Take { $counter2 }, add { $input3 }, add { $output3 }.
    .because = Every call sends the whole history again, and the counter adds all of it again.
    .says-window = That is what the window holds. You expect the gauge to show fullness; it would be right in a harness that compares occupancy.
    .says-no-output = You left the reply out. It would be right in a harness that counts input alone, but replies stay in the window, too.

counted-again = At that step, how many tokens of the counter are messages that it has counted more than once?
    .hint-1 = Compare the two meters at the same step.
    .hint-2 = The window holds { $occupancy3 } tokens, each of them once.
    .hint-3 = Take what the window holds off what the counter shows.
    .because = All that the counter shows beyond the content of the window are repetitions. The longer a window lives, the larger their share grows.
    .says-counter = That is the whole counter. It would be right if the window were empty.
    .says-window = That is what is in the window, each message once. The question is about the rest.

first-fire = The invoice importer compares occupancy with the threshold. How many calls has it made when compaction fires for the first time?
    .hint-1 = Open the scenario about invoices and look for the first time the threshold is reached.
    .hint-2 = The jump to the next compaction takes you there. Which call was the last before it?
    .hint-3 = Call 4 does not do it yet, and the call for the summary has not gone out.
    .because = Occupancy grows by what is new; the counter grows by everything that is sent. With the same threshold, the counter fires earlier.
    .says-counter = That would be right in the world in which the lesson's counter is compared. It believes that used means everything ever sent.
    .says-compaction-call = That counts the compaction call. It goes out because the check fired, so it comes after.

gauge = A report reads: “My harness compacted at { $gaugeShown } of { $threshold }.” In that harness the log shows occupancy. What did the check compare with the threshold?
    .hint-1 = A check that fires has been given a figure at the threshold or above.
    .hint-2 = Open the world in which gauge and check disagree, and go to the step in which the threshold is reached.
    .hint-3 = Read the lesson's counter at that step.
    .because = The check was right about what it was given; the gauge told another story. What is shown and what is compared have to come from one function.
    .says-shown = That is what the log showed. The belief is that gauge and trigger agree because they must; with { $gaugeShown } nothing would have fired.
    .says-threshold = That is the mark itself. It would be right if the counter had hit it exactly.
