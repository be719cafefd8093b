//! What the harness orders its shell to do, and what it tells of its decisions.

use alloc::{string::String, vec::Vec};

use crate::{
    dialect::{CallId, Stop},
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
    /// Drop all messages of the history and put this one in their place. Never answered.
    Replace {
        /// Names the message.
        id: MessageId,
        /// How large it is.
        size: Size,
        /// The message.
        message: P,
        /// How many messages it takes the place of.
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
    /// Overwrite the notes wholesale. Answered once, by [`crate::Event::NotesWritten`] or
    /// [`crate::Event::NotesFailed`].
    WriteNotes {
        /// Names the request.
        request: RequestId,
        /// The provider's id of the call.
        call: CallId,
        /// The complete new content.
        content: String,
    },
    /// Read the notes, now. Answered once, by [`crate::Event::NotesRead`] or
    /// [`crate::Event::NotesFailed`].
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

/// What a model call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The loop itself.
    Main,
    /// The handover summary.
    Summary,
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
        /// The meter that reached the threshold.
        meter: Meter,
        /// The threshold.
        threshold: Tokens,
        /// The meters before the messages were replaced.
        before: Meters,
        /// The meters after it.
        after: Meters,
        /// How many messages were replaced.
        removed: usize,
        /// The handover summary.
        summary: String,
        /// The notes that were read back; `None` where there were none.
        notes: Option<String>,
    },
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
    /// A model call failed. The history is as it was before the call.
    CallFailed {
        /// What the call was for.
        purpose: Purpose,
        /// What the shell said of it.
        message: String,
    },
    /// The summary cannot stand in for the history, which is as it was.
    SummaryRefused {
        /// What is wrong with it.
        reason: SummaryFault,
    },
    /// The notes could not be read at the restart; the history is as it was.
    NotesUnread {
        /// What the shell said of it.
        message: String,
    },
    /// The user ended it.
    Aborted,
}

/// What makes a summary unfit to replace the history.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SummaryFault {
    /// It has no words.
    Blank,
    /// It did not end by itself: cut off, declined, or asking for tools.
    Stopped {
        /// Why the model stopped.
        stop: Stop,
    },
}

wire!(words Purpose { Main: "main", Summary: "summary" });
wire!(tagged SummaryFault { Blank: "blank", Stopped { stop: "stop" }: "stopped" });
wire!(tagged Outcome {
    Answered { text: "text", stop: "stop" }: "answered",
    Stopped { text: "text", stop: "stop" }: "stopped",
    CallFailed { purpose: "purpose", message: "message" }: "callFailed",
    SummaryRefused { reason: "reason" }: "summaryRefused",
    NotesUnread { message: "message" }: "notesUnread",
    Aborted: "aborted",
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
    Checked { meter: "meter", used: "used", threshold: "threshold", fired: "fired" }: "checked",
    Reset { from: "from" }: "reset",
    Compacted {
        ordinal: "ordinal",
        call: "call",
        meter: "meter",
        threshold: "threshold",
        before: "before",
        after: "after",
        removed: "removed",
        summary: "summary",
        notes: "notes",
    }: "compacted",
});
wire!(tagged Effect<P> {
    Append { id: "id", kind: "kind", size: "size", message: "message" }: "append",
    Replace { id: "id", size: "size", message: "message", removed: "removed" }: "replace",
    CallModel {
        request: "request",
        call: "call",
        purpose: "purpose",
        max_tokens: "maxTokens",
        messages: "messages",
    }: "callModel",
    RunTool { request: "request", call: "call", name: "name", input: "input" }: "runTool",
    WriteNotes { request: "request", call: "call", content: "content" }: "writeNotes",
    ReadNotes { request: "request" }: "readNotes",
    Abort { request: "request" }: "abort",
    Notify { notice: "notice" }: "notify",
    Done { outcome: "outcome" }: "done",
});
