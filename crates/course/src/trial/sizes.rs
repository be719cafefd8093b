//! How large what a program sends is: what the scenario says of it, and an estimate of the rest.

use std::collections::BTreeMap;

use secondwind_core::{
    CallId, MessageKind, Part, Prompts, Reply, ReportedUsage, Size, Tokens, ToolCall, ToolResult,
};
use serde_json::Value;

use crate::{
    play::{DIALECT, call_id},
    scenario::{Action, Scenario},
};

/// A result that is prepared for a call: its text, whether it is an error, and its size.
type Prepared = (String, bool, Tokens);

#[derive(Clone)]
pub(super) struct Sizes {
    prompts: Prompts,
    system: String,
    fixed: Tokens,
    /// The size of the fixed part as it was sent last.
    pub(super) sent_fixed: Tokens,
    task: (String, Tokens),
    /// By the provider's id of the call; those of `update_notes` with them.
    results: BTreeMap<String, Prepared>,
    /// The contents of NOTES.md that the scenario knows.
    notes: Vec<(String, Tokens)>,
    seen_notes: Option<String>,
    replies: Vec<(Value, Tokens)>,
    /// The tool calls of the last reply.
    calls: Vec<ToolCall<Value>>,
    /// The summary that came in last.
    summary: Option<(String, Tokens)>,
}

impl Sizes {
    pub(super) fn new(scenario: &Scenario, prompts: &Prompts) -> Self {
        let mut results = BTreeMap::new();
        let mut notes = Vec::new();
        for (place, round) in scenario.rounds.iter().enumerate() {
            for (index, call) in round.calls.iter().enumerate() {
                let result = match &call.action {
                    Action::Tool { result, is_error, .. } => {
                        (result.clone(), *is_error, call.tokens)
                    }
                    Action::Notes { content, tokens } => {
                        notes.push((content.clone(), *tokens));
                        (prompts.notes_saved.clone(), false, call.tokens)
                    }
                };
                results.insert(call_id(place, index), result);
            }
        }
        Self {
            prompts: prompts.clone(),
            system: scenario.system.clone(),
            fixed: scenario.sizes.fixed,
            sent_fixed: scenario.sizes.fixed,
            task: (scenario.task.clone(), scenario.sizes.task),
            results,
            notes,
            seen_notes: None,
            replies: Vec::new(),
            calls: Vec::new(),
            summary: None,
        }
    }

    // ---- what came in ----

    pub(super) fn gave(&mut self, reply: &Reply<Value>) {
        if let ReportedUsage::Counted(counted) = &reply.usage {
            self.replies.push((reply.message.clone(), counted.window.output));
        }
        self.calls.clone_from(&reply.calls);
    }

    pub(super) fn summarized(&mut self, text: &str, tokens: Tokens) {
        self.summary = Some((text.to_owned(), tokens));
    }

    pub(super) fn saw(&mut self, notes: Option<&str>) {
        self.seen_notes = notes.map(str::to_owned);
    }

    pub(super) fn seen_notes(&self) -> Option<&str> {
        self.seen_notes.as_deref()
    }

    // ---- what is asked for ----

    /// Whether these messages ask for a handover summary.
    pub(super) fn asks_for_summary(&self, messages: &[Value]) -> bool {
        let last = messages.last().filter(|message| message["role"] == "user");
        let text = last.map(|message| DIALECT.view(message).text());
        text.is_some_and(|text| text.trim_start().starts_with(&self.prompts.summary_instruction))
    }

    /// Whether a message carries the summary that came in last.
    pub(super) fn is_restart(&self, message: &Value) -> bool {
        let text = DIALECT.view(message).text();
        self.summary.as_ref().is_some_and(|(summary, _)| text.contains(summary.as_str()))
    }

    pub(super) fn call(&self, id: &CallId) -> Option<&ToolCall<Value>> {
        self.calls.iter().find(|call| call.id == *id)
    }

    /// The first open call of the last reply that writes this content.
    pub(super) fn notes_call(
        &self,
        content: &str,
        is_open: impl Fn(&CallId) -> bool,
    ) -> Option<CallId> {
        let writes = |call: &&ToolCall<Value>| {
            let input = call.input.as_ref().and_then(|input| input["content"].as_str());
            input.is_some_and(|written| content.contains(written)) && is_open(&call.id)
        };
        self.calls.iter().find(writes).map(|call| call.id.clone())
    }

    // ---- sizes ----

    pub(super) fn result(&self, call: &str) -> Option<Prepared> {
        self.results.get(call).cloned()
    }

    /// The size of notes: of what the scenario knows in them, and an estimate of the rest.
    pub(super) fn notes(&self, content: &str) -> Tokens {
        let mut rest = content.to_owned();
        let mut tokens = Tokens::ZERO;
        for (known, size) in &self.notes {
            if rest.contains(known.as_str()) {
                rest = rest.replacen(known.as_str(), "", 1);
                tokens = tokens.plus(*size);
            }
        }
        tokens.plus(Tokens::estimate(rest.trim().len()))
    }

    /// The message with these results, and its size.
    pub(super) fn results(&self, results: &[(CallId, String, bool)]) -> (Value, Size) {
        let message = DIALECT.tool_results(
            results
                .iter()
                .map(|(id, text, is_error)| ToolResult {
                    id: id.clone(),
                    content: Value::from(text.as_str()),
                    is_error: *is_error,
                })
                .collect(),
        );
        let message = message.into_iter().next().unwrap_or_default();
        let size = Size::estimated(self.of(MessageKind::Results, &message));
        (message, size)
    }

    pub(super) fn of(&self, kind: MessageKind, message: &Value) -> Tokens {
        let view = DIALECT.view(message);
        let estimate = || view.estimate().plus(Tokens::MESSAGE);
        match kind {
            MessageKind::Reply => {
                let known = self.replies.iter().find(|(reply, _)| is_same(reply, message));
                known.map_or_else(estimate, |(_, tokens)| *tokens)
            }
            MessageKind::Results => view.parts.iter().map(|part| self.of_part(part)).sum(),
            MessageKind::Restart => self.of_restart(&view.text()),
            _ if view.text() == self.task.0 => self.task.1,
            _ => estimate(),
        }
    }

    fn of_part(&self, part: &Part) -> Tokens {
        match part {
            Part::Result { id, text, .. } => match self.results.get(&id.0) {
                Some((known, _, tokens)) if known == text => *tokens,
                _ => Tokens::estimate_message(text.len()),
            },
            Part::Text(text) => Tokens::estimate(text.len()),
            _ => Tokens::ZERO,
        }
    }

    /// The headings are estimated; the summary was counted when it was written.
    fn of_restart(&self, text: &str) -> Tokens {
        let Some((summary, tokens)) = &self.summary else {
            return Tokens::estimate_message(text.len());
        };
        let mut rest = text.len().saturating_sub(summary.len());
        let mut known = *tokens;
        let notes = self.seen_notes.as_deref().filter(|notes| !notes.trim().is_empty());
        if let Some(notes) = notes.filter(|notes| text.contains(notes)) {
            rest = rest.saturating_sub(notes.len());
            known = known.plus(self.notes(notes));
        } else if text.contains(&self.prompts.notes_empty) {
            let empty = self.prompts.notes_empty.len();
            rest = rest.saturating_sub(empty);
            known = known.plus(Tokens::estimate(empty));
        }
        Tokens::estimate_message(rest).plus(known)
    }

    /// The size of the system prompt and the tools as a request has them.
    pub(super) fn fixed(&self, request: &Value) -> Tokens {
        let system = request["system"].as_str().unwrap_or_default();
        if system == self.system {
            return self.fixed;
        }
        if let Some(more) = system.strip_prefix(&self.system) {
            // As in the engine's own world of this kind, the notes count and their heading does not.
            let mut rest = more.replace(&self.prompts.notes_heading, "");
            rest = rest.replace(&self.prompts.notes_empty, "");
            let notes = self.seen_notes.as_deref().filter(|notes| !notes.trim().is_empty());
            let notes = notes.filter(|notes| more.contains(notes));
            if let Some(notes) = notes {
                rest = rest.replace(notes, "");
            }
            let known = notes.map_or(Tokens::ZERO, |notes| self.notes(notes));
            return self.fixed.plus(known).plus(Tokens::estimate(rest.trim().len()));
        }
        let own = Tokens::estimate(self.system.len()).min(self.fixed);
        self.fixed.less(own).plus(Tokens::estimate(system.len()))
    }
}

/// Whether two messages say the same, however a content of one text is written.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    one == other || (one["role"] == other["role"] && DIALECT.view(one) == DIALECT.view(other))
}

/// Whether a message shows all of these results.
pub(super) fn quotes(message: &Value, results: &[(CallId, String, bool)]) -> bool {
    let text = DIALECT.view(message).text();
    !results.is_empty() && results.iter().all(|(_, result, _)| text.contains(result.as_str()))
}
