//! The files of a course, by their names.

use serde::{Deserialize, Serialize};

use crate::source::SourceFile;

/// All text files of a course; each name is the path from the folder of course.toml, with `/`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct CourseSource {
    /// The files, in any order.
    pub files: Vec<SourceFile>,
}

impl CourseSource {
    /// The same without the mark that some editors put before UTF-8, which says nothing.
    pub(crate) fn without_marks(mut self) -> Self {
        for file in self.files.iter_mut().filter(|file| file.text.starts_with('\u{feff}')) {
            file.text.remove(0);
        }
        self
    }

    /// The file of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.name == name)
    }

    /// The files that stand in a folder and end so, each with what its name is between both.
    pub(crate) fn within<'s>(
        &'s self,
        folder: &'s str,
        end: &'s str,
    ) -> impl Iterator<Item = (&'s str, &'s SourceFile)> {
        self.files.iter().filter_map(move |file| {
            let name = file.name.strip_prefix(folder)?.strip_suffix(end)?;
            (!name.contains('/')).then_some((name, file))
        })
    }
}
