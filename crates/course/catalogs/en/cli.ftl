# Help texts and messages of the command line.

## Help

about = Context management for LLM agents: plays scenarios and shows what happens to the window
run-about = Plays a scenario to its end and prints the log
arg-file = The scenario, a .toml file; its texts are in the folder of the same name
arg-lang = Language of the texts and of the log: en, pt-BR or ko
arg-json = Prints every event as one line of JSON instead of the log
arg-help = Shows this help
arg-version = Shows the version

## Faults of the call

error-not-found = There is no file { $file }. Check the path.
error-too-large = { $file } has { $size } bytes, but at most { $limit } are read. Check that it is a scenario, and shorten it if it is.
error-not-text = { $file } is not UTF-8 text. Save it as UTF-8, or name another file.
error-unreadable = { $file } cannot be read: { $reason }. Check that it is a file and that you may read it.
error-no-texts = There is no folder { $folder } with texts beside { $file }. A scenario has its texts there, one file a language, such as en.toml.
error-no-language = { $file } has no texts in { $lang }; it has { $have }. Choose one of these with --lang, or add the missing texts.

# Stands above the list of issues.
error-scenario = { $count ->
    [one] The scenario has { $count } fault:
   *[other] The scenario has { $count } faults:
}

## Faults in a scenario, by code. The place (file, line, column) is printed in front.

issue-syntax = This is not valid TOML: { $detail }. Correct the syntax here.
issue-unknown-key = The key `{ $key }` is unknown. Known here: { $expected }. Rename it or take it out.
issue-missing-key = The key `{ $key }` is missing. Add it.
# Kinds are named by string, integer, number, boolean, array, table (found also: float, datetime); others are printed as they are.
issue-wrong-type = `{ $key }` should be { $expected ->
    [string] a string
    [integer] a whole number
    [number] a number
    [boolean] true or false
    [array] an array
    [table] a table
   *[other] { $expected }
}, but it is { $found ->
    [string] a string
    [integer] a whole number
    [float] a decimal number
    [number] a number
    [boolean] true or false
    [array] an array
    [table] a table
    [datetime] a date
   *[other] { $found }
}. Change the value.
issue-negative = `{ $key }` is { $value }, but it cannot be below 0. Write 0 or more.
issue-missing-text = There is no text `{ $key }` for this language, nor in common.toml. Add it to one of the two files.
issue-policy = This policy cannot work: { $detail }. Change `window`, `ratio` or the sizes.
issue-rounds-ran-dry = Call { $call } finds no round to answer it. Add a round, or take the tool calls out of the last one so that it ends the run.
issue-rounds-left-over = { $left ->
    [one] Round { $round } ends the run, but { $left } more round follows.
   *[other] Round { $round } ends the run, but { $left } more rounds follow.
} Take out what follows, or give round { $round } a tool call.
issue-summaries-ran-dry = Compaction { $ordinal } finds no summary. Add one under [[summaries]], or write a [default_summary].
issue-format = Format { $found } is not known; this version reads format { $supported }. Set `format = { $supported }`, or update secondwind.
issue-mixed-call = A tool call has either `notes`, or `tool` with `input` and `result`; this one has both or neither. Keep one of the two.
issue-derived-input = `input` is stated, but with usage = "derived" it is worked out from the window. Take it out, or set usage = "given".
issue-given-input = `input` is missing, and with usage = "given" every reply states it. Add it, or set usage = "derived".
issue-rounds-empty = The scenario has no rounds. Add at least one under [[rounds]]; a round without tool calls ends the run.
issue-unknown-tool = There is no tool `{ $tool }`. Add it under [[tools]], or correct the name.
issue-too-many = There are { $count } entries here, but at most { $limit } are allowed. Take some out, or split the scenario.
issue-blank-text = The text `{ $key }` is blank. Write it, or take the key out where it may be missing.
issue-reserved-tool = The tool `{ $tool }` is added by the harness. Take it out of [[tools]]; a call of it is written with `notes`.
issue-stop-without-calls = This round stops with "tool_use", but it has no tool call. Add one under [[rounds.calls]], or take `stop` out.
issue-refused = The run cannot go on after this round: { $detail }. Correct the round.
issue-too-large = The file has { $size } bytes, but at most { $limit } are read. Shorten it.
issue-same-tool = The tool `{ $tool }` is declared twice. Take one of them out.
error-no-file = { $file } is a folder, a pipe or a device. Name the scenario, a .toml file.
issue-unknown-carrier = `{ $key }` names { $value }, but { $count ->
    [0] there is none
    [one] there is only { $count }
   *[other] there are only { $count }
}. They are counted from 1. Correct the number.
issue-no-default-summary = The fact is in the default summary, but there is none. Write a [default_summary], or take `default_summary` out.
issue-no-results = Round { $round } has no tool calls, and so no results that could carry the fact. Name another round.
issue-fact-without-carrier = Nothing carries this fact. Say where it is found: `task`, `replies`, `results`, `summaries`, `default_summary` or `notes`.

## Faults in what is changed of a scenario

issue-patch-unknown-key = `{ $key }` cannot be changed. Known here: { $expected }. Rename it or take it out.
issue-patch-unknown-word = `{ $key }` does not know { $found }. Known here: { $expected }. Write one of these.
issue-patch-same-line = { $one } and { $other } change the same line of the loop. Keep one of the two.
issue-patch-strategy = The bugs are those of the lesson's loop, which always restarts from a summary. Take the strategy out, or the bugs.
issue-patch-ratio = A ratio of { $ratio } leaves no threshold. Choose one above 0 and below 1.
issue-patch-window = A window of { $window } tokens has no threshold at ratio { $ratio }. Enlarge the window.
issue-patch-no-room = The threshold { $threshold } is not below the window { $window } less the reserve { $reserve }. Lower the ratio or the reserve, or enlarge the window.

## Faults in a recording

issue-recording = This is no recording: { $detail }. Take the file as it was exported.
issue-recording-version = The recording has version { $found }; this program reads version { $supported }. Update secondwind.
issue-recording-not-answered = This run did not end with an answer ({ $ending }), and a scenario needs one. Let the run go on to its end first.
issue-answer-kind = Answer { $answer } of the recording is of the kind { $found }, but here the run asks for { $wanted }. Take the file as it was exported.
issue-answer-refused = The run cannot go on with answer { $answer } of the recording: { $detail }. Take this answer out, with all that follow.
issue-answers-left-over = { $left ->
    [one] The run is over, but the recording has one more answer. Take it out.
   *[other] The run is over, but the recording has { $left } more answers. Take them out.
}
