//! The page as it was built: that in this program, or that in a folder.

use std::{borrow::Cow, collections::BTreeMap, fmt::Write as _, fs, path::Path};

use ring::digest::{SHA256, digest};
use secondwind_course::Args;

use crate::files::{self, Fault};

/// The page that this program carries.
#[cfg(feature = "page")]
const OWN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
#[cfg(not(feature = "page"))]
const OWN: &[(&str, &[u8])] = &[];

/// What the service worker begins with: the files that it keeps, with their hashes.
const KEPT: &str = "const files = ";

/// What only a page that can show another course than its own has in its script.
const MARK: &[u8] = b"meta[name=\"secondwind-";

pub(crate) const INDEX: &str = "index.html";
pub(crate) const WORKER: &str = "sw.js";

/// The files of a page by their paths.
pub(crate) struct Page {
    pub(crate) files: BTreeMap<String, Cow<'static, [u8]>>,
}

impl Page {
    /// Reads the page in this folder; without one it is that of this program.
    pub(crate) fn read(folder: Option<&Path>) -> Result<Self, Fault> {
        let mut files = BTreeMap::new();
        let none =
            |folder: &Path| ("error-page", Args::from([("folder", files::name(folder).into())]));
        match folder {
            // A folder may hold a whole disk: only one with a page in it is read.
            Some(folder)
                if folder.is_dir()
                    && ![INDEX, WORKER].iter().all(|it| folder.join(it).is_file()) =>
            {
                return Err(none(folder));
            }
            Some(folder) => gather(folder, "", &mut files)?,
            None if OWN.is_empty() => return Err(("error-no-page", Args::new())),
            None => {
                let own =
                    OWN.iter().map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes)));
                files.extend(own);
            }
        }
        let folder = folder.unwrap_or_else(|| Path::new("."));
        let page = Self { files };
        let is_whole = page.text(INDEX).contains("</head>") && page.text(WORKER).starts_with(KEPT);
        if !is_whole || page.text(INDEX).contains("name=\"secondwind-") {
            return Err(none(folder));
        }
        let mut scripts = page.files.iter().filter(|(name, _)| is_script(name, "page-"));
        if !scripts.any(|(_, bytes)| bytes.windows(MARK.len()).any(|part| part == MARK)) {
            return Err(("error-page-old", Args::from([("folder", files::name(folder).into())])));
        }
        Ok(page.without_own_course())
    }

    /// The lesson that the page has of its own is shown by it no more, and need not be kept.
    fn without_own_course(mut self) -> Self {
        self.files.retain(|name, _| !is_script(name, "course-"));
        self
    }

    fn text(&self, name: &str) -> Cow<'_, str> {
        self.files.get(name).map_or(Cow::Borrowed(""), |bytes| String::from_utf8_lossy(bytes))
    }

    /// Has the page learn something where it begins: `secondwind-course`, the script of the course.
    pub(crate) fn tell(&mut self, name: &str, content: &str) {
        self.begin(&format!("<meta name=\"secondwind-{name}\" content=\"{content}\" />"));
    }

    /// Puts an element at the end of the head.
    pub(crate) fn begin(&mut self, element: &str) {
        let index = self.text(INDEX).replacen("</head>", &format!("  {element}\n  </head>"), 1);
        self.files.insert(INDEX.to_owned(), index.into_bytes().into());
    }

    /// Has the service worker keep the files as they are now.
    pub(crate) fn keep(&mut self) {
        let worker = self.text(WORKER).into_owned();
        let code = worker.split_once(";\n").map_or("", |(_, code)| code);
        let kept = self.files.iter().filter(|(name, _)| *name != WORKER);
        let hashes: BTreeMap<_, _> = kept.map(|(name, bytes)| (name, hash(bytes))).collect();
        let list = serde_json::to_string_pretty(&hashes).unwrap_or_default();
        let worker = format!("{KEPT}{list};\n{code}");
        self.files.insert(WORKER.to_owned(), worker.into_bytes().into());
    }
}

/// The SHA-256 of a file, as the service worker compares it.
pub(crate) fn hash(bytes: &[u8]) -> String {
    digest(&SHA256, bytes).as_ref().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Whether this is a script at the top of the page, whose name begins so.
fn is_script(name: &str, begin: &str) -> bool {
    name.strip_prefix(begin).and_then(|rest| rest.strip_suffix(".js")).is_some()
}

fn gather(
    folder: &Path,
    within: &str,
    found: &mut BTreeMap<String, Cow<'static, [u8]>>,
) -> Result<(), Fault> {
    let in_folder = |error| files::unreadable(folder, &error);
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        let path = entry.map_err(in_folder)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{within}{name}");
        // What a link leads to, a pipe or a device was not built.
        let kind = fs::symlink_metadata(&path).map_err(|error| files::unreadable(&path, &error))?;
        if kind.is_dir() {
            gather(&path, &format!("{name}/"), found)?;
        } else if kind.is_file() {
            let bytes = fs::read(&path).map_err(|error| files::unreadable(&path, &error))?;
            found.insert(name, bytes.into());
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_page_is_read_without_what_lies_behind_its_links() {
        let folder = std::env::temp_dir().join(format!("secondwind-page-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        symlink("/", folder.join("disk")).unwrap();
        let read = || Page::read(Some(&folder)).map(|page| page.files.into_keys().collect());
        assert_eq!(read().map_err(|fault| fault.0), Err::<Vec<_>, _>("error-page"));
        fs::write(folder.join(INDEX), "<head></head>").unwrap();
        fs::write(folder.join(WORKER), "const files = {};\n").unwrap();
        fs::write(folder.join("page-1.js"), MARK).unwrap();
        symlink(".", folder.join("again")).unwrap();
        assert_eq!(read().unwrap(), [INDEX, "page-1.js", WORKER]);
        fs::remove_dir_all(folder).unwrap();
    }
}
