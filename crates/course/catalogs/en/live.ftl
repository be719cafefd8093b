# Where the model's replies come from: prepared, recorded, or from a real model with the learner's own key.

source-label = The model's replies
source-stubbed = Stubbed
source-recorded = Recorded
source-live = Live
source-stubbed-note = Replies are prepared; nothing is sent.
source-recorded-note = A run with a real model, as it was; nothing is sent.
source-live-note = A real model, with your own key.

## The task

live-task-title = The order service, live
live-task = In our order service an order is sometimes shipped although it was cancelled: when two status updates arrive at the same moment, one of them gets lost. Find the race condition, fix it so that only one of the two can win, and prove it with the tests.
live-system = You are a careful software engineer who works on a small order service, alone and with tools only. Read before you write, change as little as is needed, and run the tests after each change. After every important decision, every new problem and every finished phase, call update_notes with the complete current state (decisions, open questions, next steps) before you go on: your context window is small, and what is in the notes survives when it is started anew. When all tests pass, answer with a short report of what was wrong and what you changed.

## Setting up

live-heading = Run it for real
live-lead = The same loop, with a real model. It works on a small order service in this page: it reads files, writes them, and runs the tests, which really fail until the race is fixed. The window is kept small on purpose, so that compaction fires in a cheap run.
live-close = Close the live setup
live-framed = Here the page is part of another one, which has not allowed live runs. Open it in a tab of its own.
live-provider = Provider
live-provider-anthropic = Anthropic
live-provider-openai = OpenAI
live-provider-ollama = Ollama, on this computer
live-provider-lmstudio = LM Studio, on this computer
live-provider-llamacpp = llama.cpp, on this computer
live-provider-vllm = vLLM, on this computer
live-provider-other = Another server
live-hint-ollama = Ollama answers this page only if OLLAMA_ORIGINS names its address. It keeps a window of its own, often 4,000 tokens: set num_ctx larger than the window here.
live-hint-lmstudio = Switch on “Enable CORS” in LM Studio’s server settings.
live-hint-llamacpp = llama-server answers web pages by itself.
live-hint-vllm = Tool calls need --enable-auto-tool-choice and a --tool-call-parser.
live-hint-other = Any server on this computer that speaks one of the two dialects. A key goes along as a bearer token.
live-dialect = Dialect
live-dialect-anthropic = Anthropic Messages
live-dialect-openAiChat = OpenAI chat completions
live-model = Model
live-base = Address
live-key = API key
live-key-held = The key is held by this page’s network worker, for this address only.
live-key-kept = This tab has kept the key, for this address only.
live-key-note = It stays in the memory of a worker that alone talks to the provider, and goes into the request’s header and nowhere else. Better make a key of its own, with a low limit.
live-key-stays = Keep it for this tab
live-key-forget = Forget the key
live-more = Window and limits
live-window = Window, in tokens
live-ratio = Threshold, as a part of the window
live-meter = The threshold looks at
live-reply = Longest reply, in tokens
live-cents = Most that the run may cost, in US cents
live-cents-none = no limit
live-calls = Most model calls
live-asks = Ask me before each call
live-setup = Set up another run, or change the limits
live-start = Start the run
live-resume = Go on with this recording

live-bad-model = Name the model.
live-bad-key = Paste your key. It goes into a request’s header and nowhere else.
live-bad-key-sign = The key has a character that no key has. Copy it again, without blanks or line ends.
live-bad-base = Write the address of a server, such as http://localhost:11434.
live-bad-host = This page may talk to Anthropic, OpenAI and this computer only. For another server, host the page yourself and let its policy name that server.
live-bad-window = Write a whole number from 3,000 to 200,000.
live-bad-window-model = The model’s own window has only { $window } tokens. Choose a smaller window here, or give the server a larger one.
live-bad-window-recording = The model’s own window has only { $window } tokens, and this recording was made for one of { $needed }. Give the server a larger one, or start another run.
live-bad-ratio = Write a number above 0 and below 1.
live-bad-reply = Write a whole number from 256 to 32,000.
live-bad-calls = Write a whole number from 1 to 500.
live-bad-cents = Write a whole number from 1 to 10,000, or leave it empty for no limit.

## The run

live-state-preparing = Getting ready
live-state-ready = Ready
live-state-calling = Call { $call } is under way
live-state-tool = The tool { $tool } is at work
live-state-asking = Call { $call } is next
live-state-capped-price = Stopped before call { $call }: it might go over your limit
live-state-capped-calls = Stopped before call { $call }: your limit of calls is reached
live-state-failed = The call failed
live-state-stopped = Stopped
live-state-over = The run is over
live-quote = The next call costs at most { $price }.
live-quote-none = The price of this model is not known here.
live-model-window = The model’s own window: { $tokens } tokens.
live-spent = { $calls ->
    [one] { $calls } call, { $price }
   *[other] { $calls } calls, { $price }
}
live-spent-none = { $calls ->
    [one] { $calls } call, price not known
   *[other] { $calls } calls, price not known
}
live-stop = Stop
live-again = Go on
live-state-capped-unknown = Stopped before call { $call }: what the calls cost is not known, so the limit cannot be kept
live-capped-way = Change the limit under “{ live-more }”, then go on.
live-no-key = The key is gone. Type it below, and go on with this recording.
live-failed-dialect = This recording was made in the other dialect. Choose a provider that speaks it.
live-shelf-close = Close the recordings
live-shelf-remove-sure = Remove for good?
live-retry = Try again
live-send = Send it
live-thinking = It is thinking
live-writing = It writes
live-calls-tool = It calls a tool
live-said = In detail:
live-whole = Nothing is lost: the history is as it was before this call.
live-trying = The call is made again, since it failed: { $reason }

live-failed-auth = The provider does not accept this key. Check it, and whether it may use this model.
live-failed-billing = The account cannot pay for this call. Look at your balance with the provider.
live-failed-rate = Too many calls in a short time. Wait a little, then try again.
live-failed-rate-wait = { $seconds ->
    [one] Too many calls in a short time. The provider asks to wait { $seconds } second.
   *[other] Too many calls in a short time. The provider asks to wait { $seconds } seconds.
}
live-failed-overload = The provider is overloaded. Try again in a moment.
live-failed-server = The provider failed on its side. Try again in a moment.
live-failed-overflow = The request is longer than the model’s own window.
live-failed-tooLarge = The request has more bytes than the provider takes.
live-failed-notFound = The provider knows no such model, or there is nothing at this address. Check the model’s name and the address.
live-failed-originForbidden = The provider does not let web pages use this account. Use another key, or the command line.
live-failed-corsSuspected = Nothing came back. Most likely the server does not allow web pages to call it, or there is none at this address.
live-failed-network = Nothing came back. Check the connection and the address.
live-failed-timeout = No answer came in time. Try again.
live-failed-cut = The reply broke off in the middle. Try again.
live-failed-malformed = What came back is no reply of a model. Check the address and the dialect.
live-failed-other = The call failed.
live-failed-aborted = The call was stopped.
live-failed-refused = The request cannot be made like this.
live-failed-worker = The part of the page that talks to the network did not load. Reload the page when you are online.
live-failed-page = A part of the page that a live run needs failed. Reload the page, and go on with the recording.
live-failed-workspace = This recording was made with other files than this page has. It can be watched, but not gone on with.

live-tests-passed = The original tests pass: the race is fixed.
live-tests-failed = The original tests do not all pass.
live-tests-unknown = The original tests could not be run here, so it is not known whether the race is fixed.
live-tests-show = What the tests say

## Recordings

live-shelf = Recordings
live-shelf-none = There is no recording yet. A live run makes one; a saved one can be opened here.
live-shelf-note = They stay in this tab until it is closed. Save what you want to keep.
live-shelf-open = Open
live-shelf-here = Open now
live-shelf-save = Save
live-shelf-scenario = Make a scenario
live-shelf-remove = Remove
live-shelf-pick = Open a file
live-shelf-of = { $answers ->
    [one] { $model }, { $answers } answer
   *[other] { $model }, { $answers } answers
}
live-open-recording = Open the recording
live-made = { $title }, as a scenario
live-not-kept = This tab cannot keep recordings: its storage is full or blocked. They are lost when the page is reloaded, so save them.
live-unchanged = This run did not come to its answer, so it can only be watched as it was. The changes were put back.
live-link-note = A link cannot carry a recording: whoever opens it sees the first scenario. Save the file and pass that on.

## Texts of the model

live-text-label = How texts of the model are shown
live-text-plain = As text
live-text-formatted = Formatted
