//! Courses and exercises: their schemas, and how answers are graded on the lesson's own runs.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

#[path = "courses/files.rs"]
mod files;

use std::{collections::BTreeSet, env, fs, path::Path};

use files::lesson;
use secondwind_core::Tokens;
use secondwind_course::{
    Answer, Course, CourseSource, LangTag, Patch, Run, RunPlace, SourceFile, Ungraded, Verdict,
    schemas,
};
use serde_json::{Value, json};

#[test]
fn the_schemas_are_those_of_the_types() {
    for (name, schema) in schemas() {
        let made = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        let file = format!("../crates/course/schema/{name}.schema.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap();
        assert!(kept == made, "{name}: run the test with UPDATE_EXPECT=1");
    }
}

/// A course over the lesson's scenarios with one task.
struct One(Course);

const COURSE: &str = r#"
format = 1
id = "one"
languages = ["en"]

[runs.reference]
scenario = "order-race"

[runs.storm]
scenario = "order-race"
bugs = ["noReset"]

[runs.append]
scenario = "order-race"
bugs = ["append"]

[runs.late]
scenario = "order-race"
bugs = ["checkLate"]

[[sections]]
id = "all"
exercises = ["task"]
"#;

impl One {
    fn new(task: &str) -> Self {
        Self::of(lesson(), task)
    }

    fn of(source: CourseSource, task: &str) -> Self {
        let mut source = source;
        let mut put = |name: &str, text: String| {
            source.files.push(SourceFile { name: name.to_owned(), text });
        };
        put("course.toml", COURSE.to_owned());
        put("exercises/task.toml", format!("format = 1\n[[tasks]]\nid = \"it\"\n{task}"));
        Self(Course::new(source).unwrap())
    }

    fn view(&self) -> Value {
        let view = self.0.exercise("task").unwrap().unwrap();
        serde_json::to_value(&view.tasks[0]).unwrap()
    }

    fn grade(&self, answer: Value) -> Verdict {
        self.try_grade(answer).unwrap()
    }

    fn try_grade(&self, answer: Value) -> Result<Verdict, Ungraded> {
        let answer = Answer::read(answer).map_err(Ungraded::NoAnswer)?;
        self.0.grade("task", "it", &answer)
    }

    fn refuses(&self, answer: Value) {
        let told = answer.to_string();
        assert!(matches!(self.try_grade(answer), Err(Ungraded::NoAnswer(_))), "{told}");
    }

    fn solution(&self) -> Value {
        serde_json::to_value(self.0.solution("task", "it").unwrap().unwrap()).unwrap()
    }

    /// The run of a place, played as a page would.
    fn run(&self, place: &RunPlace) -> Run {
        let source = self.0.source().scenario(&place.run.scenario, LangTag::En).unwrap();
        Run::new(&source, &Patch::read(&place.run.patch).unwrap()).unwrap()
    }

    /// What happens where a verdict leads.
    fn kind_at(&self, place: Option<&RunPlace>) -> (Value, u32, Value) {
        let place = place.unwrap();
        let run = self.run(place);
        let mark = &run.summary().marks[place.step];
        (serde_json::to_value(mark.kind).unwrap(), mark.call, place.run.patch.clone())
    }
}

fn outcome(verdict: &Verdict) -> (String, &'static str, Option<&str>) {
    let outcome = serde_json::to_value(verdict.outcome).unwrap();
    (outcome.as_str().unwrap().to_owned(), verdict.code, verdict.wrong.as_deref())
}

macro_rules! outcomes {
    ($one:ident: $($answer:expr => $outcome:literal $code:literal $wrong:expr;)*) => {
        $({
            let verdict = $one.grade($answer);
            let wanted = ($outcome.to_owned(), $code, $wrong);
            assert_eq!(outcome(&verdict), wanted, "{}: {:?}", $answer, verdict.args);
        })*
    };
}

const NUMBER: &str = r#"
kind = "number"
unit = "tokens"
answer = { at = { event = "replied", nth = 4 }, get = "accumulated" }
wrong = [
  { id = "storm", run = "storm" },
  { id = "threshold", answer = { get = "threshold" } },
]
"#;

#[test]
fn a_number_is_read_off_the_run_and_a_wrong_one_leads_to_its_world() {
    let one = One::new(NUMBER);
    let number = |value: f64| json!({ "kind": "number", "value": value });
    outcomes! { one:
        number(280.0) => "passed" "passed" None;
        number(2130.0) => "not-yet" "named" Some("storm");
        number(1400.0) => "not-yet" "named" Some("threshold");
        number(279.0) => "not-yet" "low" None;
        number(281.0) => "not-yet" "high" None;
    }
    let passed = one.grade(number(280.0));
    assert_eq!(one.kind_at(passed.jump.as_ref()), (json!("replied"), 5, json!({})));
    assert_eq!(passed.world, None);
    let storm = one.grade(number(2130.0));
    let there = one.kind_at(storm.world.as_ref());
    assert_eq!(there, (json!("replied"), 5, json!({ "bugs": ["noReset"] })));
    // The formula is no world.
    assert_eq!(one.grade(number(1400.0)).world, None);
    assert_eq!(one.solution()["answer"], json!({ "kind": "number", "value": 280 }));
    one.refuses(json!({ "kind": "choice", "value": 280 }));
    one.refuses(json!({ "kind": "number" }));
    one.refuses(json!({ "kind": "number", "value": "280" }));
    one.refuses(json!({ "kind": "number", "value": 280, "sure": true }));
    one.refuses(json!({ "kind": "guess", "value": 280 }));
}

#[test]
fn a_tolerance_counts_and_hundredths_are_written_as_people_do() {
    let one = One::new(&format!("tolerance = 2\n{NUMBER}"));
    let number = |value: f64| json!({ "kind": "number", "value": value });
    outcomes! { one:
        number(282.0) => "passed" "passed" None;
        number(282.5) => "not-yet" "high" None;
        number(2129.0) => "not-yet" "named" Some("storm");
    }
    let one = One::new("kind = \"number\"\nunit = \"percent\"\nanswer = { get = \"ratio\" }");
    assert_eq!(one.solution()["answer"]["value"], json!(70));
    outcomes! { one: number(70.0) => "passed" "passed" None; number(0.7) => "not-yet" "low" None; }
}

#[test]
fn a_choice_has_the_right_number_and_the_wrong_ones_by_size() {
    let one = One::new(
        r#"
kind = "choice"
unit = "calls"
answer = { get = "calls" }
wrong = [
  { id = "main", answer = { count = "called" } },
  { id = "storm", run = "storm" },
]"#,
    );
    assert_eq!(one.view()["options"], json!([5, 6, 7]));
    let choice = |value: u32| json!({ "kind": "choice", "value": value });
    outcomes! { one:
        choice(6) => "passed" "passed" None;
        choice(5) => "not-yet" "named" Some("main");
        choice(7) => "not-yet" "named" Some("storm");
    }
    one.refuses(choice(8));
}

#[test]
fn queries_read_what_the_lesson_says() {
    for (query, value) in [
        (r#"at = { event = "replied" }, get = "accumulated""#, 400),
        (r#"at = { event = "replied", nth = -1 }, get = "accumulated""#, 490),
        (r#"at = { event = "crossed" }, get = "accumulated""#, 1850),
        (r#"at = { event = "reset" }, get = "accumulated""#, 0),
        (r#"at = { event = "reset", shift = -1 }, get = "accumulated""#, 1850),
        (r#"at = { call = 6, event = "replied" }, get = "occupancy""#, 480),
        (r#"at = { call = 6, event = "replied" }, get = "cacheRead""#, 270),
        (r#"at = { call = 6, event = "replied" }, get = "input""#, 60),
        (r#"at = { event = "summarized" }, get = "output""#, 60),
        (r#"at = { compaction = 1 }, get = "call""#, 3),
        (r#"at = { compaction = 1, event = "asked" }, get = "call""#, 4),
        (r#"at = { event = "replaced" }, get = "messages""#, 1),
        (r#"at = { event = "replaced" }, get = "archived""#, 7),
        (r#"at = { event = "noted", nth = 2 }, get = "notesVersion""#, 2),
        (r#"at = { event = "crossed" }, get = "messages""#, 7),
        (r#"at = { event = "called", nth = 2 }, get = "requestTokens""#, 570),
        (r#"at = { end = true }, get = "accumulated""#, 490),
        (r#"at = { step = 0 }, get = "spend""#, 0),
        (r#"get = "threshold""#, 1400),
        (r#"get = "window", minus = { get = "threshold" }"#, 600),
        (r#"get = "window", plus = { get = "threshold", minus = { get = "compactions" } }"#, 3399),
        (r#"at = { event = "crossed" }, get = "fixedTokens""#, 110),
        (r#"at = { event = "called", call = 5 }, get = "restartTokens""#, 100),
        (r#"at = { event = "reset", nth = -1 }, get = "notesTokens""#, 25),
        (r#"get = "compactions""#, 1),
        (r#"get = "compactionCalls""#, 1),
        (r#"get = "factsLost""#, 1),
        (r#"get = "factsKept""#, 4),
        (r#"count = "replied""#, 5),
        (r#"run = "storm", get = "compactions""#, 2),
    ] {
        let task = format!("kind = \"number\"\nunit = \"tokens\"\nanswer = {{ {query} }}");
        assert_eq!(One::new(&task).solution()["answer"]["value"], json!(value), "{query}");
    }
    let sums = |get: &str| {
        let task = format!("kind = \"number\"\nunit = \"tokens\"\nanswer = {{ get = \"{get}\" }}");
        One::new(&task).solution()["answer"]["value"].as_u64().unwrap()
    };
    let run = lesson().scenario("order-race", LangTag::En).unwrap();
    let run = Run::new(&run, &Patch::default()).unwrap();
    let marks = &run.summary().marks;
    let sent: u64 = marks.iter().filter_map(|it| it.request_tokens).map(Tokens::get).sum();
    assert_eq!(sums("sentTokens"), sent);
    assert_eq!(sums("spend"), marks.last().unwrap().spend.get());
    assert_eq!(sums("steps"), run.summary().last as u64);
}

const CLAIMS: &str = r#"
kind = "claims"
pick = "one"
options = [
  { id = "limit", holds = { get = "accumulated", when = "eventually", is = ">", than = { get = "window" } } },
  { id = "fits", holds = [
    { get = "occupancy", when = "always", is = "<=", than = { get = "window" } },
    { ending = "answered" },
  ] },
  { id = "never", holds = { get = "accumulated", when = "never", is = ">=", than = { get = "threshold" } } },
  { id = "twice", holds = { get = "compactions", is = "=", than = 2 } },
]
"#;

#[test]
fn of_claims_the_engine_knows_which_hold() {
    let claims = |ids: &[&str]| json!({ "kind": "claims", "picked": ids });
    let one = One::new(CLAIMS);
    assert_eq!(one.solution()["answer"], claims(&["fits"]));
    outcomes! { one:
        claims(&["fits"]) => "passed" "passed" None;
        claims(&["never"]) => "not-yet" "named" Some("never");
    }
    // It crosses the threshold for the first time when the third reply is counted.
    let never = one.grade(claims(&["never"]));
    assert_eq!(one.kind_at(never.jump.as_ref()), (json!("replied"), 3, json!({})));
    let own = One::new(&format!("jump = {{ event = \"reset\" }}{CLAIMS}"));
    let never = own.grade(claims(&["never"]));
    assert_eq!(own.kind_at(never.jump.as_ref()).0, json!("reset"), "the author's own");
    // The run that is shown is that of the first claim, whichever holds.
    assert_eq!(one.view()["at"]["run"]["patch"], json!({}));
    let storm = CLAIMS.replace(
        "holds = { get = \"accumulated\", when = \"eventually\"",
        "holds = { run = \"storm\", get = \"spend\", when = \"never\"",
    );
    assert_eq!(One::new(&storm).view()["at"]["run"]["patch"], json!({ "bugs": ["noReset"] }));
    one.refuses(claims(&[]));
    one.refuses(claims(&["fits", "never"]));
    one.refuses(claims(&["other"]));

    let all = CLAIMS
        .replace("\"one\"", "\"all\"")
        .replace("is = \"=\", than = 2", "is = \"<\", than = 2");
    let one = One::new(&all);
    outcomes! { one:
        claims(&["fits", "twice"]) => "passed" "passed" None;
        claims(&["fits"]) => "not-yet" "missing" None;
        claims(&["fits", "twice", "limit"]) => "not-yet" "extra" Some("limit");
        claims(&[]) => "not-yet" "missing" None;
    }
    assert_eq!(serde_json::to_value(&one.grade(claims(&[])).args).unwrap(), json!({ "count": 2 }));
}

#[test]
fn an_order_is_that_of_the_run_and_is_not_given_away() {
    let one = One::new(
        r#"
kind = "order"
from = { event = "replied", nth = 3 }
items = ["appended", "crossed", "asked", "replaced", "reset", "called"]
wrong = [{ id = "late", run = "late" }]"#,
    );
    let order = |items: &[&str]| json!({ "kind": "order", "items": items });
    let right = ["appended", "crossed", "asked", "replaced", "reset", "called"];
    assert_eq!(one.solution()["answer"], order(&right));
    let shown = one.view()["items"].clone();
    assert_ne!(shown, json!(right));
    let names = |list: &Value| -> BTreeSet<String> {
        list.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&shown), names(&json!(right)));
    // With the check too late, the next request goes out before it.
    let late = ["appended", "called", "crossed", "asked", "replaced", "reset"];
    outcomes! { one:
        order(&right) => "passed" "passed" None;
        order(&late) => "not-yet" "named" Some("late");
        order(&["appended", "asked", "crossed", "replaced", "reset", "called"]) => "not-yet" "order" None;
    }
    let verdict =
        one.grade(order(&["appended", "asked", "crossed", "replaced", "reset", "called"]));
    assert_eq!(serde_json::to_value(&verdict.args).unwrap(), json!({ "count": 1 }));
    assert_eq!(one.kind_at(verdict.jump.as_ref()).0, json!("crossed"));
    one.refuses(order(&right[1..]));
    one.refuses(order(&["appended", "appended", "asked", "replaced", "reset", "called"]));
    one.refuses(order(&["appended", "crossed", "asked", "replaced", "reset", "noted"]));
}

#[test]
fn a_line_is_picked_in_the_code_of_the_run() {
    let one = One::new(
        "kind = \"pick-line\"\nat = { event = \"reset\" }\nwrong = [{ id = \"check\", line = \"crossed\" }]",
    );
    let code = one.view()["code"].as_str().unwrap().to_owned();
    assert!(!code.contains("//@"));
    let line = |text: &str| 1 + code.lines().position(|line| line.contains(text)).unwrap();
    let pick = |line: usize| json!({ "kind": "pick-line", "line": line });
    let check = line("if (shouldCompact(tokensUsed, opts))");
    outcomes! { one:
        pick(line("    tokensUsed = 0;")) => "passed" "passed" None;
        pick(check) => "not-yet" "named" Some("check");
        pick(1) => "not-yet" "line" None;
    }
    one.refuses(pick(0));
    one.refuses(pick(code.lines().count() + 1));

    let one = One::new("kind = \"pick-line\"\nrun = \"late\"\nfault = \"checkLate\"");
    let code = one.view()["code"].as_str().unwrap().to_owned();
    let line = |text: &str| 1 + code.lines().position(|line| line.contains(text)).unwrap();
    let check = line("if (shouldCompact(tokensUsed, opts))");
    assert_eq!(one.solution()["lines"], json!([check]));
    assert!(check < line("tokensUsed = trackUsage("));
    // Where the line is gone, its neighbours say so.
    let one = One::new("kind = \"pick-line\"\nfault = \"noReset\"");
    let code = one.view()["code"].as_str().unwrap().to_owned();
    assert!(!code.contains("    tokensUsed = 0;"));
    let replaced = 1 + code
        .lines()
        .position(|line| line.contains("messages = [{ role: \"user\", content: restart"))
        .unwrap();
    assert_eq!(one.solution()["lines"], json!([replaced, replaced + 1]));
}

#[test]
fn messages_that_stay_are_picked_by_their_numbers() {
    let one = One::new(
        r#"
kind = "pick-blocks"
at = { event = "crossed" }
stay = { event = "called", call = 5 }
wrong = [{ id = "append", run = "append" }]"#,
    );
    let view = one.view();
    assert_eq!(view["blocks"], json!([1, 2, 3, 4, 5, 6, 7]));
    let pick = |ids: &[u32]| json!({ "kind": "pick-blocks", "picked": ids });
    outcomes! { one:
        pick(&[]) => "passed" "passed" None;
        pick(&[1, 2, 3, 4, 5, 6, 7]) => "not-yet" "named" Some("append");
        pick(&[1, 7]) => "not-yet" "extra" None;
    }
    let append = one.grade(pick(&[1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(
        one.kind_at(append.world.as_ref()),
        (json!("called"), 5, json!({ "bugs": ["append"] }))
    );
    one.refuses(pick(&[8]));
}

#[test]
fn facts_are_those_of_the_ledger() {
    let facts = |ids: &[u32]| json!({ "kind": "facts", "picked": ids });
    for (place, right) in [("kept", vec![0, 1]), ("notes", vec![2]), ("lost", vec![3])] {
        let task = format!("kind = \"facts\"\ncompaction = 1\nplace = \"{place}\"");
        let one = One::new(&task);
        assert_eq!(one.view()["facts"], json!([0, 1, 2, 3]), "the fifth is found later");
        assert_eq!(one.solution()["answer"], facts(&right), "{place}");
        outcomes! { one: facts(&right) => "passed" "passed" None; facts(&[0, 1, 2, 3]) => "not-yet" "extra" None; }
        one.refuses(facts(&[4]));
    }
    let one = One::new(
        "kind = \"facts\"\ncompaction = 1\nplace = \"lost\"\nwrong = [{ id = \"noted\", place = \"notes\" }]",
    );
    outcomes! { one: facts(&[2]) => "not-yet" "named" Some("noted"); facts(&[]) => "not-yet" "missing" None; }
}

const DIALS: &str = r#"
kind = "dials"
dials = [{ key = "ratio", start = 0.95, min = 0.05, max = 0.99, step = 0.05, solution = 0.7 }]
goals = [
  { id = "before", holds = { at = { event = "crossed" }, get = "accumulated", is = "<", than = 1900 } },
  { id = "once", holds = { get = "compactions", is = "<=", than = 1 } },
]
wrong = [{ id = "low", set = { ratio = 0.2 }, breaks = "once" }]
"#;

#[test]
fn dials_are_judged_by_the_run_that_they_make() {
    // At 0.95 the threshold is 1900, which is above 1850 and is crossed a round later.
    let one = One::new(DIALS);
    let set = |ratio: f64| json!({ "kind": "dials", "set": { "ratio": ratio } });
    outcomes! { one:
        set(0.7) => "passed" "passed" None;
        set(0.9) => "passed" "passed" None;
        set(0.95) => "not-yet" "goal" None;
        set(0.2) => "not-yet" "goal" Some("low");
        set(0.3) => "not-yet" "goal" Some("low");
        json!({ "kind": "dials", "set": {} }) => "not-yet" "goal" None;
    }
    // It is seen where the first goal is decided, in the run that the setting makes; or where the
    // author says.
    let passed = one.grade(set(0.9));
    assert_eq!(one.kind_at(passed.jump.as_ref()), (json!("crossed"), 3, json!({ "ratio": 0.9 })));
    let own = One::new(&format!("jump = {{ event = \"reset\" }}{DIALS}"));
    let passed = own.grade(set(0.9));
    assert_eq!(own.kind_at(passed.jump.as_ref()), (json!("reset"), 4, json!({ "ratio": 0.9 })));
    let solution = own.solution();
    assert_eq!(solution["jump"]["run"]["patch"], json!({ "ratio": 0.7 }));
    let high = one.grade(set(0.95));
    assert_eq!(serde_json::to_value(&high.args).unwrap(), json!({ "goal": "before" }));
    assert_eq!(high.met, ["once"]);
    assert_eq!(high.jump.unwrap().run.patch, json!({ "ratio": 0.95 }));
    one.refuses(set(0.01));
    one.refuses(json!({ "kind": "dials" }));
}

#[test]
fn a_setting_that_makes_no_run_and_one_that_runs_dry_are_told_apart() {
    let window = r#"
kind = "dials"
run = "reference"
dials = [
  { key = "window", start = 8000, min = 1, max = 8000, step = 1, solution = 2000 },
  { key = "outputReserve", start = 0, min = 0, max = 8000, step = 100, solution = 0 },
]
goals = [{ id = "once", holds = { get = "compactions", is = "=", than = 1 } }]
"#;
    let one = One::new(window);
    let set = |window: u32, reserve: u32| json!({ "kind": "dials", "set": { "window": window, "outputReserve": reserve } });
    outcomes! { one:
        set(2000, 0) => "passed" "passed" None;
        set(8000, 0) => "not-yet" "goal" None;
        set(2000, 700) => "could-not-run" "no-run" None;
    }
    let none = one.grade(set(2000, 700));
    assert_eq!(
        serde_json::to_value(&none.args).unwrap(),
        json!({ "detail": "patch-no-room", "threshold": 1400, "window": 2000, "reserve": 700 })
    );
    // So small a window restarts more often than there are summaries for.
    let mut source = lesson();
    let name = "scenarios/order-race.toml";
    let scenario = source.files.iter_mut().find(|file| file.name == name).unwrap();
    let end = scenario.text.find("[default_summary]").unwrap();
    let facts = scenario.text.find("[[facts]]").unwrap();
    scenario.text.replace_range(end..facts, "");
    scenario.text = scenario.text.replace("default_summary = true\n", "");
    let goals = "goals = [{ id = \"answered\", holds = { ending = \"answered\" } }, ";
    let one = One::of(source, &window.replace("goals = [", goals));
    outcomes! { one:
        set(2000, 0) => "passed" "passed" None;
        set(1000, 0) => "did-not-finish" "script-ended" None;
    }
    let dry = one.grade(set(1000, 0));
    let calls = one.run(dry.jump.as_ref().unwrap()).summary().calls;
    assert_eq!(serde_json::to_value(&dry.args).unwrap(), json!({ "calls": calls }));
}

#[test]
fn words_of_the_learners_own_are_kept_and_not_marked() {
    let one = One::new("kind = \"explain\"");
    outcomes! { one: json!({ "kind": "explain", "text": "since" }) => "kept" "kept" None; }
    assert_eq!(one.solution()["answer"], Value::Null);
}

#[test]
fn a_fault_of_the_course_is_no_fault_of_the_answer() {
    let one = One::new(
        "kind = \"number\"\nunit = \"tokens\"\nanswer = { at = { event = \"refused\" }, get = \"spend\" }",
    );
    let verdict = one.grade(json!({ "kind": "number", "value": 1 }));
    assert_eq!(outcome(&verdict), ("could-not-check".to_owned(), "course", None));
    let args = serde_json::to_value(&verdict.args).unwrap();
    assert_eq!(args, json!({ "detail": "exercises/task.toml:6:17 query-finds-nothing" }));
    assert!(one.0.exercise("task").unwrap().is_err());
    assert!(matches!(
        one.0.grade("task", "other", &Answer::Explain { text: String::new() }),
        Err(Ungraded::Unknown(_))
    ));
    assert!(one.0.exercise("other").is_none());
}

#[test]
fn a_gate_stands_where_the_run_is_shown() {
    let one = One::new(&format!("gate = {{ event = \"reset\" }}\n{NUMBER}"));
    let view = one.view();
    let at = view["at"]["step"].as_u64().unwrap();
    let run = lesson().scenario("order-race", LangTag::En).unwrap();
    let run = Run::new(&run, &Patch::default()).unwrap();
    let mark = &run.summary().marks[usize::try_from(at).unwrap()];
    assert_eq!(serde_json::to_value(mark.kind).unwrap(), json!("reset"));
    assert_eq!(view["gated"], json!(true));
    assert_eq!(One::new(NUMBER).view()["gated"], json!(false));
}
