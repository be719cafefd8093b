//! What is changed of a scenario before it is played: dials of the policy, and named bugs.

use secondwind_core::{Meter, Policy, PolicyError, Strategy, Tokens};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::source::{Args, Issue, args};

/// How many rounds, or results, the strategies of a patch keep word for word.
const KEPT: u32 = 2;

/// The name that faults of a patch give as their file.
const FILE: &str = "patch";

impl Issue {
    /// Whether the fault is one of a patch and not of a file.
    pub fn is_of_patch(&self) -> bool {
        self.line == 0 && self.file == FILE
    }
}

macro_rules! bugs {
    ($($(#[$doc:meta])* $name:ident $word:literal,)*) => {
        /// A way in which the lesson's loop can be wrong. Each changes one place of it.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "camelCase")]
        pub enum Bug {
            $($(#[$doc])* $name,)*
        }

        impl Bug {
            /// All bugs.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$name),*];

            /// The name, as JSON has it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $word),* }
            }
        }
    };
}

bugs! {
    /// The counter does not go back to 0 after a compaction.
    NoReset "noReset",
    /// The check stands before the tools run, so that their results land behind the restart.
    CheckEarly "checkEarly",
    /// The check stands after the next reply has come in, before it is counted and appended.
    CheckLate "checkLate",
    /// The restart message is pushed behind the history instead of replacing it.
    Append "append",
    /// The restart carries the notes as they were when the run began.
    StaleNotes "staleNotes",
    /// NOTES.md stands in the system prompt of every request; the restart is the summary alone.
    NotesInSystem "notesInSystem",
    /// Occupancy is compared with the whole window.
    ThresholdAtLimit "thresholdAtLimit",
    /// The token budget looks at the counter that compactions zero.
    SharedCounter "sharedCounter",
    /// Each request sends the last message only.
    LastOnly "lastOnly",
    /// The summary has no limit: it is as long as what it replaces.
    LongSummary "longSummary",
    /// The restart keeps the last message, without the call that it answers.
    CutPair "cutPair",
    /// Log and gauge show occupancy; the check compares the accumulated counter.
    OtherGauge "otherGauge",
    /// `update_notes` appends to NOTES.md instead of overwriting it.
    AppendNotes "appendNotes",
}

/// Bugs that change the same line, so that only one of each pair can be.
const SAME_LINE: [(Bug, Bug); 4] = [
    (Bug::CheckEarly, Bug::CheckLate),
    (Bug::Append, Bug::CutPair),
    (Bug::StaleNotes, Bug::NotesInSystem),
    (Bug::ThresholdAtLimit, Bug::OtherGauge),
];

/// What a patched run does with the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PatchStrategy {
    /// A summary takes the place of everything: what the lesson does.
    Restart,
    /// The last two rounds stay word for word behind the summary.
    KeepLast,
    /// Results give way to a line that says so, the newest two excepted; no summary is asked for
    /// where that frees enough.
    ElideResults,
}

/// What is changed of a scenario before it is played. The default changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// The bugs, at most one of those that change the same line.
    pub bugs: Vec<Bug>,
    /// Size of the window, in tokens.
    pub window: Option<u32>,
    /// The threshold's part of the window, above 0 and below 1.
    pub ratio: Option<f64>,
    /// The meter that is compared with the threshold.
    pub meter: Option<Meter>,
    /// Room kept free for the next reply, in tokens: the threshold must lie below the rest.
    pub output_reserve: Option<u32>,
    /// How long each handover summary is, in tokens.
    pub summary_tokens: Option<u32>,
    /// The most that all calls together may spend, in tokens; the call under way is not cut off.
    pub token_budget: Option<u32>,
    /// What a compaction does with the history. With bugs the lesson's restart alone.
    pub strategy: Option<PatchStrategy>,
}

impl Patch {
    /// Reads a patch from JSON, or answers every fault of it. Members may be left out or `null`.
    pub fn read(json: &Value) -> Result<Self, Vec<Issue>> {
        let mut faults = Vec::new();
        let mut patch = Self::default();
        let Some(members) = json.as_object() else {
            return Err(vec![wrong_type("patch", "object", json)]);
        };
        for (key, value) in members.iter().filter(|(_, value)| !value.is_null()) {
            let note = |fault| faults.push(fault);
            match key.as_str() {
                "bugs" => patch.bugs = read_bugs(value, note),
                "window" => patch.window = read_count("window", value, note),
                "ratio" => patch.ratio = read(value.as_f64(), "ratio", "number", value, note),
                "meter" => {
                    let words = [Meter::Accumulated, Meter::Occupancy];
                    patch.meter =
                        read_word("meter", value, &words.map(|it| (it.as_str(), it)), note);
                }
                "outputReserve" => patch.output_reserve = read_count("outputReserve", value, note),
                "summaryTokens" => patch.summary_tokens = read_count("summaryTokens", value, note),
                "tokenBudget" => patch.token_budget = read_count("tokenBudget", value, note),
                "strategy" => {
                    let words = [
                        ("restart", PatchStrategy::Restart),
                        ("keepLast", PatchStrategy::KeepLast),
                        ("elideResults", PatchStrategy::ElideResults),
                    ];
                    patch.strategy = read_word("strategy", value, &words, note);
                }
                _ => {
                    let args = args([("key", key.as_str().into()), ("expected", KEYS.into())]);
                    faults.push(fault("patch-unknown-key", args));
                }
            }
        }
        if faults.is_empty() { Ok(patch) } else { Err(faults) }
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the run has this bug.
    pub(crate) fn has(&self, bug: Bug) -> bool {
        self.bugs.contains(&bug)
    }

    /// The policy of the patched run, or why the patch cannot work.
    pub(crate) fn policy(&self, of: &Policy) -> Result<Policy, Vec<Issue>> {
        let mut faults = Vec::new();
        for (one, other) in SAME_LINE {
            if self.has(one) && self.has(other) {
                let args = args([("one", one.as_str().into()), ("other", other.as_str().into())]);
                faults.push(fault("patch-same-line", args));
            }
        }
        let strategy = self.strategy.filter(|strategy| *strategy != PatchStrategy::Restart);
        if !self.bugs.is_empty() && strategy.is_some() {
            faults.push(fault("patch-strategy", args([])));
        }
        let mut policy = of.clone();
        if let Some(window) = self.window {
            policy.window = Tokens::new(window);
        }
        if let Some(ratio) = self.ratio {
            policy.ratio = ratio;
        }
        if let Some(meter) = self.meter {
            policy.meter = meter;
        }
        if let Some(reserve) = self.output_reserve {
            policy.output_reserve = Tokens::new(reserve);
        }
        if let Some(budget) = self.token_budget {
            policy.valves.token_budget = Some(Tokens::new(budget));
        }
        match self.strategy {
            None => {}
            Some(PatchStrategy::Restart) => policy.strategy = Strategy::Restart,
            Some(PatchStrategy::KeepLast) => policy.strategy = Strategy::KeepLast { rounds: KEPT },
            Some(PatchStrategy::ElideResults) => {
                policy.strategy = Strategy::ElideResults { keep: KEPT };
            }
        }
        if let Err(error) = policy.threshold() {
            faults.push(policy_fault(&error));
        }
        if faults.is_empty() { Ok(policy) } else { Err(faults) }
    }
}

const KEYS: &str =
    "bugs, window, ratio, meter, outputReserve, summaryTokens, tokenBudget, strategy";

fn policy_fault(error: &PolicyError) -> Issue {
    match *error {
        PolicyError::Ratio { ratio } => {
            fault("patch-ratio", args([("ratio", ratio.to_string().into())]))
        }
        PolicyError::Window { window, ratio } => fault(
            "patch-window",
            args([("window", window.get().into()), ("ratio", ratio.to_string().into())]),
        ),
        PolicyError::NoRoom { threshold, window, output_reserve } => fault(
            "patch-no-room",
            args([
                ("threshold", threshold.get().into()),
                ("window", window.get().into()),
                ("reserve", output_reserve.get().into()),
            ]),
        ),
        ref other => fault("policy", args([("detail", other.to_string().into())])),
    }
}

fn fault(code: &'static str, args: Args) -> Issue {
    Issue { code, file: FILE.to_owned(), line: 0, column: 0, args }
}

fn wrong_type(key: &str, expected: &str, found: &Value) -> Issue {
    let args = args([
        ("key", key.into()),
        ("expected", expected.into()),
        ("found", found.to_string().into()),
    ]);
    fault("wrong-type", args)
}

fn read<T>(
    found: Option<T>,
    key: &str,
    expected: &str,
    value: &Value,
    note: impl FnOnce(Issue),
) -> Option<T> {
    if found.is_none() {
        note(wrong_type(key, expected, value));
    }
    found
}

fn read_count(key: &str, value: &Value, note: impl FnOnce(Issue)) -> Option<u32> {
    let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
    read(count, key, "integer", value, note)
}

fn read_word<T: Copy>(
    key: &str,
    value: &Value,
    words: &[(&str, T)],
    note: impl FnOnce(Issue),
) -> Option<T> {
    let word = value.as_str().unwrap_or_default();
    let found = words.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    if found.is_none() {
        note(unknown_word(key, value, &words.iter().map(|(name, _)| *name).collect::<Vec<_>>()));
    }
    found
}

fn read_bugs(value: &Value, mut note: impl FnMut(Issue)) -> Vec<Bug> {
    let Some(names) = value.as_array() else {
        note(wrong_type("bugs", "array", value));
        return Vec::new();
    };
    let mut bugs = Vec::new();
    for name in names {
        match Bug::ALL.into_iter().find(|bug| name.as_str() == Some(bug.as_str())) {
            Some(bug) if bugs.contains(&bug) => {}
            Some(bug) => bugs.push(bug),
            None => note(unknown_word("bugs", name, &Bug::ALL.map(Bug::as_str))),
        }
    }
    bugs
}

fn unknown_word(key: &str, found: &Value, known: &[&str]) -> Issue {
    let found = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
    let args =
        args([("key", key.into()), ("found", found.into()), ("expected", known.join(", ").into())]);
    fault("patch-unknown-word", args)
}
