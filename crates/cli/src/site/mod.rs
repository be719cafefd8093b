//! A course as a site: the page with the course in the place of its own, built to be published or
//! served while it is written.

mod build;
mod oembed;
mod page;
mod preview;

use secondwind_course::CourseSource;
use serde_json::json;
use toml::de::DeTable;

use self::page::Page;
use crate::folder;

pub(crate) use build::run as build;
pub(crate) use preview::run as preview;

/// Has a page show the course of this script, and keep what learners do in it apart from their
/// work in other courses.
fn show(page: &mut Page, script: &str, source: &CourseSource) {
    page.tell("course", script);
    if let Some(id) = id(source) {
        page.tell("course-id", &id);
    }
}

/// What the course is called in what learners keep, if it can be read already.
fn id(source: &CourseSource) -> Option<String> {
    let file = source.files.iter().find(|file| file.name == folder::COURSE)?;
    let course = DeTable::parse(&file.text).ok()?;
    let id = course.get_ref().get("id")?.get_ref().as_str()?;
    id.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-').then(|| id.to_owned())
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
