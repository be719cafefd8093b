//! The lesson's run and exercises: figures, and the three positions that decide whether the loop
//! is right.

mod common;

use common::{Sim, calls, notes, says};
use secondwind_core::{
    CacheRule, Meter, Notice, Outcome, Policy, PolicyError, Purpose, Stop, Tokens, Usage,
    should_compact, threshold, track_usage,
};
use serde_json::json;

/// The reference run: window 2000, ratio 0.7.
fn reference() -> Sim {
    let mut last = says("A `version` field was added; the race is fixed.", 60, 150);
    last["usage"]["cache_read_input_tokens"] = json!(270);
    Sim::new(
        Policy::lesson(Tokens::new(2000), 0.7),
        [
            calls("first", 200, 200),
            calls("second", 570, 80),
            notes("third", "updateStatus still races", 720, 80),
            says("Optimistic locking was chosen.", 905, 60),
            notes("fourth", "nothing is open", 210, 70),
            last,
        ],
    )
}

#[test]
fn the_reference_run_gives_the_lessons_figures() {
    let mut sim = reference();
    let outcome = sim.run("Fix the race in the order service");

    assert_eq!(sim.counter(), [400, 1050, 1850, 280, 490]);
    let totals = sim.harness.totals();
    assert_eq!((totals.calls, totals.compaction_calls, totals.compactions), (6, 1, 1));
    let meters = sim.harness.meters();
    assert_eq!(meters.occupancy.tokens, Tokens::new(480));
    assert_eq!(meters.spend.tokens, Tokens::new(400 + 650 + 800 + 965 + 280 + 480));
    assert_eq!(sim.notes.as_deref(), Some("nothing is open"));
    let text = "A `version` field was added; the race is fixed.".into();
    assert_eq!(outcome, Outcome::Answered { text, stop: Stop::EndTurn });
}

#[test]
fn each_part_of_a_compaction_has_its_place() {
    let mut sim = reference();
    sim.run("Fix the race in the order service");

    let fired = sim.effects.iter().position(|name| *name == "crossed").expect("it fires");
    assert_eq!(sim.effects[fired - 1], "append", "the check stands right after the append");
    assert_eq!(
        sim.effects[fired + 1..fired + 8],
        ["started", "summarize", "notify", "read", "replace", "reset", "compacted"]
    );
    assert_eq!(sim.effects[fired + 8], "call");
}

#[test]
fn the_summary_call_sees_the_newest_tool_result() {
    let mut sim = Sim::new(
        Policy::lesson(Tokens::new(1000), 0.05),
        [calls("newest", 40, 20), says("summary", 1, 1), says("done", 1, 1)],
    );
    sim.run("task");

    let request = &sim.requests[1];
    assert_eq!(request.purpose, Purpose::Summary);
    let text = Sim::text(&request.messages[0]);
    assert!(text.contains("look answers: result of {\"at\":\"newest\"}"), "{text}");
    assert!(text.contains("user: task"), "{text}");
    assert_eq!((request.messages.len(), request.max_tokens), (1, Tokens::new(2000)));
}

#[test]
fn no_request_goes_out_at_the_threshold_or_above() {
    let mut sim = reference();
    sim.run("Fix the race in the order service");

    let threshold = sim.harness.threshold().get();
    for request in sim.requests.iter().filter(|request| request.purpose == Purpose::Main) {
        assert!(request.used < threshold, "{} of {threshold}", request.used);
    }
    // The check does not fire a round too early either.
    assert_eq!(sim.requests[3].used, 1850);
}

#[test]
fn a_compaction_replaces_the_messages_wholesale() {
    let mut sim = reference();
    sim.run("Fix the race in the order service");

    let after = &sim.requests[4];
    assert_eq!(after.messages.len(), 1, "the fresh window is exactly one message");
    assert_eq!(after.messages[0]["role"], "user");
    let text = Sim::text(&after.messages[0]);
    assert!(text.contains("Optimistic locking was chosen."), "{text}");
    assert!(!text.contains("Fix the race"), "the lesson restarts with summary and notes alone");
    // What the shell holds is what the harness holds.
    let payloads: Vec<_> = sim.harness.messages().iter().map(|m| m.payload.clone()).collect();
    assert_eq!(payloads, sim.history);
    assert_eq!(sim.history.len(), 4);
}

#[test]
fn the_counter_starts_at_zero_after_a_compaction() {
    let mut sim = reference();
    sim.run("Fix the race in the order service");

    assert_eq!(sim.requests[4].used, 0);
    let resets: Vec<_> = sim
        .notices
        .iter()
        .filter_map(|notice| match notice {
            Notice::Reset { from } => Some(from.get()),
            _ => None,
        })
        .collect();
    assert_eq!(resets, [1850]);
}

#[test]
fn the_restart_carries_the_notes_as_they_are_at_that_moment() {
    let mut sim = reference();
    sim.notes = Some("from before the run".into());
    sim.run("Fix the race in the order service");

    let text = Sim::text(&sim.requests[4].messages[0]);
    assert!(text.ends_with("updateStatus still races"), "{text}");
    assert!(!text.contains("from before the run"), "{text}");
    assert_eq!(sim.effects.iter().filter(|name| **name == "read").count(), 1);
}

#[test]
fn notes_that_change_while_the_summary_is_written_are_the_ones_read_back() {
    let mut sim = Sim::new(
        Policy::lesson(Tokens::new(100), 0.5),
        [notes("first", "old", 40, 20), says("summary", 1, 1), says("done", 1, 1)],
    );
    let mut events = sim.feed(common::submitted("task"));
    while sim.requests.last().is_none_or(|request| request.purpose == Purpose::Main) {
        let event = events.remove(0);
        events.extend(sim.feed(event));
    }
    sim.notes = Some("new".into());
    while !events.is_empty() {
        let event = events.remove(0);
        events.extend(sim.feed(event));
    }

    assert!(Sim::text(&sim.requests[2].messages[0]).ends_with("new"));
}

#[test]
fn a_restart_without_notes_says_that_they_are_empty() {
    for empty in [None, Some(String::new()), Some(" \n".into())] {
        let mut sim = Sim::new(
            Policy::lesson(Tokens::new(100), 0.5),
            [calls("first", 40, 20), says("summary", 1, 1), says("done", 1, 1)],
        );
        sim.notes = empty;
        sim.run("task");
        assert!(Sim::text(&sim.history[0]).ends_with("(NOTES.md is still empty)"));
    }
}

#[test]
fn compaction_fires_as_often_as_it_must() {
    let round = |id: &str| calls(id, 40, 20);
    let summary = || says("summary", 500, 5);
    let mut sim = Sim::new(
        Policy::lesson(Tokens::new(100), 0.5),
        [round("1"), summary(), round("2"), summary(), round("3"), summary(), says("done", 5, 5)],
    );
    sim.run("task");

    let totals = sim.harness.totals();
    assert_eq!((totals.calls, totals.compaction_calls, totals.compactions), (7, 3, 3));
    let ordinals: Vec<_> = sim
        .notices
        .iter()
        .filter_map(|notice| match notice {
            Notice::Compacted { ordinal, call, .. } => Some((*ordinal, *call)),
            _ => None,
        })
        .collect();
    assert_eq!(ordinals, [(1, 2), (2, 4), (3, 6)]);
}

#[test]
fn the_trace_exercise_fires_after_the_fourth_turn() {
    let policy = Policy::lesson(Tokens::new(6000), 0.75);
    assert_eq!(policy.threshold(), Ok(Tokens::new(4500)));
    let mut sim = Sim::new(
        policy,
        [
            calls("1", 1000, 200),
            calls("2", 1300, 200),
            calls("3", 800, 100),
            calls("4", 1000, 100),
            says("summary", 2000, 300),
            calls("5", 300, 100),
            says("done", 1, 1),
        ],
    );
    sim.run("task");

    assert_eq!(sim.counter(), [1200, 2700, 3600, 4700, 400, 402]);
    assert_eq!(sim.requests[4].purpose, Purpose::Summary);
    assert_eq!(sim.harness.totals().compactions, 1);
}

#[test]
fn the_threshold_is_exact() {
    for (window, ratio, expected) in [
        (2000, 0.7, 1400),
        (6000, 0.75, 4500),
        (100, 0.07, 7),
        (100, 0.29, 29),
        (10, 0.75, 8),
        (1_000_000, 0.000_001, 1),
    ] {
        let threshold = threshold(Tokens::new(window), ratio).expect("it works");
        assert_eq!(threshold, Tokens::new(expected), "{window} {ratio}");
        assert!(!should_compact(Tokens::new(expected - 1), threshold));
        assert!(should_compact(Tokens::new(expected), threshold));
        assert!(should_compact(Tokens::new(expected + 1), threshold));
    }
    // Rounded up, this one would lie at the window itself.
    let whole = threshold(Tokens::new(200_000), 0.999_999);
    assert!(matches!(whole, Err(PolicyError::Window { .. })));
}

#[test]
fn both_triggers_fire_at_the_threshold_and_not_below() {
    // The meters stand at 57, 58 and 59; occupancy holds the result of 20 bytes as well.
    let trigger = |meter, input: u32| {
        let policy = Policy { meter, ..Policy::lesson(Tokens::new(100), 0.58) };
        let mut sim =
            Sim::new(policy, [calls("a", input, 6), says("first", 1, 1), says("second", 1, 1)]);
        sim.run("task");
        sim.harness.totals().compactions
    };
    assert_eq!([51, 52, 53].map(|input| trigger(Meter::Accumulated, input)), [0, 1, 1]);
    let appended = 9;
    assert_eq!([51, 52, 53].map(|input| trigger(Meter::Occupancy, input - appended)), [0, 1, 1]);
}

#[test]
fn a_policy_that_cannot_work_is_refused_with_its_numbers() {
    let message = |policy: Policy| policy.threshold().expect_err("it cannot work").to_string();
    let window = Tokens::new(2000);
    for ratio in [0.0, 1.0, -0.1, 1.5, f64::NAN, f64::INFINITY] {
        assert!(message(Policy::lesson(window, ratio)).contains(&ratio.to_string()));
    }
    assert!(message(Policy::lesson(Tokens::ZERO, 0.7)).contains("window of 0"));
    let cramped = Policy { output_reserve: Tokens::new(600), ..Policy::lesson(window, 0.7) };
    let cramped = message(cramped);
    assert!(cramped.contains("1400") && cramped.contains("2000") && cramped.contains("600"));
    let mute = Policy { summary_limit: Tokens::ZERO, ..Policy::lesson(window, 0.7) };
    assert!(message(mute).contains("summaryLimit"));
}

#[test]
fn the_counter_does_not_see_cached_tokens_that_are_reported_apart() {
    let usage = |cache| Usage {
        input: Tokens::new(60),
        cache_read: Tokens::new(270),
        cache_write: Tokens::new(7),
        output: Tokens::new(150),
        cache,
    };
    let apart = usage(CacheRule::Apart);
    assert_eq!(track_usage(Tokens::ZERO, &apart), Tokens::new(210));
    assert_eq!(apart.total(), Tokens::new(487));
    assert_eq!(usage(CacheRule::Within).total(), Tokens::new(210));
}
