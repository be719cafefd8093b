//! `secondwind new exercise`: an exercise that works as it is, listed in a section of its course.

use std::fs;

use clap::ArgMatches;
use secondwind_course::{Args, CourseSource, Issue, SourceFile};

use super::{LONGEST, listing::Listing, templates};
use crate::{
    args, check,
    files::{self, Fault},
    folder,
    sandbox::QuickJs,
    words::Lang,
};

const MARK: &str = "\u{feff}";

/// Writes it. Answers what is to be said.
pub(crate) fn write(matches: &ArgMatches) -> Result<Fault, Fault> {
    let text = |name| matches.get_one::<String>(name).map_or("", String::as_str);
    let (id, kind) = (text("id"), text("kind"));
    if !is_id(id) {
        return Err(("error-new-id", Args::from([("id", id.into())])));
    }
    let folder = args::path(matches, "course");
    let (source, unread) = folder::read(folder).map_err(|(key, args)| match key {
        "error-no-course" => ("error-new-no-course", args),
        _ => (key, args),
    })?;
    // What a link leads to is another's, and is not written to.
    let is_in_the_way = |issue: &Issue| {
        issue.code == "link"
            && [folder::COURSE, "exercises", "harness"].contains(&issue.file.as_str())
    };
    if let Some(issue) = unread.into_iter().find(is_in_the_way) {
        return Err(("issue-link", issue.args));
    }
    let path = folder.join(folder::COURSE);
    let listed = files::read(&path, secondwind_course::MAX_BYTES)?.text;
    let listing = Listing::read(&listed).ok_or_else(|| {
        let args = [("file", files::name(&path).into()), ("folder", files::name(folder).into())];
        ("error-new-syntax", Args::from(args))
    })?;

    let section = matches.get_one::<String>("section").map(String::as_str);
    let Some((new_list, section)) = listing.with(&listed, section, id) else {
        if listing.is_broken {
            let folder = files::name(folder);
            let args = [("file", files::name(&path).into()), ("folder", folder.into())];
            return Err(("error-new-list", Args::from(args)));
        }
        let known = listing.sections();
        if known.is_empty() {
            return Err(files::fault("error-new-no-section", &path));
        }
        let args = [
            ("section", section.unwrap_or_default().into()),
            ("file", files::name(&path).into()),
            ("known", known.join(", ").into()),
        ];
        return Err(("error-new-section", Args::from(args)));
    };
    let (written, run) = fitting(&source, &listing, &new_list, kind, id).ok_or_else(|| {
        let runs: Vec<_> = listing.runs.iter().map(|(run, _)| run.as_str()).collect();
        let runs = if runs.is_empty() { "-".to_owned() } else { runs.join(", ") };
        let args =
            [("file", files::name(&path).into()), ("kind", kind.into()), ("runs", runs.into())];
        ("error-new-no-run", Args::from(args))
    })?;
    let made = files::write_new(folder, &written)?;
    // The mark before UTF-8 that some editors put there is the author's, too.
    let is_marked = fs::read(&path).is_ok_and(|bytes| bytes.starts_with(MARK.as_bytes()));
    let text = if is_marked { format!("{MARK}{new_list}") } else { new_list };
    // To try the runs takes a while, in which the author may have gone on writing.
    if let Err(fault) = files::replace_if(&path, &text, Some(&listed)) {
        files::take_back(&made);
        return Err(fault);
    }
    let own = folder.join("exercises").join(id);
    let args = [
        ("file", files::name(&own.with_added_extension("toml")).into()),
        ("texts", files::name(&own).into()),
        ("section", section.into()),
        ("run", run.into()),
    ];
    Ok(("new-exercise", Args::from(args)))
}

/// The files of an exercise about the first run of which it can be asked, and that run.
///
/// Not every run has what a kind asks about, such as a compaction or facts that it loses, so that
/// the course is checked with the exercise before anything is written.
fn fitting(
    source: &CourseSource,
    listing: &Listing,
    new_list: &str,
    kind: &str,
    id: &str,
) -> Option<(Vec<SourceFile>, String)> {
    let is_told = |lang: &Lang| listing.languages.iter().any(|tag| tag == lang.tag());
    let languages: Vec<_> = Lang::ALL.into_iter().filter(is_told).collect();
    let has = |name: &str| source.files.iter().any(|file| file.name == name);
    let own = format!("exercises/{id}");
    listing.runs.iter().find_map(|(run, scenario)| {
        let mut written = templates::exercise(kind, id, run, scenario, &languages);
        if matches!(kind, "code" | "pick-line") {
            written.extend(templates::harness().into_iter().filter(|file| !has(&file.name)));
        }
        let others = source.files.iter().filter(|file| file.name != folder::COURSE);
        let course = SourceFile { name: folder::COURSE.to_owned(), text: new_list.to_owned() };
        let files = others.chain(&written).chain([&course]).cloned().collect();
        let faults = check::faults(&CourseSource { files }, Vec::new(), &QuickJs::default());
        let is_own =
            |file: &str| file.strip_prefix(&own).is_some_and(|it| it.starts_with(['.', '/']));
        (!faults.iter().any(|fault| is_own(&fault.file))).then(|| (written, run.clone()))
    })
}

/// Whether a word can be the id of an exercise: a letter, then letters, digits and hyphens.
fn is_id(id: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id.chars().all(is_part)
        && id.len() <= LONGEST
}
