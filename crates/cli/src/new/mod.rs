//! `secondwind new`: a course, an exercise or a lesson to begin with. Nothing is overwritten.

mod exercise;
mod lesson;
mod listing;
mod templates;

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use clap::ArgMatches;
use secondwind_course::{Args, masked};

use crate::{
    Failure, args,
    files::{self, Fault},
    words::{Lang, Words},
};

pub(crate) use templates::KINDS;

/// The longest id of a course or of an exercise: links are made of them.
const LONGEST: usize = 60;

pub(crate) fn run(matches: &ArgMatches, lang: Lang, words: &Words) -> Result<(), Failure> {
    let folder = |matches| args::path(matches, "folder");
    let said = match matches.subcommand() {
        Some(("exercise", matches)) => exercise::write(matches),
        Some(("lesson", matches)) => lesson::write(folder(matches), lang),
        Some((_, matches)) => {
            let title = matches.get_one::<String>("title").map(String::as_str);
            course(folder(matches), title, words)
        }
        // The parser asks for one of the three.
        None => return Ok(()),
    };
    let (key, args) = said.map_err(|fault| Failure::input(words, &fault))?;
    writeln!(io::stdout(), "{}", words.get(key, &args))?;
    Ok(())
}

/// Writes a course with one section, one run and one exercise. Answers what is to be said.
fn course(folder: &Path, title: Option<&str>, words: &Words) -> Result<Fault, Fault> {
    let title = title.map(str::trim);
    if title.is_some_and(|title| title.is_empty() || title.contains(char::is_control)) {
        return Err(("error-new-title", Args::new()));
    }
    if title.is_some_and(|title| masked(title) != title) {
        return Err(("issue-secret", Args::new()));
    }
    must_be_free(folder)?;
    let title = |lang| {
        let usual = || Words::new(lang, Vec::new()).plain("new-title");
        fluent(&title.map_or_else(usual, str::to_owned))
    };
    let mut written = templates::course(&id_of(folder), title);
    written.extend(templates::exercise("number", "counter", "first", "first", &Lang::ALL));
    written.extend(templates::harness());
    files::write_new(folder, &written)?;
    Ok(("new-course", Args::from([("folder", words.shown(&files::name(folder)).into())])))
}

/// The id of a course in a folder: the folder's name, as far as it can be one.
fn id_of(folder: &Path) -> String {
    let path = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let id: String = parts.collect::<Vec<_>>().join("-").chars().take(LONGEST).collect();
    let id = id.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    if id.is_empty() { "course".to_owned() } else { id.trim_end_matches('-').to_owned() }
}

/// A text as a value of a catalog: braces would begin what is to be put in there.
fn fluent(text: &str) -> String {
    let escape = |c: char| match c {
        '{' | '}' => format!("{{\"{c}\"}}"),
        _ => c.to_string(),
    };
    text.chars().map(escape).collect()
}

/// Refuses a folder that holds something already.
fn must_be_free(folder: &Path) -> Result<(), Fault> {
    let fault = || ("error-not-empty", Args::from([("folder", files::name(folder).into())]));
    if files::is_free(folder)? { Ok(()) } else { Err(fault()) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_course_comes_from_its_folder() {
        for (folder, id) in [
            ("no/such/My Course", "my-course"),
            ("no/such/2026_lesson.7-", "lesson-7"),
            ("no/such/수업", "course"),
            ("", "course"),
        ] {
            assert_eq!(id_of(Path::new(folder)), id, "{folder}");
        }
    }

    #[test]
    fn braces_in_a_title_stay_braces() {
        assert_eq!(fluent("a {b}"), "a {\"{\"}b{\"}\"}");
    }
}
