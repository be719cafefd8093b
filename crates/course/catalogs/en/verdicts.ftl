# What is said of an answer to a task. A named wrong answer has words of its own, in the exercise.

verdict-passed = That is right.
verdict-kept = Your words are kept.
verdict-named = That is not it yet.
verdict-low = The right number is larger.
verdict-high = The right number is smaller.
verdict-missing = { $count ->
    [one] All you picked is right; one is missing.
   *[other] All you picked is right; { $count } are missing.
}
verdict-extra = { $count ->
    [one] One of those you picked does not belong there.
   *[other] { $count } of those you picked do not belong there.
}
verdict-order = { $count ->
    [0] The first one already stands elsewhere.
    [one] The first one is in its place, the next is not.
   *[other] The first { $count } are in their places, the next is not.
}
verdict-line = It is another line.
verdict-goal = This goal does not hold: { $goal }
verdict-held = On another scenario, which is held back, this goal does not hold: { $goal }
verdict-fuel = The program was stopped: it took very many steps, as an endless loop would, or more memory or a deeper stack than it has, or it awaits what never comes.
verdict-stuck = The program was stopped: it did not come to its end in the time that is waited, because a single operation takes very long, such as reversing or sorting a huge list.
verdict-sandbox = The program could not be tried, which says nothing about it: the sandbox did not start. ({ $detail })
verdict-threw = The program ended with an error: { $name }: { $message }{ $line ->
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
