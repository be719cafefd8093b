//! A course as a site: the page with the course in the place of its own, built to be published or
//! served while it is written.

mod build;
mod page;
mod preview;

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use secondwind_course::CourseSource;
use serde_json::json;

pub(crate) use build::run as build;
pub(crate) use preview::run as preview;

/// The folder of the course that the parser requires.
fn course_folder(matches: &ArgMatches) -> &Path {
    matches.get_one::<PathBuf>("folder").map_or_else(|| Path::new("."), PathBuf::as_path)
}

/// The script that gives a course to the page: one that is opened from a disk can fetch nothing
/// else. `version` tells versions apart while the course is written.
fn script(source: &CourseSource, version: Option<u64>) -> String {
    let mut text = json!({ "files": source.files });
    if let (Some(version), Some(source)) = (version, text.as_object_mut()) {
        source.insert("version".to_owned(), version.into());
    }
    format!("globalThis.secondwind_course = {{ source: {text} }};\n")
}
