//! The parts that need no harness: presets, thresholds, and the notes.

use secondwind_core::{
    Config, Floor, Guards, Harness, Meter, NotesRules, Policy, PolicyError, Prompts, Restart,
    SectionEdit, Strategy, Tokens, Valves, fence, merge_notes, read, summary_request, threshold,
    update_notes, write,
};
use serde_json::{Value, json};

const fn tokens(count: u32) -> Tokens {
    Tokens::new(count)
}

#[test]
fn the_production_preset_has_every_guard() {
    let large = Policy {
        window: tokens(200_000),
        ratio: 0.7,
        meter: Meter::Occupancy,
        output_reserve: tokens(1_024),
        reply_limit: tokens(1_024),
        summary_limit: tokens(2_000),
        strategy: Strategy::Restart,
        restart: Restart {
            pin_instructions: true,
            fence_notes: true,
            notes_limit: Policy::production(tokens(200_000)).restart.notes_limit,
        },
        notes: NotesRules { read_at_start: true, guard: true },
        guards: Guards {
            summary_attempts: 3,
            breaker: Some(3),
            storm: Some(2),
            min_gain: Some(0.1),
            feasibility: true,
            fit_summary: true,
            go_on: true,
        },
        valves: Valves { max_calls: None, token_budget: None, max_pauses: Some(10) },
        any_stop_answers: false,
    };
    assert_eq!(Policy::production(tokens(200_000)), large);
    assert!(large.restart.notes_limit.is_some_and(|limit| limit > tokens(1_000)));
    let small = Policy::production(tokens(800));
    assert_eq!((small.reply_limit, small.summary_limit), (tokens(100), tokens(100)));
    assert_eq!((small.output_reserve, small.restart.notes_limit), (tokens(100), Some(tokens(100))));
    assert!(Harness::<Value>::new(Config::new(small)).is_ok());
}

#[test]
fn a_ratio_lies_between_its_bounds() {
    for ratio in [0.0, 1.0, -0.1, 1.1, f64::NAN, f64::INFINITY] {
        let refused = threshold(tokens(100), ratio);
        assert!(matches!(refused, Err(PolicyError::Ratio { .. })), "{ratio}: {refused:?}");
    }
    assert_eq!(threshold(tokens(100), 0.07), Ok(tokens(7)));
    assert_eq!(threshold(tokens(100), 0.071), Ok(tokens(8)));
    assert!(matches!(threshold(tokens(1), 0.5), Err(PolicyError::Window { .. })));
    // A part below a millionth of the window is none.
    assert!(matches!(threshold(tokens(100), 1e-9), Err(PolicyError::Window { .. })));
}

#[test]
fn the_fixed_part_is_feasible_below_the_threshold_alone() {
    let policy = Policy::production(tokens(800));
    // The threshold is 560; summary and notes may take 100 each.
    let floor = Floor {
        fixed: tokens(360),
        summary: tokens(100),
        notes: tokens(100),
        pinned: Tokens::ZERO,
    };
    assert_eq!(floor.total(), tokens(560));
    let refused = PolicyError::Infeasible { floor, threshold: tokens(560) };
    assert_eq!(policy.feasible(tokens(360)), Err(refused));
    assert_eq!(policy.feasible(tokens(359)), Ok(()));
    let guards = Guards { feasibility: false, ..policy.guards };
    assert_eq!(Policy { guards, ..policy }.feasible(tokens(360)), Ok(()));
}

#[test]
fn a_summary_call_fits_the_window_where_the_policy_says_so() {
    let instruction = Tokens::estimate_message(summary_request(&Prompts::default(), "").len());
    let count = u32::try_from(instruction.get()).expect("a small instruction");
    let mut policy = Policy::production(tokens(2 * count));
    policy.restart.notes_limit = Some(tokens(1));
    policy.summary_limit = instruction;
    let refused = |policy: &Policy| Harness::<Value>::new(Config::new(policy.clone())).err();
    let window = policy.window;
    let told = PolicyError::NoSummary { window, instruction, summary_limit: instruction };
    assert_eq!(refused(&policy), Some(told));
    let fits = Policy { summary_limit: tokens(count - 1), ..policy.clone() };
    assert_eq!(refused(&fits), None);
    for (feasibility, fit_summary) in [(false, true), (true, false)] {
        let guards = Guards { feasibility, fit_summary, ..policy.guards };
        assert_eq!(refused(&Policy { guards, ..policy.clone() }), None);
    }
}

#[test]
fn a_config_has_the_notes_tool_unless_it_says_that_there_is_none() {
    let policy: Value = write(&Policy::production(tokens(9_000)));
    let tool = |config: Value| read::<_, Config>(&config, "config").map(|it| it.notes_tool);
    assert_eq!(tool(json!({ "policy": policy })), Ok(Some("update_notes".into())));
    assert_eq!(tool(json!({ "policy": policy, "notesTool": null })), Ok(None));
    assert_eq!(tool(json!({ "policy": policy, "notesTool": "keep" })), Ok(Some("keep".into())));
}

#[test]
fn an_edit_is_read_as_the_model_writes_it() {
    let edit = |value: Value| read::<_, SectionEdit>(&value, "input");
    let (section, content) = (String::from("A"), String::from("x"));
    let replace = SectionEdit::Replace { section: section.clone(), content: content.clone() };
    let append = SectionEdit::Append { section: section.clone(), content };
    let of = |action| json!({ "action": action, "section": "A", "content": "x" });
    assert_eq!(edit(of("replace")), Ok(replace));
    assert_eq!(edit(of("append")), Ok(append));
    assert_eq!(edit(of("drop")), Ok(SectionEdit::Drop { section }));
    for broken in [
        of("explode"),
        json!({ "action": "append", "section": "A" }),
        json!({ "action": "drop", "section": " " }),
        json!("drop"),
    ] {
        assert!(edit(broken.clone()).is_err(), "{broken}");
    }
}

#[test]
fn notes_are_overwritten_or_merged_with_their_layout() {
    assert_eq!(update_notes(Some("old"), "new"), "new");
    let append =
        |content: &str| SectionEdit::Append { section: "A".into(), content: content.into() };
    assert_eq!(merge_notes("x\n\n", &append("y")), "x\n\n## A\ny\n");
    assert_eq!(merge_notes("x\n", &append("y")), "x\n\n## A\ny\n");
    assert_eq!(merge_notes("## A\n## B\n", &append("y")), "## A\ny\n## B\n");
    // A fence of another kind does not close code.
    let mixed = "```\n~~~\n## A\n```\n";
    assert_eq!(merge_notes(mixed, &append("y")), format!("{mixed}\n## A\ny\n"));
}

#[test]
fn a_fence_carries_the_smallest_free_number() {
    assert_eq!(fence("notes", "x", &[]), "<notes>\nx\n</notes>");
    assert_eq!(fence("notes", "</notes>", &[]), "<notes-1>\n</notes>\n</notes-1>");
    assert_eq!(fence("notes", "<notes", &["<Notes-1>"]), "<notes-2>\n<notes\n</notes-2>");
}
