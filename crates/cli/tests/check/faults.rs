//! Faults as they are told, and the list of ids.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{check, course, faults, text, told};

const EDITS: [(&str, &str, &str); 3] = [
    ("exercises/kinds.toml", "unit = \"calls\"", "unit = \"call\""),
    ("course/ko.ftl", "first = 첫 번째 섹션", "first = 첫 { $treshold } 섹션"),
    ("sections/first/en.md", "![A curve that falls]", "![]"),
];

#[test]
fn every_fault_is_told_with_its_line_and_a_caret_in_the_language_that_was_asked_for() {
    let dir = course(&EDITS);
    for (lang, words) in [
        (
            "en",
            [
                "`unit` cannot be call. Do you mean `calls`? Known here: tokens, calls, messages, turns, versions, percent. Write one of these.",
                "There is no value `$treshold`. Do you mean `$threshold`? Known here: threshold. Add it under [values], or correct the name.",
                "The image has no alternative text. Say in the brackets what it shows.",
                "The course has 3 faults.",
            ],
        ),
        (
            "pt-BR",
            [
                "`unit` não pode ser call. Você quis dizer `calls`? Valores conhecidos aqui: tokens, calls, messages, turns, versions, percent. Escreva um deles.",
                "Não há valor `$treshold`. Você quis dizer `$threshold`? Valores conhecidos aqui: threshold. Adicione-o em [values] ou corrija o nome.",
                "A imagem não tem texto alternativo. Diga entre colchetes o que ela mostra.",
                "O curso tem 3 falhas.",
            ],
        ),
        (
            "ko",
            [
                "`unit`에 쓸 수 없는 값입니다: call. 혹시 `calls`입니까? 여기에 쓸 수 있는 값: tokens, calls, messages, turns, versions, percent. 이 가운데 하나를 쓰십시오.",
                "`$treshold` 값이 없습니다. 혹시 `$threshold`입니까? 여기에 있는 값: threshold. [values]에 추가하거나 이름을 고치십시오.",
                "이미지에 대체 텍스트가 없습니다. 대괄호 안에 무엇을 보여 주는지 쓰십시오.",
                "코스에 오류가 3개 있습니다.",
            ],
        ),
    ] {
        let output = check(dir.path(), &["--lang", lang]);
        assert_eq!(output.status.code(), Some(2), "{lang}");
        assert!(output.stdout.is_empty(), "{lang}");
        let [unit, value, image, count] = words;
        let expected = format!(
            "./exercises/kinds.toml:32:8: {unit} [unknown-word]\n  \
               32 | unit = \"call\"\n     |        ^\n\
             ./course/ko.ftl:2:13: {value} [placeholder-unknown]\n  \
               2 | first = 첫 {{ $treshold }} 섹션\n    |              ^\n\
             ./sections/first/en.md:3:1: {image} [image-without-words]\n  \
               3 | ![](curve.svg)\n    | ^\n\
             {count}\n"
        );
        assert_eq!(text(&output.stderr), expected, "{lang}");
    }
}

#[test]
fn a_whole_course_says_so_and_its_faults_are_also_there_as_json() {
    let dir = course(&[]);
    let output = check(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "The course has no faults.\n");
    let output = check(dir.path(), &["--json"]);
    assert_eq!((output.status.code(), text(&output.stdout).trim()), (Some(0), "[]"));

    let dir = course(&EDITS);
    let output = check(dir.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(2));
    let issues: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let places = issues.iter().map(|it| [&it["code"], &it["file"], &it["line"], &it["column"]]);
    assert_eq!(
        json!(places.collect::<Vec<_>>()),
        json!([
            ["unknown-word", "exercises/kinds.toml", 32, 8],
            ["placeholder-unknown", "course/ko.ftl", 2, 13],
            ["image-without-words", "sections/first/en.md", 3, 1],
        ])
    );
}

#[test]
fn the_lock_is_written_for_a_whole_course_alone() {
    let dir = course(&[]);
    let lock = dir.path().join("course.lock.toml");
    let kept = fs::read_to_string(&lock).unwrap();
    fs::remove_file(&lock).unwrap();
    let output = check(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    let (whole, advice) = told.split_once('\n').unwrap();
    assert_eq!(whole, "The course has no faults.");
    assert!(
        advice.starts_with("No ids are published yet.")
            && advice.contains("`secondwind check . --lock`")
    );
    let output = check(dir.path(), &["--lock"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(!text(&output.stdout).contains("No ids"), "{}", text(&output.stdout));
    assert_eq!(fs::read_to_string(&lock).unwrap(), kept);

    // A program that is not what it is there for is a fault like any other.
    let dir = course(&[("exercises/kinds/code/solution.js", "used = 0;", "used = used;")]);
    let lock = dir.path().join("course.lock.toml");
    fs::remove_file(&lock).unwrap();
    let output = check(dir.path(), &["--lock"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("[program-solution-fails]"));
    assert!(!lock.exists());

    let dir = course(&EDITS);
    let lock = dir.path().join("course.lock.toml");
    fs::remove_file(&lock).unwrap();
    assert_eq!(check(dir.path(), &["--lock"]).status.code(), Some(2));
    assert!(!lock.exists());
}

#[test]
fn a_published_id_that_goes_is_refused() {
    let dir = course(&[
        (
            "exercises/kinds.toml",
            "[[tasks]]\nid = \"words\"\nkind = \"explain\"\njump = { end = true }\n",
            "",
        ),
        ("exercises/kinds/en.ftl", "words = Say it in your own words.\n", ""),
        ("exercises/kinds/pt-BR.ftl", "words = Diga com as suas palavras.\n", ""),
        ("exercises/kinds/ko.ftl", "words = 자신의 말로 설명하십시오.\n", ""),
    ]);
    let output = check(dir.path(), &[]);
    let message = text(&output.stderr);
    assert!(
        message.starts_with("./course.lock.toml:21:1: `kinds/words` was published"),
        "{message}"
    );
    assert!(
        message.ends_with(
            "[id-gone]\n  21 | words = \"explain\"\n     | ^\nThe course has 1 fault.\n"
        ),
        "{message}"
    );
}

#[test]
fn what_is_no_course_is_refused_by_name() {
    let dir = TempDir::new().unwrap();
    let output = check(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "There is no ./course.toml. Name the folder of a course.\n");
    let output = check(dir.path(), &["--json", "--lock"]);
    assert_eq!(output.status.code(), Some(2));

    let dir = course(&[]);
    fs::write(dir.path().join("course/en.ftl"), [0xff, 0xfe, 0]).unwrap();
    let output = check(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "./course/en.ftl: The file is not UTF-8 text. Save it as UTF-8. [not-text]\n\
         The course has 1 fault.\n"
    );
    fs::write(dir.path().join("sections/first/en.md"), vec![b' '; (1 << 20) + 1]).unwrap();
    let output = check(dir.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(2));
    let issues: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let told = issues.iter().map(|issue| [&issue["code"], &issue["file"]]);
    assert_eq!(
        json!(told.collect::<Vec<_>>()),
        json!([["not-text", "course/en.ftl"], ["too-large", "sections/first/en.md"]])
    );
}

#[test]
fn a_key_is_refused_and_shown_nowhere() {
    let key = format!("sk-{}", "a1".repeat(20));
    let replace = format!("unit = \"{key}\" # {key}");
    let dir = course(&[("exercises/kinds.toml", "unit = \"calls\"", &replace)]);
    for args in [&[][..], &["--json"], &["--lock"]] {
        let output = check(dir.path(), args);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stdout) + &text(&output.stderr);
        assert!(told.contains("sk-…") && told.contains("unknown-word"), "{told}");
        assert_eq!(told.matches("secret").count(), 2, "{told}");
        assert!(!told.contains("a1a1"), "{told}");
    }
}

#[test]
fn the_course_of_this_repository_has_no_fault() {
    let lesson = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course/lesson-6");
    let output = check(&lesson, &[]);
    assert_eq!(text(&output.stdout), "The course has no faults.\n", "{}", text(&output.stderr));
}

#[test]
fn what_a_beginner_slips_on_is_told_with_its_place_and_what_to_write() {
    let kinds = "exercises/kinds.toml";
    let scenario = "scenarios/small.toml";
    let counter = r#"{ run = "sound", at = { event = "replied", nth = 3 }, get = "accumulated" }"#;
    for (file, find, replace, expected) in [
        (
            kinds,
            counter,
            "30",
            "exercises/kinds.toml:22:10: `answer` is 30, typed by hand; it has to be read off a run",
        ),
        (
            kinds,
            "{ get = \"compactions\", is = \">=\", than = 1 }",
            "true",
            "exercises/kinds.toml:88:26: `holds` is true, typed by hand",
        ),
        (
            kinds,
            "[values]\nturn = { run = \"sound\", at = { event = \"replied\", nth = 2 }, get = \"call\" }",
            "[values]\nturn = 2",
            "exercises/kinds.toml:16:8: `turn` is 2, typed by hand",
        ),
        (
            kinds,
            "get = \"occupancy\" }",
            "get = \"occupancy\"",
            "a `{` or `[` that was opened above is not closed",
        ),
        (
            kinds,
            "id = \"summary\"",
            "id = summary",
            "exercises/kinds.toml:30:6: This is not valid TOML: words stand in straight quotes, as in `\"tokens\"`.",
        ),
        (
            kinds,
            "\"asked\", ",
            "\"reset\", ",
            "exercises/kinds.toml:57:31: `reset` is named twice. Take one of the two out.",
        ),
        (
            scenario,
            "[[rounds]]\nsay = \"say-2\"",
            "[rounds]\nsay = \"say-2\"",
            "this name is there already. Take one of the two out; what stands several times has two brackets, as in `[[rounds]]`",
        ),
        (scenario, "ratio = 0.5", "ratio = 0,5", "decimals have a point, as in `0.5`"),
        (
            "scenarios/small/ko.toml",
            "say-2 = ",
            "say2 = ",
            "scenarios/small.toml:32:7: There is no text `say-2` in any of scenarios/small/ko.toml, scenarios/small/common.toml. Add the line `say-2 = \"…\"` to one of them",
        ),
    ] {
        assert_told(file, find, replace, expected);
    }
}

#[test]
fn a_slip_in_the_words_of_a_course_is_told_with_its_place_and_what_to_write() {
    let words = "exercises/kinds/en.ftl";
    for (file, find, replace, expected) in [
        (
            words,
            "    .hint-1",
            "\t.hint-1",
            "exercises/kinds/en.ftl:7:1: This is not valid Fluent: the line is indented by a tab. Indent it with spaces.",
        ),
        (
            words,
            "title = Every kind",
            "title Every kind",
            "exercises/kinds/en.ftl:1:7: This is not valid Fluent: a line at the margin begins with its name and `=`, as in `title = …`.",
        ),
        (
            words,
            "below { $threshold }",
            "below { $threshold ",
            "a brace has no partner, or no value between the two. A value is written `{ $name }`; a brace of its own is written `{\"{\"}`.",
        ),
        (
            words,
            "line = Which line sets the counter back?\n    .says-check = That line only asks.",
            "line =",
            "This is not valid Fluent: there are no words behind the `=`. Write them.",
        ),
        (
            words,
            "    .hint-1 = It began anew.\n",
            "",
            "Write the line `.hint-1 = …` below `counter`, indented with spaces.",
        ),
        (
            "course.toml",
            ", \"ko\"]",
            "]",
            "Nothing uses course/ko.ftl. The course does not have this language: add \"ko\" to `languages` in course.toml, or take the file out.",
        ),
        (
            "course/en.ftl",
            "first = The first section\n",
            "",
            "The text `first` is missing in en. Write the line `first = …`.",
        ),
    ] {
        assert_told(file, find, replace, expected);
    }
}

/// The course with this edit is told to have this fault.
fn assert_told(file: &str, find: &str, replace: &str, expected: &str) {
    let dir = course(&[(file, find, replace)]);
    let said = text(&check(dir.path(), &[]).stderr);
    assert!(said.contains(expected), "{replace}: {said}");
}

#[test]
fn a_brace_that_is_not_closed_is_one_fault() {
    let dir = course(&[("exercises/kinds.toml", "get = \"occupancy\" }", "get = \"occupancy\"")]);
    let file = "exercises/kinds.toml";
    assert_eq!(faults(dir.path(), &[]), told(&[("syntax", file)]));
}

#[test]
fn whichever_file_is_broken_is_named() {
    let whole = course(&[]);
    let mut files = Vec::new();
    let mut folders = vec![whole.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let broken = |path: &&std::path::PathBuf| {
        path.extension()
            .is_some_and(|ending| ["toml", "ftl", "json"].iter().any(|it| ending == *it))
    };
    for path in files.iter().filter(broken) {
        let was = fs::read_to_string(path).unwrap();
        fs::write(path, was.replacen(['=', ':'], "\" \"", 1)).unwrap();
        let name = path.strip_prefix(whole.path()).unwrap().to_str().unwrap();
        let told = faults(whole.path(), &[]);
        assert!(told.iter().any(|(_, file)| file == name), "{name}: {told:?}");
        fs::write(path, was).unwrap();
    }
}
