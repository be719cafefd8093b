//! What is kept of a run, how it goes on, and what it becomes.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use secondwind_course::{
    Ending, Patch, Pending, Player, RecordingSource, Run, SourceFile, stub_script,
};
use serde_json::Value;
use tempfile::TempDir;

use crate::{
    Done, LANGS, done, live, place, played,
    provider::{Fault, Provider},
    scenario, secondwind, source, well,
};

fn provider(faults: &[Fault]) -> Provider {
    Provider::start(&source("order-race.toml"), faults)
}

/// A run that the limit of calls stops after so many.
fn stopped(provider: &Provider, calls: &str, name: &str) -> Done {
    let done = done(&mut live(provider, "anthropic", &["--max-calls", calls, "--record", name]));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    done
}

#[test]
fn a_run_that_stopped_goes_on_where_it_was() {
    for calls in 1..6 {
        let (_dir, path, name) = place();
        let provider = provider(&[]);
        let first = stopped(&provider, &calls.to_string(), &name);
        assert!(first.stderr.contains(&format!("--max-calls {calls}")), "{}", first.stderr);
        assert_eq!(played(&path).summary().ending, Ending::Open);
        let shown = well(&mut secondwind(&["run", &name]));
        let last = shown.stdout.lines().last().unwrap();
        assert!(last.contains(&format!("the reply to call {}", calls + 1)), "{last}");

        // Nothing is written over by accident.
        let again = done(&mut live(&provider, "anthropic", &["--record", &name]));
        assert!(again.code == Some(2) && again.stderr.contains("--resume"), "{}", again.stderr);

        let rest = well(&mut live(&provider, "anthropic", &["--record", &name, "--resume"]));
        assert_eq!(provider.requests().len(), 6);
        assert_eq!(played(&path).summary().ending, Ending::Answered);
        let whole = well(&mut secondwind(&["run", &name]));
        assert_eq!(whole.stdout, rest.stdout);

        let over = done(&mut live(&provider, "anthropic", &["--record", &name, "--resume"]));
        assert_eq!(over.code, Some(2), "{}", over.stderr);
    }
}

#[test]
fn a_recording_that_stops_anywhere_says_so_and_goes_on() {
    let (_dir, path, name) = place();
    let whole = well(&mut live(&provider(&[]), "anthropic", &["--record", &name]));
    let recording: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let answers = recording["answers"].as_array().unwrap();
    let replies = stub_script(&source("order-race.toml")).unwrap().replies;
    for length in 1..answers.len() {
        let mut open = recording.clone();
        open["answers"] = answers[..length].into();
        fs::write(&path, open.to_string()).unwrap();
        for lang in LANGS {
            let shown = well(&mut secondwind(&["run", &name, "--lang", lang]));
            let words = if lang == "en" { "The recording stops here" } else { "" };
            assert!(shown.stdout.lines().last().unwrap().contains(words), "{}", shown.stdout);
        }
        let taken = answers[..length].iter().filter(|answer| answer.get("reply").is_some());
        let rest = Provider::with(replies[taken.count()..].to_vec(), &[]);
        let done = well(&mut live(&rest, "anthropic", &["--record", &name, "--resume"]));
        assert_eq!(done.stdout, whole.stdout, "{length}");
    }
}

#[test]
fn an_answer_takes_a_run_to_where_its_recording_is_played_to() {
    let (_dir, path, name) = place();
    well(&mut live(&provider(&[]), "anthropic", &["--record", &name]));
    let recording: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let all = recording["answers"].as_array().unwrap();
    let source = |count: usize| {
        let mut open = recording.clone();
        open["answers"] = all[..count].into();
        let recording = SourceFile { name: name.clone(), text: open.to_string() };
        RecordingSource { recording }
    };
    let mut player = Player::new(&source(0)).unwrap();
    for (count, answer) in all.iter().enumerate() {
        let again = Run::recorded(&source(count), &Patch::default()).unwrap();
        let run = player.run();
        assert_eq!((run.summary(), run.entries()), (again.summary(), again.entries()), "{count}");
        assert_eq!(run.pending(), again.pending(), "{count}");
        let tool = again.pending().filter(|it| matches!(it, Pending::Tool { .. }));
        assert_eq!(player.tool(), tool, "{count}");
        player.push(serde_json::from_value(answer.clone()).unwrap()).unwrap();
    }
    assert_eq!(player.run().summary().ending, Ending::Answered);
    // One that nothing has asked for is as if it had not come.
    let last = serde_json::from_value(all[0].clone()).unwrap();
    assert_eq!(player.push(last).unwrap_err()[0].code, "answers-left-over");
    assert_eq!(player.recording().answers.len(), all.len());
}

#[test]
fn a_reply_with_hundreds_of_calls_is_played_once() {
    let (_dir, path, name) = place();
    let calls = (0..400).map(|it| {
        let input = serde_json::json!({ "path": format!("f{it}") });
        serde_json::json!({ "type": "tool_use", "id": format!("c{it}"), "name": "rm", "input": input })
    });
    let reply = |content: Vec<Value>, stop: &str| {
        serde_json::json!({
            "id": "msg", "type": "message", "role": "assistant", "model": "scripted",
            "content": content, "stop_reason": stop, "stop_sequence": null,
            "usage": { "input_tokens": 10, "output_tokens": 10 } })
    };
    let text = serde_json::json!({ "type": "text", "text": "Done." });
    let replies = vec![reply(calls.collect(), "tool_use"), reply(vec![text], "end_turn")];
    // Played again at each of the results, this would take minutes.
    let args = ["--record", &name, "--window", "4000000000"];
    well(&mut live(&Provider::with(replies, &[]), "anthropic", &args));
    let recording: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(recording["answers"].as_array().unwrap().len(), 402);
}

#[test]
fn a_run_goes_on_only_as_what_it_was() {
    let (_dir, path, name) = place();
    let provider = provider(&[]);
    stopped(&provider, "2", &name);
    let before = fs::read(&path).unwrap();
    for (dialect, more) in [("openai-chat", &[][..]), ("anthropic", &["--lang", "ko"][..])] {
        let args = [&["--record", &name, "--resume"], more].concat();
        let other = done(&mut live(&provider, dialect, &args));
        assert_eq!(other.code, Some(2), "{}", other.stderr);
    }
    fs::write(&path, "{}").unwrap();
    let strange = done(&mut live(&provider, "anthropic", &["--record", &name]));
    assert!(strange.code == Some(2) && fs::read(&path).unwrap() == b"{}", "{}", strange.stderr);
    fs::write(&path, before).unwrap();
    well(&mut live(&provider, "anthropic", &["--record", &name, "--resume"]));
}

#[test]
fn what_cannot_be_kept_is_told_before_anything_is_paid() {
    let provider = provider(&[]);
    let done = done(&mut live(&provider, "anthropic", &["--record", "/nowhere/run.json"]));
    assert!(done.code == Some(2) && done.stderr.contains("/nowhere/run.json"), "{}", done.stderr);
    assert!(provider.requests().is_empty());
}

/// Ends a run while it waits for the third reply, with a signal.
#[cfg(unix)]
fn interrupted(signal: &str) -> (Option<i32>, String, TempDir, std::path::PathBuf) {
    let (dir, path, name) = place();
    let provider = Provider::start(&source("order-race.toml"), &[]);
    stopped(&provider, "2", &name);
    let hanging = Provider::start(&source("order-race.toml"), &[Fault::Hang]);
    let child = live(&hanging, "anthropic", &["--record", &name, "--resume"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    hanging.wait(1);
    let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let done = Done::from(child.wait_with_output().unwrap());
    (done.code, done.stderr, dir, path)
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_every_answer() {
    let (code, message, dir, path) = interrupted("-INT");
    assert_eq!(code, Some(130), "{message}");
    assert!(message.contains("Stopped.") && message.contains("--resume"), "{message}");
    assert_eq!(played(&path).summary().calls, 3);
    let files: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(files.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_killed_run_keeps_every_answer() {
    let (code, _, _dir, path) = interrupted("-KILL");
    assert_eq!(code, None);
    assert_eq!(played(&path).summary().calls, 3);
}

#[test]
fn a_limit_of_cost_is_kept_over_the_whole_run() {
    let (_dir, path, name) = place();
    let provider = provider(&[]);
    // Model names may be said once only.
    let mut twice = live(&provider, "anthropic", &["--max-cost", "0.5", "--record", &name]);
    assert_eq!(done(twice.args(["--model", "claude-haiku-5-5"])).code, Some(2));
    let priced = |cap: &str, more: &[&str]| priced(&provider, cap, &name, more);
    let first = done(&mut priced("0.0025", &[]));
    assert_eq!(first.code, Some(1), "{}", first.stderr);
    assert!(first.stderr.contains("--max-cost") && first.stderr.contains("$0.0025"));
    let sent = provider.requests().len();
    assert!(sent < 6, "{sent}");
    assert_eq!(played(&path).summary().ending, Ending::Open);
    let second = done(&mut priced("0.0025", &["--resume"]));
    assert!(second.code == Some(1) && provider.requests().len() == sent, "{}", second.stderr);
    let third = well(&mut priced("0.5", &["--resume"]));
    assert!(third.stderr.contains("Cost so far: $0.00"), "{}", third.stderr);
}

/// `run order-race.toml --live` with a model whose price is known, recorded and with a limit.
fn priced(provider: &Provider, cap: &str, name: &str, more: &[&str]) -> Command {
    let file = scenario("order-race.toml").display().to_string();
    let mut command = secondwind(&["run", &file, "--live", "--yes", "--max-cost", cap]);
    command.args(["--model", "claude-haiku-5-5", "--base-url", &provider.url]);
    command.args(["--dialect", "anthropic", "--record", name]).args(more);
    command
}

/// What the recording says that calls without a reply may have cost.
fn booked(path: &Path) -> u64 {
    let recording: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    recording["booked"].as_u64().unwrap_or_default()
}

#[test]
fn what_broke_off_counts_towards_the_limit_of_cost_however_often_the_run_goes_on() {
    let (_dir, path, name) = place();
    let broken = provider(&[Fault::Cut, Fault::Cut, Fault::Cut]);
    let first = done(&mut priced(&broken, "1", &name, &[]));
    assert!(first.code == Some(1) && first.stderr.contains("broke off"), "{}", first.stderr);
    let sum = booked(&path);
    assert!(sum > 0 && sum.is_multiple_of(3), "three attempts at the same call: {sum}");
    // One more attempt fits a limit of three, but not beside those three.
    let cap = format!("{}.{:06}", sum / 1_000_000, sum % 1_000_000);
    let second = done(&mut priced(&broken, &cap, &name, &["--resume"]));
    assert!(second.code == Some(1) && second.stderr.contains("--max-cost"), "{}", second.stderr);
    assert_eq!(broken.requests().len(), 3);
    // A refusal costs nothing.
    let refusal = r#"{"type":"error","error":{"type":"authentication_error","message":"no"}}"#;
    let strict = provider(&[Fault::Status(401, "", refusal.to_owned())]);
    done(&mut priced(&strict, "1", &name, &["--resume"]));
    assert_eq!((strict.requests().len(), booked(&path)), (1, sum));
    well(&mut priced(&strict, "1", &name, &["--resume"]));
    assert_eq!(booked(&path), sum, "replies count by what they cost");
}

#[cfg(unix)]
#[test]
fn a_killed_call_counts_towards_the_limit_of_cost() {
    let (_dir, path, name) = place();
    let hanging = provider(&[Fault::Hang]);
    let mut child = priced(&hanging, "1", &name, &[]).stderr(Stdio::null()).spawn().unwrap();
    hanging.wait(1);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(booked(&path) > 0);
    // The recording has no answer yet, and is not written over all the same.
    let again = done(&mut priced(&hanging, "1", &name, &[]));
    assert!(again.code == Some(2) && again.stderr.contains("--resume"), "{}", again.stderr);
    well(&mut priced(&hanging, "1", &name, &["--resume"]));
}

#[test]
fn a_reply_that_does_not_say_what_it_took_ends_a_run_with_a_limit_of_cost() {
    let mut replies = stub_script(&source("order-race.toml")).unwrap().replies;
    replies[0]["usage"] = serde_json::json!({});
    let provider = Provider::with(replies, &[]);
    let file = scenario("order-race.toml").display().to_string();
    let mut command = secondwind(&["run", &file, "--live", "--yes", "--max-cost", "1"]);
    command.args(["--model", "claude-haiku-5-5", "--base-url", &provider.url]);
    let done = done(command.args(["--dialect", "anthropic"]));
    assert!(done.code == Some(1) && done.stderr.contains("--max-cost cannot"), "{}", done.stderr);
    assert_eq!(provider.requests().len(), 1);
}

#[test]
fn a_recording_makes_a_scenario_in_every_language() {
    let (dir, _path, name) = place();
    let provider = provider(&[]);
    let log = well(&mut live(&provider, "anthropic", &["--record", &name]));
    let out = dir.path().join("made").display().to_string();
    let made = well(&mut secondwind(&["scenario", &name, "--out", &out]));
    let file = Path::new(&out).join("run.toml");
    assert!(made.stdout.contains(&file.display().to_string()), "{}", made.stdout);
    for lang in LANGS {
        let file = file.display().to_string();
        let played = well(&mut secondwind(&["run", &file, "--lang", lang]));
        if lang == "en" {
            assert_eq!(played.stdout, log.stdout);
        }
    }
    let again = done(&mut secondwind(&["scenario", &name, "--out", &out]));
    assert!(again.code == Some(2) && again.stderr.contains("run.toml"), "{}", again.stderr);
}

#[test]
fn a_file_that_is_no_recording_is_refused_by_name() {
    let (_dir, path, name) = place();
    stopped(&provider(&[]), "1", &name);
    let unfinished = done(&mut secondwind(&["scenario", &name]));
    assert!(unfinished.code == Some(2) && unfinished.stderr.contains("open"));

    let whole: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let mut newer = whole.clone();
    newer["version"] = 9.into();
    let mut odd = whole.clone();
    odd["answers"] = serde_json::json!([{ "result": { "text": "x", "isError": false } }]);
    for (text, words) in [
        (String::new(), "no recording"),
        ("{}".to_owned(), "no recording"),
        (newer.to_string(), "version 9"),
        (odd.to_string(), "of the kind result"),
    ] {
        fs::write(&path, &text).unwrap();
        let messages = LANGS.map(|lang| {
            let done = done(&mut secondwind(&["run", &name, "--lang", lang]));
            assert_eq!(done.code, Some(2), "{}", done.stderr);
            assert!(done.stdout.is_empty() && done.stderr.contains(&name), "{}", done.stderr);
            done.stderr
        });
        assert!(messages[0].contains(words), "{words} in {}", messages[0]);
        assert!(messages[1] != messages[0] && messages[2] != messages[0]);
    }
}
