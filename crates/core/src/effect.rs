//! What the harness orders its shell to do, and what it tells of its decisions.

use alloc::{string::String, vec::Vec};

use crate::{
    dialect::{CallId, Stop},
    failure::FailureKind,
    policy::Floor,
    transcript::{MessageKind, Settled},
    units::{Measure, MessageId, RequestId, Size, Tokens},
    usage::{Meter, Meters, Usage},
    wire::wire,
};

/// An order to the shell. They are performed in the order given.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Effect<P> {
    /// Add a message at the end of the history. Never answered.
    Append {
        /// Names the message.
        id: MessageId,
        /// What it is for.
        kind: MessageKind,
        /// How large it is.
        size: Size,
        /// The message. A reply's content is the very value that the provider returned.
        message: P,
    },
    /// Drop all messages of the history and put these in their place. Never answered.
    Replace {
        /// The messages, oldest first.
        messages: Vec<Placed<P>>,
        /// How many messages they take the place of, those that stay not counted.
        removed: usize,
    },
    /// Call the model. Answered once, by [`crate::Event::Replied`] or
    /// [`crate::Event::CallFailed`], unless aborted.
    CallModel {
        /// Names the request.
        request: RequestId,
        /// Which call it is, from 1, over all calls of this harness.
        call: u32,
        /// What it is for.
        purpose: Purpose,
        /// The most it may write.
        max_tokens: Tokens,
        /// For a summary call: the messages to send, and no tools. `None` for an ordinary call,
        /// which sends the history and the tools.
        ///
        /// For a provider's own compaction: the messages to compact, sent with the same system
        /// prompt and tools as an ordinary call and the provider's parameter for it.
        messages: Option<Vec<P>>,
    },
    /// Run a tool. Answered once, by [`crate::Event::ToolReturned`], unless aborted.
    RunTool {
        /// Names the request.
        request: RequestId,
        /// The provider's id of the call.
        call: CallId,
        /// The tool.
        name: String,
        /// Its arguments.
        input: P,
    },
    /// Overwrite the notes wholesale. Answered once, by [`crate::Event::NotesWritten`],
    /// [`crate::Event::NotesConflicted`] or [`crate::Event::NotesFailed`], unless aborted.
    WriteNotes {
        /// Names the request.
        request: RequestId,
        /// The provider's id of the call.
        call: CallId,
        /// The complete new content.
        content: String,
        /// Write only over this version. `None` writes over any.
        if_version: Option<String>,
    },
    /// Read the notes, now. Answered once, by [`crate::Event::NotesRead`] or
    /// [`crate::Event::NotesFailed`], unless aborted.
    ReadNotes {
        /// Names the request.
        request: RequestId,
    },
    /// Stop working on a request if that can be done. Never answered: the request is closed.
    Abort {
        /// Names the request.
        request: RequestId,
    },
    /// Tell whoever listens. Never answered.
    Notify {
        /// What there is to tell.
        notice: Notice,
    },
    /// The work that the last submitted message began has ended. Never answered.
    Done {
        /// How it ended.
        outcome: Outcome,
    },
}

/// A message with its place in the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed<P> {
    /// Names it.
    pub id: MessageId,
    /// What it is for.
    pub kind: MessageKind,
    /// How large it is.
    pub size: Size,
    /// The message.
    pub message: P,
}

/// What a model call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The loop itself.
    Main,
    /// The handover summary.
    Summary,
    /// A compaction that the provider makes.
    Provider,
}

/// Why a compaction is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The meter reached the threshold.
    Threshold,
    /// The provider said that the request is too long.
    Overflow,
    /// The user asked for it.
    Request,
}

/// What the core did and why. Codes and figures only: words are the shell's.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// A reply was counted.
    Counted {
        /// Which call.
        call: u32,
        /// What it was for.
        purpose: Purpose,
        /// Why the model stopped.
        stop: Stop,
        /// What the call used.
        usage: Usage,
        /// Whether the provider said so, or it is an estimate.
        measure: Measure,
        /// The meters from now on.
        meters: Meters,
        /// Sizes that the count corrected.
        settled: Vec<Settled>,
    },
    /// The provider reported a figure that is no token count, so an estimate is used.
    UsageIgnored {
        /// Which call.
        call: u32,
        /// The provider's name of the figure.
        field: String,
        /// The figure as JSON text, since it may be anything.
        value: String,
    },
    /// A call of a reply came without an id, or with one that a reply before it used and the
    /// provider takes only once, so it got another.
    CallRenamed {
        /// Which model call.
        call: u32,
        /// The id that it came with; empty where it had none.
        from: CallId,
        /// The id that it has in the history.
        to: CallId,
    },
    /// A call of a reply has the id of one before it, so it was left out.
    CallDropped {
        /// Which model call.
        call: u32,
        /// The id.
        id: CallId,
    },
    /// The first count shows that no restart can come out below the threshold.
    Infeasible {
        /// What a fresh window needs.
        floor: Floor,
        /// Where compaction fires.
        threshold: Tokens,
    },
    /// The threshold check.
    Checked {
        /// The meter that was compared.
        meter: Meter,
        /// Its value.
        used: Size,
        /// What it was compared with.
        threshold: Tokens,
        /// Whether compaction fires.
        fired: bool,
    },
    /// A message waits until the compaction under way has ended.
    Queued {
        /// How many wait now.
        waiting: usize,
    },
    /// A compaction begins.
    CompactionStarted {
        /// Why.
        cause: Cause,
        /// The meters now.
        before: Meters,
        /// What the occupancy will be if the summary fills its limit.
        forecast: Tokens,
        /// Characters of the history that the summary call leaves out so that it fits.
        left_out: usize,
    },
    /// A summary is not fit; another one is asked for if attempts are left.
    SummaryRefused {
        /// Which attempt of this compaction, from 1.
        attempt: u32,
        /// What is wrong with it.
        fault: CompactionFault,
    },
    /// A compaction failed. Messages and notes are as they were.
    CompactionFailed {
        /// Why it was made.
        cause: Cause,
        /// What went wrong at last.
        fault: CompactionFault,
        /// Failed attempts at a compaction in a row; see [`crate::Guards::breaker`].
        failures: u32,
        /// Whether the harness stops asking by itself.
        breaker_open: bool,
    },
    /// A compaction was due and not made.
    CompactionSkipped {
        /// Why it was due.
        cause: Cause,
        /// Why it was not made.
        reason: SkipReason,
    },
    /// Old tool results gave way to a line that says so.
    ResultsElided {
        /// The messages with these results.
        messages: Vec<MessageId>,
        /// The estimated gain.
        freed: Tokens,
    },
    /// The counter went back to 0, since it is counted from the summary on.
    Reset {
        /// What it was before.
        from: Tokens,
    },
    /// A compaction succeeded.
    Compacted {
        /// Which compaction, from 1.
        ordinal: u32,
        /// The call that wrote the summary.
        call: u32,
        /// Why it was made.
        cause: Cause,
        /// The meter that triggers.
        meter: Meter,
        /// The threshold.
        threshold: Tokens,
        /// The meters before the messages were replaced.
        before: Meters,
        /// The meters after it.
        after: Meters,
        /// What the compaction's own calls spent.
        cost: Tokens,
        /// How many messages were replaced.
        removed: usize,
        /// The messages that stay word for word.
        kept: Vec<MessageId>,
        /// Whether the task stands word for word in the fresh window.
        task_pinned: bool,
        /// Whether a newer instruction stands word for word in the fresh window.
        instruction_pinned: bool,
        /// The handover summary; empty for a provider's block.
        summary: String,
        /// The notes that were read back; `None` where there were none.
        notes: Option<String>,
    },
    /// Someone else changed the notes, or the model has never seen them, so its update was not
    /// written. An edit that could be merged into them is written and not told.
    NotesConflicted,
}

/// Why a due compaction was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// Too many summary calls failed in a row.
    BreakerOpen,
    /// The history holds no reply yet.
    NothingToCompact,
}

/// How the work ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The model answered.
    Answered {
        /// The text of its last reply.
        text: String,
        /// Why it stopped.
        stop: Stop,
    },
    /// The model stopped for a reason that is no answer under this policy.
    Stopped {
        /// The text of its last reply.
        text: String,
        /// Why it stopped.
        stop: Stop,
    },
    /// The model declined. Its reply is not in the history.
    Refused {
        /// What it said.
        text: String,
    },
    /// A model call failed. The history is as it was before the call.
    CallFailed {
        /// Which kind of failure.
        kind: FailureKind,
        /// What the shell said of it.
        message: String,
    },
    /// The request is longer than the window, and a compaction did not help or could not be made.
    Overflowed {
        /// What the shell or the model said of it.
        message: String,
    },
    /// A compaction failed, and the work cannot go on without it. Messages and notes are as they
    /// were.
    CompactionFailed {
        /// What went wrong.
        fault: CompactionFault,
    },
    /// Compactions succeed, but the window is at the threshold again at once.
    CannotReduce {
        /// What a fresh window holds.
        floor: Floor,
        /// Where compaction fires.
        threshold: Tokens,
    },
    /// A compaction was due and not made, and the next request does not fit without it.
    CompactionSkipped {
        /// Why it was not made.
        reason: SkipReason,
    },
    /// A valve is shut.
    ValveShut {
        /// Which one.
        valve: Valve,
    },
    /// The notes could not be read at the start; nothing was sent.
    NotesUnread {
        /// What the shell said of it.
        message: String,
        /// The message that was to be sent and is not in the history, as text.
        unsent: Vec<String>,
    },
    /// The compaction that was asked for succeeded.
    Compacted,
    /// The user ended it.
    Aborted {
        /// Messages that waited, for a compaction or for the notes, and are not in the history,
        /// as text.
        unsent: Vec<String>,
    },
}

/// A valve of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Valve {
    /// No more model calls.
    MaxCalls {
        /// The limit.
        limit: u32,
    },
    /// The token budget is spent.
    TokenBudget {
        /// The limit.
        limit: Tokens,
        /// What was spent.
        spent: Tokens,
    },
    /// Too many pauses in a row.
    MaxPauses {
        /// The limit.
        limit: u32,
    },
}

/// What makes a compaction fail.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompactionFault {
    /// The summary has no words.
    Blank {
        /// Whether the output limit was used up all the same, by thinking as a rule.
        used_up: bool,
    },
    /// The summary did not end by itself: cut off, declined, or asking for tools.
    Stopped {
        /// Why the model stopped.
        stop: Stop,
    },
    /// The summary call failed.
    CallFailed {
        /// Which kind of failure.
        kind: FailureKind,
        /// What the shell said of it.
        message: String,
    },
    /// The notes could not be read.
    NotesUnread {
        /// What the shell said of it.
        message: String,
    },
    /// The fresh window would not be smaller by the gain that the policy asks for.
    NoGain {
        /// The occupancy before.
        before: Tokens,
        /// What it would have been.
        after: Tokens,
    },
    /// The provider's compaction holds no block.
    NoBlock,
    /// A valve is shut, so no summary was asked for.
    ValveShut {
        /// Which one.
        valve: Valve,
    },
}

wire!(struct Placed<P> { id: "id", kind: "kind", size: "size", message: "message" });
wire!(words Purpose { Main: "main", Summary: "summary", Provider: "provider" });
wire!(words Cause { Threshold: "threshold", Overflow: "overflow", Request: "request" });
wire!(words SkipReason { BreakerOpen: "breakerOpen", NothingToCompact: "nothingToCompact" });
wire!(tagged Valve {
    MaxCalls { limit: "limit" }: "maxCalls",
    TokenBudget { limit: "limit", spent: "spent" }: "tokenBudget",
    MaxPauses { limit: "limit" }: "maxPauses",
});
wire!(tagged CompactionFault {
    Blank { used_up: "usedUp" }: "blank",
    Stopped { stop: "stop" }: "stopped",
    CallFailed { kind: "kind", message: "message" }: "callFailed",
    NotesUnread { message: "message" }: "notesUnread",
    NoGain { before: "before", after: "after" }: "noGain",
    NoBlock: "noBlock",
    ValveShut { valve: "valve" }: "valveShut",
});
wire!(tagged Outcome {
    Answered { text: "text", stop: "stop" }: "answered",
    Stopped { text: "text", stop: "stop" }: "stopped",
    Refused { text: "text" }: "refused",
    CallFailed { kind: "kind", message: "message" }: "callFailed",
    Overflowed { message: "message" }: "overflowed",
    CompactionFailed { fault: "fault" }: "compactionFailed",
    CannotReduce { floor: "floor", threshold: "threshold" }: "cannotReduce",
    CompactionSkipped { reason: "reason" }: "compactionSkipped",
    ValveShut { valve: "valve" }: "valveShut",
    NotesUnread { message: "message", unsent: "unsent" }: "notesUnread",
    Compacted: "compacted",
    Aborted { unsent: "unsent" }: "aborted",
});
wire!(tagged Notice {
    Counted {
        call: "call",
        purpose: "purpose",
        stop: "stop",
        usage: "usage",
        measure: "measure",
        meters: "meters",
        settled: "settled",
    }: "counted",
    UsageIgnored { call: "call", field: "field", value: "value" }: "usageIgnored",
    CallRenamed { call: "call", from: "from", to: "to" }: "callRenamed",
    CallDropped { call: "call", id: "id" }: "callDropped",
    Infeasible { floor: "floor", threshold: "threshold" }: "infeasible",
    Checked { meter: "meter", used: "used", threshold: "threshold", fired: "fired" }: "checked",
    Queued { waiting: "waiting" }: "queued",
    CompactionStarted {
        cause: "cause",
        before: "before",
        forecast: "forecast",
        left_out: "leftOut",
    }: "compactionStarted",
    SummaryRefused { attempt: "attempt", fault: "fault" }: "summaryRefused",
    CompactionFailed {
        cause: "cause",
        fault: "fault",
        failures: "failures",
        breaker_open: "breakerOpen",
    }: "compactionFailed",
    CompactionSkipped { cause: "cause", reason: "reason" }: "compactionSkipped",
    ResultsElided { messages: "messages", freed: "freed" }: "resultsElided",
    Reset { from: "from" }: "reset",
    Compacted {
        ordinal: "ordinal",
        call: "call",
        cause: "cause",
        meter: "meter",
        threshold: "threshold",
        before: "before",
        after: "after",
        cost: "cost",
        removed: "removed",
        kept: "kept",
        task_pinned: "taskPinned",
        instruction_pinned: "instructionPinned",
        summary: "summary",
        notes: "notes",
    }: "compacted",
    NotesConflicted: "notesConflicted",
});
wire!(tagged Effect<P> {
    Append { id: "id", kind: "kind", size: "size", message: "message" }: "append",
    Replace { messages: "messages", removed: "removed" }: "replace",
    CallModel {
        request: "request",
        call: "call",
        purpose: "purpose",
        max_tokens: "maxTokens",
        messages: "messages",
    }: "callModel",
    RunTool { request: "request", call: "call", name: "name", input: "input" }: "runTool",
    WriteNotes {
        request: "request",
        call: "call",
        content: "content",
        if_version: "ifVersion",
    }: "writeNotes",
    ReadNotes { request: "request" }: "readNotes",
    Abort { request: "request" }: "abort",
    Notify { notice: "notice" }: "notify",
    Done { outcome: "outcome" }: "done",
});
