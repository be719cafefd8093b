//! `secondwind run` as a user meets it: the log, the events, and what bad input is answered with.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

const LANGS: [&str; 3] = ["en", "pt-BR", "ko"];

fn secondwind(args: &[&str]) -> Output {
    in_locale("C", args)
}

/// The same on a machine that is set up in a language.
fn in_locale(locale: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secondwind"));
    for name in ["LC_ALL", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.env("LANG", locale).args(args).output().unwrap()
}

fn scenario(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course/lesson-6/scenarios");
    root.join(name).display().to_string()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The message for bad input: exit code 2, nothing on standard output.
fn refused(args: &[&str]) -> String {
    let output = secondwind(args);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty() && !message.contains("panicked"), "{message}");
    message
}

/// The whole numbers in the log's own lines, leaving out the answer and the notes.
fn figures(log: &str) -> Vec<Vec<u64>> {
    let is_total = |line: &str| {
        line.split(": ").nth(1).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let own = log
        .split("\n\n")
        .filter(|paragraph| paragraph.starts_with('[') || paragraph.lines().all(is_total));
    let numbers = |line: &str| {
        let parts = line.split(|c: char| !c.is_ascii_digit());
        parts.filter_map(|digits| digits.parse().ok()).collect()
    };
    own.flat_map(str::lines).map(numbers).collect()
}

#[test]
fn the_reference_run_prints_the_lessons_log() {
    let log = stdout(&secondwind(&["run", &scenario("order-race.toml")]));
    let lines: Vec<_> = log.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "[call 1] stop_reason=tool_use tokensUsed=400",
            "[call 2] stop_reason=tool_use tokensUsed=1050",
            "[call 3] stop_reason=tool_use tokensUsed=1850",
        ]
    );
    assert!(
        lines[3].starts_with("[call 4] >>> compaction 1 (tokensUsed 1850 >= 1400)")
            && lines[3].ends_with("reset to 0")
    );
    assert_eq!(
        lines[4..6],
        [
            "[call 5] stop_reason=tool_use tokensUsed=280",
            "[call 6] stop_reason=end_turn tokensUsed=490",
        ]
    );
    for part in ["Model calls: 6 (1 for compaction)", "Compactions: 1", "`version` field"] {
        assert!(log.contains(part), "{part}");
    }
    let notes = log.split("Final NOTES.md:\n").nth(1).unwrap();
    assert!(
        notes.contains("optimistic lock") && notes.contains("None: the race in `updateStatus`")
    );
}

#[test]
fn the_log_has_the_same_figures_in_every_language() {
    for name in ["order-race.toml", "invoice-import.toml"] {
        let logs = LANGS.map(|lang| stdout(&secondwind(&["run", &scenario(name), "--lang", lang])));
        for (lang, log) in LANGS.iter().zip(&logs).skip(1) {
            assert_ne!(log, &logs[0], "{lang} has words of its own");
            assert_eq!(figures(log), figures(&logs[0]), "{lang}");
        }
    }
    let log = stdout(&secondwind(&["run", &scenario("order-race.toml")]));
    assert_eq!(
        figures(&log),
        [
            vec![1, 400],
            vec![2, 1050],
            vec![3, 1850],
            vec![4, 1, 1850, 1400, 0],
            vec![5, 280],
            vec![6, 490],
            vec![6, 1],
            vec![1],
        ]
    );
}

#[test]
fn the_second_scenario_compacts_three_times() {
    let log = stdout(&secondwind(&["run", &scenario("invoice-import.toml")]));
    assert_eq!(log.matches(">>>").count(), 3);
    assert!(log.contains("Model calls: 20 (3 for compaction)"), "{log}");
}

#[test]
fn json_is_one_event_a_line() {
    let lines = stdout(&secondwind(&["run", &scenario("order-race.toml"), "--json"]));
    let events: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let counter: Vec<_> = events
        .iter()
        .map(|event| &event["effect"]["notice"])
        .filter(|notice| notice["type"] == "counted" && notice["purpose"] == "main")
        .map(|notice| notice["meters"]["accumulated"]["tokens"].as_u64().unwrap())
        .collect();
    assert_eq!(counter, [400, 1050, 1850, 280, 490]);
    assert_eq!(events.last().unwrap()["effect"]["outcome"]["type"], "answered");
    assert!(events.iter().all(|event| event.as_object().is_some_and(|object| object.len() == 1)));
}

#[test]
fn a_file_that_is_no_scenario_is_refused_by_name() {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let missing = dir.path().join("missing.toml").display().to_string();
    assert!(refused(&["run", &missing]).contains("missing.toml"));

    let large = write("large.toml", &vec![b'#'; (1 << 20) + 1]);
    let message = refused(&["run", &large]);
    assert!(message.contains("1048577") && message.contains("1048576"), "{message}");

    let binary = write("binary.toml", &[0x7f, b'E', b'L', b'F', 0xff, 0xfe, 0]);
    assert!(refused(&["run", &binary]).contains("binary.toml"));

    let folder = dir.path().display().to_string();
    assert!(refused(&["run", &folder]).contains(&folder));

    let lonely = write("lonely.toml", b"format = 1");
    assert!(refused(&["run", &lonely]).contains("There is no folder"));
    let scenario = write("spoken.toml", b"format = 1");
    fs::create_dir(dir.path().join("spoken")).unwrap();
    write("spoken/en.toml", b"");
    let message = refused(&["run", &scenario, "--lang", "ko"]);
    assert!(message.contains("ko") && message.contains("en"), "{message}");
    assert!(refused(&["run", "/dev/zero"]).contains("a device"));
    let odd = write("odd.toml", b"\"\\u001b[31mevil\\n\" = 1");
    fs::create_dir(dir.path().join("odd")).unwrap();
    write("odd/en.toml", b"");
    let message = refused(&["run", &odd]);
    assert!(!message.contains('\u{1b}') && message.contains("evil"), "{message}");
    let many: Vec<_> = (0..20_000).map(|line| format!("z{line} = 1")).collect();
    let many = many.join("\n");
    let many = write("odd.toml", many.as_bytes());
    assert!(refused(&["run", &many]).lines().count() <= 101 + 1);

    refused(&["run"]);
    refused(&["run", &missing, "--lang", "fr"]);
    refused(&["fly"]);
}

/// A copy of the reference run with an edit.
fn edited(dir: &TempDir, from: &str, to: &str) -> String {
    let source = PathBuf::from(scenario("order-race.toml"));
    let text = fs::read_to_string(&source).unwrap();
    assert!(text.contains(from), "{from}");
    let path = dir.path().join("edited.toml");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    let texts = dir.path().join("edited");
    fs::create_dir_all(&texts).unwrap();
    for entry in fs::read_dir(source.with_extension("")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), texts.join(entry.file_name())).unwrap();
    }
    path.display().to_string()
}

/// Where the facts begin, which name the rounds by number.
const FACTS: &str = "# What there is to know";

fn edited_without_facts(dir: &TempDir, from: &str, to: &str) -> String {
    let path = edited(dir, from, to);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.find(FACTS).unwrap()]).unwrap();
    path
}

/// The line and column, counted here by hand, at which an edit shows up.
fn place(path: &str, mark: &str) -> String {
    let text = fs::read_to_string(path).unwrap();
    let offset = text.find(mark).unwrap();
    let line = text[..offset].matches('\n').count() + 1;
    let column = offset - text[..offset].rfind('\n').map_or(0, |newline| newline + 1) + 1;
    format!("{path}:{line}:{column}: ")
}

#[test]
fn each_fault_in_a_scenario_is_shown_at_its_place() {
    let dir = TempDir::new().unwrap();
    for (from, to, mark, words) in [
        ("ratio = 0.7", "ratoi = 0.7", "ratoi", "`ratoi` is unknown"),
        ("ratio = 0.7", "ratoi = 0.7", "[policy]", "`ratio` is missing"),
        ("ratio = 0.7", "ratio = 1.7", "[policy]", "ratio 1.7 is not above 0 and below 1"),
        ("window = 2000", "window = -2000", "-2000", "`window` is -2000"),
        ("window = 2000", "window = \"2000\"", "\"2000\"", "should be a whole number"),
        ("window = 2000", "window = 2000.5", "2000.5", "should be a whole number"),
        ("format = 1", "format = 9", "9\ntitle", "Format 9"),
        ("say = \"r1-say\"", "say = \"r9-say\"", "\"r9-say\"", "no text `r9-say`"),
        ("tool = \"list_files\"", "tool = \"rm\"", "\"rm\"", "no tool `rm`"),
        (
            "tool = \"list_files\"\ninput = { path = \".\" }\nresult = \"r1-files\"",
            "notes = \"notes-1\"\ntool = \"list_files\"",
            "[[rounds.calls]]",
            "either `notes`",
        ),
        (
            "name = \"list_files\"",
            "name = \"update_notes\"",
            "\"update_notes\"",
            "added by the harness",
        ),
        ("say = \"r5-say\"", "stop = \"tool_use\"", "[[rounds]]\nstop", "it has no tool call"),
        (
            "meter = \"accumulated\"",
            "meter = \"mood\"",
            "\"mood\"",
            "Known here: accumulated, occupancy",
        ),
        ("usage = \"given\"", "usage = \"given", "\n\n[policy]", "not valid TOML"),
        ("replies = [5]", "replies = [5, 6]", "6]", "names 6, but there are only 5"),
        ("results = [3]", "results = [0]", "0]", "names 0, but there are only 5"),
        (
            "results = [3]",
            "results = [4, 5]",
            "5]\nsummaries = [1]\n\n",
            "Round 5 has no tool calls",
        ),
        ("notes = [1, 2]", "notes = [7]", "7]", "names 7, but there are only 2"),
        ("notes = [1, 2]", "notes = [\"1\"]", "\"1\"]", "should be a whole number"),
        ("notes = [1, 2]", "note = [1, 2]", "note =", "`note` is unknown"),
        ("text = \"fact-lock\"", "text = \"fact-luck\"", "\"fact-luck\"", "no text `fact-luck`"),
        (
            "text = \"fact-index\"\nresults = [3]",
            "text = \"fact-index\"",
            "[[facts]]\ntext = \"fact-index\"",
            "Nothing carries this fact",
        ),
        (
            "[default_summary]",
            "[[summaries]]",
            "true\n\n[[facts]]\ntext = \"fact-no",
            "but there is none",
        ),
    ] {
        let path = edited(&dir, from, to);
        let message = refused(&["run", &path]);
        let place = place(&path, mark);
        let found = message.lines().any(|line| line.starts_with(&place) && line.contains(words));
        assert!(found, "{place} … {words}\nin\n{message}");
    }
}

#[test]
fn a_truncated_scenario_is_refused_at_every_length() {
    let dir = TempDir::new().unwrap();
    let whole = fs::read_to_string(scenario("order-race.toml")).unwrap();
    // Without its last key, a comment or an optional table the file is whole, only shorter.
    let needed = whole.find("[[summaries]]").unwrap();
    for length in (0..needed).step_by(97) {
        let path = edited(&dir, "format = 1", "format = 1");
        fs::write(&path, &whole.as_bytes()[..length]).unwrap();
        let message = refused(&["run", &path]);
        assert!(message.contains("edited.toml:"), "{length}: {message}");
    }
}

#[test]
fn a_queue_that_runs_dry_or_a_round_left_over_is_a_fault() {
    let dir = TempDir::new().unwrap();
    let last =
        "[[rounds]]\nsay = \"r5-say\"\ntokens = { input = 60, cache_read = 270, output = 150 }";
    let dry = edited_without_facts(&dir, last, "");
    assert!(refused(&["run", &dry]).contains("Call 6 finds no round"));

    let left = edited(&dir, last, &format!("{last}\n\n{last}"));
    let message = refused(&["run", &left]);
    assert!(message.contains("Round 5 ends the run, but 1 more round follows"), "{message}");

    let whole = fs::read_to_string(scenario("order-race.toml")).unwrap();
    let summaries = &whole[whole.find("[[summaries]]").unwrap()..whole.find(FACTS).unwrap()];
    let unsummarized = edited_without_facts(&dir, summaries, "");
    assert!(refused(&["run", &unsummarized]).contains("Compaction 1 finds no summary"));
}

#[test]
fn faults_are_told_in_the_language_that_was_asked_for() {
    let dir = TempDir::new().unwrap();
    let path = edited(&dir, "window = 2000", "window = -1");
    let messages = LANGS.map(|lang| refused(&["run", &path, "--lang", lang]));
    assert!(messages.iter().all(|message| message.contains("-1") && message.contains("`window`")));
    assert!(messages[1] != messages[0] && messages[2] != messages[0]);
}

/// What the parser says by itself, in English alone.
const ENGLISH: [&str; 12] = [
    "Usage",
    "Options",
    "OPTIONS",
    "Arguments",
    "Commands",
    "COMMAND",
    "FILE",
    "default:",
    "possible values",
    "Print",
    "error",
    "For more",
];

#[test]
fn help_is_told_in_the_language_that_was_asked_for() {
    for args in [&["run", "--help"][..], &["scenario", "--help"], &["help"], &["help", "run"]] {
        let help = LANGS.map(|lang| stdout(&secondwind(&[&["--lang", lang], args].concat())));
        let behind = LANGS.map(|lang| stdout(&secondwind(&[args, &["--lang", lang]].concat())));
        assert_eq!(help, behind);
        assert!(help[0].contains("Usage: secondwind"), "{}", help[0]);
        assert!(help[1].contains("Uso: secondwind") && help[2].contains("사용법: secondwind"));
        for text in &help[1..] {
            let found = ENGLISH.iter().find(|words| text.contains(*words));
            assert_eq!(found, None, "{text}");
        }
    }
    let all = stdout(&secondwind(&["--help"]));
    assert_eq!(all, stdout(&secondwind(&["help"])));
    assert_eq!(stdout(&secondwind(&["run", "-h"])), stdout(&secondwind(&["help", "run"])));
}

#[test]
fn what_the_command_line_does_not_take_is_told_in_the_language_that_was_asked_for() {
    let file = scenario("order-race.toml");
    for (args, says) in [
        (&["run", &file, "--fast"][..], "There is no argument --fast here."),
        (&["run", &file, "--jsn"], "Did you mean --json?"),
        (&["rum", &file], "There is no command rum. Did you mean run?"),
        (&["run"], "Missing: <FILE>."),
        (&["run", &file, &file], "There is no argument"),
        (&["run", &file, "--live"], "Missing: --model <NAME>."),
        (&["run", &file, "--live", "--model"], "--model <NAME> needs a value."),
        (&["run", &file, "--live", "--model", ""], "--model <NAME> needs a value."),
        (&["run", &file, "--live", "--model", "m", "--window", "0"], "a whole number from 1"),
        (&["run", &file, "--live", "--model", "m", "--ratio", "x"], "a number, such as 0.7"),
        (&["run", &file, "--live", "--model", "m", "--max-cost", "x"], "an amount in dollars"),
        (&["run", &file, "--live", "--model", "m", "--meter", "x"], "accumulated, occupancy"),
        (&["run", &file, "--json=1"], "--json takes no value 1."),
        (&["run", &file, "--json", "--json"], "--json may be given only once."),
        (
            &["run", &file, "--live", "--model", "m", "--record", "r", "--resume", "--window", "9"],
            "--resume cannot be used together with --window <TOKENS>.",
        ),
    ] {
        let of = |lang: &str| refused(&[args, &["--lang", lang]].concat());
        let message = of("en");
        assert!(message.contains(says), "{says} in {message}");
        assert!(message.ends_with("--help tells more.\n"), "{message}");
        for lang in ["pt-BR", "ko"] {
            let message = of(lang);
            let found = ENGLISH.iter().find(|words| message.contains(*words));
            assert_eq!(found, None, "{message}");
        }
    }
    assert!(refused(&["run", &file, "--lang", "xx"]).contains("en, pt-BR, ko"));
    assert!(refused(&["--lang"]).contains("--lang <LANGUAGE> needs a value."));
    assert!(refused(&["--lang", "ko"]).contains("명령이 빠졌습니다"));
}

#[test]
fn without_a_language_it_is_that_of_the_environment() {
    let path = scenario("order-race.toml");
    for (locale, lang) in
        [("ko_KR.UTF-8", "ko"), ("pt_BR.UTF-8", "pt-BR"), ("de_DE", "en"), ("", "en")]
    {
        let log = stdout(&in_locale(locale, &["run", &path]));
        assert_eq!(log, stdout(&secondwind(&["run", &path, "--lang", lang])), "{locale}");
    }
    let english = stdout(&in_locale("ko_KR.UTF-8", &["run", &path, "--lang", "en"]));
    assert_eq!(english, stdout(&secondwind(&["run", &path])));
}
