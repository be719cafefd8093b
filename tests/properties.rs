//! Random events over random policies, in both dialects. Whatever comes, the rules hold after
//! each event, and the harness agrees with a naive model of it.
//!
//! `PROPTEST_CASES` sets the number of cases; 256 by default. An input that fails is printed as
//! bytes in hex: it becomes a file in `fuzz/corpus`, where `corpus.rs` replays it for ever.

use std::{
    collections::BTreeSet,
    fmt::{self, Write},
};

use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree,
    test_runner::{FileFailurePersistence, TestRunner},
};
use secondwind_tests::{SETUP, STEP, reached, target};

/// A harness and what happens to it. Steps have one length each, so that leaving one out leaves
/// the others as they are.
struct Script(Vec<u8>);

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex(&self.0).fmt(f)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The input in hex stands beside what is wrong with it.
fn holds(name: &str, input: &[u8]) -> Result<(), TestCaseError> {
    target(name, input).map_err(|told| TestCaseError::fail(format!("{}\n{told}", hex(input))))
}

fn script(steps: usize) -> impl Strategy<Value = Script> {
    let step = vec(any::<u8>(), STEP);
    (vec(any::<u8>(), SETUP), vec(step, 1..steps))
        .prop_map(|(setup, steps)| Script([setup, steps.concat()].concat()))
}

fn config() -> ProptestConfig {
    // Failures are kept by hand, as inputs of the corpus, which the fuzzer starts from, too.
    let failure_persistence = Some(Box::new(FileFailurePersistence::Off) as Box<_>);
    ProptestConfig { failure_persistence, max_shrink_iters: 20_000, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn rules_hold_after_every_event(script in script(32)) {
        holds("events", &script.0)?;
    }

    #[test]
    fn a_count_is_what_the_provider_said(bytes in vec(any::<u8>(), 0..80)) {
        holds("usage", &bytes)?;
    }

    #[test]
    fn a_response_comes_to_the_same_in_any_pieces(bytes in vec(any::<u8>(), 0..300)) {
        holds("wire", &bytes)?;
    }

    #[test]
    fn a_damaged_snapshot_is_refused_or_works(
        changes in vec(any::<u8>(), 24),
        script in script(16),
    ) {
        holds("snapshots", &[changes, script.0].concat())?;
    }

    #[test]
    fn a_merge_of_notes_touches_its_section_alone(
        head in vec(any::<u8>(), 3),
        notes in notes(),
        section in "(## )?(A|Open|B c|)( )?",
        content in "(- [a-zé]{0,6}\n?){0,3}|[ -~\n]{0,20}",
    ) {
        let text = [notes, section, content].join("\u{1}");
        holds("notes", &[head, text.into_bytes()].concat())?;
    }
}

/// Rules that hold where nothing happens say little: random runs come to everything there is.
#[test]
fn random_runs_come_to_every_end() {
    let mut runner = TestRunner::deterministic();
    let mut missing: BTreeSet<&str> = ENDS.into();
    for _ in 0..1_000 {
        if missing.is_empty() {
            return;
        }
        let script = script(48).new_tree(&mut runner).expect("a script").current();
        for name in reached(&script.0) {
            missing.remove(name.as_str());
        }
    }
    panic!("no run came to {missing:?}");
}

const ENDS: [&str; 37] = [
    "notice counted",
    "notice usageIgnored",
    "notice callRenamed",
    "notice callDropped",
    "notice infeasible",
    "notice checked",
    "notice queued",
    "notice compactionStarted",
    "notice summaryRefused",
    "notice compactionFailed",
    "notice compactionSkipped",
    "notice resultsElided",
    "notice reset",
    "notice compacted",
    "notice notesConflicted",
    "reason breakerOpen",
    "fault blank",
    "fault stopped",
    "fault callFailed",
    "fault notesUnread",
    "fault noGain",
    "fault noBlock",
    "fault valveShut",
    "valve maxCalls",
    "valve tokenBudget",
    "valve maxPauses",
    "outcome answered",
    "outcome stopped",
    "outcome refused",
    "outcome callFailed",
    "outcome overflowed",
    "outcome compactionFailed",
    "outcome cannotReduce",
    "outcome valveShut",
    "outcome notesUnread",
    "outcome compacted",
    "outcome aborted",
];

/// Markdown with sections, some of it in code.
fn notes() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("## A\n"),
        Just("## Open\n"),
        Just("## B c \n"),
        Just("### deeper\n"),
        Just("```\n"),
        Just("~~~ sh\n"),
        Just("\n"),
        Just("- one\n"),
        Just("</notes> <NOTES-1>\n"),
        Just("😀 e\u{301}"),
        Just("##\n"),
    ];
    vec(line, 0..12).prop_map(|lines| lines.concat())
}
