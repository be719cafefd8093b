//! Every scenario of the course, step by step: the parts sum, stepping is exact, and figures do
//! not depend on the language.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use secondwind_core::{Config, Effect, Harness, Millis, Notice, Purpose, Tokens};
use secondwind_course::{
    Entry, Frame, Run, Scenario, ScenarioSource, SourceFile, StepKind, play, stub_script,
};
use serde_json::Value;

const LANGS: [&str; 3] = ["en", "pt-BR", "ko"];

fn scenarios() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/lesson-6/scenarios");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some()).collect();
    files.sort();
    assert_eq!(files.len(), 2);
    files
}

fn source(path: &Path, lang: &str) -> ScenarioSource {
    let read = |path: PathBuf| SourceFile {
        name: path.display().to_string(),
        text: fs::read_to_string(path).unwrap(),
    };
    let folder = path.with_extension("");
    let texts = [format!("{lang}.toml"), "common.toml".to_owned()];
    ScenarioSource {
        scenario: read(path.to_owned()),
        texts: texts.map(|name| read(folder.join(name))).into(),
    }
}

fn runs() -> impl Iterator<Item = Run> {
    scenarios().into_iter().flat_map(|path| {
        LANGS.map(|lang| {
            Run::new(&source(&path, lang)).unwrap_or_else(|issues| panic!("{issues:?}"))
        })
    })
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
            let messages = frame.window.iter().skip(1).map(|part| part.id);
            assert!(messages.eq(frame.messages.iter().map(|message| message.id)));
        }
    }
}

/// The frames are a fold over effects; the harness that made the effects must agree with it.
#[test]
fn what_is_shown_is_what_the_harness_holds() {
    for path in scenarios() {
        let source = source(&path, "en");
        let scenario = Scenario::parse(&source).unwrap();
        let script = stub_script(&source).unwrap();
        let run = Run::new(&source).unwrap();
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
        assert_eq!(harness.messages().len(), last.messages.len());
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
    for path in scenarios() {
        let english = Run::new(&source(&path, "en")).unwrap();
        for lang in ["pt-BR", "ko"] {
            let other = Run::new(&source(&path, lang)).unwrap();
            assert_eq!(other.summary().marks, english.summary().marks);
            assert_ne!(other.summary().task, english.summary().task);
            for (one, two) in frames(&other).into_iter().zip(frames(&english)) {
                assert_eq!((one.counter, one.window, one.log), (two.counter, two.window, two.log));
            }
        }
    }
}

#[test]
fn the_reference_run_steps_through_the_lessons_figures() {
    let run = Run::new(&source(&scenarios()[1], "en")).unwrap();
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
    assert_eq!((after.messages.len(), after.archive.len()), (1, before.messages.len()));
    assert!(before.notes.content.as_ref().is_some_and(|notes| notes.contains("updateStatus")));
    let last = run.frame(summary.last);
    assert_eq!((last.notes.version, last.notes.call), (2, 5));
    assert_eq!(last.notes.previous, before.notes.content);
    assert!(last.answer.unwrap().contains("`version`"));
}

#[test]
fn the_derived_scenario_is_long_and_compacts_three_times() {
    let run = Run::new(&source(&scenarios()[0], "en")).unwrap();
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
