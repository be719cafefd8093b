//! Reads the files of a scenario, and refuses what is none.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use secondwind_course::{Args, Issue, MAX_BYTES, ScenarioSource, SourceFile};

use crate::words::Lang;

/// A fault as a key of the catalog and its arguments.
pub(crate) type Fault = (&'static str, Args);

/// Reads `X.toml` and the texts in the folder `X` beside it: the language's own, and the neutral.
pub(crate) fn read_scenario(path: &Path, lang: Lang) -> Result<ScenarioSource, Fault> {
    let scenario = read(path)?;
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
    let mut texts = vec![read(&own)?];
    let common = folder.join("common.toml");
    if common.exists() {
        texts.push(read(&common)?);
    }
    Ok(ScenarioSource { scenario, texts })
}

fn read(path: &Path) -> Result<SourceFile, Fault> {
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
    if metadata.len() > MAX_BYTES as u64 {
        return Err(("error-too-large", Issue::too_large(&name, metadata.len()).args));
    }
    let bytes = fs::read(path).map_err(io_fault)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile { name, text }),
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

fn name(path: &Path) -> String {
    path.display().to_string()
}
