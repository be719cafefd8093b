# What is said of an answer to a task. A named wrong answer has words of its own, in the exercise.

verdict-passed = That is right.
verdict-kept = Your words are kept.
verdict-named = Not yet.
verdict-low = Not yet: the number is larger.
verdict-high = Not yet: the number is smaller.
verdict-missing = Not yet: { $count ->
    [one] one is missing
   *[other] { $count } are missing
}, and none is wrong.
verdict-extra = Not yet: { $count ->
    [one] one does not belong
   *[other] { $count } do not belong
}.
verdict-order = Not yet: { $count ->
    [0] the first one stands in another place
    [one] the first one is in its place, and the next is not
   *[other] the first { $count } are in their places, and the next is not
}.
verdict-line = Not yet: it is another line.
verdict-goal = Not yet: a goal is not reached.
verdict-held = Not yet: on another scenario, which is held back, a goal is not reached.
verdict-fuel = The program did not finish: it was stopped after very many steps, as an endless loop would be, or it awaits what never comes.
verdict-sandbox = The program could not be tried, which says nothing about it: the sandbox did not start. ({ $detail })
verdict-threw = The program could not run: { $name }: { $message }{ $line ->
    [0] {""}
   *[other] {" "}(line { $line })
}
verdict-script-ended = The run did not finish: after { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
} nothing was prepared for what it went on to ask. Choose values nearer to the start.
verdict-no-run = There is no such run: { $detail ->
    [patch-ratio] the ratio leaves no threshold
    [patch-window] the window has no threshold at this ratio
    [patch-no-room] the threshold is not below the window less the reserve
   *[other] these values do not go together
}. Choose other values.
verdict-course = This cannot be checked: the fault is the course's, and says nothing about your answer. ({ $detail })
