//! What the harness ordered, held against what it had to.

use std::mem;

use secondwind_core::{
    CompactionFault, Effect, Event, Harness, Measure, MessageKind, Meters, Notice, Placed, Policy,
    Prompts, Purpose, SectionEdit, Stop, Strategy, merge_notes, read, restart_message,
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
            Effect::WriteNotes { request, call, content, if_version } => {
                let place = self.place(&call.0);
                self.writes(place, event, (content, if_version.as_ref()), after);
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

    /// What is written is what the model asked for: as it is over what it has seen, or merged
    /// into what was just read.
    fn writes(
        &mut self,
        place: usize,
        event: &Event<Value>,
        (content, if_version): (&str, Option<&String>),
        after: &Harness<Value>,
    ) {
        let found = match event {
            Event::NotesRead(now) => Some((now.content.as_deref(), now.version.as_ref())),
            Event::NotesConflicted(now) => Some((now.content.as_deref(), now.version.as_ref())),
            _ => None,
        };
        let (known, seen) = (self.notes_known, self.notes_version.clone());
        let called = &mut self.round.as_mut().expect("a round")[place];
        let input = called.input.as_ref().expect("an input");
        if after.config().notes_tool.as_deref() != Some(&called.name) {
            let edit: SectionEdit = read(input, "input").expect("an edit");
            let (notes, version) = found.expect("an edit is merged into what was read");
            assert_eq!(content, merge_notes(notes.unwrap_or_default(), &edit));
            assert_eq!(if_version, version, "an edit goes over what it was merged into");
            called.base = version.cloned();
            return;
        }
        assert_eq!(content, input["content"], "an overwrite is what the model wrote");
        match found {
            Some((notes, version)) if !known && after.config().policy.notes.guard => {
                assert!(notes.is_none_or(|notes| notes.trim().is_empty()), "unseen: {notes:?}");
                assert_eq!(if_version, version);
            }
            _ if after.config().policy.notes.guard => {
                assert!(known, "nothing is written over what the model has never seen");
                assert_eq!(if_version, seen.as_ref(), "only over what the model has seen");
            }
            _ => assert_eq!(if_version, None),
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
        keeps(policy, &old, &messages[fresh..]);
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

/// As many rounds stay as are to stay, where there is anything before them and the window shrinks
/// all the same; behind a provider's block, at least what was not answered yet.
fn keeps(policy: &Policy, old: &[Value], kept: &[Placed<Value>]) {
    let is_reply = |placed: &&Placed<Value>| placed.kind == MessageKind::Reply;
    let replies = kept.iter().filter(is_reply).count();
    let (rounds, is_provider) = match policy.strategy {
        Strategy::KeepLast { rounds } => (rounds as usize, false),
        Strategy::Provider { rounds } => (rounds as usize, true),
        _ => (0, false),
    };
    let said = old.iter().filter(|message| message["role"] == "assistant").count();
    let blocks = old.iter().filter(|message| message["content"][0]["type"] == "compaction").count();
    let gains = policy.guards.min_gain.is_some() && policy.guards.summary_attempts > 1;
    if replies == 0 {
        let may = rounds == 0 || said <= rounds + blocks || (gains && !is_provider);
        assert!(may, "{rounds} rounds were to stay");
        let is_users =
            |it: &Placed<Value>| matches!(it.kind, MessageKind::Task | MessageKind::User);
        let unanswered = old.iter().rev().take_while(|message| {
            message["role"] == "user" && message["content"][0]["type"] != "tool_result"
        });
        if is_provider {
            assert!(kept.iter().all(is_users) && kept.len() <= unanswered.count());
        } else {
            assert_eq!(kept, [], "nothing stays beside a summary of everything");
        }
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
