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
use secondwind_course::{Args, SourceFile, masked};

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
    if title.is_some_and(|title| masked(title) != title.as_str()) {
        return Err(("issue-secret", Args::new()));
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
    // What is not there yet may lead to one that is, such as `new/..`.
    let mut made = Made::default();
    let is_free =
        made.folder(folder).and_then(|()| fs::read_dir(folder)).map(|mut it| it.next().is_none());
    made.take_back();
    let fault = || ("error-not-empty", Args::from([("folder", files::name(folder).into())]));
    match is_free {
        Ok(true) => Ok(()),
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory
            ) =>
        {
            Err(files::unwritable(folder, &error))
        }
        _ => Err(fault()),
    }
}

/// Writes files that are not there yet, all of them or none.
fn all(folder: &Path, written: &[SourceFile]) -> Result<Made, Fault> {
    let paths: Vec<_> = written.iter().map(|file| folder.join(&file.name)).collect();
    if let Some(path) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(("error-exists", Args::from([("file", files::name(path).into())])));
    }
    let mut made = Made::default();
    for (path, file) in paths.iter().zip(written) {
        let write =
            made.folder(path.parent().unwrap_or(folder)).and_then(|()| made.file(path, &file.text));
        if let Err(error) = write {
            made.take_back();
            return Err(files::unwritable(path, &error));
        }
    }
    Ok(made)
}

/// What was made, in its order, so that it can be taken back; what was there before never is.
#[derive(Default)]
struct Made {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Made {
    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        let is_new =
            |path: &&Path| path.symlink_metadata().is_err() && !path.as_os_str().is_empty();
        let new: Vec<_> = folder.ancestors().take_while(is_new).map(Path::to_path_buf).collect();
        self.folders.extend(new.into_iter().rev());
        fs::create_dir_all(folder)
    }

    fn file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let mut file = File::create_new(path)?;
        self.files.push(path.to_path_buf());
        file.write_all(text.as_bytes())
    }

    /// What cannot be removed is no more than a file too many; a folder with anything in it stays.
    fn take_back(self) {
        for path in self.files {
            let _ = fs::remove_file(path);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
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

    /// A folder of its own for a test.
    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("secondwind-new-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn text(name: &str) -> SourceFile {
        SourceFile { name: name.into(), text: "new".into() }
    }

    #[test]
    fn a_file_that_was_there_before_stays_whatever_leads_to_it() {
        let folder = scratch("stays");
        fs::write(folder.join("course.toml"), "mine").unwrap();
        let around = folder.join("not-there/..");
        assert_eq!(empty(&around).unwrap_err().0, "error-not-empty");
        assert!(all(&around, &[text("course.toml")]).is_err());
        assert_eq!(fs::read_to_string(folder.join("course.toml")).unwrap(), "mine");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_was_written_in_vain_is_taken_back_with_its_folders() {
        let folder = scratch("vain");
        let inner = folder.join("course");
        let clash = [text("course.toml"), text("a/b/en.ftl"), text("course.toml/x.ftl")];
        assert_eq!(all(&inner, &clash).err().map(|fault| fault.0), Some("error-unwritable"));
        assert!(!inner.exists());
        assert!(all(&inner, &clash[..2]).is_ok() && inner.join("a/b/en.ftl").is_file());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_one_is_refused_for_its_reason() {
        let folder = scratch("reason");
        fs::write(folder.join("file"), "").unwrap();
        for (name, key) in
            [("new", None), ("file", Some("error-not-empty")), ("file/in", Some("error-not-empty"))]
        {
            assert_eq!(empty(&folder.join(name)).err().map(|fault| fault.0), key, "{name}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn braces_in_a_title_stay_braces() {
        assert_eq!(fluent("a {b}"), "a {\"{\"}b{\"}\"}");
    }
}
