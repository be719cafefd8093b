//! What a program must have done between two of its requests: count and append a reply, append
//! results, replace the messages, set the counter back.

use secondwind_core::{
    Build, Cause, Effect, Event, Measure, Message, MessageId, MessageKind, Meter, Notice, Part,
    Placed, Purpose, Size, Submitted, fresh_window, handover_summary,
};
use serde_json::Value;

use super::{
    Received, Restart, Summarized, Trial,
    sizes::{is_same, quotes},
};
use crate::{
    lesson::{count, is_dropped},
    play::{DIALECT, Entry},
};

impl Trial {
    // ---- replies ----

    pub(super) fn receive(&mut self, call: u32, purpose: Purpose, reply: &Value, is_part: bool) {
        // The prepared replies are the dialect's own.
        let Ok(reply) = DIALECT.reply(reply) else { return };
        if purpose == Purpose::Main {
            self.sizes.gave(&reply);
            self.results.clear();
            let (told, is_late) = (None, false);
            self.reply = Some(Received { call, reply, told, is_part, is_late });
            return;
        }
        let (counted, measure) = count(&reply, self.messages.occupancy().tokens);
        self.spent = self.spent.plus(Size { tokens: counted.spend, measure });
        let before = self.meters();
        let (stop, usage, settled) = (reply.stop.clone(), counted.usage, Vec::new());
        let meters = before;
        self.notify(Notice::Counted { call, purpose, stop, usage, measure, meters, settled });
        if let Ok(text) = handover_summary(DIALECT, &reply) {
            self.sizes.summarized(&text, counted.usage.output);
            self.summary = Some(Summarized { call, text, cost: counted.spend, before });
        }
    }

    /// The last reply was counted and appended before the program did what it does now.
    pub(super) fn take_in(&mut self) {
        if let Some(received) = self.reply.take() {
            self.count(received);
        }
    }

    /// The same where it may have waited: a program that tells its counter has not counted the
    /// reply before it tells.
    pub(super) fn take_in_if_told(&mut self) {
        let is_untold = self.reply.as_ref().is_some_and(|it| it.told.is_none() && self.has_told);
        if !is_untold {
            self.take_in();
        }
    }

    /// The same before a summary is asked for; the results were appended if the request shows them.
    pub(super) fn take_in_for_summary(&mut self, asking: &[Value]) {
        self.take_in_if_told();
        if asking.iter().any(|message| quotes(message, &self.results)) {
            let results = std::mem::take(&mut self.results);
            let (message, size) = self.sizes.results(&results);
            self.append(MessageKind::Results, size, message);
        }
    }

    fn count(&mut self, received: Received) {
        let Received { call, reply, told, is_part, is_late } = received;
        let (counted, measure) = count(&reply, self.messages.occupancy().tokens);
        let usage = counted.usage;
        let sum = self.used.tokens.plus(usage.input).plus(usage.output);
        let used = told.filter(|_| self.played.meter == Meter::Accumulated).unwrap_or(sum);
        if used < self.used.tokens {
            // The counter went back and was not told at the time.
            self.notify(Notice::Reset { from: self.used.tokens });
        }
        // The count of a part of the window, or of one that is gone, says nothing about this one.
        let covers = !is_part && !is_late && measure == Measure::Counted;
        let settled =
            if covers { self.messages.settle(counted.window.request()) } else { Vec::new() };
        let size = if covers {
            Size::counted(counted.window.output)
        } else {
            Size::estimated(counted.window.output)
        };
        if !is_late && !is_dropped(&reply) {
            self.append(MessageKind::Reply, size, reply.message.clone());
        }
        self.used = Size { tokens: used, measure };
        self.spent = self.spent.plus(Size { tokens: counted.spend, measure });
        let (purpose, stop, meters) = (Purpose::Main, reply.stop.clone(), self.meters());
        self.notify(Notice::Counted { call, purpose, stop, usage, measure, meters, settled });
        if is_late && !is_dropped(&reply) {
            self.append(MessageKind::Reply, size, reply.message);
        }
    }

    // ---- messages ----

    fn append(&mut self, kind: MessageKind, size: Size, message: Value) -> MessageId {
        let id = self.messages.append(kind, size, message.clone());
        self.order(Effect::Append { id, kind, size, message });
        id
    }

    /// Brings the window to what a request sends. Answers whether only its end goes out.
    pub(super) fn sync(&mut self, sent: &[Value]) -> bool {
        if self.summary.is_some() {
            self.restart(false);
        }
        self.settle_restart(sent);
        let before = self.messages.messages();
        let is_held = |message: &Value| before.iter().any(|held| is_same(&held.payload, message));
        let known = sent.iter().take_while(|message| is_held(message)).count();
        let (known, fresh) = sent.split_at(known);
        let is_end = before.len() >= known.len() && {
            let end = &before[before.len() - known.len()..];
            end.iter().zip(known).all(|(held, sent)| is_same(&held.payload, sent))
        };
        let is_part = is_end && known.len() < before.len();
        if is_end {
            // What a program leaves out it may hold or not, which is the same to the model.
            self.append_all(fresh);
        } else {
            self.replace(sent);
        }
        self.results.clear();
        is_part
    }

    /// A summary that came in is restarted from. What the fresh window looks like is known only
    /// when it goes out; until then it is as the lesson's loop would have it.
    pub(super) fn restart(&mut self, is_reset: bool) {
        let Some(Summarized { call, text, cost, before }) = self.summary.take() else { return };
        if let Some(received) = &mut self.reply {
            received.is_late = true;
        }
        let old = self.messages.take();
        let removed = old.len();
        let notes = self.sizes.seen_notes().map(str::to_owned);
        let message = fresh_window(DIALECT, &self.prompts, &text, notes.as_deref());
        let kind = MessageKind::Restart;
        let size = Size::estimated(self.sizes.of(kind, &message));
        let id = self.messages.append(kind, size, message.clone());
        let entry = self.played.entries.len();
        self.order(Effect::Replace { messages: vec![Placed { id, kind, size, message }], removed });
        self.restart = Some(Restart { entry, id, old });
        if is_reset {
            self.notify(Notice::Reset { from: self.used.tokens });
            self.used = Size::ZERO;
        }
        self.compactions += 1;
        self.notify(Notice::Compacted {
            ordinal: self.compactions,
            call,
            cause: Cause::Threshold,
            meter: self.played.meter,
            threshold: self.played.threshold,
            before,
            after: self.meters(),
            cost,
            removed,
            kept: Vec::new(),
            task_pinned: false,
            instruction_pinned: false,
            summary: text,
            notes,
        });
    }

    /// The fresh window goes out for the first time: the restart was what it begins with.
    fn settle_restart(&mut self, sent: &[Value]) {
        let Some(Restart { entry, id, old }) = self.restart.take() else { return };
        let Some(place) = sent.iter().position(|message| self.sizes.is_restart(message)) else {
            return;
        };
        let mut later = self.messages.take();
        later.retain(|message| message.id != id);
        let kind = MessageKind::Restart;
        let payload = sent[place].clone();
        let size = Size::estimated(self.sizes.of(kind, &payload));
        let restart = Message { id, kind, size, payload };
        let pairs = old.iter().zip(sent);
        let is_pushed =
            place == old.len() && pairs.clone().all(|(old, sent)| is_same(&old.payload, sent));
        if is_pushed {
            for message in old {
                self.messages.put_back(message);
            }
            let Message { id, kind, size, payload: message } = restart.clone();
            self.messages.put_back(restart);
            self.played.entries[entry] = Entry::Effect(Effect::Append { id, kind, size, message });
        } else {
            let held =
                |message: &Value| old.iter().find(|old| is_same(&old.payload, message)).cloned();
            for message in &sent[..place] {
                if let Some(message) = held(message) {
                    self.messages.put_back(message);
                } else {
                    let kind = self.kind(message);
                    let size = Size::estimated(self.sizes.of(kind, message));
                    self.messages.append(kind, size, message.clone());
                }
            }
            self.messages.put_back(restart);
            for message in sent[place + 1..].iter().map_while(held) {
                self.messages.put_back(message);
            }
            let stay =
                self.messages.messages().iter().filter(|it| old.iter().any(|old| old.id == it.id));
            let removed = old.len() - stay.count();
            let messages = self.placed();
            self.played.entries[entry] = Entry::Effect(Effect::Replace { messages, removed });
        }
        for message in later {
            self.messages.put_back(message);
        }
    }

    fn placed(&self) -> Vec<Placed<Value>> {
        let messages = self.messages.messages().iter().cloned();
        messages
            .map(|it| Placed { id: it.id, kind: it.kind, size: it.size, message: it.payload })
            .collect()
    }

    /// The program has its task; it begins with it, or its first request shows otherwise.
    pub(super) fn submit(&mut self) {
        let (content, tokens) =
            (Value::from(self.scenario.task.as_str()), self.scenario.sizes.task);
        let message = DIALECT.user_message(Build::Payload(content.clone()));
        self.told(Event::Submitted(Submitted { content, tokens: Some(tokens) }));
        self.append(MessageKind::Task, Size::estimated(tokens), message);
    }

    fn append_all(&mut self, sent: &[Value]) {
        for message in sent {
            let kind = self.kind(message);
            let size = Size::estimated(self.sizes.of(kind, message));
            self.append(kind, size, message.clone());
        }
    }

    fn replace(&mut self, sent: &[Value]) {
        let mut old = self.messages.take();
        for message in sent {
            if let Some(place) = old.iter().position(|held| is_same(&held.payload, message)) {
                let held = old.remove(place);
                self.messages.put_back(held);
            } else {
                let kind = self.kind(message);
                let size = Size::estimated(self.sizes.of(kind, message));
                self.messages.append(kind, size, message.clone());
            }
        }
        let removed = old.len();
        let messages = self.placed();
        self.order(Effect::Replace { messages, removed });
    }

    /// The program's check must have fired: it asks for a summary.
    pub(super) fn crossed(&mut self) {
        let (meter, threshold) = (self.played.meter, self.played.threshold);
        let used = self.meters().of(meter);
        self.notify(Notice::Checked { meter, used, threshold, fired: true });
    }

    fn kind(&self, message: &Value) -> MessageKind {
        if message["role"] == "assistant" {
            return MessageKind::Reply;
        }
        if DIALECT.view(message).parts.iter().any(|part| matches!(part, Part::Result { .. })) {
            return MessageKind::Results;
        }
        if self.sizes.is_restart(message) {
            return MessageKind::Restart;
        }
        if self.calls == 0 { MessageKind::Task } else { MessageKind::User }
    }

    /// The fixed part is as large as what the program sends of it.
    pub(super) fn weigh(&mut self, request: &Value) {
        let tokens = self.sizes.fixed(request);
        if tokens != self.sizes.sent_fixed {
            self.sizes.sent_fixed = tokens;
            self.messages.weigh_fixed(tokens);
        }
    }

    /// Which system prompt this is, from 0, in the order in which they came.
    pub(super) fn system_version(&mut self, request: &Value) -> u32 {
        let system = request["system"].as_str().map(str::to_owned);
        let place = self.systems.iter().position(|known| *known == system);
        let place = place.unwrap_or_else(|| {
            self.systems.push(system);
            self.systems.len() - 1
        });
        u32::try_from(place).unwrap_or(u32::MAX)
    }
}
