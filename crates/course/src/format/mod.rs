//! How the files of a course are read: TOML with the place of every key, checked against the
//! schema of its types; Fluent; and Markdown.

pub(crate) mod code;
pub(crate) mod document;
pub(crate) mod files;
pub(crate) mod fluent;
pub(crate) mod near;
pub(crate) mod prose;
pub(crate) mod queries;
pub(crate) mod scenario;
pub(crate) mod secret;
pub(crate) mod shape;
pub(crate) mod tasks;

/// The JSON Schemas of the files, by the name of their own file: made from the types.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, schemars::Schema); 3] {
    [
        ("course", schemars::schema_for!(files::CourseFile)),
        ("exercise", schemars::schema_for!(files::ExerciseFile)),
        ("scenario", schemars::schema_for!(scenario::ScenarioFile)),
    ]
}
