//! A million tokens of work through a window of twenty thousand.

use std::collections::VecDeque;

use secondwind_core::{
    Config, Dialect, Effect, Event, Harness, Millis, NotesRead, NotesWritten, Notice, Outcome,
    Policy, Purpose, Replied, Submitted, Tokens, ToolReturned, violations, write,
};
use serde_json::{Value, json};

/// Tokens of tool output and replies that the work consists of.
const WORK: u64 = 1_000_000;
const WINDOW: u32 = 20_000;

#[test]
fn a_million_tokens_of_work_fit_a_small_window_with_flat_memory() {
    for dialect in [Dialect::Anthropic, Dialect::OpenAiChat] {
        let memory = work(dialect);
        assert!(memory.len() > 50, "{} restarts", memory.len());
        let second = memory[1];
        for (restart, bytes) in memory.iter().enumerate().skip(2) {
            let apart = bytes.abs_diff(second);
            assert!(apart * 20 <= second, "{bytes} bytes after restart {restart}, not {second}");
        }
    }
}

/// Does the work; answers the live bytes after each restart.
fn work(dialect: Dialect) -> Vec<usize> {
    let policy = Policy::production(Tokens::new(WINDOW));
    let config = Config { dialect, fixed: Tokens::new(500), ..Config::new(policy) };
    let mut harness = Harness::new(config).expect("the policy works");
    let (mut notes, mut mirror) = (None, Vec::<Value>::new());
    let (mut done, mut rounds, mut spend) = (0, 0_usize, Tokens::ZERO);
    let mut memory = Vec::new();
    let mut outcome = None;
    let task = "Move every handler of the service to the new interface, one after the other.";
    let mut events = VecDeque::from([Event::from(Submitted::<Value>::text(task))]);
    while let Some(event) = events.pop_front() {
        let effects = harness.apply(Millis(0), event).expect("the event applies");
        for effect in effects {
            match effect {
                Effect::Append { message, .. } => mirror.push(message),
                Effect::Replace { messages, .. } => {
                    mirror = messages.into_iter().map(|placed| placed.message).collect();
                }
                Effect::CallModel { request, purpose, messages, max_tokens, .. } => {
                    let sent = messages.as_ref().unwrap_or(&mirror);
                    assert_eq!(violations(dialect, sent), []);
                    let input = size(sent) + 500;
                    assert!(input + max_tokens.get() <= u64::from(WINDOW), "{input} tokens sent");
                    let is_last = done >= WORK;
                    let reply = match purpose {
                        Purpose::Main => reply(dialect, rounds, is_last, input),
                        _ => says(dialect, &"What was done, and what is next. ".repeat(30), input),
                    };
                    rounds += 1;
                    events.push_back(Replied { request, reply }.into());
                }
                Effect::RunTool { request, .. } => {
                    let output = format!("{rounds:08} a line of a file\n").repeat(200);
                    done += output.len() as u64 / 4;
                    events.push_back(ToolReturned::new(request, output.into()).into());
                }
                Effect::ReadNotes { request } => {
                    events.push_back(NotesRead::new(request, notes.clone()).into());
                }
                Effect::WriteNotes { request, content, .. } => {
                    notes = Some(content);
                    events.push_back(NotesWritten::new(request).into());
                }
                Effect::Notify { notice: Notice::Compacted { before, after, .. } } => {
                    assert!(after.occupancy.tokens < before.occupancy.tokens);
                    assert!(mirror[0].to_string().contains(task), "the task is there");
                    memory.push(live(&harness));
                }
                Effect::Done { outcome: end } => outcome = Some(end),
                _ => {}
            }
        }
        assert_eq!(harness.violations(), []);
        assert!(harness.messages().iter().map(|message| &message.payload).eq(&mirror));
        let meters = harness.meters();
        assert!(meters.spend.tokens >= spend, "spend never falls");
        spend = meters.spend.tokens;
        assert!(meters.occupancy.tokens <= Tokens::new(WINDOW));
    }
    assert!(matches!(outcome, Some(Outcome::Answered { .. })), "{outcome:?}");
    assert!(done >= WORK && spend.get() > WORK);
    memory
}

/// Bytes that the transcript holds, and those of a snapshot.
fn live(harness: &Harness<Value>) -> usize {
    let messages = harness.messages().iter().map(|message| message.payload.to_string().len());
    messages.sum::<usize>() + write::<Value>(&harness.snapshot()).to_string().len()
}

/// The stub's count: a token is four bytes.
fn size(messages: &[Value]) -> u64 {
    messages.iter().map(|message| message.to_string().len() as u64 / 4).sum()
}

fn reply(dialect: Dialect, round: usize, is_last: bool, input: u64) -> Value {
    if is_last {
        return says(dialect, "All handlers are moved.", input);
    }
    let id = format!("call_{round}");
    let (name, arguments) = match round % 5 {
        3 => ("update_notes", json!({ "content": format!("## Done\n- up to round {round:08}\n") })),
        _ => ("look", json!({ "at": format!("{round:08}") })),
    };
    match dialect {
        Dialect::Anthropic => json!({
            "content": [{ "type": "tool_use", "id": id, "name": name, "input": arguments }],
            "stop_reason": "tool_use",
            "usage": { "input_tokens": input, "output_tokens": 60 },
        }),
        Dialect::OpenAiChat => {
            let function = json!({ "name": name, "arguments": arguments.to_string() });
            json!({
                "choices": [{ "finish_reason": "tool_calls", "message": {
                    "role": "assistant", "content": null,
                    "tool_calls": [{ "id": id, "type": "function", "function": function }],
                } }],
                "usage": { "prompt_tokens": input, "completion_tokens": 60 },
            })
        }
    }
}

fn says(dialect: Dialect, text: &str, input: u64) -> Value {
    let output = text.len() as u64 / 4 + 1;
    match dialect {
        Dialect::Anthropic => json!({
            "content": [{ "type": "text", "text": text }],
            "stop_reason": "end_turn",
            "usage": { "input_tokens": input, "output_tokens": output },
        }),
        Dialect::OpenAiChat => json!({
            "choices": [{ "finish_reason": "stop", "message": {
                "role": "assistant", "content": text,
            } }],
            "usage": { "prompt_tokens": input, "completion_tokens": output },
        }),
    }
}
