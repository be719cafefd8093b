//! Every scenario of the course, step by step: the parts sum, stepping is exact, and figures do
//! not depend on the language.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod course;

use course::{LANGS, scenario, scenarios};
use secondwind_core::{Config, Effect, Harness, Millis, Notice, Purpose, Tokens};
use secondwind_course::{Entry, Frame, Run, StepKind, play, stub_script};
use serde_json::Value;

fn runs() -> impl Iterator<Item = Run> {
    scenarios().into_iter().flat_map(|place| LANGS.map(|lang| place.run(lang)))
}

fn frames(run: &Run) -> Vec<Frame> {
    (0..=run.summary().last).map(|step| run.frame(step)).collect()
}

#[test]
fn the_parts_sum_to_the_meters_at_every_step() {
    for run in runs() {
        for frame in frames(&run) {
            let counter: Tokens = frame.counter.iter().map(|part| part.tokens).sum();
            assert_eq!(counter, frame.meters.accumulated, "{} {}", run.summary().title, frame.step);
            let window: Tokens = frame.window.iter().map(|part| part.tokens).sum();
            assert_eq!(window, frame.meters.occupancy, "{} {}", run.summary().title, frame.step);
            let here = run.messages().iter().filter(|message| {
                message.step <= frame.step && message.left.is_none_or(|left| left > frame.step)
            });
            let ids = frame.window.iter().skip(1).map(|part| part.id);
            assert!(ids.eq(here.map(|message| message.id)));
            let left = |step: Option<usize>| step.is_some_and(|left| left <= frame.step);
            let archived = run.messages().iter().filter(|message| left(message.left)).count();
            assert_eq!(frame.counts.archive, archived);
        }
    }
}

/// The frames are a fold over effects; the harness that made the effects must agree with it.
#[test]
fn what_is_shown_is_what_the_harness_holds() {
    for place in scenarios() {
        let scenario = place.parse("en");
        let script = stub_script(&place.source("en")).unwrap();
        let run = place.run("en");
        let fixed = run.frame(0).window[0].tokens;
        let config = Config { fixed, ..Config::new(scenario.policy.clone()) };
        let mut harness = Harness::<Value>::new(config).unwrap();
        assert_eq!(harness.threshold(), run.summary().threshold);

        let mut counted = Vec::new();
        for entry in play(&scenario).unwrap() {
            let Entry::Event(event) = entry else { continue };
            for effect in harness.apply(Millis(0), event).unwrap() {
                if let Effect::Notify {
                    notice: Notice::Counted { call, meters, purpose: Purpose::Main, .. },
                } = effect
                {
                    counted.push((call, meters));
                }
            }
        }
        let replied: Vec<_> =
            frames(&run).into_iter().filter(|frame| frame.kind == StepKind::Replied).collect();
        assert_eq!(counted.len(), replied.len());
        for ((call, meters), frame) in counted.into_iter().zip(replied) {
            assert_eq!(call, frame.call);
            assert_eq!(meters.accumulated.tokens, frame.meters.accumulated);
            assert_eq!(meters.occupancy.tokens, frame.meters.occupancy);
            assert_eq!(meters.spend.tokens, frame.meters.spend);
        }
        let last = run.frame(run.summary().last);
        assert_eq!(harness.meters().occupancy.tokens, last.meters.occupancy);
        assert_eq!(harness.messages().len(), last.counts.window);
        assert_eq!(harness.totals().calls as usize, script.replies.len());
    }
}

#[test]
fn a_frame_does_not_depend_on_the_way_to_it() {
    for run in runs() {
        let forward = frames(&run);
        for step in (0..forward.len()).rev() {
            assert_eq!(run.frame(step), forward[step]);
        }
        assert_eq!(run.frame(usize::MAX), forward[forward.len() - 1]);
    }
}

#[test]
fn the_figures_do_not_depend_on_the_language() {
    for place in scenarios() {
        let english = place.run("en");
        for lang in ["pt-BR", "ko"] {
            let other = place.run(lang);
            assert_eq!(other.summary().marks, english.summary().marks);
            assert_ne!(other.summary().task, english.summary().task);
            for (one, two) in frames(&other).into_iter().zip(frames(&english)) {
                assert_eq!((one.counter, one.window), (two.counter, two.window));
                assert_eq!((one.facts, one.counts), (two.facts, two.counts));
            }
            assert_eq!(other.log(), english.log());
            assert_eq!(other.summary().ledger, english.summary().ledger);
        }
    }
}

#[test]
fn the_reference_run_steps_through_the_lessons_figures() {
    let run = scenario("order-race").run("en");
    let summary = run.summary();
    assert_eq!((summary.calls, summary.compaction_calls, summary.compactions), (6, 1, 1));
    assert_eq!((summary.window, summary.threshold), (Tokens::new(2000), Tokens::new(1400)));

    let kinds: Vec<_> = summary.marks.iter().map(|mark| mark.kind).collect();
    let crossed = kinds.iter().position(|kind| *kind == StepKind::Crossed).unwrap();
    assert_eq!(kinds[crossed - 1], StepKind::Appended);
    assert_eq!(
        kinds[crossed..crossed + 7],
        [
            StepKind::Crossed,
            StepKind::Asked,
            StepKind::Summarized,
            StepKind::Reread,
            StepKind::Replaced,
            StepKind::Reset,
            StepKind::Called,
        ]
    );
    let figure = |step: usize| {
        let meters = run.frame(step).meters;
        (meters.accumulated.get(), meters.occupancy.get())
    };
    assert_eq!(figure(crossed), (1850, 930));
    assert_eq!(figure(crossed + 4), (1850, 210), "replaced, but not yet reset");
    assert_eq!(figure(crossed + 5), (0, 210));
    let replied: Vec<_> = summary
        .marks
        .iter()
        .filter(|mark| mark.kind == StepKind::Replied)
        .map(|mark| (mark.call, mark.accumulated.get(), mark.occupancy.get()))
        .collect();
    assert_eq!(
        replied,
        [(1, 400, 400), (2, 1050, 650), (3, 1850, 800), (5, 280, 280), (6, 490, 480),]
    );

    let before = run.frame(crossed);
    let after = run.frame(crossed + 4);
    assert_eq!((after.counts.window, after.counts.archive), (1, before.counts.window));
    assert!(before.notes.content.as_ref().is_some_and(|notes| notes.contains("updateStatus")));
    let last = run.frame(summary.last);
    assert_eq!((last.notes.version, last.notes.call), (2, 5));
    assert_eq!(last.notes.previous, before.notes.content);
    assert!(last.answer.unwrap().contains("`version`"));
}

#[test]
fn the_derived_scenario_is_long_and_compacts_three_times() {
    let run = scenario("invoice-import").run("en");
    let summary = run.summary();
    assert!(summary.calls - summary.compaction_calls >= 12, "{}", summary.calls);
    assert_eq!((summary.usage, summary.compactions), ("derived", 3));
    // What is counted is what was sent: no count corrects what the window is known to hold.
    for entry in run.entries() {
        if let Entry::Effect(Effect::Notify { notice: Notice::Counted { settled, .. } }) = entry {
            assert_eq!(*settled, []);
        }
    }
}
