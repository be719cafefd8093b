//! `secondwind new`: a course, an exercise or a lesson to begin with. Nothing is overwritten.

mod exercise;
mod lesson;
mod listing;
mod templates;

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::ArgMatches;
use secondwind_course::{Args, SourceFile};

use crate::{
    Failure,
    files::{self, Fault},
    words::{Lang, Words},
};

pub(crate) use templates::KINDS;

/// The longest id of a course or of an exercise: links are made of them.
const LONGEST: usize = 60;

pub(crate) fn run(matches: &ArgMatches, lang: Lang, words: &Words) -> Result<(), Failure> {
    let said = match matches.subcommand() {
        Some(("exercise", matches)) => exercise::write(matches),
        Some(("lesson", matches)) => lesson::write(folder(matches), lang),
        Some((_, matches)) => course(folder(matches), matches.get_one::<String>("title"), words),
        // The parser asks for one of the three.
        None => return Ok(()),
    };
    let (key, args) = said.map_err(|fault| Failure::input(words, &fault))?;
    writeln!(io::stdout(), "{}", words.get(key, &args))?;
    Ok(())
}

/// The folder that the parser requires.
fn folder(matches: &ArgMatches) -> &Path {
    matches.get_one::<PathBuf>("folder").map_or_else(|| Path::new("."), PathBuf::as_path)
}

/// Writes a course with one section, one run and one exercise. Answers what is to be said.
fn course(folder: &Path, title: Option<&String>, words: &Words) -> Result<Fault, Fault> {
    let id = id_of(folder);
    if let Some(title) = title
        && (title.trim().is_empty() || title.chars().any(char::is_control))
    {
        return Err(("error-new-title", Args::new()));
    }
    let titles =
        |lang| title.cloned().unwrap_or_else(|| Words::new(lang, Vec::new()).plain("new-title"));
    let mut written = templates::course(&id, |lang| fluent(titles(lang).trim()));
    let mut exercise = templates::exercise("number", "counter", "first", "first", &Lang::ALL);
    written.append(&mut exercise);
    written.extend(templates::harness());
    empty(folder)?;
    all(folder, &written)?;
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
fn empty(folder: &Path) -> Result<(), Fault> {
    let is_free = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    let fault = || ("error-not-empty", Args::from([("folder", files::name(folder).into())]));
    if is_free { Ok(()) } else { Err(fault()) }
}

/// Writes files that are not there yet, all of them or none.
fn all(folder: &Path, written: &[SourceFile]) -> Result<(), Fault> {
    let paths: Vec<_> = written.iter().map(|file| folder.join(&file.name)).collect();
    if let Some(path) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(("error-exists", Args::from([("file", files::name(path).into())])));
    }
    for (place, (path, file)) in paths.iter().zip(written).enumerate() {
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            File::create_new(path)?.write_all(file.text.as_bytes())
        };
        if let Err(error) = write() {
            take_back(&paths[..=place]);
            return Err(files::unwritable(path, &error));
        }
    }
    Ok(())
}

/// Removes what was written in vain.
fn take_back(paths: &[PathBuf]) {
    for path in paths {
        // What cannot be removed is no more than a file too many.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
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
