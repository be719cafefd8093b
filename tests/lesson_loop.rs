//! The lesson's loop beside the core's `lesson` preset: without bugs they are one machine.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod course;

use proptest::{collection::vec, option, prelude::*, sample::select};
use secondwind_core::{
    CallId, Config, Effect, Event, Harness, Meter, Millis, NotesRead, NotesWritten, Policy,
    Purpose, Replied, Submitted, Tokens, ToolReturned,
};
use secondwind_course::{Entry, Lesson, play};
use serde_json::{Value, json};

#[test]
fn without_bugs_the_loop_makes_the_entries_of_the_core_in_every_scenario() {
    for scenario in course::scenarios() {
        let scenario = scenario.parse("en");
        let entries = play(&scenario).unwrap();
        let first = |entry: &Entry| match entry {
            Entry::Effect(Effect::Append { size, .. }) => Some(size.tokens),
            _ => None,
        };
        assert!(entries.iter().find_map(first).is_some());
        let mut lesson = Lesson::new(scenario.policy.clone(), scenario.fixed(), &[]).unwrap();
        let mut made = Vec::new();
        for entry in &entries {
            let Entry::Event(event) = entry else { continue };
            made.push(entry.clone());
            made.extend(lesson.apply(event.clone()).unwrap().into_iter().map(Entry::Effect));
        }
        assert_eq!(made, entries);
    }
}

/// A reply of the model's: its text, its calls (notes or a tool), why it stopped, its usage.
#[derive(Clone, Debug)]
struct Round {
    says: bool,
    calls: Vec<bool>,
    stop: &'static str,
    /// Input, cache reads, cache writes, output; without it the input is the occupancy.
    usage: Option<[u32; 4]>,
    output: u32,
}

const STOPS: [&str; 9] = [
    "end_turn",
    "tool_use",
    "stop_sequence",
    "max_tokens",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
    "compaction",
    "unheard_of",
];

fn rounds() -> impl Strategy<Value = Vec<Round>> {
    // Most rounds go on, so that runs get long enough to compact.
    let stop = prop_oneof![9 => Just("tool_use"), 1 => select(&STOPS[..])];
    let usage = option::of([0..900_u32, 0..300_u32, 0..300_u32, 1..200_u32]);
    let round = (any::<bool>(), vec(any::<bool>(), 0..5), stop, usage, 1..300_u32);
    let round = round.prop_map(|(says, calls, stop, usage, output)| Round {
        says,
        stop: if stop == "tool_use" && calls.is_empty() { "end_turn" } else { stop },
        calls,
        usage,
        output,
    });
    vec(round, 1..14)
}

fn reply(place: usize, round: &Round, occupancy: u64) -> Value {
    let mut content = Vec::new();
    if round.says {
        content.push(json!({ "type": "text", "text": "On to the next file." }));
    }
    for (call, is_notes) in round.calls.iter().enumerate() {
        let (name, input) = if *is_notes {
            ("update_notes", json!({ "content": format!("- round {place}") }))
        } else {
            ("read_file", json!({ "path": "a" }))
        };
        let id = format!("call_{place}_{call}");
        content.push(json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
    }
    let [input, read, write, output] = match round.usage {
        Some(figures) => figures.map(u64::from),
        None => [occupancy, 0, 0, round.output.into()],
    };
    json!({
        "content": content,
        "stop_reason": round.stop,
        "usage": {
            "input_tokens": input,
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": write,
            "output_tokens": output,
        },
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn without_bugs_the_loop_answers_every_script_as_the_core_does(
        script in rounds(),
        window in 600..3000_u32,
        meter in select(vec![Meter::Accumulated, Meter::Occupancy]),
        budget in option::weighted(0.2, 0..6000_u32),
        summary_stop in prop_oneof![6 => Just("end_turn"), 1 => select(&STOPS[..])],
        backwards: bool,
    ) {
        let mut policy = Policy { meter, ..Policy::lesson(Tokens::new(window), 0.7) };
        policy.valves.token_budget = budget.map(Tokens::new);
        let fixed = Tokens::new(110);
        let config = Config { fixed, ..Config::new(policy.clone()) };
        let mut core = Harness::<Value>::new(config).unwrap();
        let mut lesson = Lesson::new(policy, fixed, &[]).unwrap();
        let mut script = script.iter().enumerate();
        let mut notes: Option<String> = None;
        let task = Submitted { content: json!("Find the race."), tokens: Some(Tokens::new(90)) };
        let mut events: Vec<Event<Value>> = vec![task.into()];
        while let Some(event) = events.pop() {
            let answer = core.apply(Millis(0), event.clone());
            prop_assert_eq!(&lesson.apply(event.clone()), &answer, "{:?}", event);
            let Ok(effects) = answer else { return Ok(()) };
            prop_assert_eq!(lesson.meters(), core.meters());
            prop_assert_eq!(lesson.fixed(), core.fixed());
            prop_assert_eq!(lesson.transcript().messages(), core.messages());
            let mut answers: Vec<Event<Value>> = Vec::new();
            for effect in effects {
                match effect {
                    Effect::CallModel { request, purpose, .. } => {
                        let occupancy = core.meters().occupancy.tokens.get();
                        let reply = if purpose == Purpose::Summary {
                            json!({
                                "content": [{ "type": "text", "text": "Half of it is done." }],
                                "stop_reason": summary_stop,
                                "usage": { "input_tokens": occupancy, "output_tokens": 60 },
                            })
                        } else {
                            let Some((place, round)) = script.next() else { return Ok(()) };
                            reply(place, round, occupancy)
                        };
                        answers.push(Replied { request, reply }.into());
                    }
                    Effect::RunTool { request, call: CallId(id), .. } => {
                        let tokens = Some(Tokens::new(u32::try_from(id.len()).unwrap() * 20));
                        let content = json!("what the file holds");
                        let is_error = id.ends_with('3');
                        let returned = ToolReturned { request, content, is_error, tokens };
                        answers.push(returned.into());
                    }
                    Effect::WriteNotes { request, content, .. } => {
                        notes = Some(content);
                        answers.push(NotesWritten::new(request).into());
                    }
                    Effect::ReadNotes { request } => {
                        let tokens = notes.as_ref().map(|_| Tokens::new(25));
                        let read = NotesRead { tokens, ..NotesRead::new(request, notes.clone()) };
                        answers.push(read.into());
                    }
                    _ => {}
                }
            }
            // Tools may come back in any order.
            if backwards {
                answers.reverse();
            }
            events.extend(answers);
        }
    }
}
