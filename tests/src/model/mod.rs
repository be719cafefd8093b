//! A naive model of the harness: what is in the window, what is open, what was spent. It knows
//! the rules and none of the machinery; where a rule leaves a choice, it takes the harness's.

mod effects;

use std::collections::{BTreeMap, VecDeque};

use secondwind_core::{
    Effect, Event, Harness, Outcome, Purpose, Rejected, SectionEdit, Valve, elide, fence,
    notes_or_placeholder, read,
};
use serde_json::{Value, json};

use crate::facts::{self, Facts, reported};

/// What an open request waits for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wait {
    Call(Purpose),
    /// A tool; the place of its call.
    Tool(usize),
    Write(usize),
    /// The notes, for an edit of them.
    Edit(usize),
    /// The notes, for the window.
    Read,
}

#[derive(Clone, Debug)]
struct Call {
    id: String,
    name: String,
    input: Option<Value>,
    /// The version of the notes that its edit was merged into last.
    base: Option<String>,
    answer: Option<(Value, bool)>,
    is_run: bool,
}

#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) window: Vec<Value>,
    pub(crate) open: BTreeMap<u32, Wait>,
    pub(crate) last_request: u32,
    pub(crate) calls: u32,
    pub(crate) compaction_calls: u32,
    pub(crate) compactions: u32,
    pub(crate) spend: u64,
    pub(crate) accumulated: u64,
    /// The calls of the last reply, until their results are in the window.
    round: Option<Vec<Call>>,
    /// The message that begins the work, until it is in the window.
    starting: Option<Value>,
    /// Messages that came while a compaction was under way, oldest first.
    queue: VecDeque<Value>,
    /// Whether a compaction is under way.
    compacts: bool,
    /// What was open when the work was resumed, until it is ordered once more.
    held: BTreeMap<u32, Wait>,
    /// Whether the model has seen the notes, and which.
    notes_known: bool,
    notes_version: Option<String>,
    task: Option<Value>,
    newest: Option<Value>,
    summary: Option<String>,
    /// What the last call wrote.
    summary_tokens: u64,
    /// The reply that is to go into the window with this event.
    reply: Option<Value>,
    kept_reply: bool,
    /// What the usage of this event's reply says; nothing inside where it is no count.
    usage: Option<Usage>,
}

type Usage = Option<facts::Counted>;

impl Model {
    pub(crate) fn new() -> Self {
        Self {
            window: Vec::new(),
            open: BTreeMap::new(),
            last_request: 0,
            calls: 0,
            compaction_calls: 0,
            compactions: 0,
            spend: 0,
            accumulated: 0,
            round: None,
            starting: None,
            queue: VecDeque::new(),
            compacts: false,
            held: BTreeMap::new(),
            notes_known: false,
            notes_version: None,
            task: None,
            newest: None,
            summary: None,
            summary_tokens: 0,
            reply: None,
            kept_reply: false,
            usage: None,
        }
    }

    /// The event was refused; it must have deserved that.
    pub(crate) fn rejected(&self, event: &Event<Value>, why: &Rejected) {
        let is_due = match (event, request(event)) {
            (_, Some(id)) if id == 0 || id > self.last_request => {
                matches!(why, Rejected::UnknownRequest(of) if of.0 == id)
            }
            (event, Some(id)) => match self.open.get(&id) {
                None => matches!(why, Rejected::Late(of) if of.0 == id),
                Some(wait) if answers(event, wait) => {
                    matches!(event, Event::Replied(_)) && matches!(why, Rejected::Reply(_))
                }
                Some(_) => matches!(why, Rejected::WrongAnswer { request, .. } if request.0 == id),
            },
            (Event::Submitted(message), None) => match why {
                Rejected::Blank => facts::is_blank(&message.content),
                Rejected::NotAMessage => is_no_message(&message.content),
                Rejected::Busy => !self.open.is_empty() && !self.compacts,
                _ => false,
            },
            (Event::CompactionRequested, None) => match why {
                Rejected::Busy => !self.open.is_empty(),
                _ => *why == Rejected::NothingToCompact && self.open.is_empty(),
            },
            (Event::Aborted, None) => *why == Rejected::Idle && self.open.is_empty(),
            (Event::Loaded(_), None) => match why {
                Rejected::Busy => !self.open.is_empty(),
                _ => {
                    matches!(why, Rejected::NotEmpty { messages } if *messages == self.window.len())
                }
            },
            _ => false,
        };
        assert!(is_due, "rejected with {why:?}");
    }

    /// The event was taken: what follows from it is in `effects`, and must be what had to follow.
    pub(crate) fn accepted(
        &mut self,
        event: &Event<Value>,
        effects: &[Effect<Value>],
        after: &Harness<Value>,
    ) {
        let was_open = std::mem::take(&mut self.open);
        let was_compacting = self.compacts;
        let compactions = self.compactions;
        let answered = request(event);
        let wait = answered.and_then(|id| was_open.get(&id).cloned());
        if let Some(wait) = &wait {
            assert!(answers(event, wait), "an answer of another kind was taken");
        } else {
            assert_eq!(answered, None, "an answer to a closed request was taken");
        }
        let mut aborted: Vec<u32> = effects.iter().filter_map(aborted).collect();
        aborted.sort_unstable();
        match event {
            Event::Aborted | Event::Cleared => {
                assert!(aborted.iter().eq(was_open.keys()), "aborted {aborted:?} of {was_open:?}");
            }
            _ => assert_eq!(aborted, [] as [u32; 0]),
        }
        match event {
            Event::Resumed => {
                // Tools are not run again, nor are their notes written or read.
                self.held.extend(was_open);
                self.held.retain(|_, wait| place_of(wait).is_none());
            }
            Event::Aborted | Event::Cleared => self.held.clear(),
            _ => {
                self.open = was_open;
                self.open.retain(|id, _| Some(*id) != answered);
            }
        }
        self.takes(event, wait.as_ref(), effects, after);
        for effect in effects {
            self.follows(event, effect, after);
        }
        let waits_for_notes = self.open.values().any(|wait| *wait == Wait::Read);
        for wait in self.held.values() {
            assert!(waits_for_notes && *wait == Wait::Call(Purpose::Main), "{wait:?} is lost");
        }
        assert_eq!(self.reply.take(), None, "the reply is in the window");
        (self.usage, self.kept_reply) = (None, false);
        assert!(self.compacts || self.queue.is_empty());
        assert!(!self.open.is_empty() || self.queue.is_empty(), "nothing waits for ever");
        assert!(!self.open.is_empty() || self.starting.is_none());
        let is_answered = |calls: &Vec<Call>| calls.iter().all(|call| call.answer.is_some());
        assert!(!self.round.as_ref().is_some_and(is_answered), "results are in the window");
        let failed = was_compacting && self.compactions == compactions;
        if failed && !matches!(event, Event::Cleared) {
            let replaces = effects.iter().any(|effect| matches!(effect, Effect::Replace { .. }));
            assert!(!replaces, "a compaction that failed changes nothing");
        }
    }

    /// What the event itself says.
    fn takes(
        &mut self,
        event: &Event<Value>,
        wait: Option<&Wait>,
        effects: &[Effect<Value>],
        after: &Harness<Value>,
    ) {
        let prompts = &after.config().prompts;
        match (event, wait) {
            (Event::Submitted(message), _) => {
                let content = facts::without_blank(&message.content);
                let message = json!({ "role": "user", "content": content });
                if self.compacts {
                    self.queue.push_back(message);
                } else {
                    self.starting = Some(message);
                }
            }
            (Event::Aborted, _) => {
                self.close_round(&prompts.call_aborted);
                (self.starting, self.summary) = (None, None);
                self.queue.clear();
            }
            (Event::Cleared, _) => self.clear(),
            (Event::Resumed, _) => self.close_round(&prompts.call_interrupted),
            (Event::Replied(replied), Some(Wait::Call(purpose))) => {
                let dialect = after.config().dialect;
                let facts = Facts::of(dialect, &replied.reply, replied.request.0, &self.window);
                self.usage = Some(reported(dialect, &replied.reply["usage"]));
                if *purpose == Purpose::Main {
                    self.replied(&facts, effects, after);
                } else if !facts.text.trim().is_empty() {
                    self.summary = Some(facts.text.trim().to_owned());
                }
            }
            (Event::ToolReturned(result), Some(Wait::Tool(place))) => {
                let content = facts::as_content(&result.content);
                self.answer(*place, content, result.is_error);
            }
            (Event::NotesWritten(written), Some(Wait::Write(place))) => {
                self.wrote(*place, written.version.as_ref(), after);
                self.answer(*place, prompts.notes_saved.clone().into(), false);
            }
            (Event::NotesRead(read), Some(Wait::Read)) => {
                // A fresh window that is not taken shows nothing.
                let replaces = |effect: &Effect<Value>| matches!(effect, Effect::Replace { .. });
                if !self.compacts || effects.iter().any(replaces) {
                    self.knows(read.version.as_ref());
                }
            }
            (Event::NotesRead(now), Some(Wait::Edit(place))) => {
                self.conflicts(
                    *place,
                    now.content.as_deref(),
                    now.version.as_ref(),
                    effects,
                    after,
                );
            }
            (Event::NotesFailed(_), Some(Wait::Read)) if !self.compacts => self.starting = None,
            (Event::NotesFailed(failed), Some(Wait::Write(place) | Wait::Edit(place))) => {
                self.answer(*place, failed.message.clone().into(), true);
            }
            (Event::NotesConflicted(now), Some(Wait::Write(place))) => {
                self.conflicts(
                    *place,
                    now.content.as_deref(),
                    now.version.as_ref(),
                    effects,
                    after,
                );
            }
            _ => {}
        }
    }

    /// A change that meets notes that it does not fit is not written, and the model sees them.
    fn conflicts(
        &mut self,
        place: usize,
        notes: Option<&str>,
        version: Option<&String>,
        effects: &[Effect<Value>],
        after: &Harness<Value>,
    ) {
        let id = &self.round.as_ref().expect("a round")[place].id;
        let is_write = |effect: &Effect<Value>| matches!(effect, Effect::WriteNotes { call, .. } if call.0 == *id);
        if effects.iter().any(is_write) {
            return;
        }
        let prompts = &after.config().prompts;
        let notes = shown(after, notes_or_placeholder(prompts, notes));
        let text = format!("{}\n\n{notes}", prompts.notes_conflict);
        self.knows(version);
        self.answer(place, text.into(), true);
    }

    fn knows(&mut self, version: Option<&String>) {
        (self.notes_known, self.notes_version) = (true, version.cloned());
    }

    /// The model has seen what it wrote itself, but not what its edit was merged into.
    fn wrote(&mut self, place: usize, version: Option<&String>, after: &Harness<Value>) {
        let called = &self.round.as_ref().expect("a round")[place];
        let is_edit = after.config().notes_tool.as_deref() != Some(&called.name);
        if !is_edit || (self.notes_known && called.base == self.notes_version) {
            self.knows(version);
        }
    }

    /// A reply of the loop: it goes into the window, and its calls are performed, or refused.
    fn replied(&mut self, facts: &Facts, effects: &[Effect<Value>], after: &Harness<Value>) {
        let policy = &after.config().policy;
        let is_strict = !policy.any_stop_answers;
        let is_dropped = facts.is_empty
            || facts.stop == "refusal"
            || is_strict && facts.stop == "model_context_window_exceeded";
        if is_dropped {
            return;
        }
        self.reply = Some(facts.message.clone());
        let shut = Valve::MaxPauses { limit: policy.valves.max_pauses.unwrap_or(0) };
        let shut = Effect::Done { outcome: Outcome::ValveShut { valve: shut } };
        let runs = facts.stop == "tool_use"
            || is_strict && facts.stop == "pause_turn" && !effects.contains(&shut);
        let calls = facts.calls.iter().map(|(id, name, input)| {
            let refused = if runs {
                refusal(after, name, input.as_ref())
            } else {
                Some(after.config().prompts.call_not_run.clone())
            };
            let answer = refused.map(|text| (Value::from(text), true));
            let (id, name, input) = (id.clone(), name.clone(), input.clone());
            Call { id, name, input, base: None, answer, is_run: false }
        });
        self.round = Some(calls.collect()).filter(|calls: &Vec<Call>| !calls.is_empty());
    }

    /// All that was said is gone; what was spent is not.
    fn clear(&mut self) {
        let old = std::mem::replace(self, Self::new());
        self.calls = old.calls;
        self.compaction_calls = old.compaction_calls;
        self.compactions = old.compactions;
        self.spend = old.spend;
        self.last_request = old.last_request;
    }

    /// The results of the round are in the window: each as it was given, in call order.
    fn take_results(&mut self, after: &Harness<Value>) {
        let Some(calls) = &self.round else { return };
        if calls.iter().any(|call| call.answer.is_none()) {
            return;
        }
        let expected = facts::results(
            after.config().dialect,
            calls.iter().map(|call| (call.id.as_str(), call.answer.as_ref().expect("given"))),
        );
        if self.window.ends_with(&expected) {
            self.round = None;
        }
    }

    fn close_round(&mut self, text: &str) {
        for call in self.round.iter_mut().flatten() {
            if call.answer.is_none() {
                call.answer = Some((text.into(), true));
            }
        }
    }

    fn answer(&mut self, place: usize, content: Value, is_error: bool) {
        self.round.as_mut().expect("a round")[place].answer = Some((content, is_error));
    }

    fn place(&self, id: &str) -> usize {
        let calls = self.round.as_ref().expect("a call is performed in its round");
        calls.iter().position(|call| call.id == id).expect("a call of the last reply")
    }

    /// A request opens, or opens once more; answers whether it is a new one.
    fn opens(&mut self, id: u32, wait: Wait) -> bool {
        let held = self.held.remove(&id);
        let is_new = held.is_none();
        if let Some(held) = held {
            assert_eq!(wait, held, "{id} is ordered once more as what it was");
        } else {
            assert_eq!(id, self.last_request + 1, "ids are minted in order");
            self.last_request = id;
        }
        self.open.insert(id, wait);
        is_new
    }
}

/// Why a call is not performed, as it is told to the model.
fn refusal(after: &Harness<Value>, name: &str, input: Option<&Value>) -> Option<String> {
    let config = after.config();
    let Some(input) = input else { return Some(config.prompts.arguments_unreadable.clone()) };
    if config.notes_tool.as_deref() == Some(name) && !input["content"].is_string() {
        return Some(config.prompts.notes_without_content.clone());
    }
    let is_edit =
        config.notes_tool.as_deref() != Some(name) && config.edit_tool.as_deref() == Some(name);
    if is_edit && read::<_, SectionEdit>(input, "input").is_err() {
        return Some(config.prompts.edit_unreadable.clone());
    }
    None
}

/// Notes as they stand in the window.
fn shown(after: &Harness<Value>, notes: &str) -> String {
    let restart = &after.config().policy.restart;
    let text = match restart.notes_limit {
        Some(limit) => elide(notes, usize::try_from(limit.get() * 4).expect("a size")).text,
        None => notes.to_owned(),
    };
    if restart.fence_notes { fence("notes", &text, &[]) } else { text }
}

fn is_no_message(content: &Value) -> bool {
    let mut blocks = content.as_array().into_iter().flatten();
    blocks.any(|block| match block["type"].as_str() {
        None | Some("tool_use" | "tool_result" | "thinking" | "redacted_thinking") => true,
        Some("text") => !block["text"].is_string(),
        Some(_) => false,
    })
}

fn place_of(wait: &Wait) -> Option<usize> {
    match wait {
        Wait::Tool(place) | Wait::Write(place) | Wait::Edit(place) => Some(*place),
        Wait::Call(_) | Wait::Read => None,
    }
}

fn aborted(effect: &Effect<Value>) -> Option<u32> {
    match effect {
        Effect::Abort { request } => Some(request.0),
        _ => None,
    }
}

fn request(event: &Event<Value>) -> Option<u32> {
    let request = match event {
        Event::Replied(it) => it.request,
        Event::CallFailed(it) => it.request,
        Event::ToolReturned(it) => it.request,
        Event::NotesRead(it) => it.request,
        Event::NotesWritten(it) => it.request,
        Event::NotesConflicted(it) => it.request,
        Event::NotesFailed(it) => it.request,
        _ => return None,
    };
    Some(request.0)
}

fn answers(event: &Event<Value>, wait: &Wait) -> bool {
    match wait {
        Wait::Call(_) => matches!(event, Event::Replied(_) | Event::CallFailed(_)),
        Wait::Tool(_) => matches!(event, Event::ToolReturned(_)),
        Wait::Write(_) => matches!(
            event,
            Event::NotesWritten(_) | Event::NotesConflicted(_) | Event::NotesFailed(_)
        ),
        Wait::Edit(_) | Wait::Read => matches!(event, Event::NotesRead(_) | Event::NotesFailed(_)),
    }
}
