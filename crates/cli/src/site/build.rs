//! `secondwind build`: the site in a folder, for any web server and for a disk.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::{Component, Path, PathBuf},
};

use clap::ArgMatches;
use secondwind_course::{Args, Course};
use serde_json::{Value, json};

use super::{
    oembed::Address,
    page::{INDEX, Page, WORKER, hash},
    script, show,
};
use crate::{
    Failure, args, check,
    files::{self, Fault},
    folder,
    sandbox::QuickJs,
    words::Words,
};

/// What an earlier build has left, so that the next one may take its place.
const LIST: &str = "secondwind-site.json";

pub(crate) fn run(matches: &ArgMatches, words: &Words) -> Result<(), Failure> {
    let input = |fault: Fault| Failure::input(words, &fault);
    let (course, out) = (args::path(matches, "folder"), args::path(matches, "out"));
    let address = matches.get_one::<String>("address").map(|text| Address::read(text));
    let address = address.transpose().map_err(input)?;
    let page = matches.get_one::<PathBuf>("page").map(PathBuf::as_path);
    let mut page = Page::read(page).map_err(input)?;
    let before = before(out).map_err(input)?;
    let (source, unread) = folder::read(course).map_err(input)?;
    let issues = check::faults(&source, unread, &QuickJs::default());
    if !issues.is_empty() {
        let report = check::report(course, &source, &issues, words);
        return Err(Failure::Input(format!("{report}\n{}", words.plain("build-faults"))));
    }
    // Its name changes with the course, and with it the first file that a browser asks for.
    let script = script(&source, None).into_bytes();
    let name: String = format!("course-{}.js", &hash(&script)[..16]);
    show(&mut page, &name, &source);
    page.files.insert(name, script.into());
    if let Some(address) = &address {
        page.begin(&address.link());
    }
    page.keep();
    // They are for other sites: the page asks for none of them, and need not keep them.
    if let Some(address) = &address {
        let refused =
            |issues: Vec<_>| Failure::Input(check::report(course, &source, &issues, words));
        let files = Course::new(source.clone()).and_then(|course| address.files(&course));
        let files = files.map_err(refused)?.into_iter();
        page.files.extend(files.map(|(name, text)| (name, text.into_bytes().into())));
    }
    write(out, &page, &before).map_err(input)?;
    let args = [("folder", files::name(out).into()), ("count", (page.files.len() + 1).into())];
    writeln!(io::stdout(), "{}", words.get("build-done", &Args::from(args)))?;
    Ok(())
}

/// The files of an earlier build in a folder; a fault where there is anything else in it.
fn before(out: &Path) -> Result<BTreeSet<String>, Fault> {
    if files::is_free(out)? {
        return Ok(BTreeSet::new());
    }
    let text = fs::read_to_string(out.join(LIST)).unwrap_or_default();
    let list: Value = serde_json::from_str(&text).unwrap_or_default();
    let files = list["files"]
        .as_array()
        .ok_or_else(|| ("error-out", Args::from([("folder", files::name(out).into())])))?;
    // Whoever changed the list does not have this program remove what lies elsewhere.
    let is_below = |name: &&str| {
        let mut parts = Path::new(name).components();
        parts.all(|part| matches!(part, Component::Normal(_)))
    };
    let names = files.iter().filter_map(Value::as_str).filter(is_below);
    Ok(names.map(str::to_owned).collect())
}

/// Writes the site. What leads to the rest comes last, so that a site which is served meanwhile is
/// the old one or the new one.
fn write(out: &Path, page: &Page, before: &BTreeSet<String>) -> Result<(), Fault> {
    let leads = |name: &String| name == INDEX || name == WORKER;
    let now: BTreeSet<_> = page.files.keys().collect();
    let list = |names: &BTreeSet<&String>| {
        let text = format!("{:#}\n", json!({ "files": names }));
        fs::create_dir_all(out).map_err(|error| files::unwritable(out, &error))?;
        files::replace(&out.join(LIST), &text)
    };
    // What an attempt that ends in the middle leaves is known, so that the next one may go on.
    list(&now.iter().copied().chain(before).collect())?;
    let (leading, others): (Vec<_>, Vec<_>) = page.files.iter().partition(|(name, _)| leads(name));
    for (name, bytes) in others {
        put(&out.join(name), bytes)?;
    }
    for (name, bytes) in leading {
        files::replace(&out.join(name), &String::from_utf8_lossy(bytes))?;
    }
    list(&now)?;
    for name in before.iter().filter(|name| !now.contains(name)) {
        // One that is gone already need not be removed.
        let _ = fs::remove_file(out.join(name));
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        fs::write(path, bytes)
    };
    write().map_err(|error| files::unwritable(path, &error))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_build_that_ended_in_the_middle_gives_way_to_the_next() {
        let out = std::env::temp_dir().join(format!("secondwind-build-{}", std::process::id()));
        let _ = fs::remove_dir_all(&out);
        let page = |names: &[&str]| Page {
            files: names.iter().map(|name| ((*name).to_owned(), b"x".into())).collect(),
        };
        write(&out, &page(&[INDEX, "a.js"]), &BTreeSet::new()).unwrap();
        // A file stands where a folder is to be.
        fs::write(out.join("inner"), "").unwrap();
        let next = page(&[INDEX, "b.js", "inner/c.js"]);
        let failed = write(&out, &next, &before(&out).unwrap()).unwrap_err();
        assert_eq!(failed.0, "error-unwritable");
        fs::remove_file(out.join("inner")).unwrap();
        let left = before(&out).unwrap();
        assert!(["a.js", "b.js"].iter().all(|name| left.contains(*name)), "{left:?}");
        write(&out, &next, &left).unwrap();
        assert_eq!(before(&out).unwrap(), next.files.keys().cloned().collect());
        assert!(!out.join("a.js").exists() && out.join("inner/c.js").is_file());
        fs::remove_dir_all(out).unwrap();
    }
}
