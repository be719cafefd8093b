//! A round of tool calls: run, write the notes, append the results, look at the threshold.

use secondwind_core::{CallId, Effect, MessageKind, Reply, RequestId, Size, Tokens, ToolResult};
use serde_json::{Value, json};

use super::{Effects, Lesson, Phase, compaction::Then};
use crate::{patch::Bug, play::DIALECT, scenario::NOTES_TOOL};

/// A tool call of the round under way.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) id: CallId,
    pub(super) state: CallState,
}

#[derive(Clone, Debug)]
pub(super) enum CallState {
    Running(RequestId),
    /// Writes are made one after the other.
    Waiting(String),
    Writing(RequestId),
    Done {
        content: Value,
        is_error: bool,
        tokens: Tokens,
    },
}

impl Lesson {
    pub(super) fn run_tools(&mut self, reply: Reply<Value>, effects: &mut Effects) {
        let mut calls = Vec::new();
        for call in reply.calls {
            let input = call.input.unwrap_or_else(|| json!({}));
            let content = input.get("content").and_then(Value::as_str);
            let state = if let Some(content) = content.filter(|_| call.name == NOTES_TOOL) {
                CallState::Waiting(content.to_owned())
            } else {
                let request = self.mint();
                let (id, name) = (call.id.clone(), call.name);
                effects.push(Effect::RunTool { request, call: id, name, input });
                CallState::Running(request)
            };
            calls.push(Call { id: call.id, state });
        }
        self.go_on_with(calls, effects);
    }

    pub(super) fn give(
        &mut self,
        request: RequestId,
        content: Value,
        is_error: bool,
        tokens: Tokens,
        effects: &mut Effects,
    ) {
        let Phase::Running(mut calls) = std::mem::replace(&mut self.phase, Phase::Idle) else {
            return;
        };
        if let Some(call) = calls.iter_mut().find(|call| call.request() == Some(request)) {
            call.state = CallState::Done { content, is_error, tokens };
        }
        self.go_on_with(calls, effects);
    }

    /// Orders the next write; and when every call has its result, appends the results and only
    /// then looks at the threshold, before the next request.
    pub(super) fn go_on_with(&mut self, mut calls: Vec<Call>, effects: &mut Effects) {
        let is_writing = |call: &Call| matches!(call.state, CallState::Writing(_));
        if !calls.iter().any(is_writing) {
            let waiting = calls.iter_mut().find_map(|call| match &call.state {
                CallState::Waiting(content) => Some((content.clone(), call)),
                _ => None,
            });
            if let Some((content, call)) = waiting {
                let request = self.mint();
                call.state = CallState::Writing(request);
                let (call, content) = (call.id.clone(), self.written(content));
                effects.push(Effect::WriteNotes { request, call, content, if_version: None });
            }
        }
        if calls.iter().any(|call| call.request().is_some()) {
            self.phase = Phase::Running(calls);
            return;
        }
        self.append_results(calls, effects);
        let is_here = !self.has(Bug::CheckEarly) && !self.has(Bug::CheckLate);
        if is_here && self.check(effects) {
            self.compact(Then::CallModel, effects);
        } else {
            self.call_model(effects);
        }
    }

    /// What the file holds after a write.
    pub(super) fn written(&mut self, content: String) -> String {
        if self.has(Bug::AppendNotes) && !self.file.is_empty() {
            self.file = format!("{}\n\n{content}", self.file);
        } else {
            self.file = content;
        }
        self.file.clone()
    }

    pub(super) fn append_results(&mut self, calls: Vec<Call>, effects: &mut Effects) {
        let results = calls.into_iter().filter_map(|Call { id, state }| match state {
            CallState::Done { content, is_error, tokens } => {
                Some((ToolResult { id, content, is_error }, tokens))
            }
            _ => None,
        });
        let (results, tokens): (Vec<_>, Vec<Tokens>) = results.unzip();
        let size = Size::estimated(tokens.into_iter().sum());
        for message in DIALECT.tool_results(results) {
            effects.push(self.append(MessageKind::Results, size, message));
        }
    }
}

impl Call {
    /// The open request, if there is one.
    pub(super) const fn request(&self) -> Option<RequestId> {
        match &self.state {
            CallState::Running(request) | CallState::Writing(request) => Some(*request),
            CallState::Waiting(_) | CallState::Done { .. } => None,
        }
    }
}
