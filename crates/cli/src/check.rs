//! `secondwind check`: every fault of a course, with its line and a caret below it.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::ArgMatches;
use secondwind_course::{
    Args, Course, CourseSource, Issue, MAX_BYTES, SourceFile, lock_file, masked,
};

use crate::{
    Failure,
    files::{self, Fault},
    sandbox::QuickJs,
    words::{Words, shown},
};

/// The folders that belong to a course, beside what lies at its top.
const FOLDERS: [&str; 5] = ["course", "sections", "exercises", "scenarios", "harness"];

/// The files that are read.
const ENDINGS: [&str; 5] = ["toml", "ftl", "md", "js", "json"];

/// The file that a course begins with.
pub(crate) const COURSE: &str = "course.toml";

/// The file of the published ids.
const LOCK: &str = "course.lock.toml";

/// How deep folders are looked into: exercises/ID/TASK/wrong/NAME.js.
const DEPTH: usize = 4;

/// The longest part of a line that is shown, in characters.
const SHOWN: usize = 100;

pub(crate) fn run(matches: &ArgMatches, words: &Words) -> Result<(), Failure> {
    let folder =
        matches.get_one::<PathBuf>("folder").map_or_else(|| Path::new("."), PathBuf::as_path);
    let (source, unread) = read(folder).map_err(|fault| Failure::input(words, &fault))?;
    let issues = faults(&source, unread);
    if matches.get_flag("json") {
        return json(&issues);
    }
    if !issues.is_empty() {
        return Err(Failure::Input(report(folder, &source, &issues, words)));
    }
    if !matches.get_flag("lock") {
        writeln!(io::stdout(), "{}", words.plain("check-whole"))?;
        if !source.files.iter().any(|file| file.name == LOCK) {
            writeln!(io::stdout(), "{}", words.plain("check-no-lock"))?;
        }
        return Ok(());
    }
    let text = lock_file(&source)
        .map_err(|issues| Failure::Input(report(folder, &source, &issues, words)))?;
    let path = folder.join(LOCK);
    files::replace(&path, &text).map_err(|fault| Failure::input(words, &fault))?;
    let args = Args::from([("file", files::name(&path).into())]);
    writeln!(io::stdout(), "{}", words.get("check-locked", &args))?;
    Ok(())
}

/// Every fault of a course, those of its programs and of files that cannot be read among them.
pub(crate) fn faults(source: &CourseSource, unread: Vec<Issue>) -> Vec<Issue> {
    let mut issues = Course::check_with(source, &QuickJs);
    // They are there, and why they were not read is told.
    issues.retain(|issue| {
        issue.code != "missing-file" || unread.iter().all(|other| other.file != issue.file)
    });
    issues.extend(unread);
    issues
}

/// All text files of a course, and the faults of those that cannot be read.
pub(crate) fn read(folder: &Path) -> Result<(CourseSource, Vec<Issue>), Fault> {
    let course = folder.join(COURSE);
    if !course.is_file() {
        return Err(("error-no-course", Args::from([("file", files::name(&course).into())])));
    }
    let mut found = Vec::new();
    gather(folder, "", 0, &mut found)?;
    // In the order of their names, whatever order the disk has.
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for (name, path) in found {
        match files::read(&path, MAX_BYTES) {
            Ok(SourceFile { text, .. }) => files.push(SourceFile { name, text }),
            Err(fault) => unread.push(unreadable(name, fault)),
        }
    }
    Ok((CourseSource { files }, unread))
}

/// Why a file cannot be read, as a fault of it.
fn unreadable(file: String, (key, mut args): Fault) -> Issue {
    let code = match key {
        "error-too-large" => "too-large",
        "error-not-text" => "not-text",
        _ => "unreadable",
    };
    // One that went, or is none, has no reason of the system's.
    args.entry("reason").or_insert_with(|| "-".into());
    args.insert("file", file.as_str().into());
    Issue { code, file, line: 0, column: 0, args }
}

fn gather(
    folder: &Path,
    within: &str,
    depth: usize,
    found: &mut Vec<(String, PathBuf)>,
) -> Result<(), Fault> {
    let unreadable = |error: io::Error| {
        let args = [("file", files::name(folder).into()), ("reason", error.to_string().into())];
        ("error-unreadable", Args::from(args))
    };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let inner = format!("{within}{name}");
        if path.is_dir() {
            let is_own = depth > 0 || FOLDERS.contains(&name);
            if is_own && depth < DEPTH && !name.starts_with('.') {
                gather(&path, &format!("{inner}/"), depth + 1, found)?;
            }
        } else {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            let endings = if depth == 0 { &ENDINGS[..1] } else { &ENDINGS[..] };
            if endings.contains(&ending) {
                found.push((inner, path));
            }
        }
    }
    Ok(())
}

fn json(issues: &[Issue]) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(issues).map_err(io::Error::from)?;
    writeln!(io::stdout(), "{text}")?;
    if issues.is_empty() { Ok(()) } else { Err(Failure::Told) }
}

/// The faults, each with its line, and how many there are.
pub(crate) fn report(
    folder: &Path,
    source: &CourseSource,
    issues: &[Issue],
    words: &Words,
) -> String {
    let mut text = String::new();
    // A fault may stand in a line with a key, or be that there is one.
    let masked: BTreeMap<_, _> =
        source.files.iter().map(|file| (file.name.as_str(), masked(&file.text))).collect();
    for issue in issues {
        let Issue { file, line, column, code, args } = issue;
        let path = shown(&files::name(&folder.join(file)));
        // A fault of a file as a whole has no place in it.
        let place = if *line == 0 { String::new() } else { format!(":{line}:{column}") };
        let message = words.get(&format!("issue-{code}"), args);
        let _ = writeln!(text, "{path}{place}: {message} [{code}]");
        let content = masked.get(file.as_str());
        let content = content.and_then(|text| text.lines().nth(line.wrapping_sub(1)));
        if let Some(content) = content {
            let _ = writeln!(text, "{}", excerpt(content, *line, *column));
        }
    }
    text += &words.get("check-faults", &Args::from([("count", issues.len().into())]));
    text
}

/// A line with its number, and a caret below a column of it.
fn excerpt(content: &str, line: usize, column: usize) -> String {
    let before = column.saturating_sub(1);
    // Of a long line, what is around the caret.
    let start = before.saturating_sub(SHOWN * 3 / 4);
    let part: String = content.chars().skip(start).take(SHOWN).map(plain).collect();
    let space: String = part.chars().take(before - start).map(blank).collect();
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    format!("  {number} | {part}\n  {margin} | {space}^")
}

/// A character that does not steer the terminal.
fn plain(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}

/// As much blank space as a character takes. Those of East Asia take two columns.
const fn blank(letter: char) -> &'static str {
    match letter {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ff60}' => "  ",
        _ => " ",
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn the_caret_stands_below_its_column() {
        assert_eq!(excerpt("ratio = 2", 7, 9), "  7 | ratio = 2\n    |         ^");
        assert_eq!(excerpt("제목 = x", 12, 6), "  12 | 제목 = x\n     |        ^");
        assert_eq!(excerpt("\tx\u{1b}", 1, 2), "  1 |  x \n    |  ^");
        assert_eq!(excerpt("", 1, 1), "  1 | \n    | ^");
    }

    #[test]
    fn of_a_long_line_the_part_around_the_caret_is_shown() {
        let line = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        let text = excerpt(&line, 1, 501);
        let (content, caret) = text.split_once('\n').unwrap_or_default();
        assert_eq!(content.chars().count(), 6 + 100);
        assert_eq!(content.find('!'), caret.find('^'));
    }
}
