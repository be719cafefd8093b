//! What `secondwind new` writes, with the places that are filled in.

use secondwind_course::SourceFile;

use crate::words::Lang;

macro_rules! template {
    ($path:literal) => {
        include_str!(concat!("../../templates/", $path))
    };
}

macro_rules! harness {
    ($name:literal) => {
        (
            concat!("harness/", $name),
            include_str!(concat!("../../../../course/lesson-6/harness/", $name)),
        )
    };
}

/// The name of a file, and what it holds.
type Text = (&'static str, &'static str);

/// The lesson's program, and the bugs that runs can put into it.
const HARNESS: [Text; 2] = [harness!("harness.js"), harness!("toggles.json")];

/// A course: names and texts.
const COURSE: [Text; 12] = [
    ("course.toml", template!("course/course.toml")),
    ("course/en.ftl", template!("course/course/en.ftl")),
    ("course/pt-BR.ftl", template!("course/course/pt-BR.ftl")),
    ("course/ko.ftl", template!("course/course/ko.ftl")),
    ("sections/first/en.md", template!("course/sections/first/en.md")),
    ("sections/first/pt-BR.md", template!("course/sections/first/pt-BR.md")),
    ("sections/first/ko.md", template!("course/sections/first/ko.md")),
    ("scenarios/first.toml", template!("course/scenarios/first.toml")),
    ("scenarios/first/common.toml", template!("course/scenarios/first/common.toml")),
    ("scenarios/first/en.toml", template!("course/scenarios/first/en.toml")),
    ("scenarios/first/pt-BR.toml", template!("course/scenarios/first/pt-BR.toml")),
    ("scenarios/first/ko.toml", template!("course/scenarios/first/ko.toml")),
];

/// The kinds of tasks, and what each asks in its exercise.
const EXERCISES: [Text; 10] = [
    ("number", template!("exercise/number.toml")),
    ("choice", template!("exercise/choice.toml")),
    ("claims", template!("exercise/claims.toml")),
    ("order", template!("exercise/order.toml")),
    ("pick-line", template!("exercise/pick-line.toml")),
    ("pick-blocks", template!("exercise/pick-blocks.toml")),
    ("facts", template!("exercise/facts.toml")),
    ("dials", template!("exercise/dials.toml")),
    ("code", template!("exercise/code.toml")),
    ("explain", template!("exercise/explain.toml")),
];

/// The kinds alone, for the command line.
pub(crate) const KINDS: [&str; EXERCISES.len()] = {
    let mut kinds = [""; EXERCISES.len()];
    let mut at = 0;
    while at < kinds.len() {
        kinds[at] = EXERCISES[at].0;
        at += 1;
    }
    kinds
};

/// The programs of a task of code.
const PROGRAMS: [Text; 3] = [
    ("fix/start.js", template!("exercise/code/start.js")),
    ("fix/solution.js", template!("exercise/code/solution.js")),
    ("fix/wrong/append.js", template!("exercise/code/wrong/append.js")),
];

/// The words of all exercises in a language, each below a heading with its kind.
const fn words(lang: Lang) -> &'static str {
    match lang {
        Lang::En => template!("exercise/en.ftl"),
        Lang::PtBr => template!("exercise/pt-BR.ftl"),
        Lang::Ko => template!("exercise/ko.ftl"),
    }
}

fn words_of(kind: &str, lang: Lang) -> &'static str {
    let mut all = words(lang).split("### ").filter_map(|part| part.split_once('\n'));
    all.find(|(heading, _)| *heading == kind).map_or("", |(_, words)| words)
}

/// The lesson for an editor of one's own: names and texts.
const LESSON: [Text; 4] = [
    ("main.mjs", template!("lesson/main.mjs")),
    ("stub.js", template!("lesson/stub.js")),
    ("package.json", template!("lesson/package.json")),
    ("prompts.json", harness!("prompts.json").1),
];

macro_rules! reference {
    ($name:literal) => {
        (
            concat!("order-race", $name),
            include_str!(concat!("../../../../course/lesson-6/scenarios/order-race", $name)),
        )
    };
}

/// The lesson's reference run, and its texts in a language.
pub(crate) const fn reference(lang: Lang) -> (Text, [Text; 2]) {
    let own = match lang {
        Lang::En => reference!("/en.toml"),
        Lang::PtBr => reference!("/pt-BR.toml"),
        Lang::Ko => reference!("/ko.toml"),
    };
    (reference!(".toml"), [own, reference!("/common.toml")])
}

/// The files of the lesson's program, as it is copied from the page: without the marks that tell
/// which step runs which line.
pub(crate) fn lesson() -> Vec<SourceFile> {
    let unmarked = |line: &str| line.split(" //@").next().unwrap_or_default().to_owned() + "\n";
    let (name, program) = HARNESS[0];
    let program: String = program.lines().map(unmarked).collect();
    let name = name.trim_start_matches("harness/");
    let beside = LESSON.iter().map(|(name, text)| file(*name, *text));
    beside.chain([file(name, program)]).collect()
}

fn file(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
    SourceFile { name: name.into(), text: text.into() }
}

/// The files of a course. `title` is asked for each language.
pub(crate) fn course(id: &str, title: impl Fn(Lang) -> String) -> Vec<SourceFile> {
    let filled = |(name, text): &Text| {
        let lang = Lang::ALL.into_iter().find(|lang| *name == format!("course/{}.ftl", lang.tag()));
        let title = lang.map(&title).unwrap_or_default();
        file(*name, text.replace("@id@", id).replace("@title@", &title))
    };
    COURSE.iter().map(filled).collect()
}

/// The files of the lesson's program.
pub(crate) fn harness() -> Vec<SourceFile> {
    HARNESS.iter().map(|(name, text)| file(*name, *text)).collect()
}

/// The files of an exercise of a kind, about a run that plays a scenario.
pub(crate) fn exercise(
    kind: &str,
    id: &str,
    run: &str,
    scenario: &str,
    languages: &[Lang],
) -> Vec<SourceFile> {
    let asks = EXERCISES.iter().find(|(name, _)| *name == kind).map_or("", |(_, text)| text);
    let asks = asks.replace("@id@", id).replace("@run@", run).replace("@scenario@", scenario);
    let mut files = vec![file(format!("exercises/{id}.toml"), asks)];
    for lang in languages {
        files.push(file(format!("exercises/{id}/{}.ftl", lang.tag()), words_of(kind, *lang)));
    }
    if kind == "code" {
        let programs = PROGRAMS.iter();
        files.extend(programs.map(|(name, text)| file(format!("exercises/{id}/{name}"), *text)));
    }
    files
}
