//! Reads and writes the files of scenarios and recordings, and refuses what is none.

use std::{
    ffi::OsStr,
    fs,
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    path::{Path, PathBuf},
};

use secondwind_course::{
    Arg, Args, MAX_BYTES, RecordingSource, ScenarioSource, SourceFile, scenario_files,
};

use crate::words::Lang;

/// A fault as a key of the catalog and its arguments.
pub(crate) type Fault = (&'static str, Args);

/// Reads `X.toml` and the texts in the folder `X` beside it: the language's own, and the neutral.
pub(crate) fn read_scenario(path: &Path, lang: Lang) -> Result<ScenarioSource, Fault> {
    let scenario = read(path, MAX_BYTES)?;
    let folder = path.with_extension("");
    let own = folder.join(lang.tag()).with_added_extension("toml");
    if !folder.is_dir() {
        let args = [("file", name(path).into()), ("folder", name(&folder).into())];
        return Err(("error-no-texts", Args::from(args)));
    }
    if !own.exists() {
        let args = [
            ("file", name(path).into()),
            ("lang", lang.tag().into()),
            ("have", languages(&folder).join(", ").into()),
        ];
        return Err(("error-no-language", Args::from(args)));
    }
    let mut texts = vec![read(&own, MAX_BYTES)?];
    let common = folder.join("common.toml");
    if common.exists() {
        texts.push(read(&common, MAX_BYTES)?);
    }
    Ok(ScenarioSource { scenario, texts })
}

/// Reads a recording.
pub(crate) fn read_recording(path: &Path) -> Result<RecordingSource, Fault> {
    Ok(RecordingSource { recording: read(path, RecordingSource::MAX_BYTES)? })
}

/// Writes a scenario into a folder, with an empty file of texts for each language, so that it can
/// be run in all of them. Answers the argument that names it. Nothing is overwritten.
pub(crate) fn write_scenario(
    source: &ScenarioSource,
    out: &Path,
) -> Result<(&'static str, Arg), Fault> {
    let own = Path::new(&source.scenario.name).file_name().unwrap_or_default();
    let path = out.join(own);
    let folder = path.with_extension("");
    for path in [&path, &folder] {
        if path.exists() {
            return Err(fault("error-exists", path));
        }
    }
    let beside = Path::new(&source.scenario.name).parent().unwrap_or_else(|| Path::new(""));
    let below = |mut file: SourceFile| {
        if let Ok(own) = Path::new(&file.name).strip_prefix(beside) {
            file.name = name(own);
        }
        file
    };
    let files = scenario_files(source, &Lang::ALL.map(Lang::tag)).into_iter().map(below);
    // The scenario comes last, so that it is not there without its texts.
    write_new(out, &files.rev().collect::<Vec<_>>())?;
    Ok(("file", name(&path).into()))
}

/// Writes files that are not there yet, all of them or none. Answers what was made, folders before
/// what is in them.
pub(crate) fn write_new(folder: &Path, files: &[SourceFile]) -> Result<Vec<PathBuf>, Fault> {
    let paths: Vec<_> = files.iter().map(|file| folder.join(&file.name)).collect();
    if let Some(path) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(fault("error-exists", path));
    }
    let mut made = Vec::new();
    for (path, file) in paths.iter().zip(files) {
        if let Err(error) = create(path, &file.text, &mut made) {
            take_back(&made);
            return Err(unwritable(path, &error));
        }
    }
    Ok(made)
}

/// Writes a file that is not there yet, and the folders around it. `made` gets each of them, so that
/// what somebody else has put there meanwhile is not taken for it.
fn create(path: &Path, text: &str, made: &mut Vec<PathBuf>) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        create_folders(folder, made)?;
    }
    let mut file = fs::File::create_new(path)?;
    made.push(path.to_path_buf());
    file.write_all(text.as_bytes())
}

/// Makes a folder where there is none, and those around it.
fn create_folders(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<_> = folder.ancestors().take_while(is_missing).collect();
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder)?;
        made.push(folder.to_path_buf());
    }
    Ok(())
}

/// Removes what was made in vain.
pub(crate) fn take_back(made: &[PathBuf]) {
    for path in made.iter().rev() {
        // What cannot be removed is no more than a file or an empty folder too many.
        let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
    }
}

/// Whether a folder that is to be written can be made, or is there and empty.
pub(crate) fn is_free(folder: &Path) -> Result<bool, Fault> {
    use io::ErrorKind::{AlreadyExists, NotADirectory};
    // What is not there yet may lead to one that is, such as `new/..`: so it is made, to see.
    let mut made = Vec::new();
    let entries = create_folders(folder, &mut made).and_then(|()| fs::read_dir(folder));
    let is_free = entries.map(|mut entries| entries.next().is_none());
    take_back(&made);
    match is_free {
        Err(error) if matches!(error.kind(), AlreadyExists | NotADirectory) => Ok(false),
        is_free => is_free.map_err(|error| unwritable(folder, &error)),
    }
}

/// Writes a file whole or not at all: aside, then in the place of the old one, with its permissions.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Fault> {
    write_aside(path, text, || Ok(()))
}

/// The same, if what is there is still what it was.
pub(crate) fn replace_if(path: &Path, text: &str, was: Option<&str>) -> Result<(), Fault> {
    write_aside(path, text, || {
        let now = match read(path, MAX_BYTES) {
            Ok(file) => Some(file.text),
            Err(("error-not-found", _)) => None,
            Err(fault) => return Err(fault),
        };
        if now.as_deref() == was { Ok(()) } else { Err(fault("error-changed", path)) }
    })
}

fn write_aside(
    path: &Path,
    text: &str,
    is_due: impl FnOnce() -> Result<(), Fault>,
) -> Result<(), Fault> {
    let unwritten = |error: io::Error| unwritable(path, &error);
    let old = fs::symlink_metadata(path).ok();
    // In the place of a pipe or a device nothing is put.
    if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_symlink()) {
        return Err(fault("error-no-file", path));
    }
    let (mut file, aside) = create_aside(path).map_err(unwritten)?;
    let write = |file: &mut fs::File| {
        file.write_all(text.as_bytes())?;
        if let Some(old) = old.filter(fs::Metadata::is_file) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()
    };
    let written = write(&mut file)
        .map_err(unwritten)
        .and_then(|()| is_due())
        .and_then(|()| fs::rename(&aside, path).map_err(unwritten));
    if written.is_err() {
        // It is of no use to anybody any more.
        let _ = fs::remove_file(&aside);
    }
    written
}

/// A file beside another that was not there before, so that nothing is written through a link, and
/// two that write at the same time do not write into one.
fn create_aside(path: &Path) -> io::Result<(fs::File, PathBuf)> {
    let mut tries = 0;
    loop {
        // Hashers begin with chance.
        let chance = RandomState::new().build_hasher().finish();
        let aside = path.with_added_extension(format!("{chance:016x}.part"));
        match fs::OpenOptions::new().write(true).create_new(true).open(&aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < 8 => tries += 1,
            opened => return Ok((opened?, aside)),
        }
    }
}

/// Reads a text file of at most so many bytes.
pub(crate) fn read(path: &Path, limit: usize) -> Result<SourceFile, Fault> {
    let io_fault = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => fault("error-not-found", path),
        _ => unreadable(path, &error),
    };
    let metadata = fs::metadata(path).map_err(io_fault)?;
    // A pipe or a device has no size and may have no end.
    if !metadata.is_file() {
        return Err(fault("error-no-file", path));
    }
    // The size is asked first, so that a huge file is not read only to be refused.
    if metadata.len() > limit as u64 {
        let args =
            [("file", name(path).into()), ("size", metadata.len().into()), ("limit", limit.into())];
        return Err(("error-too-large", Args::from(args)));
    }
    let bytes = fs::read(path).map_err(io_fault)?;
    let text = String::from_utf8(bytes).map_err(|_| fault("error-not-text", path))?;
    // Some editors put a mark before UTF-8, which says nothing.
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(SourceFile { name: name(path), text })
}

/// A fault of which there is no more to say than which file it is of.
pub(crate) fn fault(key: &'static str, path: &Path) -> Fault {
    (key, Args::from([("file", name(path).into())]))
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Fault {
    with_reason("error-unreadable", path, error)
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Fault {
    with_reason("error-unwritable", path, error)
}

fn with_reason(key: &'static str, path: &Path, error: &io::Error) -> Fault {
    (key, Args::from([("file", name(path).into()), ("reason", error.to_string().into())]))
}

fn languages(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut languages: Vec<_> = files
        .filter(|path| path.extension() == Some(OsStr::new("toml")))
        .filter_map(|path: PathBuf| path.file_stem()?.to_str().map(str::to_owned))
        .filter(|stem| stem != "common")
        .collect();
    languages.sort();
    if languages.is_empty() {
        languages.push("-".to_owned());
    }
    languages
}

/// A path as messages show it.
pub(crate) fn name(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_meanwhile_is_not_written_over() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("course.toml");
        fs::write(&path, "the author's").unwrap();
        let (key, _) = replace_if(&path, "ours", Some("what was read")).unwrap_err();
        assert_eq!(key, "error-changed");
        assert_eq!(fs::read_to_string(&path).unwrap(), "the author's");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
        replace_if(&path, "ours", Some("the author's")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "ours");
    }

    #[test]
    fn files_are_written_all_or_none_with_the_folders_around_them() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str| SourceFile { name: name.to_owned(), text: name.to_owned() };
        fs::create_dir(dir.path().join("own")).unwrap();
        fs::write(dir.path().join("own/file"), "").unwrap();
        let files = ["a/b/one", "a/two", "own/three", "own/file/four"].map(file);
        let (key, _) = write_new(dir.path(), &files).unwrap_err();
        assert_eq!(key, "error-unwritable");
        assert!(!dir.path().join("a").exists() && !dir.path().join("own/three").exists());
        assert!(dir.path().join("own/file").exists());
        let made = write_new(dir.path(), &files[..3]).unwrap();
        assert_eq!(made.len(), 5);
        assert_eq!(fs::read_to_string(dir.path().join("a/b/one")).unwrap(), "a/b/one");
        assert_eq!(write_new(dir.path(), &files[1..2]).unwrap_err().0, "error-exists");
        take_back(&made);
        assert!(!dir.path().join("a").exists() && dir.path().join("own").exists());
    }

    #[test]
    fn a_file_that_was_there_before_stays_whatever_leads_to_it() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("course.toml"), "mine").unwrap();
        let around = dir.path().join("not-there/..");
        assert!(!is_free(&around).unwrap());
        let file = SourceFile { name: "course.toml".to_owned(), text: String::new() };
        assert!(write_new(&around, &[file]).is_err());
        assert_eq!(fs::read_to_string(dir.path().join("course.toml")).unwrap(), "mine");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_is_free_where_it_can_be_made_or_is_empty() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("file"), "").unwrap();
        fs::create_dir(dir.path().join("empty")).unwrap();
        for (name, free) in
            [("new/in", true), ("empty", true), ("file", false), ("file/in", false), (".", false)]
        {
            assert_eq!(is_free(&dir.path().join(name)), Ok(free), "{name}");
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "to ask makes nothing");
    }
}
