//! One run: bytes become a harness and events, and everything is checked after each of them.

use std::collections::BTreeSet;

use secondwind_core::{Effect, Event, Harness, Millis, write};
use serde_json::Value;

use crate::{SETUP, STEP, bytes::Bytes, checks, model::Model, setup, shell::Shell};

/// The most steps of one run.
const STEPS: usize = 64;

pub(crate) fn events(input: &[u8]) {
    let mut run = Run::new(input);
    while run.step() {}
}

/// What a run comes to: the names of its notices, outcomes and faults.
pub(crate) fn reached(input: &[u8]) -> BTreeSet<String> {
    let mut run = Run::new(input);
    while run.step() {}
    run.reached
}

pub(crate) struct Run<'a> {
    bytes: Bytes<'a>,
    /// Fed with the events that were taken, and with nothing else.
    replayed: Harness<Value>,
    pub(crate) harness: Harness<Value>,
    pub(crate) model: Model,
    pub(crate) shell: Shell,
    log: Log,
    steps: usize,
    now: u64,
    reached: BTreeSet<String>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Self {
        let mut bytes = Bytes(input);
        let start = setup::harness(&mut bytes.split(SETUP));
        Self {
            harness: start.clone(),
            model: Model::new(),
            shell: Shell::new(&start),
            log: Log { config: told(&start), events: Vec::new() },
            replayed: start,
            bytes,
            steps: 0,
            now: 0,
            reached: BTreeSet::new(),
        }
    }

    /// Makes one step; answers whether there is more to come.
    pub(crate) fn step(&mut self) -> bool {
        if self.bytes.is_empty() || self.steps == STEPS {
            return false;
        }
        self.steps += 1;
        let mut bytes = self.bytes.split(STEP);
        let event = self.shell.event(&self.harness, &self.model, &mut bytes);
        let crashes = matches!(event, Event::Resumed) && bytes.flag();
        if crashes {
            self.harness = checks::comes_back(&self.harness);
        }
        self.apply(&event, &mut bytes);
        true
    }

    fn apply(&mut self, event: &Event<Value>, bytes: &mut Bytes<'_>) {
        // A clock that goes back now and then.
        self.now = self.now.wrapping_add(10).saturating_sub(u64::from(bytes.byte() / 16));
        let now = Millis(self.now);
        self.log.events.push((now, event.clone()));
        if let Event::Loaded(loaded) = event {
            checks::repaired(self.harness.config().dialect, &loaded.messages);
        }
        let before = self.harness.clone();
        match self.harness.apply(now, event.clone()) {
            Err(why) => {
                assert_eq!(self.harness, before, "a rejected event changes nothing");
                self.model.rejected(event, &why);
                self.log.events.pop();
            }
            Ok(effects) => {
                self.shell.perform(&effects);
                self.reached.extend(effects.iter().flat_map(names));
                checks::step(&before, event, &effects, &self.harness);
                self.model.accepted(event, &effects, &self.harness);
                checks::state(&self.harness, &self.model, &self.shell);
                checks::comes_back(&self.harness);
                self.replayed.apply(now, event.clone()).expect("what was taken is taken again");
                assert_eq!(self.replayed, self.harness, "a log replays to the same state");
                if matches!(event, Event::Resumed) {
                    self.resumes_once(now);
                }
            }
        }
    }

    /// Resuming twice is resuming once: what is open is ordered under its old number, and nothing
    /// is added to the history.
    fn resumes_once(&self, now: Millis) {
        let mut again = self.harness.clone();
        let effects = again.apply(now, Event::Resumed).expect("is always taken");
        assert_eq!(again, self.harness, "resuming twice is resuming once");
        let is_order = |effect: &Effect<Value>| {
            matches!(effect, Effect::CallModel { .. } | Effect::ReadNotes { .. })
        };
        assert!(effects.iter().all(is_order), "{effects:?}");
        assert_eq!(effects.len(), self.model.open.len());
    }
}

/// What an effect tells, each by its kind and name: one word may be a fault, a notice and an end.
fn names(effect: &Effect<Value>) -> Vec<String> {
    let effect: Value = write(effect);
    let (notice, outcome) = (&effect["notice"], &effect["outcome"]);
    let all = [
        ("notice", &notice["type"]),
        ("outcome", &outcome["type"]),
        ("fault", &notice["fault"]["type"]),
        ("valve", &outcome["valve"]["type"]),
        ("reason", &notice["reason"]),
    ];
    all.into_iter().filter_map(|(kind, name)| Some(format!("{kind} {}", name.as_str()?))).collect()
}

/// The events so far, told when a rule is broken.
struct Log {
    config: String,
    events: Vec<(Millis, Event<Value>)>,
}

/// The configuration but for the prompts, which are always the same.
fn told(start: &Harness<Value>) -> String {
    let mut config = write::<Value>(start.config());
    config["prompts"] = Value::Null;
    config.to_string()
}

impl Drop for Log {
    fn drop(&mut self) {
        if std::thread::panicking() {
            crate::tell(format!("config: {}", self.config));
            for (now, event) in &self.events {
                crate::tell(format!("{:>6} {}", now.0, write::<Value>(event)));
            }
        }
    }
}
