//! What the model has seen of the notes decides what it may write over.

mod common;

use common::{Json, notes as overwrite, reply, says, submitted};
use secondwind_core::{
    Config, Effect, Event, Harness, Millis, NotesConflicted, NotesRead, NotesWritten, Notice,
    Policy, Replied, RequestId, Tokens,
};
use serde_json::{Value, json};

/// A harness over a store with versions, and what it ordered last.
struct Run {
    harness: Json,
    effects: Vec<Effect<Value>>,
    store: Option<String>,
    version: u32,
}

impl Run {
    fn new(policy: Policy, store: Option<&str>) -> Self {
        let config = Config { edit_tool: Some("edit_notes".into()), ..Config::new(policy) };
        let harness = Harness::new(config).expect("the policy works");
        Self { harness, effects: Vec::new(), store: store.map(str::to_owned), version: 1 }
    }

    fn apply(&mut self, event: impl Into<Event<Value>>) {
        self.effects = self.harness.apply(Millis(0), event.into()).expect("the event applies");
    }

    /// Answers what the store is asked until it is asked no more.
    fn settle(&mut self) {
        while let Some(event) = self.effects.iter().find_map(|effect| match effect {
            Effect::ReadNotes { request } => Some((*request, None)),
            Effect::WriteNotes { request, content, if_version, .. } => {
                Some((*request, Some((content.clone(), if_version.clone()))))
            }
            _ => None,
        }) {
            match event {
                (request, None) => self.apply(NotesRead {
                    version: self.name(),
                    ..NotesRead::new(request, self.store.clone())
                }),
                (request, Some((_, Some(seen)))) if Some(&seen) != self.name().as_ref() => {
                    let (content, version) = (self.store.clone(), self.name());
                    self.apply(NotesConflicted { request, content, version });
                }
                (request, Some((content, _))) => {
                    self.write(&content);
                    let version = self.name();
                    self.apply(NotesWritten { version, ..NotesWritten::new(request) });
                }
            }
        }
    }

    fn name(&self) -> Option<String> {
        self.store.as_ref().map(|_| format!("v{}", self.version))
    }

    fn write(&mut self, content: &str) {
        self.store = Some(content.to_owned());
        self.version += 1;
    }

    fn send(&mut self, text: &str) {
        self.apply(submitted(text));
        self.settle();
    }

    /// The model replies to the call that is open.
    fn replies(&mut self, reply: Value) {
        let request = self.effects.iter().find_map(|effect| match effect {
            Effect::CallModel { request, .. } => Some(*request),
            _ => None,
        });
        self.apply(Replied { request: request.expect("a call is open"), reply });
        self.settle();
    }

    fn conflicted(&self) -> bool {
        let notice = Effect::Notify { notice: Notice::NotesConflicted };
        self.effects.contains(&notice)
    }

    fn window(&self) -> String {
        let messages = self.harness.messages().iter().map(|message| &message.payload);
        messages.cloned().collect::<Value>().to_string()
    }
}

fn production() -> Policy {
    Policy::production(Tokens::new(20_000))
}

fn edit(id: &str) -> Value {
    let input = json!({ "action": "append", "section": "A", "content": "- mine" });
    let call = json!({ "type": "tool_use", "id": id, "name": "edit_notes", "input": input });
    reply(json!([call]), "tool_use", 9, 9)
}

#[test]
fn a_cleared_history_shows_the_notes_again() {
    let mut run = Run::new(production(), Some("- decision A"));
    run.send("one");
    run.replies(says("done", 9, 9));
    run.apply(Event::Cleared);
    run.send("two");
    assert!(run.window().contains("- decision A"));
}

#[test]
fn notes_in_the_window_are_not_shown_twice() {
    let mut run = Run::new(production(), Some("- decision A"));
    run.send("one");
    for _ in 0..2 {
        run.apply(Event::Resumed);
        run.settle();
    }
    assert_eq!(run.window().matches("- decision A").count(), 1);
    run.write("- decision B");
    run.apply(Event::Resumed);
    run.settle();
    assert_eq!(run.window().matches("- decision B").count(), 1);
}

#[test]
fn a_store_without_versions_shows_its_notes_once() {
    let mut harness: Json = Harness::new(Config::new(production())).expect("the policy works");
    harness.apply(Millis(0), submitted("go")).expect("applies");
    let read = NotesRead::new(RequestId(1), Some("- decision A".into()));
    harness.apply(Millis(0), read.into()).expect("applies");
    harness.apply(Millis(0), Event::Resumed).expect("applies");
    let again = NotesRead::new(RequestId(3), Some("- decision A".into()));
    harness.apply(Millis(0), again.into()).expect("applies");
    assert_eq!(harness.messages().len(), 2);
}

#[test]
fn an_edit_over_what_others_wrote_does_not_show_it_to_the_model() {
    let mut run = Run::new(production(), Some("## A\n- a\n"));
    run.send("go");
    run.write("## A\n- a\n\n## B\n- theirs\n");
    run.replies(edit("e"));
    assert_eq!(run.store.as_deref(), Some("## A\n- a\n- mine\n\n## B\n- theirs\n"));
    run.replies(overwrite("o", "only mine", 9, 9));
    assert!(run.conflicted() && run.window().contains("- theirs"));
    assert!(run.store.as_ref().is_some_and(|notes| notes.contains("- theirs")));
    run.replies(overwrite("p", "mine and theirs", 9, 9));
    assert_eq!(run.store.as_deref(), Some("mine and theirs"));
}

#[test]
fn an_edit_over_what_the_model_has_seen_lets_it_overwrite_next() {
    let mut run = Run::new(production(), Some("## A\n- a\n"));
    run.send("go");
    run.replies(edit("e"));
    run.replies(overwrite("o", "all of it", 9, 9));
    assert_eq!(run.store.as_deref(), Some("all of it"));
}

#[test]
fn notes_that_the_model_has_never_seen_are_not_written_over() {
    let mut policy = production();
    policy.notes.read_at_start = false;
    let mut run = Run::new(policy.clone(), Some("- precious"));
    run.send("go");
    run.replies(overwrite("a", "mine", 9, 9));
    assert!(run.conflicted() && run.window().contains("- precious"));
    assert_eq!(run.store.as_deref(), Some("- precious"));
    run.replies(overwrite("b", "- precious\n- mine", 9, 9));
    assert_eq!(run.store.as_deref(), Some("- precious\n- mine"));
    // The first notes are written without a detour that the model sees.
    let mut run = Run::new(policy, None);
    run.send("go");
    run.replies(overwrite("a", "mine", 9, 9));
    assert_eq!(run.store.as_deref(), Some("mine"));
    assert!(!run.conflicted());
}
