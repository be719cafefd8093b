//! What the harness ordered, held against what it had to.

use std::mem;

use secondwind_core::{
    CompactionFault, Effect, Event, Harness, Measure, MessageKind, Meters, Notice, Placed, Prompts,
    Purpose, Stop, Strategy, restart_message,
};
use serde_json::Value;

use super::{Call, Model, Wait, place_of};
use crate::facts::MAX;

impl Model {
    /// One effect of an event.
    pub(super) fn follows(
        &mut self,
        event: &Event<Value>,
        effect: &Effect<Value>,
        after: &Harness<Value>,
    ) {
        match effect {
            Effect::Append { kind, message, .. } => {
                if !matches!(event, Event::Loaded(_)) {
                    self.appended(*kind, message);
                }
                match kind {
                    MessageKind::Task => self.task = Some(message["content"].clone()),
                    MessageKind::User => self.newest = Some(message["content"].clone()),
                    _ => {}
                }
                self.window.push(message.clone());
                self.take_results(after);
            }
            Effect::Replace { messages, .. } => self.replaced(event, messages, after),
            Effect::CallModel { request, call, purpose, .. } => {
                let is_new = self.opens(request.0, Wait::Call(*purpose));
                self.compacts = *purpose != Purpose::Main;
                self.calls += u32::from(is_new);
                self.compaction_calls += u32::from(is_new && self.compacts);
                assert_eq!(*call, self.calls);
            }
            Effect::RunTool { request, call, .. } => {
                let place = self.place(&call.0);
                let called = &mut self.round.as_mut().expect("a round")[place];
                assert!(!mem::replace(&mut called.is_run, true), "run twice: {call:?}");
                assert_eq!(called.answer, None, "run, though it has its answer");
                self.opens(request.0, Wait::Tool(place));
            }
            Effect::WriteNotes { request, call, .. } => {
                let place = self.place(&call.0);
                self.opens(request.0, Wait::Write(place));
            }
            Effect::ReadNotes { request } => {
                let free = |call: &Call| call.answer.is_none();
                let edit = self.round.as_ref().and_then(|calls| {
                    let busy: Vec<usize> = self.open.values().filter_map(place_of).collect();
                    (0..calls.len()).find(|at| free(&calls[*at]) && !busy.contains(at))
                });
                self.opens(request.0, edit.map_or(Wait::Read, Wait::Edit));
            }
            Effect::Notify { notice } => self.told(notice),
            Effect::Done { .. } => {
                self.compacts = false;
                self.held.clear();
            }
            _ => {}
        }
    }

    fn appended(&mut self, kind: MessageKind, message: &Value) {
        match kind {
            MessageKind::Reply => {
                let expected = self.reply.take();
                assert_eq!(Some(message), expected.as_ref(), "the reply as it came");
                self.kept_reply = true;
            }
            MessageKind::Task | MessageKind::User => {
                let expected = self.starting.take();
                let expected = expected.or_else(|| self.queue.pop_front());
                assert_eq!(Some(message), expected.as_ref(), "the user's words");
            }
            _ => {}
        }
    }

    fn told(&mut self, notice: &Notice) {
        match notice {
            Notice::Counted { purpose, usage, measure, meters, .. } => {
                let counted = self.usage.expect("what was counted came with a reply");
                let spent = counted.map_or_else(|| usage.total().get(), |counted| counted.spend);
                let known = if counted.is_some() { Measure::Counted } else { Measure::Estimated };
                assert_eq!(*measure, known);
                self.spend = (self.spend + spent).min(MAX);
                assert_eq!(meters.spend.tokens.get(), self.spend);
                if *purpose == Purpose::Main {
                    let used = usage.input.get() + usage.output.get();
                    self.accumulated = (self.accumulated + used).min(MAX);
                    self.fills(meters);
                }
                self.summary_tokens = usage.output.get();
                assert_eq!(meters.accumulated.tokens.get(), self.accumulated);
            }
            Notice::Reset { from } => {
                assert_eq!(from.get(), self.accumulated);
                self.accumulated = 0;
            }
            Notice::Compacted { ordinal, .. } => {
                self.compactions += 1;
                assert_eq!(*ordinal, self.compactions);
                (self.summary, self.compacts) = (None, false);
            }
            Notice::CompactionFailed { fault, .. } => {
                let ended_well = CompactionFault::Stopped { stop: Stop::EndTurn };
                assert_ne!(
                    *fault, ended_well,
                    "a summary that ended well did not fail by its stop"
                );
                (self.summary, self.compacts) = (None, false);
            }
            _ => {}
        }
    }

    /// A count says how full the window is: the request, and the reply where it is kept.
    fn fills(&mut self, meters: &Meters) {
        let Some(Some(counted)) = self.usage else { return };
        let output = if mem::take(&mut self.kept_reply) { counted.output } else { 0 };
        let occupancy = (counted.request + output).min(MAX);
        assert_eq!(meters.occupancy.tokens.get(), occupancy);
        assert_eq!(meters.occupancy.measure, Measure::Counted);
    }

    fn replaced(
        &mut self,
        event: &Event<Value>,
        messages: &[Placed<Value>],
        after: &Harness<Value>,
    ) {
        let (policy, prompts) = (&after.config().policy, &after.config().prompts);
        let old = mem::take(&mut self.window);
        self.window = messages.iter().map(|placed| placed.message.clone()).collect();
        let Some(first) = messages.first() else {
            assert!(matches!(event, Event::Cleared), "only clearing empties the window");
            return;
        };
        let fresh = match first.kind {
            MessageKind::Restart | MessageKind::Block
                if old.first() != Some(&first.message) || old.len() != messages.len() =>
            {
                1 + usize::from(
                    messages.get(1).is_some_and(|m| m.kind == MessageKind::Notes)
                        && first.kind == MessageKind::Block,
                )
            }
            _ => {
                elided(&old, messages, prompts);
                return;
            }
        };
        let kept = messages.len() - fresh;
        assert!(kept <= old.len());
        assert_eq!(self.window[fresh..], old[old.len() - kept..], "what is kept stays as it is");
        keeps(policy.strategy, &old, &messages[fresh..]);
        let Event::NotesRead(notes) = event else { panic!("notes are read at the restart") };
        if first.kind == MessageKind::Block {
            let has_words = notes.content.as_ref().is_some_and(|notes| !notes.trim().is_empty());
            assert_eq!(fresh == 2, has_words, "notes stand beside a block, where there are any");
            return;
        }
        let text = first.message["content"].to_string();
        let has = |part: &str| text.contains(&inside(part));
        assert!(has(self.summary.as_deref().expect("a summary was written")));
        let (pins, fences) = (policy.restart.pin_instructions, policy.restart.fence_notes);
        if !pins && !fences && policy.restart.notes_limit.is_none() {
            let summary = self.summary.as_deref().expect("a summary was written");
            let expected = restart_message(prompts, summary, notes.content.as_deref());
            assert_eq!(first.message["content"], Value::from(expected));
        }
        let Prompts { task_heading, summary_heading, notes_heading, .. } = prompts;
        let headings = [task_heading, summary_heading, notes_heading, &prompts.instruction_heading];
        if let (Some(text), None) = (first.message["content"].as_str(), notes.tokens) {
            // The summary weighs what it was counted as; all else its bytes.
            let summary = self.summary.as_ref().map_or(0, String::len);
            let others = (text.len().saturating_sub(summary)) as u64 / 4;
            let expected = (self.summary_tokens + others).min(MAX);
            let apart = first.size.tokens.get().abs_diff(expected);
            assert!(apart <= 40, "{} tokens of {expected}: {text}", first.size.tokens);
        }
        let places = headings.map(|heading| text.find(&inside(heading)));
        assert!(places.iter().flatten().is_sorted(), "task, summary, notes, instruction: {text}");
        assert_eq!(places[0].is_some(), pins && self.task.is_some());
        let instructs = pins && kept == 0 && self.newest.is_some();
        assert!(!instructs || places[3].is_some());
        if pins {
            assert!(self.task.as_ref().is_none_or(|task| holds(&first.message, task)));
            let stays = messages[fresh..].iter().any(|placed| placed.kind == MessageKind::User);
            assert!(self.newest.as_ref().is_none_or(|it| stays || holds(&first.message, it)));
        }
    }
}

/// As many rounds stay as are to stay, where there is anything before them.
fn keeps(strategy: Strategy, old: &[Value], kept: &[Placed<Value>]) {
    let is_reply = |placed: &&Placed<Value>| placed.kind == MessageKind::Reply;
    let replies = kept.iter().filter(is_reply).count();
    let rounds = match strategy {
        Strategy::KeepLast { rounds } | Strategy::Provider { rounds } => rounds as usize,
        _ => 0,
    };
    let said = old.iter().filter(|message| message["role"] == "assistant").count();
    if kept.is_empty() {
        let blocks = old.iter().filter(|message| message["content"][0]["type"] == "compaction");
        assert!(rounds == 0 || said <= rounds + blocks.count(), "{rounds} rounds were to stay");
    } else {
        assert_eq!(replies, rounds, "as many replies stay as are to stay");
        assert_eq!(kept[0].kind, MessageKind::Reply, "results stay with their calls");
    }
}

/// Old results gave way to a line, and nothing else changed.
fn elided(old: &[Value], messages: &[Placed<Value>], prompts: &Prompts) {
    assert_eq!(old.len(), messages.len(), "an elision drops no message");
    for (old, new) in old.iter().zip(messages) {
        let is_line = || new.message.to_string().contains(&inside(&prompts.result_elided));
        let may_change = new.kind == MessageKind::Results && is_line();
        assert!(*old == new.message || may_change, "{old} became {}", new.message);
    }
}

/// Whether a message holds a content word for word.
fn holds(message: &Value, content: &Value) -> bool {
    match content {
        Value::String(text) => message.to_string().contains(&inside(text)),
        Value::Array(blocks) => {
            let parts = message["content"].as_array();
            blocks.iter().all(|block| parts.is_some_and(|parts| parts.contains(block)))
        }
        _ => true,
    }
}

/// A text as it stands inside a JSON string.
fn inside(text: &str) -> String {
    let json = Value::from(text).to_string();
    json[1..json.len() - 1].to_owned()
}
