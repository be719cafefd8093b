//! What the figures are after each entry of a run: a fold over the entries and nothing else. It
//! holds no text, so that it can be kept at many steps.

use secondwind_core::{
    Cause, Effect, Event, Measure, MessageId, MessageKind, NotesRead, Notice, Outcome, Placed,
    Purpose, RequestId, Size, Tokens,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    facts::{FactPlace, FactSet, Facts, ShownFact},
    patch::{Bug, Patch},
    play::Entry,
};

/// A slice of the lesson's counter: one call.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CounterPart {
    /// The call.
    pub call: u32,
    /// Its input, as the counter takes it.
    pub input: Tokens,
    /// Its output.
    pub output: Tokens,
    /// Their sum.
    pub tokens: Tokens,
}

/// A slice of the window: the fixed part (id 0) or one message.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WindowPart {
    /// The message.
    pub id: MessageId,
    /// `fixed`, or the kind of the message.
    pub kind: &'static str,
    /// Its size.
    pub tokens: Tokens,
    /// Whether the provider counted it.
    pub counted: bool,
}

/// The meters as plain figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownMeters {
    /// The lesson's counter.
    pub accumulated: Tokens,
    /// How full the window is.
    pub occupancy: Tokens,
    /// The sum over all calls.
    pub spend: Tokens,
    /// Whether the provider counted all of the lesson's counter.
    pub accumulated_counted: bool,
    /// Whether the provider counted all of the occupancy.
    pub occupancy_counted: bool,
    /// Whether the provider counted all of the spend.
    pub spend_counted: bool,
}

/// What does not change in a run and is looked up by the fold.
pub(crate) struct Ground<'a> {
    pub(crate) facts: &'a Facts,
    pub(crate) patch: &'a Patch,
}

/// A message of the window: its figures, and the facts that it carries.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held {
    pub(crate) id: MessageId,
    pub(crate) kind: MessageKind,
    pub(crate) size: Size,
    facts: FactSet,
    /// Those in the notes that it shows.
    noted: FactSet,
}

/// What is known after some entries of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct View {
    pub(crate) call: u32,
    pub(crate) compactions: u32,
    pub(crate) compaction_calls: u32,
    pub(crate) accumulated: Size,
    pub(crate) spend: Size,
    pub(crate) fixed: Size,
    pub(crate) counter: Vec<CounterPart>,
    pub(crate) messages: Vec<Held>,
    /// How many messages left the window.
    pub(crate) archived: usize,
    /// How often NOTES.md was written, and in which call last.
    pub(crate) version: u32,
    pub(crate) notes_call: u32,
    pub(crate) is_over: bool,
    /// The compaction under way, or the one that has just ended; 0 outside of one.
    pub(crate) compacting: u32,
    episodes: u32,
    has_restarted: bool,
    /// The open summary call.
    asked: Option<RequestId>,
    /// How many rounds and summaries came in.
    rounds: usize,
    summaries: usize,
    /// Whether the reply that is awaited answers a window that is gone, or a part of it.
    is_stale: bool,
    /// The facts of the summary on its way in, of the notes that were read last, of NOTES.md, and
    /// of the notes in the system prompt; and all that ever came.
    summary_facts: FactSet,
    read_facts: FactSet,
    notes_facts: FactSet,
    system_facts: FactSet,
    seen: FactSet,
    /// What of the fixed part is NOTES.md.
    system_notes: Tokens,
}

impl View {
    pub(crate) fn new(fixed: Tokens) -> Self {
        Self {
            fixed: Size::estimated(fixed),
            accumulated: Size::ZERO,
            spend: Size::ZERO,
            ..Self::default()
        }
    }

    /// Takes the next entry.
    pub(crate) fn take(&mut self, entry: &Entry, ground: &Ground<'_>) {
        match entry {
            Entry::Event(event) => self.event(event, ground),
            Entry::Effect(effect) => self.effect(effect, ground),
        }
    }

    pub(crate) fn occupancy(&self) -> Tokens {
        self.messages.iter().map(|held| held.size.tokens).sum::<Tokens>().plus(self.fixed.tokens)
    }

    pub(crate) fn meters(&self) -> ShownMeters {
        ShownMeters {
            accumulated: self.accumulated.tokens,
            occupancy: self.occupancy(),
            spend: self.spend.tokens,
            accumulated_counted: self.accumulated.measure == Measure::Counted,
            spend_counted: self.spend.measure == Measure::Counted,
            occupancy_counted: self.window().iter().all(|part| part.counted),
        }
    }

    pub(crate) fn window(&self) -> Vec<WindowPart> {
        let part = |id, kind, size: Size| WindowPart {
            id,
            kind,
            tokens: size.tokens,
            counted: size.measure == Measure::Counted,
        };
        let messages =
            self.messages.iter().map(|held| part(held.id, held.kind.as_str(), held.size));
        std::iter::once(part(MessageId::FIXED, "fixed", self.fixed)).chain(messages).collect()
    }

    /// Where each fact is.
    pub(crate) fn facts(&self, count: usize) -> Vec<ShownFact> {
        let in_messages = self.messages.iter().fold(0, |all, held| all | held.facts);
        let shown_notes = self.messages.iter().fold(self.system_facts, |all, it| all | it.noted);
        let fact = |place: usize| {
            let has = |facts: FactSet| facts & (1 << place) != 0;
            let visible = has(in_messages | shown_notes);
            // Notes that were overwritten since may still stand in the window.
            let place = if has(in_messages) || (has(shown_notes) && !has(self.notes_facts)) {
                FactPlace::Window
            } else if has(self.notes_facts) {
                FactPlace::Notes
            } else if has(self.seen) {
                FactPlace::Lost
            } else {
                FactPlace::Ahead
            };
            ShownFact { place, visible }
        };
        (0..count).map(fact).collect()
    }

    fn event(&mut self, event: &Event<Value>, ground: &Ground<'_>) {
        match event {
            Event::Replied(replied) if self.asked == Some(replied.request) => {
                self.asked = None;
                self.summary_facts = if ground.patch.has(Bug::LongSummary) {
                    self.messages.iter().fold(0, |all, held| all | held.facts | held.noted)
                } else {
                    ground.facts.of_summary(self.summaries)
                };
                self.summaries += 1;
            }
            Event::Replied(_) => self.rounds += 1,
            Event::NotesWritten(_) => {
                let written = ground.facts.of_notes(self.version as usize);
                let kept = if ground.patch.has(Bug::AppendNotes) { self.notes_facts } else { 0 };
                self.notes_facts = kept | written;
                self.seen |= written;
                self.version += 1;
                self.notes_call = self.call;
            }
            Event::NotesRead(read) => {
                if std::mem::take(&mut self.has_restarted) {
                    self.compacting = 0;
                }
                self.read_facts = self.notes_facts;
                if ground.patch.has(Bug::NotesInSystem) {
                    self.weigh_system(read);
                }
            }
            _ => {}
        }
    }

    /// NOTES.md in the system prompt makes the fixed part larger; no count covers it yet.
    fn weigh_system(&mut self, read: &NotesRead) {
        self.system_facts = self.read_facts;
        let bytes = read.content.as_deref().unwrap_or_default().len();
        let tokens = read.tokens.unwrap_or_else(|| Tokens::estimate(bytes));
        if tokens == self.system_notes {
            return;
        }
        let rest = self.fixed.tokens.less(self.system_notes);
        self.fixed = Size::estimated(rest.plus(tokens));
        self.system_notes = tokens;
        for held in &mut self.messages {
            held.size.measure = Measure::Estimated;
        }
    }

    fn effect(&mut self, effect: &Effect<Value>, ground: &Ground<'_>) {
        match effect {
            Effect::Append { id, kind, size, .. } => {
                if *kind == MessageKind::Restart {
                    self.begin_window();
                }
                self.hold(*id, *kind, *size, ground);
            }
            Effect::Replace { messages, removed } => {
                self.begin_window();
                self.archived += removed;
                self.replace(messages, ground);
            }
            Effect::CallModel { request, call, purpose, messages, .. } => {
                self.call = *call;
                if *purpose == Purpose::Main {
                    let whole = self.messages.len();
                    self.is_stale = messages.as_ref().is_some_and(|sent| sent.len() < whole);
                    self.compacting = 0;
                    self.has_restarted = false;
                } else {
                    self.asked = Some(*request);
                    self.compaction_calls += 1;
                }
            }
            Effect::Notify { notice } => self.notice(notice),
            Effect::Done { outcome } => {
                self.is_over = matches!(outcome, Outcome::Answered { .. });
            }
            _ => {}
        }
    }

    fn begin_window(&mut self) {
        self.compactions = self.episodes;
        self.has_restarted = true;
        self.is_stale = true;
    }

    fn replace(&mut self, messages: &[Placed<Value>], ground: &Ground<'_>) {
        let old = std::mem::take(&mut self.messages);
        for placed in messages {
            match old.iter().find(|held| held.id == placed.id) {
                Some(held) => self.messages.push(Held { size: placed.size, ..held.clone() }),
                None => self.hold(placed.id, placed.kind, placed.size, ground),
            }
        }
    }

    fn hold(&mut self, id: MessageId, kind: MessageKind, size: Size, ground: &Ground<'_>) {
        let (facts, noted) = match kind {
            MessageKind::Restart if ground.patch.has(Bug::NotesInSystem) => (self.summary_facts, 0),
            MessageKind::Restart => (self.summary_facts, self.read_facts),
            kind => (ground.facts.of(kind, self.rounds.saturating_sub(1)), 0),
        };
        self.seen |= facts;
        self.messages.push(Held { id, kind, size, facts, noted });
    }

    fn notice(&mut self, notice: &Notice) {
        match notice {
            Notice::Counted { call, purpose, usage, measure, meters, settled, .. } => {
                self.accumulated = meters.accumulated;
                self.spend = meters.spend;
                if *purpose != Purpose::Main {
                    return;
                }
                // The lesson's loop may take a reply in after a compaction that it waited for.
                self.call = *call;
                let (input, output) = (usage.input, usage.output);
                let tokens = input.plus(output);
                self.counter.push(CounterPart { call: *call, input, output, tokens });
                for correction in settled {
                    self.correct(correction.id, correction.tokens);
                }
                if *measure == Measure::Counted && !self.is_stale {
                    self.fixed.measure = Measure::Counted;
                    for held in &mut self.messages {
                        held.size.measure = Measure::Counted;
                    }
                }
            }
            Notice::Checked { fired: true, .. } => self.begin_compaction(),
            // No check fires where the provider says that the request is too long.
            Notice::CompactionStarted { cause, .. } if *cause != Cause::Threshold => {
                self.begin_compaction();
            }
            Notice::Reset { .. } => {
                self.accumulated = Size::ZERO;
                self.counter.clear();
            }
            Notice::ResultsElided { messages, .. } => {
                let held = self.messages.iter_mut().filter(|held| messages.contains(&held.id));
                held.for_each(|held| held.facts = 0);
            }
            _ => {}
        }
    }

    const fn begin_compaction(&mut self) {
        self.episodes += 1;
        self.compacting = self.episodes;
        self.has_restarted = false;
    }

    fn correct(&mut self, id: MessageId, tokens: Tokens) {
        if id == MessageId::FIXED {
            self.fixed.tokens = tokens;
        } else if let Some(held) = self.messages.iter_mut().rfind(|held| held.id == id) {
            held.size.tokens = tokens;
        }
    }
}
