//! Runs that come to their answer.

use secondwind_course::{Patch, Run, StepKind};
use serde_json::{Value, json};

use crate::{
    CANARY, DIALECTS, LANGS, live, place, played, provider::Provider, scenario, secondwind, source,
    well,
};

fn steps(run: &Run) -> Vec<(StepKind, u64)> {
    let marks = run.summary().marks.iter();
    marks.map(|mark| (mark.kind, mark.accumulated.get())).collect()
}

#[test]
fn a_model_that_answers_as_prepared_makes_the_prepared_run() {
    let file = scenario("order-race.toml").display().to_string();
    let prepared = well(&mut secondwind(&["run", &file]));
    let run = Run::new(&source("order-race.toml"), &Patch::default()).unwrap();
    for dialect in DIALECTS {
        let (_dir, path, name) = place();
        let provider = Provider::start(&source("order-race.toml"), &[]);
        let done = well(&mut live(&provider, dialect, &["--record", &name]));
        assert_eq!(done.stdout, prepared.stdout, "{dialect}");
        assert!(done.stderr.contains(&provider.url) && done.stderr.contains(&name));
        assert_eq!(steps(&played(&path)), steps(&run), "{dialect}");

        let again = well(&mut secondwind(&["run", &name]));
        assert_eq!(again.stdout, done.stdout, "{dialect}");
    }
}

#[test]
fn every_scenario_of_the_lesson_can_be_taken_on() {
    for name in ["invoice-import.toml", "last-item.toml"] {
        let provider = Provider::start(&source(name), &[]);
        let file = scenario(name).display().to_string();
        let prepared = well(&mut secondwind(&["run", &file]));
        let mut command = secondwind(&["run", &file, "--live", "--yes", "--model", "scripted"]);
        let done = well(command.args(["--base-url", &provider.url, "--dialect", "anthropic"]));
        // How much of a window is an estimate is worked out here, and stated in a scenario.
        let is_counted = |line: &&str| !line.contains("(estimated)");
        let counted = |log: &str| log.lines().filter(is_counted).collect::<Vec<_>>().join("\n");
        assert_eq!(counted(&done.stdout), counted(&prepared.stdout), "{name}");
    }
}

#[test]
fn a_request_is_what_its_provider_wants() {
    for dialect in DIALECTS {
        let provider = Provider::start(&source("order-race.toml"), &[]);
        well(&mut live(&provider, dialect, &["--reply-limit", "777"]));
        let requests = provider.requests();
        assert_eq!(requests.len(), 6);
        for request in &requests {
            assert_eq!(request.body["model"], "scripted");
            assert_eq!(request.body["stream"], true);
            let whole = request.body.to_string() + &request.head[0];
            assert!(!whole.contains(CANARY));
        }
        let first = &requests[0];
        assert_eq!(first.body["max_tokens"], 777);
        assert_eq!(requests[3].body["max_tokens"], 2_000);
        assert!(requests[3].body.get("tools").is_none());
        let (header, key, tool) = if dialect == "anthropic" {
            ("x-api-key", CANARY.to_owned(), first.body["tools"][1].clone())
        } else {
            let function = &first.body["tools"][1]["function"];
            let tool = json!({
                "name": function["name"], "description": function["description"],
                "input_schema": function["parameters"] });
            ("authorization", format!("Bearer {CANARY}"), tool)
        };
        assert_eq!(first.header(header), Some(key.as_str()));
        let schema = json!({
            "type": "object", "properties": { "path": { "type": "string" } },
            "required": ["path"] });
        let description = "Returns the content of a file.";
        let expected =
            json!({ "name": "read_file", "description": description, "input_schema": schema });
        assert_eq!(tool, expected);
    }
}

#[test]
fn a_call_that_is_not_prepared_is_answered_and_the_run_goes_on() {
    let reply = |content: Value, stop: &str| {
        json!({
            "id": "msg", "type": "message", "role": "assistant", "model": "scripted",
            "content": content, "stop_reason": stop, "stop_sequence": null,
            "usage": { "input_tokens": 10, "output_tokens": 10 } })
    };
    let call = |id: &str, name: &str, input: Value| json!([{ "type": "tool_use", "id": id, "name": name, "input": input }]);
    let replies = vec![
        reply(call("a", "read_file", json!({ "path": "/etc/passwd" })), "tool_use"),
        reply(call("b", "rm", json!({})), "tool_use"),
        reply(call("c", "run_tests", json!({ "path": "tests/orders.test.js" })), "tool_use"),
        reply(json!([{ "type": "text", "text": "Done.\u{1b}[2J" }]), "end_turn"),
    ];
    let provider = Provider::with(replies, &[]);
    let done = well(&mut live(&provider, "anthropic", &[]));
    assert!(done.stdout.contains("Done.\\u{1b}[2J"), "{}", done.stdout);
    let requests = provider.requests();
    let result = |request: usize| {
        let message = requests[request].body["messages"].as_array().unwrap().last().unwrap();
        message["content"][0].clone()
    };
    assert_eq!(result(1)["is_error"], true);
    let text = result(1).to_string();
    assert!(text.contains("src/orders.js") && text.contains("db/schema.sql"), "{text}");
    assert!(result(2).to_string().contains("There are: list_files, read_file"));
    // The tests of the unfixed code: nothing was edited yet.
    assert!(result(3).get("is_error").is_none_or(|it| it == false), "{}", result(3));
    assert!(result(3).to_string().contains("fail 1"), "{}", result(3));
}

#[test]
fn the_figures_are_the_same_in_every_language() {
    let file = scenario("order-race.toml").display().to_string();
    let logs = LANGS.map(|lang| {
        let provider = Provider::start(&source("order-race.toml"), &[]);
        let log = well(&mut live(&provider, "anthropic", &["--lang", lang]));
        assert!(log.stderr.contains("2000") && log.stderr.contains("1400"), "{}", log.stderr);
        let prepared = well(&mut secondwind(&["run", &file, "--lang", lang]));
        let calls = |log: &str| log.lines().filter(|it| it.starts_with('[')).count();
        assert_eq!(calls(&log.stdout), calls(&prepared.stdout));
        log.stderr
    });
    assert!(logs[1] != logs[0] && logs[2] != logs[0]);
}

#[test]
fn events_are_printed_once_as_they_come() {
    let (_dir, _path, name) = place();
    let provider = Provider::start(&source("order-race.toml"), &[]);
    let done = well(&mut live(&provider, "anthropic", &["--json", "--record", &name]));
    let again = well(&mut secondwind(&["run", &name, "--json"]));
    assert_eq!(done.stdout, again.stdout);
}
