//! The parts of a compaction that need no state: ask, judge, start afresh.

use alloc::string::{String, ToString};

use crate::{
    dialect::{Dialect, Reply, Stop},
    effect::SummaryFault,
    payload::Payload,
    prompt::{Prompts, render_history, restart_message, summary_request},
    transcript::Message,
};

/// The one user message of the compaction call: the instruction and the history as text.
pub(crate) fn request<P: Payload>(
    dialect: Dialect,
    prompts: &Prompts,
    messages: &[Message<P>],
) -> String {
    let views = messages.iter().map(|message| dialect.view(&message.payload));
    summary_request(prompts, &render_history(views))
}

/// The handover summary in a reply, if it may stand in for the history.
///
/// A summary that was cut off, declined, or that has no words would destroy what it is to save.
pub fn handover_summary<P: Payload>(
    dialect: Dialect,
    reply: &Reply<P>,
) -> Result<String, SummaryFault> {
    if !reply.calls.is_empty() {
        return Err(SummaryFault::Stopped { stop: Stop::ToolUse });
    }
    if !matches!(reply.stop, Stop::EndTurn | Stop::StopSequence) {
        return Err(SummaryFault::Stopped { stop: reply.stop.clone() });
    }
    let text = dialect.view(&reply.message).text().trim().to_string();
    if text.is_empty() { Err(SummaryFault::Blank) } else { Ok(text) }
}

/// The message of the fresh window, which replaces the history wholesale: nothing of the old
/// messages is kept beside it.
pub fn fresh_window<P: Payload>(
    dialect: Dialect,
    prompts: &Prompts,
    summary: &str,
    notes: Option<&str>,
) -> P {
    dialect.user_message(&restart_message(prompts, summary, notes))
}
