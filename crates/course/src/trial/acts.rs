//! What a program can ask its trial for, and how much.

use serde::Serialize;
use serde_json::{Value, json};

use super::Trial;

/// The most that a program asks for, calls included, and how large all of it is. Unit of the
/// latter: bytes. What follows is not recorded, and the sandbox stops the program.
const MAX_ACTS: usize = 10_000;
const MAX_RECORDED: usize = 8 << 20;

/// The largest request. The messages of one are compared with those of the one before.
pub(super) const MAX_REQUEST: usize = 1 << 20;
pub(super) const MAX_MESSAGES: usize = 2_000;

/// The longest id of a call, and the longest text that a program ends with. Unit: characters.
pub(super) const MAX_ID: usize = 200;
pub(super) const MAX_END: usize = 20_000;

/// What a program may use, the same on the command line and in the page, and never a time.
///
/// Fuel counts the steps of the program, and not how much the engine does in one of them: a sort, a
/// join or a pattern is one. Those are bounded by the memory that they work in, and one that does
/// not come back, such as `reverse` of a list that is said to be endless, is ended by a clock
/// outside, on which no verdict but [`TrialEnd::Stuck`](super::TrialEnd::Stuck) depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TrialLimits {
    /// How far it may run. QuickJS asks once in 10,000 steps whether it shall stop.
    pub fuel: u32,
    /// What those steps cost.
    pub steps: u32,
    /// What a promise job costs.
    pub job: u32,
    /// What a timer costs.
    pub timer: u32,
    /// What a model call costs, which is much work outside the sandbox.
    pub call: u32,
    /// All memory of a program. Unit: bytes.
    pub memory: u32,
    /// The stack of QuickJS in WebAssembly. Unit: bytes.
    pub stack: u32,
}

/// What a program may use on a trial.
pub const TRIAL_LIMITS: TrialLimits = TrialLimits {
    fuel: 150_000,
    steps: 100,
    job: 3,
    timer: 10,
    call: 500,
    memory: 48 << 20,
    stack: 128 << 10,
};

/// What a program can reach on a trial: functions from a text to a text, by name.
pub const TRIAL_ACTS: [&str; 7] =
    ["input", "create", "runTool", "readNotes", "writeNotes", "tell", "tellCompaction"];

impl Trial {
    /// What a program asks for, by one of the names of [`TRIAL_ACTS`] and with a text; what it
    /// gets for it. Whatever it gives, the trial goes on.
    pub fn act(&mut self, name: &str, text: &str) -> Option<String> {
        match name {
            "input" => Some(json!(self.input()).to_string()),
            "create" => {
                // What is no JSON is refused as a request without messages is.
                let request = match text.len() {
                    ..=MAX_REQUEST => serde_json::from_str(text).unwrap_or_default(),
                    _ => Value::from(text),
                };
                let answer = match self.create(&request) {
                    Ok(reply) => json!({ "reply": reply }),
                    Err(refusal) => json!({ "refusal": refusal }),
                };
                Some(answer.to_string())
            }
            "runTool" => Some(json!(self.run_tool(text)).to_string()),
            "readNotes" => self.read_notes(),
            "writeNotes" => {
                self.write_notes(text);
                None
            }
            "tell" => {
                if let Ok(tokens) = text.parse() {
                    self.tell(tokens);
                }
                None
            }
            "tellCompaction" => {
                // A counter that is none did not go back either.
                self.tell_compaction(text.parse().unwrap_or(u64::MAX));
                None
            }
            _ => None,
        }
    }

    /// Whether it asked for more than is recorded. Such a program is to be stopped.
    pub const fn is_full(&self) -> bool {
        self.acts > MAX_ACTS || self.recorded > MAX_RECORDED
    }

    /// Counts what is asked for. Whether there is room to record it.
    pub(super) const fn has_room(&mut self, bytes: usize) -> bool {
        self.acts += 1;
        self.recorded = self.recorded.saturating_add(bytes);
        !self.is_full()
    }
}

/// A text, but no more than so many characters of it.
pub(super) fn shortened(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// How long a value is as JSON.
pub(super) fn bytes_of(value: &Value) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting fails at nothing.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{MAX_ACTS, MAX_MESSAGES, MAX_RECORDED, MAX_REQUEST, TRIAL_ACTS, Trial};
    use crate::{Patch, ScenarioSource, SourceFile, TrialEnd};

    macro_rules! file {
        ($name:literal) => {
            SourceFile {
                name: $name.to_owned(),
                text: include_str!(concat!("../../../../course/lesson-6/scenarios/", $name))
                    .to_owned(),
            }
        };
    }

    fn trial() -> Trial {
        let source = ScenarioSource {
            scenario: file!("order-race.toml"),
            texts: vec![file!("order-race/en.toml"), file!("order-race/common.toml")],
        };
        Trial::new(&source, &Patch::default()).unwrap()
    }

    fn entries(trial: &Trial) -> usize {
        trial.clone().run().entries().len()
    }

    #[test]
    fn a_request_that_is_too_large_is_refused_and_not_recorded() {
        let long = json!({ "messages": [{ "role": "user", "content": "x".repeat(MAX_REQUEST) }] });
        let many = vec![json!({ "role": "user", "content": "x" }); MAX_MESSAGES + 1];
        for request in [long, json!({ "messages": many })] {
            let mut trial = trial();
            let before = entries(&trial);
            assert_eq!(trial.create(&request).unwrap_err().status, 413);
            let answer = trial.act("create", &request.to_string()).unwrap();
            assert!(answer.contains("413"), "{answer}");
            assert_eq!(entries(&trial), before);
            assert_eq!(trial.run().summary().ending.as_str(), "refused");
        }
    }

    #[test]
    fn what_is_recorded_is_bounded_in_bytes_and_in_number() {
        let mut trial = trial();
        let before = entries(&trial);
        let content = "n".repeat(MAX_RECORDED / 4);
        for _ in 0..4 {
            trial.write_notes(&content);
            assert!(!trial.is_full());
        }
        trial.write_notes("one more");
        assert!(trial.is_full());
        assert_eq!(trial.read_notes().map(|notes| notes.len()), Some(content.len()));
        assert_eq!(entries(&trial), before + 8);

        let mut trial = self::trial();
        for _ in 0..MAX_ACTS {
            trial.tell(1);
        }
        assert!(!trial.is_full());
        trial.tell(1);
        assert!(trial.is_full());
    }

    #[test]
    fn an_id_and_an_answer_are_not_repeated_at_any_length() {
        let mut trial = trial();
        assert!(trial.run_tool(&"é".repeat(100_000)).text.len() < 1_000);
        trial.end(&TrialEnd::Returned { answer: "a".repeat(1 << 20) });
        let told = format!("{:?}", trial.run().entries().last());
        assert!(told.len() < 100_000);
    }

    #[test]
    fn whatever_is_asked_for_the_trial_goes_on() {
        for name in TRIAL_ACTS.into_iter().chain(["none"]) {
            for text in ["", "null", "{}", "[]", "-1", "NaN", "{\"messages\":{}}", "\u{0}"] {
                let mut trial = trial();
                let _ = trial.act(name, text);
                let input = trial.act("input", "").unwrap();
                assert!(input.contains("\"window\":2000"), "{name} {text}");
            }
        }
    }
}
