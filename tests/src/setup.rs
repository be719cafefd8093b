//! A harness with a policy that the bytes choose.

use secondwind_core::{
    Config, Dialect, Guards, Harness, Meter, Policy, Strategy, Tokens, Valves, threshold,
};
use serde_json::Value;

use crate::bytes::Bytes;

/// Presets and all knobs; a policy that cannot work gives way to the lesson's.
pub(crate) fn harness(bytes: &mut Bytes<'_>) -> Harness<Value> {
    let kinds = bytes.byte();
    let windows = [2_000, 100, 400, 20, 1_000, 6_000, 40, 20_000, 150, 200_000, 8, 700];
    let window = Tokens::new(bytes.one_of(&windows));
    let mut policy = if kinds & 1 == 0 {
        Policy::lesson(window, bytes.one_of(&[0.7, 0.5, 0.3, 0.9, 0.07, 0.123_456_7, 0.75]))
    } else {
        bytes.byte();
        Policy::production(window)
    };
    // The presets as they are come often.
    if kinds & 6 != 0 {
        vary(&mut policy, bytes);
    }
    let mut config = Config {
        dialect: if kinds & 8 == 0 { Dialect::Anthropic } else { Dialect::OpenAiChat },
        edit_tool: (kinds & 16 != 0).then(|| "edit_notes".to_owned()),
        fixed: Tokens::new(bytes.one_of(&[0, 0, 5, 50, 500])),
        ..Config::new(policy)
    };
    if kinds & 0xe0 == 0xe0 {
        config.notes_tool = None;
    }
    Harness::new(config.clone()).unwrap_or_else(|_| {
        // The feasibility check refuses tiny windows; without it they are to work, too.
        config.policy.guards.feasibility = false;
        config.policy.output_reserve = Tokens::ZERO;
        let lesson = Config::new(Policy::lesson(Tokens::new(100), 0.5));
        Harness::new(config).or_else(|_| Harness::new(lesson)).expect("the lesson's works")
    })
}

fn vary(policy: &mut Policy, bytes: &mut Bytes<'_>) {
    let bits = bytes.byte();
    if bits & 1 != 0 {
        policy.meter = match policy.meter {
            Meter::Occupancy => Meter::Accumulated,
            Meter::Accumulated => Meter::Occupancy,
        };
    }
    let few = u32::from(bytes.byte() % 4);
    policy.strategy = match bytes.below(4) {
        0 => Strategy::Restart,
        1 => Strategy::KeepLast { rounds: few },
        2 => Strategy::ElideResults { keep: few },
        _ => Strategy::Provider { rounds: few },
    };
    policy.restart.pin_instructions ^= bits & 2 != 0;
    policy.restart.fence_notes ^= bits & 4 != 0;
    policy.notes.read_at_start ^= bits & 8 != 0;
    policy.notes.guard ^= bits & 16 != 0;
    policy.any_stop_answers ^= bits & 32 != 0;
    if bits & 64 != 0 {
        policy.restart.notes_limit = bytes.one_of(&[None, Some(1), Some(20)]).map(Tokens::new);
    }
    let guards = bytes.byte();
    policy.guards = Guards {
        summary_attempts: u32::from(guards % 3) + 1,
        breaker: [None, Some(1), Some(2), Some(3)][usize::from(guards / 4 % 4)],
        storm: [None, Some(1), Some(2)][usize::from(guards / 16 % 3)],
        min_gain: [None, Some(0.0), Some(0.1), Some(0.5)][usize::from(guards / 64)],
        feasibility: policy.guards.feasibility,
        fit_summary: true,
        go_on: bits & 128 == 0,
    };
    let valves = bytes.byte();
    policy.valves = Valves {
        max_calls: [None, None, Some(0), Some(3), Some(9)][usize::from(valves % 5)],
        token_budget: [None, None, None, Some(0), Some(900), Some(9_000)]
            [usize::from(valves / 5 % 6)]
        .map(Tokens::new),
        max_pauses: [None, Some(0), Some(2)][usize::from(valves / 30 % 3)],
    };
    policy.reply_limit = Tokens::new(bytes.one_of(&[1_024, 10, 1]));
    policy.summary_limit = Tokens::new(bytes.one_of(&[2_000, 30, 1]));
    if let Ok(threshold) = threshold(policy.window, policy.ratio)
        && threshold >= policy.window.less(policy.output_reserve)
    {
        policy.output_reserve = Tokens::ZERO;
    }
}
