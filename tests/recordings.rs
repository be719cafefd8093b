//! A run with a real model is the same run when it is looked at again, whole or in the middle.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod course;

use course::scenario;
use secondwind_course::{
    Ending, Issue, Patch, Pending, RecordedAnswer, RecordedFailure, RecordedResult, RecordedTool,
    Recording, RecordingSource, Run, SourceFile, StepKind, StubScript, scenario_of, stub_script,
};
use serde_json::{Value, json};

const DIALECTS: [&str; 2] = ["anthropic", "openAiChat"];

fn file(recording: &Recording) -> RecordingSource {
    let text = serde_json::to_string(recording).unwrap();
    RecordingSource { recording: SourceFile { name: "run.json".to_owned(), text } }
}

fn run(recording: &Recording) -> Run {
    Run::recorded(&file(recording), &Patch::default()).unwrap()
}

/// A run with a model that answers as the scenario's does, but for the shape of its replies.
struct Live {
    script: StubScript,
    recording: Recording,
    replies: usize,
}

impl Live {
    fn new(name: &str, dialect: &str) -> Self {
        let script = stub_script(&scenario(name).source("en")).unwrap();
        let tools = script.tools.iter().map(|tool| RecordedTool {
            name: tool["name"].as_str().unwrap().to_owned(),
            description: tool["description"].as_str().unwrap().to_owned(),
            input_schema: tool["input_schema"].clone(),
        });
        let recording = Recording {
            format: "secondwind-recording".to_owned(),
            version: 1,
            title: "A live run".to_owned(),
            task: script.task.clone(),
            system: script.system.clone(),
            tools: tools.collect(),
            policy: script.policy.clone(),
            dialect: dialect.into(),
            max_tokens_field: None,
            model: "a-model".to_owned(),
            workspace: None,
            booked: 0,
            answers: Vec::new(),
        };
        Self { script, recording, replies: 0 }
    }

    fn reply(&mut self) -> Value {
        let reply = self.script.replies[self.replies].clone();
        self.replies += 1;
        if self.recording.dialect == "anthropic" { reply } else { chat(&reply) }
    }

    /// Answers what the run waits for; false when it is over.
    fn step(&mut self) -> bool {
        let Some(pending) = run(&self.recording).pending() else { return false };
        let answer = match pending {
            Pending::Call { .. } => RecordedAnswer::Reply(self.reply()),
            Pending::Tool { call, .. } => {
                let result = &self.script.results[&call];
                let (text, is_error) = (result.text.clone(), result.is_error);
                RecordedAnswer::Result(RecordedResult { text, is_error })
            }
        };
        self.recording.answers.push(answer);
        true
    }

    fn finished(name: &str, dialect: &str) -> Self {
        let mut live = Self::new(name, dialect);
        while live.step() {}
        live
    }
}

/// A reply of Anthropic's as one of `OpenAI`'s chat.
fn chat(reply: &Value) -> Value {
    let mut message = json!({ "role": "assistant", "content": null });
    let mut calls = Vec::new();
    for block in reply["content"].as_array().unwrap() {
        if block["type"] == "text" {
            message["content"] = block["text"].clone();
        } else {
            let function =
                json!({ "name": block["name"], "arguments": block["input"].to_string() });
            calls.push(json!({ "id": block["id"], "type": "function", "function": function }));
        }
    }
    let finish = if calls.is_empty() { "stop" } else { "tool_calls" };
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    let usage = &reply["usage"];
    let figure = |name: &str| usage[name].as_u64().unwrap();
    let (read, write) = (figure("cache_read_input_tokens"), figure("cache_creation_input_tokens"));
    json!({
        "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
        "usage": {
            "prompt_tokens": figure("input_tokens") + read + write,
            "completion_tokens": figure("output_tokens"),
            "prompt_tokens_details": { "cached_tokens": read, "cache_write_tokens": write },
        },
    })
}

fn steps(run: &Run) -> Vec<(StepKind, u32, u64)> {
    let marks = run.summary().marks.iter();
    marks.map(|mark| (mark.kind, mark.call, mark.spend.get())).collect()
}

fn refused(recording: &Recording) -> Vec<Issue> {
    Run::recorded(&file(recording), &Patch::default()).unwrap_err()
}

#[test]
fn a_live_run_takes_the_steps_of_the_scenario_that_answers_the_same_in_both_dialects() {
    for name in ["order-race", "last-item", "invoice-import"] {
        let prepared = scenario(name).run("en");
        for dialect in DIALECTS {
            let live = Live::finished(name, dialect);
            let run = run(&live.recording);
            assert_eq!(steps(&run), steps(&prepared), "{name} {dialect}");
            let (summary, prepared) = (run.summary(), prepared.summary());
            assert_eq!(summary.ending, Ending::Answered);
            assert_eq!(summary.compactions, prepared.compactions);
            assert_eq!(
                run.frame(summary.last).answer,
                scenario(name).run("en").frame(prepared.last).answer
            );
        }
    }
}

#[test]
fn a_run_under_way_is_the_beginning_of_the_finished_one() {
    for dialect in DIALECTS {
        let whole = Live::finished("order-race", dialect).recording;
        let entries = run(&whole).entries().to_vec();
        for count in 0..whole.answers.len() {
            let begun = Recording { answers: whole.answers[..count].to_vec(), ..whole.clone() };
            let begun = run(&begun);
            assert_eq!(begun.summary().ending, Ending::Open);
            assert!(begun.pending().is_some());
            assert_eq!(begun.entries(), &entries[..begun.entries().len()], "{count} {dialect}");
            assert!(
                begun
                    .log()
                    .iter()
                    .all(|line| line.key == "log-call" || line.key == "log-compaction")
            );
        }
        assert_eq!(run(&whole).pending(), None);
    }
}

#[test]
fn the_pending_request_is_whole_and_in_the_shape_of_its_dialect() {
    let request = |dialect| match run(&Live::new("order-race", dialect).recording).pending() {
        Some(Pending::Call { request }) => request,
        other => panic!("{other:?}"),
    };
    let anthropic = request("anthropic").body;
    assert_eq!(anthropic["max_tokens"], 1024);
    assert_eq!(anthropic["messages"][0]["role"], "user");
    assert_eq!(anthropic["tools"].as_array().unwrap().last().unwrap()["name"], "update_notes");
    assert!(anthropic["system"].is_string());
    let chat = request("openAiChat").body;
    assert_eq!(chat["max_completion_tokens"], 1024);
    assert_eq!(chat["messages"][0], json!({ "role": "system", "content": anthropic["system"] }));
    assert_eq!(chat["tools"][0]["type"], "function");
    assert_eq!(chat["tools"][0]["function"]["parameters"]["type"], "object");
    assert_eq!(chat.get("system"), None);
    let mut local = Live::new("order-race", "openAiChat").recording;
    local.max_tokens_field = Some(secondwind_course::MaxTokensField::MaxTokens);
    let Some(Pending::Call { request }) = run(&local).pending() else { panic!() };
    assert_eq!(request.body["max_tokens"], 1024);
}

#[test]
fn a_tool_call_that_is_waited_for_names_tool_and_arguments() {
    let mut live = Live::new("order-race", "openAiChat");
    assert!(live.step());
    let Some(Pending::Tool { call, name, input }) = run(&live.recording).pending() else {
        panic!("the first reply asks for tools")
    };
    assert_eq!(
        (call.as_str(), name.as_str(), input),
        ("call_1_1", "list_files", json!({ "path": "." }))
    );
}

#[test]
fn a_recording_makes_a_scenario_that_plays_with_the_same_figures() {
    for name in ["order-race", "last-item", "invoice-import"] {
        for dialect in DIALECTS {
            let recording = Live::finished(name, dialect).recording;
            let scenario = scenario_of(&file(&recording)).unwrap();
            let made = Run::new(&scenario, &Patch::default()).unwrap();
            let live = run(&recording);
            assert_eq!(steps(&made), steps(&live), "{name} {dialect}");
            let texts = |run: &Run| {
                // Results are one message in the one dialect, and one each in the other.
                let parts = run.messages().iter().flat_map(|message| &message.parts);
                parts.map(|part| part.text.clone()).collect::<Vec<_>>()
            };
            assert_eq!(texts(&made), texts(&live), "{name} {dialect}");
        }
    }
}

#[test]
fn what_can_be_done_with_a_scenario_can_be_done_with_a_recording() {
    let recording = Live::finished("order-race", "openAiChat").recording;
    let bugs = vec![secondwind_course::Bug::NoReset];
    let patch = Patch { bugs, ..Patch::default() };
    let storm = Run::recorded(&file(&recording), &patch).unwrap();
    assert!(storm.summary().compaction_calls > 1, "it compacts again and again");
}

#[test]
fn hostile_texts_come_through_a_scenario_unchanged() {
    let mut live = Live::finished("order-race", "anthropic").recording;
    let odd =
        "\u{0}\u{1b}[31m \"\"\" '''\\n \\u0041 \u{7f}\r\n\ttab = [1]\n\"\"\"\"\" \u{202e}ends\\";
    let mut changed = 0;
    for answer in &mut live.answers {
        if let RecordedAnswer::Result(result) = answer {
            odd.clone_into(&mut result.text);
            changed += 1;
        }
    }
    let made = Run::new(&scenario_of(&file(&live)).unwrap(), &Patch::default()).unwrap();
    let parts = made.messages().iter().flat_map(|message| &message.parts);
    let results: Vec<_> = parts.filter(|part| part.kind == "result" && part.text == odd).collect();
    assert_eq!(results.len(), changed);
}

#[test]
fn a_call_that_overflows_is_told_to_the_run() {
    let mut live = Live::new("order-race", "anthropic");
    let message = "the prompt is too long".to_owned();
    let failed = RecordedFailure { kind: "overflow".into(), message };
    live.recording.answers.push(RecordedAnswer::Failed(failed));
    let run = run(&live.recording);
    assert_eq!(run.summary().ending, Ending::Overflowed);
    assert_eq!(run.pending(), None);
    let issues = scenario_of(&file(&live.recording)).unwrap_err();
    assert_eq!(issues[0].code, "recording-not-answered");
}

#[test]
fn a_compaction_that_the_provider_forces_is_counted_and_says_why() {
    let mut live = Live::new("order-race", "anthropic");
    let is_third = |pending: Option<Pending>| matches!(pending, Some(Pending::Call { request }) if request.call == 3);
    while !is_third(run(&live.recording).pending()) {
        assert!(live.step());
    }
    let says = |text: &str| {
        RecordedAnswer::Reply(json!({
            "type": "message", "role": "assistant", "content": [{ "type": "text", "text": text }],
            "stop_reason": "end_turn", "usage": { "input_tokens": 100, "output_tokens": 20 },
        }))
    };
    let message = "the prompt is too long".to_owned();
    let failed = RecordedFailure { kind: "overflow".into(), message };
    live.recording.answers.push(RecordedAnswer::Failed(failed));
    live.recording.answers.extend([says("So far."), says("Done.")]);
    let run = run(&live.recording);
    let summary = run.summary();
    assert_eq!(summary.ending, Ending::Answered);
    assert_eq!((summary.compactions, summary.compaction_calls), (1, 1));
    assert!(summary.marks.iter().any(|mark| mark.kind == StepKind::Asked && mark.compaction == 1));
    let log = run.log();
    let told = log.iter().find(|line| line.key == "log-compaction").unwrap();
    assert_eq!(told.args["cause"], "overflow".into());
    let total = log.iter().find(|line| line.key == "log-compactions").unwrap();
    assert_eq!(total.args["count"], 1_u32.into());
}

#[test]
fn a_recording_that_is_none_is_refused_with_the_place_or_the_answer() {
    let whole = Live::finished("order-race", "anthropic").recording;
    let text = |text: String| {
        let recording = SourceFile { name: "run.json".to_owned(), text };
        Run::recorded(&RecordingSource { recording }, &Patch::default()).unwrap_err()
    };
    let broken =
        serde_json::to_string_pretty(&whole).unwrap().replacen("\"task\":", "\"tusk\":", 1);
    let issue = &text(broken)[0];
    assert_eq!((issue.code, issue.line), ("recording", 5));
    for cut in ["", "{", "[]", "{\"format\":1}", "null", "\u{feff}{}"] {
        assert_eq!(text(cut.to_owned())[0].code, "recording", "{cut}");
    }
    let code = |change: &dyn Fn(&mut Recording)| {
        let mut changed = whole.clone();
        change(&mut changed);
        refused(&changed)[0].code
    };
    assert_eq!(code(&|it| it.format = "secondwind-run".to_owned()), "recording");
    assert_eq!(code(&|it| it.version = 2), "recording-version");
    assert_eq!(code(&|it| it.policy = json!({})), "recording");
    assert_eq!(code(&|it| it.policy["ratio"] = 7.into()), "policy");
    assert_eq!(code(&|it| it.dialect = "morse".into()), "recording");
    assert_eq!(code(&|it| it.task = " ".into()), "blank-text");
    assert_eq!(code(&|it| it.tools.push(it.tools[0].clone())), "same-tool");
    assert_eq!(code(&|it| it.tools[0].name = "update_notes".into()), "reserved-tool");
    assert_eq!(code(&|it| it.answers.swap(0, 1)), "answer-kind");
    assert_eq!(code(&|it| it.answers.push(it.answers[0].clone())), "answers-left-over");
    assert_eq!(code(&|it| it.answers[0] = RecordedAnswer::Reply(json!({}))), "answer-refused");
    let failed = RecordedFailure { kind: "tired".into(), message: String::new() };
    assert_eq!(
        code(&|it| it.answers[0] = RecordedAnswer::Failed(failed.clone())),
        "answer-refused"
    );
}
