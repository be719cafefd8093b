title = Who remembers?
intro = A chat looks as if the model remembered it. Look at what is sent.

second-request = Call 1 sent { $firstRequest } tokens. Its reply has { $firstReply } tokens, and its tool results { $firstResults }. How large is the request of call 2?
    .hint-1 = What does the model know of call 1 when call 2 reaches it?
    .hint-2 = The harness sends its whole list of messages. What is on that list now?
    .hint-3 = All that was sent before, the reply, and the results.
    .because = The provider keeps nothing between two calls. The harness is the memory: it sends everything again, the model's own replies included.
    .says-last-only = That would be right in a harness that sends only the newest message. It believes that the model remembers the rest.
    .says-new-only = Those are the new results alone. It would be right if a call went on where the last one stopped.

forgetful = Suppose the harness sent only the newest message each time. How would the run end?
    .option-answered = With an answer: the model knows the rest.
    .option-refused = The provider refuses a request.
    .option-overflowed = A request does not fit the window.
    .hint-1 = Which message is the newest when call 2 goes out?
    .hint-2 = It holds tool results. What does a result refer to?
    .hint-3 = Open that world and step to its second call.
    .because = The second request holds results without the call they answer. And without that fault the model would not even know its task.
    .says-answered = That is the belief that the harness only displays what the model remembers. There is no model with such a memory behind this interface.
    .says-overflowed = Those requests are tiny. It would be right in a harness that never shortens anything.
