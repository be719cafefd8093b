//! Checks the words of a course: each is there in every language, shows the same values, and is
//! used.

use std::collections::{BTreeMap, BTreeSet};

use super::{Course, Exercise, ask::kind_name};
use crate::{
    format::{
        document::{Document, MAX_ISSUES},
        files::LangTag,
        fluent::{Catalog, Words},
        near::nearest,
        prose::{ProsePiece, images, pieces},
        tasks::Task,
    },
    source::{Args, Issue, Lines, SourceFile, args},
};

/// The texts that a file is to have: by message and attribute, and whether it must have them.
#[derive(Default)]
struct Expected {
    texts: BTreeMap<(String, Option<String>), bool>,
    /// Texts that must differ from one another, in each language.
    apart: Vec<Vec<(String, Option<String>)>>,
    /// The messages of tasks, which can have hints.
    tasks: BTreeSet<String>,
}

impl Expected {
    fn message(&mut self, id: &str, is_required: bool) {
        self.texts.insert((id.to_owned(), None), is_required);
    }

    fn attribute(&mut self, id: &str, name: String, is_required: bool) {
        self.texts.insert((id.to_owned(), Some(name)), is_required);
    }
}

/// Checks the texts of the course and of its sections.
pub(crate) fn check_course(course: &Course, values: &[(String, f64)], issues: &mut Vec<Issue>) {
    let mut expected = Expected::default();
    expected.message("title", true);
    for section in &course.file.sections {
        expected.message(&section.id.0, true);
    }
    for criterion in &course.file.criteria {
        expected.message(&format!("criterion-{}", criterion.id.0), true);
    }
    check(course, "course/", &expected, values, issues);
    for section in &course.file.sections {
        check_prose(course, &format!("sections/{}/", section.id.0), values, issues);
    }
}

/// Checks the texts of an exercise.
pub(crate) fn check_exercise(
    course: &Course,
    exercise: &Exercise,
    values: &[(String, f64)],
    issues: &mut Vec<Issue>,
) {
    let mut expected = Expected::default();
    expected.message("title", true);
    expected.message("intro", false);
    for task in &exercise.file.tasks {
        expect_task(task, &mut expected);
    }
    check(course, &format!("exercises/{}/", exercise.id), &expected, values, issues);
}

fn expect_task(task: &Task, expected: &mut Expected) {
    let id = task.id();
    expected.message(id, true);
    expected.tasks.insert(id.to_owned());
    expected.attribute(id, "because".to_owned(), false);
    for (place, wrong) in task.wrong_ids() {
        // What is forbidden is told by these words alone.
        expected.attribute(id, format!("says-{wrong}"), place.starts_with("forbid"));
    }
    let options: Vec<String> = match task {
        Task::Claims(task) => task.options.iter().map(|it| format!("option-{}", it.id.0)).collect(),
        Task::Order(task) => {
            task.items.iter().map(|item| format!("option-{}", kind_name(*item))).collect()
        }
        _ => task.goal_ids().into_iter().map(|id| format!("goal-{id}")).collect(),
    };
    for option in &options {
        expected.attribute(id, option.clone(), true);
    }
    expected.apart.push(options.into_iter().map(|it| (id.to_owned(), Some(it))).collect());
}

/// Checks the catalogs in a folder, one a language.
fn check(
    course: &Course,
    folder: &str,
    expected: &Expected,
    values: &[(String, f64)],
    issues: &mut Vec<Issue>,
) {
    let mut catalogs = Vec::new();
    for lang in &course.file.languages {
        let name = format!("{folder}{}.ftl", lang.as_str());
        match course.source.find(&name) {
            Some(file) => catalogs.push((*lang, Catalog::parse(file))),
            None => issues.push(Issue::missing_file(&name)),
        }
    }
    let hints = hints(&mut catalogs, expected);
    let is_whole = |catalog: &Catalog<'_>| catalog.issues.is_empty();
    let has = |catalog: &Catalog<'_>, (message, attribute): &(String, Option<String>)| {
        catalog.words(message, attribute.as_deref()).is_some()
    };
    let mut wanted: Vec<(&str, Option<&str>)> = Vec::new();
    for (key, is_required) in &expected.texts {
        if *is_required || catalogs.iter().any(|(_, catalog)| has(catalog, key)) {
            wanted.push((&key.0, key.1.as_deref()));
        }
    }
    wanted.extend(hints.iter().map(|(message, name)| (message.as_str(), Some(name.as_str()))));
    // What the first language shows, the others are to show.
    let mut first: Option<(LangTag, BTreeMap<usize, BTreeSet<String>>)> = None;
    for (lang, catalog) in &mut catalogs {
        // With broken syntax what is missing may stand right there.
        if is_whole(catalog) {
            missing(*lang, catalog, &wanted);
            unused(catalog, expected, &hints);
        }
        let mut by_place = BTreeMap::new();
        let mut notes = Vec::new();
        for (place, (message, attribute)) in wanted.iter().enumerate() {
            let Some(words) = catalog.words(message, *attribute) else { continue };
            let name = text_name(message, *attribute);
            check_words(*lang, catalog, words, &name, values, &mut notes);
            let shown: BTreeSet<String> = words.values.keys().cloned().collect();
            if let Some((other, known)) = &first
                && let Some(known) = known.get(&place)
            {
                differing(&name, *other, known, &shown, values, words.at, &mut notes);
            }
            by_place.insert(place, shown);
        }
        helpers(*lang, catalog, &wanted, values, &mut notes);
        endless(catalog, &mut notes);
        equal_words(catalog, expected, values, &mut notes);
        for (at, code, args) in notes {
            catalog.note(at, code, args);
        }
        first.get_or_insert((*lang, by_place));
    }
    for (_, catalog) in catalogs {
        issues.extend(catalog.issues);
    }
}

/// The hints that there are, by message. A number that is missing in the ladder is a fault.
fn hints(
    catalogs: &mut [(LangTag, Catalog<'_>)],
    expected: &Expected,
) -> BTreeSet<(String, String)> {
    let mut numbers: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (_, catalog) in &*catalogs {
        // A title has none, nor has what is no task.
        let tasks = catalog.messages.iter().filter(|(id, _)| expected.tasks.contains(*id));
        for (id, message) in tasks {
            let found = message.attributes.keys().filter_map(|name| hint(name));
            numbers.entry(id.clone()).or_default().extend(found);
        }
    }
    let mut hints = BTreeSet::new();
    for (id, numbers) in numbers {
        let last = numbers.last().copied().unwrap_or_default();
        if let Some(gap) = (1..last).find(|number| !numbers.contains(number)) {
            let place = catalogs.iter_mut().find_map(|(_, catalog)| {
                let message = catalog.messages.get(&id)?;
                let after = message
                    .attributes
                    .iter()
                    .filter_map(|(name, words)| Some((hint(name)?, words.at)));
                let at = after.filter(|(number, _)| *number > gap).min().map(|(_, at)| at)?;
                Some((catalog, at))
            });
            if let Some((catalog, at)) = place {
                let args = args([("text", id.as_str().into()), ("number", gap.into())]);
                catalog.note(at, "hint-gap", args);
            }
        }
        hints.extend(numbers.into_iter().map(|number| (id.clone(), format!("hint-{number}"))));
    }
    hints
}

/// The number of a hint, from 1.
fn hint(name: &str) -> Option<usize> {
    let number = name.strip_prefix("hint-")?;
    // `hint-01` is no other name of the first.
    number.parse().ok().filter(|it| *it > 0 && number == format!("{it}"))
}

fn text_name(message: &str, attribute: Option<&str>) -> String {
    attribute.map_or_else(|| message.to_owned(), |name| format!("{message}.{name}"))
}

fn missing(lang: LangTag, catalog: &mut Catalog<'_>, wanted: &[(&str, Option<&str>)]) {
    for (message, attribute) in wanted {
        if catalog.words(message, *attribute).is_some() {
            continue;
        }
        let name = text_name(message, *attribute);
        let args = args([
            ("text", name.into()),
            ("lang", lang.as_str().into()),
            ("message", (*message).into()),
            ("attribute", attribute.unwrap_or("none").into()),
        ]);
        match (catalog.messages.get(*message).map(|message| message.at), attribute) {
            (Some(at), _) => catalog.note(at, "text-missing", args),
            // Its attributes are missing with it, and told by it.
            (None, Some(_)) => {}
            (None, None) if catalog.issues.len() > MAX_ISSUES => return,
            (None, None) => catalog.issues.push(Issue {
                code: "text-missing",
                file: catalog.file.name.clone(),
                line: 0,
                column: 0,
                args,
            }),
        }
    }
}

fn unused(catalog: &mut Catalog<'_>, expected: &Expected, hints: &BTreeSet<(String, String)>) {
    let mut unused = Vec::new();
    for (id, message) in &catalog.messages {
        if !expected.texts.contains_key(&(id.clone(), None)) {
            unused.push((message.at, id.clone()));
            continue;
        }
        let attributes = message.attributes.iter().filter(|(name, _)| {
            !expected.texts.contains_key(&(id.clone(), Some((*name).clone())))
                && !hints.contains(&(id.clone(), (*name).clone()))
        });
        unused.extend(attributes.map(|(name, words)| (words.at, format!("{id}.{name}"))));
    }
    // A message that another one shows is used by it.
    let referred: BTreeSet<String> = catalog
        .messages
        .values()
        .flat_map(|message| message.value.iter().chain(message.attributes.values()))
        .flat_map(|words| &words.references)
        .filter(|it| it.kind == "message")
        .map(|it| it.name.clone())
        .collect();
    unused.sort();
    for (at, text) in unused.into_iter().filter(|(_, text)| !referred.contains(text)) {
        catalog.note(at, "text-unused", args([("text", text.into())]));
    }
}

type Note = (usize, &'static str, Args);

/// Checks what is shown by way of other texts alone: messages that others name, and terms.
fn helpers(
    lang: LangTag,
    catalog: &Catalog<'_>,
    wanted: &[(&str, Option<&str>)],
    values: &[(String, f64)],
    notes: &mut Vec<Note>,
) {
    let wanted: BTreeSet<_> = wanted.iter().copied().collect();
    let messages = catalog.messages.iter().map(|(id, message)| (id, message, false));
    let terms = catalog.terms.iter().map(|(id, term)| (id, term, true));
    for (id, message, is_term) in messages.chain(terms) {
        let own = message.value.iter().map(|words| (None, words));
        let attributes = message.attributes.iter();
        for (name, words) in own.chain(attributes.map(|(name, words)| (Some(name.as_str()), words)))
        {
            if is_term || !wanted.contains(&(id.as_str(), name)) {
                check_words(lang, catalog, words, &text_name(id, name), values, notes);
            }
        }
    }
}

/// Refuses texts that show themselves, by way of others or at once.
fn endless(catalog: &Catalog<'_>, notes: &mut Vec<Note>) {
    let key = |words: &Words| std::ptr::from_ref(words);
    // Texts that were looked into; false while what they name is being looked into.
    let mut looked: BTreeMap<*const Words, bool> = BTreeMap::new();
    let all = catalog.messages.values().chain(catalog.terms.values());
    for words in all.flat_map(|it| it.value.iter().chain(it.attributes.values())) {
        if looked.contains_key(&key(words)) {
            continue;
        }
        looked.insert(key(words), false);
        let mut path = vec![(words, words.references.iter())];
        while let Some((words, references)) = path.last_mut() {
            let Some(reference) = references.next() else {
                looked.insert(key(words), true);
                path.pop();
                continue;
            };
            let Some(next) = catalog.resolve(reference) else { continue };
            match looked.get(&key(next)) {
                None => {
                    looked.insert(key(next), false);
                    path.push((next, next.references.iter()));
                }
                Some(false) => {
                    let args = args([("text", reference.name.as_str().into())]);
                    notes.push((reference.at, "text-endless", args));
                }
                Some(true) => {}
            }
        }
    }
}

/// Checks the images of a Markdown text.
fn check_images(text: &str, place: impl Fn(usize) -> usize, notes: &mut Vec<Note>) {
    for image in images(text) {
        // An address may be as long as the text, and each is told whole.
        if notes.len() > MAX_ISSUES {
            return;
        }
        let at = place(image.at);
        if image.words.trim().is_empty() {
            notes.push((at, "image-without-words", args([])));
        }
        if image.address.contains(':') || image.address.starts_with("//") {
            notes.push((at, "image-remote", args([("address", image.address.into())])));
        }
    }
}

fn check_words(
    lang: LangTag,
    catalog: &Catalog<'_>,
    words: &Words,
    name: &str,
    values: &[(String, f64)],
    notes: &mut Vec<Note>,
) {
    if words.is_blank {
        let args = args([("text", name.into()), ("lang", lang.as_str().into())]);
        notes.push((words.at, "text-blank", args));
    }
    check_images(words.markdown(), |_| words.at, notes);
    for (value, at) in &words.values {
        unknown_value(value, *at, values, notes);
    }
    for reference in words.references.iter().filter(|it| !catalog.knows(it)) {
        let args =
            args([("kind", reference.kind.into()), ("name", reference.name.as_str().into())]);
        notes.push((reference.at, "name-unknown", args));
    }
    for choice in &words.choices {
        for (at, key) in &choice.others {
            notes.push((*at, "plural-unknown", args([("key", key.as_str().into())])));
        }
        let missing =
            lang.plurals().iter().filter(|it| !choice.plurals.iter().any(|has| has == *it));
        let missing: Vec<_> = missing.copied().collect();
        if !missing.is_empty() {
            let args = args([
                ("text", name.into()),
                ("lang", lang.as_str().into()),
                ("missing", missing.join(", ").into()),
            ]);
            notes.push((choice.at, "plural-missing", args));
        }
    }
}

fn unknown_value(value: &str, at: usize, values: &[(String, f64)], notes: &mut Vec<Note>) {
    if !values.iter().any(|(known, _)| known == value) {
        let known: Vec<_> = values.iter().map(|(name, _)| name.as_str()).collect();
        let near = nearest(value, known.iter().copied()).unwrap_or("none");
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let args =
            args([("name", value.into()), ("known", known.into()), ("nearest", near.into())]);
        notes.push((at, "placeholder-unknown", args));
    }
}

/// Refuses a text that does not show what it shows in another language. Of an unknown value, that is
/// said already.
fn differing(
    text: &str,
    other: LangTag,
    known: &BTreeSet<String>,
    shown: &BTreeSet<String>,
    values: &[(String, f64)],
    at: usize,
    notes: &mut Vec<Note>,
) {
    let is_value = |name: &String| values.iter().any(|(value, _)| value == name);
    if known == shown || !known.iter().chain(shown).all(is_value) {
        return;
    }
    let list = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        let names: Vec<_> = one.difference(other).map(|it| format!("${it}")).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let args = args([
        ("text", text.into()),
        ("other", other.as_str().into()),
        ("missing", list(known, shown).into()),
        ("extra", list(shown, known).into()),
    ]);
    notes.push((at, "placeholders-differ", args));
}

/// Refuses options that read the same.
fn equal_words(
    catalog: &Catalog<'_>,
    expected: &Expected,
    values: &[(String, f64)],
    notes: &mut Vec<Note>,
) {
    for options in &expected.apart {
        let mut seen: Vec<(&str, String)> = Vec::new();
        for (message, attribute) in options {
            let Some(words) = catalog.words(message, attribute.as_deref()) else { continue };
            let name = attribute.as_deref().unwrap_or(message);
            let text = words.with(values);
            let same = seen.iter().find(|(other, words)| *other != name && *words == text);
            if let Some((same, _)) = same {
                let args = args([("one", (*same).into()), ("other", name.into())]);
                notes.push((words.at, "words-equal", args));
            }
            seen.push((name, text));
        }
    }
}

/// Checks the prose of a section, one file a language.
fn check_prose(course: &Course, folder: &str, values: &[(String, f64)], issues: &mut Vec<Issue>) {
    let mut first: Option<(LangTag, BTreeSet<String>)> = None;
    for lang in &course.file.languages {
        let name = format!("{folder}{}.md", lang.as_str());
        let Some(file) = course.source.find(&name) else {
            issues.push(Issue::missing_file(&name));
            continue;
        };
        let mut notes: Vec<Note> = Vec::new();
        if file.text.trim().is_empty() {
            let args = args([("text", name.into()), ("lang", lang.as_str().into())]);
            notes.push((0, "text-blank", args));
        }
        let mut shown = BTreeSet::new();
        for (at, piece) in pieces(&file.text) {
            if let ProsePiece::Value { value } = piece {
                unknown_value(&value, at, values, &mut notes);
                shown.insert(value);
            }
        }
        check_images(&file.text, |at| at, &mut notes);
        if let Some((other, known)) = &first {
            differing(&file.name, *other, known, &shown, values, 0, &mut notes);
        }
        first.get_or_insert((*lang, shown));
        place(file, notes, issues);
    }
}

/// The notes as faults of a file.
pub(crate) fn place(file: &SourceFile, notes: Vec<Note>, issues: &mut Vec<Issue>) {
    let lines = Lines::new(&file.text);
    let notes = notes.into_iter().take(MAX_ISSUES + 1);
    issues.extend(notes.map(|(at, code, args)| Issue::at(file, &lines, &(at..at), code, args)));
}

/// Faults of ids that are there twice in a list, or that the format has for itself.
pub(crate) fn same_ids<'i>(
    document: &mut Document,
    ids: impl IntoIterator<Item = (String, &'i str)>,
    reserved: &[&str],
) {
    let mut seen = BTreeSet::new();
    for (pointer, id) in ids {
        let code = if reserved.contains(&id) {
            Some("reserved-id")
        } else {
            (!seen.insert(id)).then_some("same-id")
        };
        if let Some(code) = code {
            let args = args([("id", id.into())]);
            document.note(&pointer, crate::format::document::Spot::Value, code, args);
        }
    }
}
