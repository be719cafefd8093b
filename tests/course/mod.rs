//! The scenarios of the course, as the tests read them.
#![allow(dead_code, reason = "not every test uses everything")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use secondwind_course::{Patch, Run, Scenario, ScenarioSource, SourceFile};

/// The languages of the course.
pub(crate) const LANGS: [&str; 3] = ["en", "pt-BR", "ko"];

/// A scenario of the lesson.
#[derive(Clone, Debug)]
pub(crate) struct Place(PathBuf);

/// All scenarios, by name.
///
/// # Panics
/// When there are none to be read.
pub(crate) fn scenarios() -> Vec<Place> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/lesson-6/scenarios");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let files = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some()).collect();
    files.sort();
    assert!(files.len() > 1);
    files.into_iter().map(Place).collect()
}

/// The scenario of this name.
///
/// # Panics
/// When there is none.
pub(crate) fn scenario(name: &str) -> Place {
    let found = scenarios().into_iter().find(|place| place.name() == name);
    found.unwrap_or_else(|| panic!("no scenario {name}"))
}

impl Place {
    /// The name, without its ending.
    pub(crate) fn name(&self) -> String {
        self.0.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The files in a language.
    ///
    /// # Panics
    /// When one of them cannot be read.
    pub(crate) fn source(&self, lang: &str) -> ScenarioSource {
        let read = |path: PathBuf| SourceFile {
            name: path.display().to_string(),
            text: fs::read_to_string(path).expect("the file can be read"),
        };
        let folder = self.0.with_extension("");
        let texts = [format!("{lang}.toml"), "common.toml".to_owned()];
        ScenarioSource {
            scenario: read(self.0.clone()),
            texts: texts.map(|name| read(folder.join(name))).into(),
        }
    }

    /// The scenario in a language.
    ///
    /// # Panics
    /// When it has faults.
    pub(crate) fn parse(&self, lang: &str) -> Scenario {
        Scenario::parse(&self.source(lang)).unwrap_or_else(|issues| panic!("{issues:?}"))
    }

    /// The run in a language.
    ///
    /// # Panics
    /// When it has faults.
    pub(crate) fn run(&self, lang: &str) -> Run {
        self.patched(lang, &Patch::default())
    }

    /// The patched run in a language.
    ///
    /// # Panics
    /// When scenario or patch has faults.
    pub(crate) fn patched(&self, lang: &str, patch: &Patch) -> Run {
        let source = self.source(lang);
        Run::new(&source, patch).unwrap_or_else(|issues| panic!("{} {issues:?}", self.name()))
    }
}
