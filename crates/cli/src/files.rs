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
        return Err((
            "error-no-language",
            Args::from([
                ("file", name(path).into()),
                ("lang", lang.tag().into()),
                ("have", languages(&folder).join(", ").into()),
            ]),
        ));
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
            return Err(("error-exists", Args::from([("file", name(path).into())])));
        }
    }
    fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    let beside = Path::new(&source.scenario.name).parent().unwrap_or_else(|| Path::new(""));
    // The scenario comes last, so that it is not there without its texts.
    for file in scenario_files(source, &Lang::ALL.map(Lang::tag)).iter().rev() {
        let own = Path::new(&file.name);
        let path = out.join(own.strip_prefix(beside).unwrap_or(own));
        fs::write(&path, &file.text).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(("file", name(&path).into()))
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
        let changed = || ("error-changed", Args::from([("file", name(path).into())]));
        if now.as_deref() == was { Ok(()) } else { Err(changed()) }
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
        return Err(("error-no-file", Args::from([("file", name(path).into())])));
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

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Fault {
    let args = [("file", name(path).into()), ("reason", error.to_string().into())];
    ("error-unwritable", Args::from(args))
}

/// Reads a text file of at most so many bytes.
pub(crate) fn read(path: &Path, limit: usize) -> Result<SourceFile, Fault> {
    let name = name(path);
    let io_fault = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ("error-not-found", Args::from([("file", name.clone().into())])),
        _ => (
            "error-unreadable",
            Args::from([("file", name.clone().into()), ("reason", error.to_string().into())]),
        ),
    };
    let metadata = fs::metadata(path).map_err(io_fault)?;
    // A pipe or a device has no size and may have no end.
    if !metadata.is_file() {
        return Err(("error-no-file", Args::from([("file", name.into())])));
    }
    // The size is asked first, so that a huge file is not read only to be refused.
    if metadata.len() > limit as u64 {
        let args =
            [("file", name.into()), ("size", metadata.len().into()), ("limit", limit.into())];
        return Err(("error-too-large", Args::from(args)));
    }
    let bytes = fs::read(path).map_err(io_fault)?;
    match String::from_utf8(bytes) {
        // Some editors put a mark before UTF-8, which says nothing.
        Ok(text) => match text.strip_prefix('\u{feff}') {
            Some(text) => Ok(SourceFile { name, text: text.to_owned() }),
            None => Ok(SourceFile { name, text }),
        },
        Err(_) => Err(("error-not-text", Args::from([("file", name.into())]))),
    }
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
