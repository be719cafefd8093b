//! What is refused before anything is sent.

use std::process::Stdio;

use crate::{CANARY, LANGS, done, live, place, provider::Provider, scenario, secondwind, source};

fn provider() -> Provider {
    Provider::start(&source("order-race.toml"), &[])
}

/// The message for a call that is refused: exit code 2, nothing printed, nothing sent.
#[track_caller]
fn refused(command: &mut std::process::Command) -> String {
    let done = done(command.stdin(Stdio::null()));
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stdout.is_empty(), "{}", done.stdout);
    done.stderr
}

/// `run order-race.toml --live` with these arguments alone.
fn bare(args: &[&str]) -> std::process::Command {
    let path = scenario("order-race.toml").display().to_string();
    let mut command = secondwind(&["run", &path, "--live"]);
    command.args(args);
    command
}

#[test]
fn where_nobody_can_be_asked_nothing_begins_without_a_yes() {
    let provider = provider();
    let (_dir, path, name) = place();
    let messages = LANGS.map(|lang| {
        let args = ["--model", "m", "--base-url", &provider.url, "--record", &name, "--lang", lang];
        refused(&mut bare(&args))
    });
    assert!(messages.iter().all(|it| it.contains("--yes") && it.contains(&provider.url)));
    assert!(messages[1] != messages[0] && messages[2] != messages[0]);
    assert!(provider.requests().is_empty() && !path.exists());
}

#[test]
fn a_key_is_taken_from_the_environment_alone_and_only_by_its_own_server() {
    let ask = |args: &[&str]| refused(&mut bare(args));
    assert!(ask(&["--model", "claude-haiku-5-5", "--yes"]).contains("ANTHROPIC_API_KEY"));
    assert!(ask(&["--model", "gpt-6-luna", "--yes"]).contains("OPENAI_API_KEY"));
    assert!(ask(&["--model", "llama", "--yes"]).contains("--base-url"));
    ask(&["--model", "m", "--yes", "--key", CANARY.split_at(3).0]);
    ask(&["--model", "m", "--yes", "--api-key", "x"]);

    let provider = provider();
    for key in [format!("{CANARY}\nx"), format!("{CANARY} x"), format!("{CANARY}é")] {
        let message = refused(live(&provider, "anthropic", &[]).env("SECONDWIND_API_KEY", key));
        assert!(message.contains("SECONDWIND_API_KEY") && message.contains("at place 21"));
    }
    assert!(provider.requests().is_empty());

    // A provider's key stays with the provider.
    let mut command = live(&provider, "anthropic", &["--provider", "anthropic"]);
    command.env_remove("SECONDWIND_API_KEY").env("ANTHROPIC_API_KEY", CANARY);
    assert_eq!(done(&mut command).code, Some(0));
    let requests = provider.requests();
    assert!(requests.iter().all(|request| !request.head.join("\n").contains(CANARY)));
}

#[test]
fn addresses_that_hold_or_show_a_key_are_refused() {
    let ask = |url: &str| {
        let mut command = bare(&["--model", "m", "--yes", "--base-url", url]);
        refused(command.env("SECONDWIND_API_KEY", CANARY))
    };
    assert!(ask("https://user:secret-word@example.com").contains("a user or a password"));
    assert!(!ask("https://user:secret-word@example.com").contains("secret-word"));
    assert!(ask("https://example.com/v1?key=secret-word").contains("a query"));
    assert!(ask("ftp://example.com").contains("https://"));
    assert!(ask("https://").contains("no valid host"));
    assert!(ask("https://example.com:99999").contains("port"));
    assert!(ask("http://example.com").contains("read the key on its way"));
}

#[test]
fn an_address_with_a_key_in_it_is_refused_before_it_is_shown() {
    let provider = provider();
    let encoded = CANARY.replace('-', "%2D");
    for variable in ["SECONDWIND_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"] {
        for address in [
            format!("http://127.0.0.1:1/{CANARY}"),
            format!("http://127.0.0.1:1/{encoded}/v1"),
            format!("{}/{CANARY}", provider.url),
            // It would be refused for another reason, in which it is shown.
            format!("http://example.com/{CANARY}"),
            format!("https://{CANARY}.example.com"),
        ] {
            let messages = LANGS.map(|lang| {
                let args = ["--model", "m", "--yes", "--base-url", &address, "--lang", lang];
                refused(bare(&args).env(variable, CANARY))
            });
            assert!(messages[0].contains("holds a key"), "{}", messages[0]);
            assert!(messages.iter().all(|it| it.contains("--base-url") && it.lines().count() == 1));
            assert!(messages.iter().all(|it| !it.contains(&encoded) && !it.contains("127.0.0.1")));
        }
    }
    assert!(provider.requests().is_empty());
    // What stands in for a key may be a word of an address.
    let mut command = bare(&["--model", "m", "--base-url", "http://127.0.0.1:1/llama"]);
    assert!(refused(command.env("SECONDWIND_API_KEY", "llama")).contains("--yes"));
}

#[test]
fn a_key_in_the_place_of_a_model_is_neither_sent_nor_shown() {
    let provider = provider();
    let encoded = CANARY.replace('-', "%2D");
    let other = "sk-ant-api03-0123456789abcdef";
    for model in [CANARY, &format!("claude-{CANARY}"), &encoded, other] {
        let messages = LANGS.map(|lang| {
            let args = ["--model", model, "--yes", "--base-url", &provider.url, "--lang", lang];
            refused(bare(&args).env("ANTHROPIC_API_KEY", CANARY))
        });
        assert!(messages[0].contains("--model holds a key"), "{}", messages[0]);
        assert!(messages.iter().all(|it| !it.contains(&encoded) && !it.contains(other)));
    }
    // Nor in the place of anything else.
    let args = ["--model", "m", "--yes", "--base-url", &provider.url];
    for more in [
        &["--provider", CANARY][..],
        &["--record", CANARY],
        &[CANARY],
        &["--window", other],
        &["--yes=sk-ant-api03-0123456789abcdef"],
        &["--sk-ant-api03-0123456789abcdef"],
    ] {
        let message = refused(bare(&args).args(more).env("SECONDWIND_API_KEY", CANARY));
        assert!(message.contains("***") && !message.contains(other), "{message}");
    }
    assert!(provider.requests().is_empty());
}

#[test]
fn a_recording_that_could_not_be_read_again_is_not_begun() {
    let provider = provider();
    let (dir, ..) = place();
    for name in ["x.toml", "x", "x.JSON"] {
        let path = dir.path().join(name);
        let args = ["--record", &path.display().to_string()];
        let messages =
            LANGS.map(|lang| refused(live(&provider, "anthropic", &args).args(["--lang", lang])));
        let way_out = dir.path().join("x.json").display().to_string();
        assert!(
            messages.iter().all(|it| it.contains(&format!("--record {way_out}"))),
            "{messages:?}"
        );
        assert!(messages[1] != messages[0] && messages[2] != messages[0]);
        assert!(!path.exists());
    }
    assert!(provider.requests().is_empty());
}

#[test]
fn a_limit_of_cost_needs_a_known_price() {
    let provider = provider();
    let message = refused(&mut live(&provider, "anthropic", &["--max-cost", "0.5"]));
    assert!(message.contains("scripted") && message.contains("--max-calls"), "{message}");
    let done = done(&mut live(&provider, "anthropic", &["--max-calls", "10"]));
    assert!(done.code == Some(0) && done.stderr.contains("is not known here"), "{}", done.stderr);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let provider = provider();
    let base = ["--model", "m", "--yes", "--base-url", &provider.url];
    for more in [
        &["--fast"][..],
        &["--provider", "nobody"],
        &["--dialect", "latin"],
        &["--window", "0"],
        &["--window", "-5"],
        &["--ratio", "1.5"],
        &["--ratio", "NaN"],
        &["--meter", "mood"],
        &["--reply-limit", "x"],
        &["--max-calls", "0"],
        &["--max-cost", "free"],
        &["--max-cost", "-1"],
        &["--timeout", "0"],
        &["--resume"],
        &["--resume", "--record", "missing.json"],
        &["--resume", "--record", "missing.json", "--window", "9000"],
    ] {
        let messages = LANGS.map(|lang| refused(bare(&base).args(more).args(["--lang", lang])));
        assert!(messages[1] != messages[0] && messages[2] != messages[0], "{}", messages[0]);
    }
    let path = scenario("order-race.toml").display().to_string();
    assert!(refused(&mut secondwind(&["run", &path, "--live"])).contains("--model"));
    refused(&mut secondwind(&["run", &path, "--model", "m"]));
    refused(&mut secondwind(&["run", &path, "--yes"]));
    assert!(refused(&mut bare(&[&base[..], &["--ratio", "1.5"]].concat())).contains("1.5"));
    let recording = ["run", "run.json", "--live", "--model", "m", "--yes"];
    assert!(refused(&mut secondwind(&recording)).contains("--resume"));
    assert!(provider.requests().is_empty());
}
