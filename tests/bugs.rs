//! Each bug of the lesson's loop shows its symptom, in figures; and whatever is wrong with the
//! loop, what is shown adds up.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod course;

use std::sync::OnceLock;

use course::{scenario, scenarios};
use proptest::{collection::vec, option, prelude::*, sample::subsequence};
use secondwind_core::{Effect, Measure, Meter, Meters, Notice, Size, Tokens};
use secondwind_course::{
    Arg, Bug, Ending, Entry, FactPlace, Frame, Issue, Patch, PatchStrategy, Run, ScenarioSource,
    SourceFile, StepKind, StepMark,
};
use serde_json::json;

fn bug(bug: Bug) -> Patch {
    Patch { bugs: vec![bug], ..Patch::default() }
}

/// The scenario in which all symptoms show, with this bug.
fn with(bug: Bug) -> Run {
    scenario("last-item").patched("en", &self::bug(bug))
}

fn without() -> Run {
    scenario("last-item").run("en")
}

fn marks(run: &Run, kind: StepKind) -> Vec<&StepMark> {
    run.summary().marks.iter().filter(|mark| mark.kind == kind).collect()
}

fn calls(run: &Run, kind: StepKind) -> Vec<u32> {
    marks(run, kind).iter().map(|mark| mark.call).collect()
}

fn frames(run: &Run) -> impl Iterator<Item = Frame> {
    (0..=run.summary().last).map(|step| run.frame(step))
}

/// The requests of the loop's own: call, size, and what of it repeats the one before.
fn requests(run: &Run) -> Vec<(u32, u64, u64)> {
    let called = marks(run, StepKind::Called).into_iter();
    let figures = |mark: &StepMark| {
        let [tokens, repeated] = [mark.request_tokens, mark.repeated_tokens];
        (mark.call, tokens.unwrap().get(), repeated.unwrap().get())
    };
    called.map(figures).collect()
}

fn restart_text(run: &Run, part: &str) -> String {
    let mut restarts = run.messages().iter().filter(|message| message.kind.as_str() == "restart");
    let parts = &restarts.next().unwrap().parts;
    parts.iter().find(|it| it.kind == part).map_or_else(String::new, |it| it.text.clone())
}

#[test]
fn the_run_without_bugs_compacts_three_times_and_answers() {
    let run = without();
    let summary = run.summary();
    assert_eq!(summary.ending, Ending::Answered);
    assert_eq!((summary.calls, summary.compaction_calls, summary.compactions), (16, 3, 3));
    assert_eq!(calls(&run, StepKind::Crossed), [3, 8, 12]);
    assert_eq!((summary.meter, summary.gauge), (Meter::Accumulated, Meter::Accumulated));
}

#[test]
fn no_reset_compacts_at_every_later_round() {
    let run = with(Bug::NoReset);
    let first = calls(&run, StepKind::Crossed)[0];
    let rounds = calls(&run, StepKind::Appended);
    let later: Vec<_> = rounds.into_iter().filter(|call| *call >= first).collect();
    assert_eq!(calls(&run, StepKind::Crossed), later);
    assert_eq!((run.summary().compactions, run.summary().calls), (10, 23));
    assert!(marks(&run, StepKind::Reset).is_empty());
    let all = frames(&run).map(|frame| frame.meters.accumulated);
    assert!(all.is_sorted(), "the counter never falls");
}

#[test]
fn check_early_lands_the_results_behind_the_restart_and_is_refused() {
    let run = with(Bug::CheckEarly);
    assert_eq!((run.summary().ending, run.summary().calls), (Ending::Refused, 5));
    let kinds: Vec<_> = run.summary().marks.iter().map(|mark| mark.kind).collect();
    let crossed = kinds.iter().position(|kind| *kind == StepKind::Crossed).unwrap();
    assert_eq!(kinds[crossed - 1], StepKind::Replied);
    let reset = kinds.iter().position(|kind| *kind == StepKind::Reset).unwrap();
    assert_eq!(
        kinds[reset + 1..],
        [
            StepKind::Ran,
            StepKind::Noted,
            StepKind::Appended,
            StepKind::Called,
            StepKind::Refused,
            StepKind::Finished
        ]
    );
    let window: Vec<_> = run.frame(run.summary().last).window;
    assert_eq!(
        window.iter().map(|part| part.kind).collect::<Vec<_>>(),
        ["fixed", "restart", "results"]
    );
}

#[test]
fn check_late_sends_one_request_above_the_threshold_for_each_compaction() {
    let run = with(Bug::CheckLate);
    let threshold = run.summary().threshold;
    let above = |run: &Run| {
        let called = marks(run, StepKind::Called).into_iter();
        called.filter(|mark| mark.accumulated >= threshold).map(|mark| mark.call).collect()
    };
    let late: Vec<u32> = above(&run);
    assert_eq!(late, calls(&run, StepKind::Crossed));
    assert_eq!(late.len(), run.summary().compactions as usize);
    assert_eq!(late, [4, 6, 10, 14]);
    let none: Vec<u32> = above(&without());
    assert!(none.is_empty());
    // The late reply is taken in after the counter went back, with its own number.
    let after = run.summary().marks.iter().skip_while(|mark| mark.kind != StepKind::Reset);
    let after: Vec<_> =
        after.take(2).map(|mark| (mark.kind, mark.call, mark.accumulated)).collect();
    assert_eq!(
        after,
        [(StepKind::Reset, 5, Tokens::ZERO), (StepKind::Replied, 4, Tokens::new(2825))]
    );
}

#[test]
fn append_leaves_the_window_fuller_than_before() {
    let run = with(Bug::Append);
    for mark in marks(&run, StepKind::Replaced) {
        assert!(mark.occupancy > run.summary().marks[mark.step - 1].occupancy);
        assert_eq!(run.frame(mark.step).args["removed"], Arg::Number(0));
    }
    assert_eq!(run.summary().ending, Ending::Overflowed);
    assert!(run.messages().iter().all(|message| message.left.is_none()));
}

#[test]
fn stale_notes_restart_from_notes_that_were_empty_when_the_run_began() {
    let run = with(Bug::StaleNotes);
    let replaced = marks(&run, StepKind::Replaced)[0].step;
    assert_eq!(run.frame(replaced).notes.version, 1);
    assert_eq!(restart_text(&run, "notes"), "(NOTES.md is still empty)");
    assert!(restart_text(&without(), "notes").contains("`reserve`"));
    let lock = |run: &Run, step| run.frame(step).facts[1];
    assert_eq!(
        (lock(&run, replaced).place, lock(&run, replaced).visible),
        (FactPlace::Notes, false)
    );
    let sound = without();
    let replaced = marks(&sound, StepKind::Replaced)[0].step;
    assert_eq!(
        (lock(&sound, replaced).place, lock(&sound, replaced).visible),
        (FactPlace::Notes, true)
    );
}

#[test]
fn notes_in_system_weigh_on_every_request_and_cost_the_cached_prefix_at_each_update() {
    let run = with(Bug::NotesInSystem);
    let base = without().frame(0).window[0].tokens.get();
    let sizes = [0, 80, 85, 90, 80];
    let mut version = 0;
    for mark in marks(&run, StepKind::Called) {
        let frame = run.frame(mark.step);
        let [fixed, notes] = [frame.window[0].tokens.get(), sizes[frame.notes.version as usize]];
        assert_eq!(fixed, base + notes, "call {}", mark.call);
        let updated = std::mem::replace(&mut version, frame.notes.version) != frame.notes.version;
        let repeated = mark.repeated_tokens.unwrap();
        assert_eq!(repeated == Tokens::ZERO, updated || mark.call == 1, "call {}", mark.call);
    }
    assert_eq!(version, 4);
    assert_eq!(restart_text(&run, "notes"), "");
    // What no cache serves is dearer: more of it is sent than with the notes in the restart.
    let fresh = |run: &Run| -> u64 { requests(run).iter().map(|(_, all, old)| all - old).sum() };
    assert!(fresh(&run) > fresh(&without()), "{} {}", fresh(&run), fresh(&without()));
    let request = run.request(marks(&run, StepKind::Called).last().unwrap().step).unwrap();
    let system = request.body["system"].as_str().unwrap();
    assert!(system.ends_with("## Unresolved\n- None"), "{system}");
}

#[test]
fn a_threshold_at_the_limit_lets_a_request_out_that_does_not_fit() {
    let run = with(Bug::ThresholdAtLimit);
    let summary = run.summary();
    assert_eq!((summary.threshold, summary.meter), (summary.window, Meter::Occupancy));
    assert_eq!((summary.ending, summary.compactions, summary.calls), (Ending::Overflowed, 0, 8));
    let refused = marks(&run, StepKind::Refused)[0];
    let args = run.frame(refused.step).args;
    assert_eq!((&args["tokens"], &args["window"]), (&Arg::Number(3905), &Arg::Number(4000)));
}

#[test]
fn a_shared_counter_goes_on_beyond_the_budget() {
    let budget = Patch { token_budget: Some(9000), ..Patch::default() };
    let stopped = scenario("last-item").patched("en", &budget);
    assert_eq!((stopped.summary().ending, stopped.summary().calls), (Ending::BudgetSpent, 8));
    let shared = Patch { bugs: vec![Bug::SharedCounter], ..budget };
    let run = scenario("last-item").patched("en", &shared);
    assert_eq!((run.summary().ending, run.summary().calls), (Ending::Answered, 16));
    assert_eq!(run.frame(usize::MAX).meters.spend, Tokens::new(18_455));
}

#[test]
fn last_only_is_refused_at_call_2() {
    let run = with(Bug::LastOnly);
    assert_eq!((run.summary().ending, run.summary().calls), (Ending::Refused, 2));
    let request = run.request(marks(&run, StepKind::Called)[1].step).unwrap();
    assert_eq!(request.body["messages"].as_array().unwrap().len(), 1);
}

#[test]
fn a_long_summary_compacts_at_every_later_round_until_nothing_fits() {
    let run = with(Bug::LongSummary);
    assert_eq!(calls(&run, StepKind::Crossed), [3, 5, 7, 9]);
    assert_eq!(calls(&run, StepKind::Appended), [1, 2, 3, 5, 7, 9]);
    assert_eq!(run.summary().ending, Ending::Overflowed);
    for mark in marks(&run, StepKind::Replaced) {
        assert!(mark.occupancy >= run.summary().marks[mark.step - 1].occupancy);
    }
    assert!(restart_text(&run, "summary").contains("reserve lamp-17 x1: wrote -1"));
    assert_eq!(run.summary().ledger[0].lost, Vec::<usize>::new());
}

#[test]
fn a_cut_pair_is_refused() {
    let run = with(Bug::CutPair);
    assert_eq!((run.summary().ending, run.summary().calls), (Ending::Refused, 5));
    let replaced = run.frame(marks(&run, StepKind::Replaced)[0].step);
    assert_eq!(replaced.counts.window, 2);
    assert_eq!(replaced.window[2].kind, "results");
    let refused = run.frame(marks(&run, StepKind::Refused)[0].step);
    let Arg::Text(message) = &refused.args["message"] else { panic!("no message") };
    assert!(message.contains("has no call before it"), "{message}");
}

#[test]
fn another_gauge_shows_less_than_the_threshold_when_it_fires() {
    let run = with(Bug::OtherGauge);
    let summary = run.summary();
    assert_eq!((summary.meter, summary.gauge), (Meter::Accumulated, Meter::Occupancy));
    for mark in marks(&run, StepKind::Crossed) {
        assert!(mark.occupancy < summary.threshold && mark.accumulated >= summary.threshold);
    }
    let compacted = run.log().iter().find(|line| line.key == "log-compaction").unwrap();
    assert_eq!(compacted.args["used"], Arg::Number(2665));
    assert_eq!(compacted.args["threshold"], Arg::Number(2800));
    assert_eq!(summary.compactions, 3);
}

#[test]
fn appended_notes_still_say_in_the_end_that_the_race_is_open() {
    let open = "Race condition in `reserve`: the last item is sold twice";
    let notes = |run: &Run| run.frame(usize::MAX).notes.content.unwrap();
    assert!(notes(&with(Bug::AppendNotes)).contains(open));
    assert!(!notes(&without()).contains(open));
    assert_eq!(notes(&with(Bug::AppendNotes)).matches("## Decisions").count(), 4);
    let size = |run: &Run| marks(run, StepKind::Replaced).last().unwrap().occupancy.get();
    assert_eq!(size(&with(Bug::AppendNotes)) - size(&without()), 165);
}

/// Patches of one bug each, and others that reach what a single one does not.
fn patches() -> Vec<Patch> {
    let mut patches: Vec<_> = Bug::ALL.map(bug).into();
    patches.push(Patch::default());
    let dials = [
        Patch { meter: Some(Meter::Occupancy), ..Patch::default() },
        Patch { meter: Some(Meter::Accumulated), ratio: Some(0.5), ..Patch::default() },
        Patch { window: Some(1500), ..Patch::default() },
        Patch { window: Some(100_000), ..Patch::default() },
        Patch { summary_tokens: Some(900), ..Patch::default() },
        Patch { token_budget: Some(3000), ..Patch::default() },
        Patch { token_budget: Some(0), ..Patch::default() },
        Patch { strategy: Some(PatchStrategy::KeepLast), ..Patch::default() },
        Patch { strategy: Some(PatchStrategy::ElideResults), ..Patch::default() },
    ];
    patches.extend(dials);
    let pairs = [
        [Bug::CheckLate, Bug::NoReset],
        [Bug::CheckLate, Bug::NotesInSystem],
        [Bug::CheckLate, Bug::CutPair],
        [Bug::CheckEarly, Bug::Append],
        [Bug::LastOnly, Bug::Append],
        [Bug::NotesInSystem, Bug::AppendNotes],
        [Bug::LongSummary, Bug::StaleNotes],
        [Bug::OtherGauge, Bug::NoReset],
    ];
    patches.extend(pairs.map(|pair| Patch { bugs: pair.into(), ..Patch::default() }));
    let with_dial = Patch { window: Some(1200), ..bug(Bug::NoReset) };
    patches.extend([with_dial, Patch { meter: Some(Meter::Occupancy), ..bug(Bug::CheckLate) }]);
    patches
}

/// Every scenario with every patch.
fn all() -> &'static [(String, Patch, Run)] {
    static ALL: OnceLock<Vec<(String, Patch, Run)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let all = scenarios().into_iter().flat_map(|place| {
            let run =
                move |patch: Patch| (place.name(), patch.clone(), place.patched("en", &patch));
            patches().into_iter().map(run)
        });
        all.collect()
    })
}

/// The slices of every frame sum to its meters, its meters are those that the loop told, and its
/// messages are those that came and have not left.
fn adds_up(name: &str, run: &Run) {
    for frame in frames(run) {
        let at = format!("{name} step {} {:?}", frame.step, frame.kind);
        let counter: Tokens = frame.counter.iter().map(|part| part.tokens).sum();
        assert_eq!(counter, frame.meters.accumulated, "{at}");
        let window: Tokens = frame.window.iter().map(|part| part.tokens).sum();
        assert_eq!(window, frame.meters.occupancy, "{at}");
        if let Some(told) = told(run.entries_of(frame.step)) {
            let meters = frame.meters;
            let is_counted = |size: Size| size.measure == Measure::Counted;
            assert_eq!(meters.accumulated, told.accumulated.tokens, "{at}");
            assert_eq!(meters.occupancy, told.occupancy.tokens, "{at}");
            assert_eq!(meters.spend, told.spend.tokens, "{at}");
            assert_eq!(meters.accumulated_counted, is_counted(told.accumulated), "{at}");
            assert_eq!(meters.occupancy_counted, is_counted(told.occupancy), "{at}");
            assert_eq!(meters.spend_counted, is_counted(told.spend), "{at}");
        }
        let mark = &run.summary().marks[frame.step];
        assert_eq!(mark.accumulated, frame.meters.accumulated, "{at}");
        assert_eq!(mark.occupancy, frame.meters.occupancy, "{at}");
        assert_eq!(mark.spend, frame.meters.spend, "{at}");
        let here = run.messages().iter().filter(|message| {
            message.step <= frame.step && message.left.is_none_or(|left| left > frame.step)
        });
        let mut here: Vec<_> = here.map(|message| message.id).collect();
        let mut ids: Vec<_> = frame.window.iter().skip(1).map(|part| part.id).collect();
        assert_eq!(ids.len(), frame.counts.window, "{at}");
        // What was kept stands behind a restart message that is newer.
        here.sort_by_key(|id| id.0);
        ids.sort_by_key(|id| id.0);
        assert_eq!(here, ids, "{at}");
    }
}

/// The meters that the loop told last in a step, if nothing changed after that.
fn told(entries: &[Entry]) -> Option<Meters> {
    let mut told = None;
    for entry in entries {
        match entry {
            Entry::Effect(Effect::Append { .. } | Effect::Replace { .. }) => told = None,
            Entry::Effect(Effect::Notify { notice: Notice::Counted { meters, .. } }) => {
                told = Some(*meters);
            }
            Entry::Effect(Effect::Notify { notice: Notice::Compacted { after, .. } }) => {
                told = Some(*after);
            }
            _ => {}
        }
    }
    told
}

#[test]
fn the_parts_sum_to_the_meters_at_every_step_of_every_bug() {
    for (name, patch, run) in all() {
        adds_up(&format!("{name} {patch:?}"), run);
    }
}

/// A scenario of this many rounds: output, and for each call the size of its result and whether
/// it writes the notes.
fn scripted(rounds: &[(u32, Vec<(u32, bool)>)], policy: &str) -> ScenarioSource {
    let mut text = format!(
        "format = 1\ntitle = \"t\"\ntask = \"t\"\nsystem = \"t\"\nusage = \"derived\"\n\
         sizes = {{ fixed = 110, task = 60, instruction = 30 }}\n{policy}\n\
         [default_summary]\ntext = \"t\"\ntokens = {{ output = 70 }}\n\
         [[tools]]\nname = \"look\"\ndescription = \"t\"\n"
    );
    let called = |(tokens, is_notes): &(u32, bool)| {
        let action = if *is_notes {
            format!("notes = \"t\"\nnotes_tokens = {}", tokens / 2)
        } else {
            "tool = \"look\"\nresult = \"t\"\ninput = {}".to_owned()
        };
        format!("[[rounds.calls]]\ntokens = {tokens}\n{action}\n")
    };
    for (output, calls) in rounds {
        let calls: Vec<String> = calls.iter().map(called).collect();
        let head = format!("[[rounds]]\nsay = \"t\"\ntokens = {{ output = {output} }}\n");
        text = [text, head, calls.concat()].concat();
    }
    text += "[[rounds]]\nsay = \"t\"\ntokens = { output = 10 }\n";
    let file = |name: &str, text: String| SourceFile { name: name.to_owned(), text };
    let texts = vec![file("en.toml", "t = \"some words\"".to_owned())];
    ScenarioSource { scenario: file("random.toml", text), texts }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn whatever_the_script_and_the_bugs_what_is_shown_adds_up(
        rounds in vec((1..250_u32, vec((0..400_u32, any::<bool>()), 1..4)), 1..12),
        bugs in subsequence(Bug::ALL.to_vec(), 0..5),
        window in 900..4000_u32,
        is_accumulated: bool,
        budget in option::weighted(0.2, 0..20_000_u32),
    ) {
        let meter = if is_accumulated { "accumulated" } else { "occupancy" };
        let policy = format!("policy = {{ window = {window}, ratio = 0.7, meter = \"{meter}\" }}");
        let source = scripted(&rounds, &policy);
        let patch = Patch { bugs, token_budget: budget, ..Patch::default() };
        match Run::new(&source, &patch) {
            Ok(run) => adds_up(&format!("{patch:?}"), &run),
            Err(issues) => prop_assert!(codes(&issues).iter().all(|code| *code == "patch-same-line"), "{issues:?}"),
        }
    }
}

#[test]
fn what_is_compared_is_what_is_shown_and_the_line_drawn_is_the_one_compared_with() {
    for (name, patch, run) in all() {
        let summary = run.summary();
        for frame in frames(run) {
            if !matches!(frame.kind, StepKind::Checked | StepKind::Crossed) {
                continue;
            }
            let value = match summary.meter {
                Meter::Accumulated => frame.meters.accumulated,
                Meter::Occupancy => frame.meters.occupancy,
            };
            let at = format!("{} {patch:?} step {}", name, frame.step);
            assert_eq!(frame.args["value"], Arg::Number(value.get()), "{at}");
            assert_eq!(frame.args["threshold"], Arg::Number(summary.threshold.get()), "{at}");
            assert_eq!(frame.kind == StepKind::Crossed, value >= summary.threshold, "{at}");
        }
    }
}

#[test]
fn the_next_request_holds_what_the_window_holds_when_it_goes_out() {
    for (_, patch, run) in all() {
        let is_call = |mark: &&StepMark| mark.request_tokens.is_some();
        for mark in run.summary().marks.iter().filter(is_call) {
            let request = run.request(mark.step).unwrap();
            assert_eq!((request.step, request.call), (mark.step, mark.call));
            assert_eq!(Some(request.tokens), mark.request_tokens);
            let sent = request.body["messages"].as_array().unwrap().len();
            let whole = run.frame(mark.step).counts.window;
            let is_part = request.purpose == "summary" || patch.bugs.contains(&Bug::LastOnly);
            assert_eq!(sent, if is_part { 1 } else { whole });
            assert_eq!(request.body.get("tools").is_some(), request.purpose == "main");
        }
        let last = run.summary().marks.iter().rposition(|mark| mark.request_tokens.is_some());
        let after = last.map_or(0, |last| last + 1);
        assert_eq!(run.request(after), None);
        assert_eq!(run.request(usize::MAX), None);
    }
}

#[test]
fn figures_that_a_scenario_states_change_by_as_much_as_what_is_sent() {
    let append = scenario("order-race").patched("en", &bug(Bug::Append));
    // Calls 5 and 6 send 820 more than the 210 and 330 of the unpatched run.
    assert_eq!(requests(&append)[3..], [(5, 1030, 720), (6, 1150, 1030)]);
    let dialled = Patch { window: Some(5000), ..Patch::default() };
    let run = scenario("order-race").patched("en", &dialled);
    assert_eq!((run.summary().compactions, run.summary().threshold), (0, Tokens::new(3500)));
    assert_eq!(requests(&run).last(), Some(&(5, 1050, 930)));
    let storm = scenario("order-race").patched("en", &bug(Bug::NoReset));
    let asked: Vec<_> = marks(&storm, StepKind::Asked).iter().map(|it| it.request_tokens).collect();
    assert_eq!(asked, [905, 305].map(|tokens| Some(Tokens::new(tokens))));
}

#[test]
fn dials_change_the_policy_and_leave_the_rest() {
    let place = scenario("invoice-import");
    let early = Patch { meter: Some(Meter::Accumulated), ..Patch::default() };
    assert_eq!(calls(&place.patched("en", &early), StepKind::Crossed)[0], 3);
    let long = Patch { summary_tokens: Some(690), ..Patch::default() };
    let after = |run: &Run| marks(run, StepKind::Replaced)[0].occupancy.get();
    assert_eq!(after(&place.patched("en", &long)) - after(&place.run("en")), 500);
    let budget = Patch { token_budget: Some(5000), ..Patch::default() };
    assert_eq!(place.patched("en", &budget).summary().ending, Ending::BudgetSpent);
    let keep = Patch { strategy: Some(PatchStrategy::KeepLast), ..Patch::default() };
    let kept = place.patched("en", &keep);
    let window = kept.frame(marks(&kept, StepKind::Replaced)[0].step).window;
    let kinds: Vec<_> = window.iter().map(|part| part.kind).collect();
    assert_eq!(kinds, ["fixed", "restart", "reply", "results", "reply", "results"]);
    let elide = Patch { strategy: Some(PatchStrategy::ElideResults), ..Patch::default() };
    let elided = place.patched("en", &elide);
    let first = marks(&elided, StepKind::Replaced)[0].step;
    assert_eq!(
        marks(&elided, StepKind::Asked).first().map_or(usize::MAX, |it| it.step).min(first),
        first
    );
    let twice = elided.messages().iter().filter(|message| message.left == Some(first));
    assert!(twice.clone().count() > 0 && twice.clone().all(|it| it.kind.as_str() == "results"));
}

#[test]
fn rounds_that_a_patched_run_leaves_over_or_lacks_end_it() {
    let place = scenario("order-race");
    let mut source = place.source("en");
    source.scenario.text = source.scenario.text.replace("[default_summary]", "[[summaries]]");
    source.scenario.text = source.scenario.text.replace("default_summary = true\n", "");
    let cut = source.scenario.text.rfind("[[summaries]]").unwrap();
    let facts = source.scenario.text.find("# What there is to know").unwrap();
    source.scenario.text.replace_range(cut..facts, "");
    let run = Run::new(&source, &bug(Bug::NoReset)).unwrap();
    assert_eq!((run.summary().ending, run.summary().calls), (Ending::ScriptEnded, 6));
    let early = Patch { token_budget: Some(1000), ..Patch::default() };
    assert_eq!(place.patched("en", &early).summary().ending, Ending::BudgetSpent);
}

fn codes(issues: &[Issue]) -> Vec<&str> {
    issues.iter().map(|issue| issue.code).collect()
}

#[test]
fn a_patch_that_cannot_work_says_why() {
    let source = scenario("order-race").source("en");
    let refused = |patch: &Patch| Run::new(&source, patch).unwrap_err();
    let same = Patch { bugs: vec![Bug::CheckLate, Bug::CheckEarly], ..Patch::default() };
    let issues = refused(&same);
    assert_eq!(codes(&issues), ["patch-same-line"]);
    assert_eq!(issues[0].args["one"], Arg::Text("checkEarly".into()));
    assert!(issues[0].is_of_patch());
    for (patch, code) in [
        (Patch { ratio: Some(1.0), ..Patch::default() }, "patch-ratio"),
        (Patch { ratio: Some(f64::NAN), ..Patch::default() }, "patch-ratio"),
        (Patch { window: Some(1), ..Patch::default() }, "patch-window"),
        (Patch { output_reserve: Some(700), ..Patch::default() }, "patch-no-room"),
        (Patch { strategy: Some(PatchStrategy::KeepLast), ..bug(Bug::NoReset) }, "patch-strategy"),
    ] {
        assert_eq!(codes(&refused(&patch)), [code]);
    }
    let fine = Patch { strategy: Some(PatchStrategy::Restart), ..bug(Bug::NoReset) };
    assert!(Run::new(&source, &fine).is_ok());
}

#[test]
fn a_patch_is_read_from_json_with_every_fault_named() {
    let read = Patch::read(&json!({ "bugs": ["noReset", "noReset"], "window": 3000, "ratio": 0.5,
        "meter": "occupancy", "outputReserve": 10, "summaryTokens": 99, "tokenBudget": 0,
        "strategy": "restart" }));
    let expected = Patch {
        bugs: vec![Bug::NoReset],
        window: Some(3000),
        ratio: Some(0.5),
        meter: Some(Meter::Occupancy),
        output_reserve: Some(10),
        summary_tokens: Some(99),
        token_budget: Some(0),
        strategy: Some(PatchStrategy::Restart),
    };
    assert_eq!(read.unwrap(), expected);
    assert!(Patch::read(&json!({ "bugs": null })).unwrap().is_empty());
    let every: Vec<_> = Bug::ALL.map(Bug::as_str).into();
    assert_eq!(Patch::read(&json!({ "bugs": every })).unwrap().bugs, Bug::ALL);
    assert_eq!(serde_json::to_value(Bug::ALL).unwrap(), json!(every));

    let wrong = json!({ "bugs": ["noReste"], "widow": 1, "window": -1, "meter": 3 });
    let issues = Patch::read(&wrong).unwrap_err();
    let mut found = codes(&issues);
    found.sort_unstable();
    let expected = ["patch-unknown-key", "patch-unknown-word", "patch-unknown-word", "wrong-type"];
    assert_eq!(found, expected);
    let bugs = issues.iter().find(|issue| issue.args.get("key") == Some(&"bugs".into())).unwrap();
    let Arg::Text(known) = &bugs.args["expected"] else { panic!("no list") };
    assert!(known.starts_with("noReset, checkEarly") && known.ends_with("appendNotes"), "{known}");
    assert_eq!(codes(&Patch::read(&json!([])).unwrap_err()), ["wrong-type"]);
}
