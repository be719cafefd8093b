# Help texts and messages of the command line.

## Help

about = Context management for LLM agents: plays scenarios and shows what happens to the window
run-about = Plays a scenario or a recording and prints the log; with --live, a real model takes on the task of the scenario
arg-file = A scenario, a .toml file whose texts are in the folder of the same name; or a recording, a .json file
arg-lang = Language of the texts and of the log: en, pt-BR or ko; without it, that of the environment (LANG)
arg-json = Prints every event as one line of JSON instead of the log
arg-help = Shows this help
arg-version = Shows the version

arg-command = The command; without it, the help of all
arg-default = [default: { $value }]
arg-choices = [one of: { $values }]
help-about = Shows the help of a command
heading-usage = Usage
heading-commands = Commands
heading-arguments = Arguments
heading-options = Options
# What stands for a value in the help.
value-command = COMMAND
value-file = FILE
value-dir = FOLDER
value-lang = LANGUAGE
value-name = NAME
value-provider = PROVIDER
value-url = URL
value-dialect = DIALECT
value-tokens = TOKENS
value-ratio = RATIO
value-meter = METER
value-count = N
value-dollars = DOLLARS
value-seconds = SECONDS
usage-all = secondwind <COMMAND>
usage-run = secondwind run [OPTIONS] <FILE>
usage-scenario = secondwind scenario [OPTIONS] <FILE>
usage-check = secondwind check [OPTIONS] <FOLDER>
usage-help = secondwind help [COMMAND]

scenario-about = Writes the scenario that a recording makes, ready to be edited and run in every language
arg-recording = The recording, a .json file of a run that came to its answer
arg-out = Folder for the scenario; nothing in it is overwritten
scenario-written = Written: { $file }. Run it with `secondwind run { $file }`.

## A run with a real model

cli-heading = With a real model
# Names of variables and options stay as they are.
cli-help =
    The key is read from the environment alone: ANTHROPIC_API_KEY for api.anthropic.com, OPENAI_API_KEY for api.openai.com, SECONDWIND_API_KEY for every other server.
    Tools answer what the scenario has prepared; nothing is run on this machine.

    Exit codes: 0 the run came to its answer; 1 it did not, or was declined; 2 a fault of the call or of a file; 130 Ctrl-C.
arg-live = Gives the scenario's task, system prompt and tools to a real model
arg-model = Name of the model, as the provider has it
arg-provider = Who answers; without it the model's name decides, and with --base-url it is local
arg-base-url = Address of the server, if it is not the provider's usual one
arg-dialect = What the server speaks; without it openai-chat, and anthropic for that provider
arg-window = Size of the window that is simulated; without it the scenario's
arg-ratio = Part of the window from which on compaction fires, above 0 and below 1; without it the scenario's
arg-meter = Meter that is compared with the threshold; without it the scenario's
arg-reply-limit = The most that a reply may have, in tokens
arg-max-calls = The most model calls of the whole run, those of compactions included
arg-max-cost = The most that the whole run may cost, such as 0.25; the price of the model must be known
arg-timeout = The longest that the provider may be silent
arg-record = Keeps the run in this file, a .json file, after every answer; it can be played and made a scenario
arg-resume = Goes on with the run in --record that stopped in the middle
arg-yes = Begins without asking

# Before the first call, one line each.
cli-model = Model: { $model }, at { $address }
cli-window = Window: { NUMBER($window, useGrouping: 0) } tokens; compaction fires from { NUMBER($threshold, useGrouping: 0) } on ({ $meter ->
    [occupancy] occupancy
   *[accumulated] the counter tokensUsed
})
cli-recorded = { $count ->
    [one] Recorded so far: { NUMBER($count, useGrouping: 0) } answer; the run goes on from there.
   *[other] Recorded so far: { NUMBER($count, useGrouping: 0) } answers; the run goes on from there.
}
cli-most = Next call: about { NUMBER($tokens, useGrouping: 0) } tokens, at most ${ $most }
cli-no-price = Next call: about { NUMBER($tokens, useGrouping: 0) } tokens; the price of this model is not known here
cli-narrow = Note: the first request alone takes about { NUMBER($tokens, useGrouping: 0) } tokens, half of the threshold or more. With --window the run gets more room.
cli-cap = Limits: { $calls ->
    [one] { NUMBER($calls, useGrouping: 0) } call
   *[other] { NUMBER($calls, useGrouping: 0) } calls
}, { $cap ->
    [none] no limit of cost
   *[other] ${ $cap }
}
cli-ask = Begin? [y/N]
cli-declined = Nothing was sent.

# While it goes on, and how it ends.
cli-cost = Cost so far: ${ $cost }
cli-again = The call failed: { $message }. It is made again in { $seconds } s.
cli-interrupted = Stopped.
cli-kept = All answers up to here are in { $file }. Go on with the same command and --resume.
cli-not-kept = The run is not kept. With --record FILE it would be.
cli-saved = The recording is in { $file }.
cli-untaken = The run cannot take this answer of the model:
cli-capped-calls = The limit of calls is reached (--max-calls { NUMBER($calls, useGrouping: 0) }). Raise it to go on.
cli-capped-cost = The next call may cost up to ${ $most }, and ${ $spent } of ${ $cap } are spent. Raise --max-cost to go on.
cli-capped-unknown = The provider does not say what its last reply took, so that --max-cost cannot be kept any more. Go on without it; --max-calls limits the run.
# What the provider or the network said, behind one of the messages below.
cli-said = In detail: { $message } (status { $status }, request { $request })
cli-failed-auth = The key is missing, wrong, or not allowed to do this. Check { $variable }.
cli-failed-billing = The account cannot pay for the call. Top it up at the provider's, or use another key in { $variable }.
cli-failed-rate = The provider takes no more calls for now, or a limit on spending is reached. Wait a while, or raise the limit in your account.
cli-failed-overload = The provider has no capacity at the moment. Wait a while and try again.
cli-failed-server = The provider failed. Wait a while and try again.
cli-failed-too-large = The request has too many bytes for this server. Choose a smaller --window.
cli-failed-not-found = There is no model { $model } at { $address }, or nothing at that address. Check --model and --base-url.
cli-failed-malformed = What came back from { $address } is no answer of a model. Check --base-url and --dialect, and whether a proxy is in between.
cli-failed-cut = The answer broke off before its end. Check the connection and try again.
cli-failed-network = No connection to { $address }. Check the address, the network, and whether the server is running.
cli-failed-timeout = { $address } was silent for too long. Try again, or allow more with --timeout.
cli-failed-other = The provider refused the request. See what it says, and check --model, --dialect and --reply-limit.

# The last line of a recording that stops in the middle.
open-call = The recording stops here: the run waits for the reply to call { NUMBER($call, useGrouping: 0) }.
open-tool = The recording stops here: the run waits for the result of { $tool }.

## Faults of the call

error-not-found = There is no file { $file }. Check the path.
error-too-large = { $file } has { $size } bytes, but at most { $limit } are read. Check that it is the file you mean, and shorten it if it is.
error-not-text = { $file } is not UTF-8 text. Save it as UTF-8, or name another file.
error-unreadable = { $file } cannot be read: { $reason }. Check that it is a file and that you may read it.
error-no-texts = There is no folder { $folder } with texts beside { $file }. A scenario has its texts there, one file a language, such as en.toml.
error-no-language = { $file } has no texts in { $lang }; it has { $have }. Choose one of these with --lang, or add the missing texts.

error-exists = { $file } is there already, and nothing is overwritten. Name another one.
error-unwritable = { $file } cannot be written: { $reason }. Name another place, or check that you may write there.
error-changed = { $file } was changed in the meantime, and stays as it is. Run the command again.
error-live-recording = { $file } is a recording. With --live name the scenario; to go on with a recording, add --record { $file } --resume.
error-live-provider = It is not known who answers for { $model }. Add --provider or --base-url.
error-live-no-key = There is no key. Put it into the variable { $variable } of the environment.
error-live-key = The key in { $variable } has a character that no key has, at place { NUMBER($place, useGrouping: 0) }. Copy it again, without anything around it.
error-live-address = The address in --base-url { $fault ->
    [scheme] does not begin with https:// or http://
    [port] has no valid port
    [credentials] holds a user or a password; a key is given in the environment
    [query] has a query or a fragment
    [path] has a path that is none
    [key] holds a key; a key is given in the environment
   *[host] has no valid host
}. Correct it.
error-live-not-private = { $address } is neither on this machine nor reached over https://, so that others could read the key on its way. Use https://, or call without a key.
error-live-no-price = The price of { $model } is not known here, so that --max-cost cannot be kept. Leave it out; --max-calls limits the run.
error-live-open = { $file } holds a run that stopped in the middle. Go on with it by --resume, or name another file.
error-live-other-run = { $file } holds a run of another scenario, language, model or dialect. Resume it as it was begun, or name another file.
error-live-request = The request cannot be made: { $reason }. Correct --base-url.
error-live-yes = Nobody can be asked here whether to begin. Add --yes.

error-live-model = The name in --model holds a key, or looks like one. Name the model; a key is given in the environment.
error-live-record = A recording is a .json file, and { $file } is none. With --record { $named } it could be read again.
error-live-full = The recording would take { $size } bytes, but of a file at most { $limit } are read. { $file } stays as it was before the last answer. Choose smaller limits, such as --reply-limit or --max-calls.

## What the command line does not take

# Stands below each of these, with the usage in between.
usage-more = --help tells more.
usage-unknown = { $near ->
    [none] There is no argument { $option } here.
   *[other] There is no argument { $option } here. Did you mean { $near }?
}
usage-command = { $near ->
    [none] There is no command { $command }.
   *[other] There is no command { $command }. Did you mean { $near }?
}
usage-no-command = The command is missing. There are: { $known }.
usage-no-value = { $option } needs a value. Add it.
usage-many-values = { $option } takes no value { $value }. Leave it out.
usage-choice = { $option } does not take { $value }. It takes: { $known }.
usage-value = { $option } does not take { $value }. It takes { $kind ->
    [count] a whole number from 1 to 4294967295
    [port] a port from 1 to 65535
    [number] a number, such as 0.7
    [amount] an amount in dollars above 0, such as 0.25
   *[other] another value
}.
usage-conflict = { $option } cannot be used together with { $other }. Leave one of the two out.
usage-twice = { $option } may be given only once. Leave the others out.
usage-missing = Missing: { $option }. Add what is missing.
usage-not-text = One of the arguments is not UTF-8 text. Write it as UTF-8.
usage-other = The command line cannot be read. Check it.

# Stands above the list of issues.
error-scenario = { $count ->
    [one] The scenario has { $count } fault:
   *[other] The scenario has { $count } faults:
}

## Faults in a scenario, by code. The place (file, line, column) is printed in front.

issue-syntax = This is not valid TOML: { $slip ->
    [bracket] a `{"{"}` or `[` that was opened above is not closed, or a comma is missing in it. Close it in the line that opens it.
    [twice] this name is there already. Take one of the two out; what stands several times has two brackets, as in `[[rounds]]`, each time.
    [quotes] words stand in straight quotes, as in `"tokens"`. Write them around it.
    [rest] something follows that does not belong to the value. Write one value in the line; decimals have a point, as in `0.5`.
   *[none] { $detail }. Correct the syntax here.
}
issue-unknown-key = The key `{ $key }` is unknown.{ $nearest ->
    [none] {""}
   *[other] {" "}Do you mean `{ $nearest }`?
} Known here: { $expected }. Rename it or take it out.
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
issue-missing-text = There is no text `{ $key }` in any of { $files }. Add the line `{ $key } = "…"` to one of them, or correct the name here.
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
issue-unknown-tool = There is no tool `{ $tool }`.{ $nearest ->
    [none] {""}
   *[other] {" "}Do you mean `{ $nearest }`?
} Add it under [[tools]], or correct the name.
issue-too-many = `{ $key }` has { $count } entries, but at most { $limit } are allowed. Take some out, or split the scenario.
issue-blank-text = The text `{ $key }` is blank. Write it, or take the key out where it may be missing.
issue-reserved-tool = The tool `{ $tool }` is added by the harness. Take it out of [[tools]]; a call of it is written with `notes`.
issue-stop-without-calls = This round stops with "tool_use", but it has no tool call. Add one under [[rounds.calls]], or take `stop` out.
issue-refused = The run cannot go on after this round: { $detail }. Correct the round.
issue-too-large = The file has { $size } bytes, but at most { $limit } are read. Shorten it.
issue-not-text = The file is not UTF-8 text. Save it as UTF-8.
issue-unreadable = The file cannot be read: { $reason }. Check that it is a file and that you may read it.
issue-no-course = There is no { $file }. Name the folder of a course.
issue-name-not-text = The name of { $file } is not UTF-8 text, so that the file is not read. Give it another name.
issue-link = { $file } is a link, and what it leads to does not travel with the course. Put the file itself, or the folder, in its place.
issue-more-faults = There are more than { $limit } faults in this file, and the others are not told. Correct those above, and look again.
issue-same-tool = The tool `{ $tool }` is declared twice. Take one of them out.
error-no-file = { $file } is a folder, a pipe or a device. Name a scenario (.toml) or a recording (.json).
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

# Stands above the list of faults of a recording.
error-recording = { $count ->
    [one] The recording has { $count } fault:
   *[other] The recording has { $count } faults:
}
issue-recording = This is no recording: { $detail }. Take the file as it was exported.
issue-recording-version = The recording has version { $found }; this program reads version { $supported }. Update secondwind.
issue-recording-not-answered = This run did not end with an answer ({ $ending }), and a scenario needs one. Let the run go on to its end first.
issue-answer-kind = Answer { $answer } of the recording is of the kind { $found }, but here the run asks for { $wanted }. Take the file as it was exported.
issue-answer-refused = The run cannot go on with answer { $answer } of the recording: { $detail }. Take this answer out, with all that follow.
issue-answers-left-over = { $left ->
    [one] The run is over, but the recording has one more answer. Take it out.
   *[other] The run is over, but the recording has { $left } more answers. Take them out.
}
