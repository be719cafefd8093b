//! Meters: what they count, that their parts sum to them, and what happens without a count.

mod common;

use common::{Sim, calls, reply, says};
use secondwind_core::{
    Config, Dialect, Measure, Meters, Millis, Notice, Policy, Purpose, Size, Tokens,
};
use serde_json::{Value, json};

fn policy(window: u32) -> Policy {
    Policy::production(Tokens::new(window))
}

fn parts_sum_to_the_occupancy(sim: &Sim) {
    let parts = sim.harness.messages().iter().map(|message| message.size.tokens);
    let sum = parts.sum::<Tokens>().plus(sim.harness.fixed().tokens);
    assert_eq!(sum, sim.harness.meters().occupancy.tokens);
}

fn counted(sim: &Sim) -> Vec<(Measure, Meters)> {
    let counted = sim.notices.iter().filter_map(|notice| match notice {
        Notice::Counted { purpose: Purpose::Main, measure, meters, .. } => {
            Some((*measure, *meters))
        }
        _ => None,
    });
    counted.collect()
}

#[test]
fn the_parts_sum_to_the_occupancy_whatever_the_provider_counts() {
    // More than estimated, less than before, nothing new, and a count that shrinks everything.
    for inputs in [[100, 300, 400], [100, 90, 80], [1, 1, 1], [1000, 3, 4000], [7, 0, 9]] {
        let mut config = Config::new(policy(1_000_000));
        config.fixed = Tokens::new(33);
        let mut sim = Sim::with(
            config,
            [calls("a", inputs[0], 10), calls("b", inputs[1], 20), says("done", inputs[2], 30)],
        );
        sim.check = parts_sum_to_the_occupancy;
        sim.run("a task of some words");
        let expected = Size::counted(Tokens::new(inputs[2] + 30));
        assert_eq!(sim.harness.meters().occupancy, expected);
    }
}

#[test]
fn a_count_settles_what_was_estimated_and_leaves_what_was_counted() {
    let mut sim = Sim::new(policy(1_000_000), [calls("a", 50, 10), says("done", 100, 5)]);
    sim.run("task");

    let sizes: Vec<_> = sim.harness.messages().iter().map(|message| message.size).collect();
    let expected = [50, 10, 40, 5].map(|tokens| Size::counted(Tokens::new(tokens)));
    assert_eq!(sizes, expected);
}

#[test]
fn occupancy_adds_an_estimate_of_what_was_appended_since() {
    let mut sim = Sim::new(policy(1_000_000), [calls("a", 50, 10)]);
    sim.run("task");

    // 60 were counted; the result has 20 bytes, which are 5 tokens, and 4 for the message.
    assert_eq!(sim.harness.meters().occupancy, Size::estimated(Tokens::new(69)));
}

#[test]
fn occupancy_holds_cached_tokens_of_either_dialect_once() {
    let anthropic = json!({
        "content": [{ "type": "text", "text": "hi" }],
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 6, "cache_read_input_tokens": 700,
            "cache_creation_input_tokens": 120, "output_tokens": 20,
        },
    });
    let mut sim = Sim::new(policy(10_000), [anthropic]);
    sim.run("task");
    let Meters { accumulated, occupancy, spend } = sim.harness.meters();
    assert_eq!([accumulated, occupancy, spend].map(|size| size.tokens.get()), [26, 846, 846]);

    let openai = json!({
        "choices": [{
            "message": { "role": "assistant", "content": "hi" },
            "finish_reason": "stop",
        }],
        "usage": {
            "prompt_tokens": 460, "completion_tokens": 5, "total_tokens": 465,
            "prompt_tokens_details": { "cached_tokens": 450 },
        },
    });
    let mut config = Config::new(policy(10_000));
    config.dialect = Dialect::OpenAiChat;
    let mut sim = Sim::with(config, [openai]);
    sim.run("task");
    let Meters { accumulated, occupancy, spend } = sim.harness.meters();
    assert_eq!([accumulated, occupancy, spend].map(|size| size.tokens.get()), [465, 465, 465]);
}

#[test]
fn occupancy_is_the_last_call_and_spend_is_the_sum() {
    let mut sim = Sim::new(
        policy(10_000),
        [calls("a", 200, 10), calls("b", 230, 10), calls("c", 260, 10), says("done", 290, 10)],
    );
    sim.run("task");
    let meters = sim.harness.meters();
    assert_eq!(meters.occupancy.tokens, Tokens::new(300));
    assert_eq!(meters.spend.tokens, Tokens::new(1020));
}

#[test]
fn spend_counts_the_compaction_call_and_is_never_zeroed() {
    let mut sim = Sim::new(
        Policy::lesson(Tokens::new(100), 0.5),
        [calls("a", 40, 20), says("summary", 500, 50), says("done", 10, 2)],
    );
    sim.run("task");
    let meters = sim.harness.meters();
    assert_eq!(meters.spend.tokens, Tokens::new(60 + 550 + 12));
    assert_eq!(meters.accumulated.tokens, Tokens::new(12));
}

#[test]
fn without_usage_an_estimate_counts_and_says_that_it_is_one() {
    let mut unusable = vec![
        Value::Null,
        json!({}),
        json!({ "input_tokens": 0, "output_tokens": 0 }),
        json!({ "output_tokens": 5 }),
        json!({ "input_tokens": 5 }),
        json!({ "cache_read_input_tokens": 5, "output_tokens": 5 }),
    ];
    for absurd in [json!(-5), json!(1.5), json!("12"), json!(1e300)] {
        unusable.push(json!({ "input_tokens": absurd, "output_tokens": 3 }));
    }
    for usage in unusable {
        let mut first = calls("a", 0, 0);
        first["usage"] = usage.clone();
        // The task is 400 bytes, so 104 tokens; the call has 4 + 10 bytes, so 8.
        let mut sim = Sim::new(
            Policy::lesson(Tokens::new(150), 0.7),
            [first, says("summary", 5, 5), says("done", 5, 5)],
        );
        sim.run(&"word ".repeat(80));
        let (measure, meters) = counted(&sim)[0];
        assert_eq!(measure, Measure::Estimated, "{usage}");
        assert_eq!(meters.accumulated, Size::estimated(Tokens::new(112)), "{usage}");
        assert_eq!(sim.harness.totals().compactions, 1, "an estimate drives the threshold, too");
        let told = sim.notices.iter().any(|n| matches!(n, Notice::UsageIgnored { .. }));
        let is_absurd = usage.get("output_tokens") == Some(&json!(3));
        assert_eq!(told, is_absurd, "{usage}");
    }
}

#[test]
fn a_count_after_an_estimate_is_a_count_again_for_occupancy_alone() {
    let mut first = calls("a", 0, 0);
    first["usage"] = Value::Null;
    let mut sim = Sim::new(policy(10_000), [first, says("done", 90, 10)]);
    sim.run("task");
    let meters = sim.harness.meters();
    assert_eq!(meters.occupancy, Size::counted(Tokens::new(100)));
    assert_eq!(meters.spend.measure, Measure::Estimated, "a sum stays what its parts were");
}

#[test]
fn counts_at_the_limit_of_a_javascript_number_stop_there() {
    let max = Tokens::MAX;
    // `Number.MAX_SAFE_INTEGER`
    assert_eq!((max.get(), Millis::MAX.0), (9_007_199_254_740_991, 9_007_199_254_740_991));
    assert_eq!(u64::from(max), max.get());
    assert_eq!(Tokens::estimate_message(usize::MAX), max);
    assert_eq!(max.plus(Tokens::new(1)), max);
    assert_eq!(Tokens::estimate(usize::MAX), max);
    assert!(Tokens::try_from(max.get() + 1).is_err());
    let huge = reply(json!([{ "type": "text", "text": "hi" }]), "end_turn", 1, 1);
    let mut huge_usage = huge.clone();
    huge_usage["usage"]["input_tokens"] = json!(max.get());
    let mut sim = Sim::new(policy(10_000), [huge_usage]);
    sim.run("task");
    assert_eq!(sim.harness.meters().spend.tokens, max);
}
