//! `secondwind check`: every fault of a course, with its line and a caret below it.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
    path::Path,
};

use clap::ArgMatches;
use secondwind_course::{Args, Course, CourseSource, Issue, lock_file, masked};

use crate::{
    Failure, args, files,
    folder::{self, LOCK},
    sandbox::QuickJs,
    words::{Words, steers},
};

/// The longest part of a line that is shown, in characters.
const SHOWN: usize = 100;

pub(crate) fn run(matches: &ArgMatches, words: &Words) -> Result<(), Failure> {
    let folder = args::path(matches, "folder");
    let timeout = matches.get_one("timeout").copied();
    let sandbox = timeout.map_or_else(QuickJs::default, |timeout| QuickJs { timeout });
    let courses = folder::courses(folder);
    if matches.get_flag("json") {
        return json(&courses.iter().flat_map(|it| all(folder, it, &sandbox)).collect::<Vec<_>>());
    }
    let mut reports = Vec::new();
    for course in &courses {
        let whole = if course == folder { "check-whole" } else { "check-whole-of" };
        match one(course, whole, matches.get_flag("lock"), &sandbox, words) {
            Err(Failure::Input(report)) => reports.push(report),
            other => other?,
        }
    }
    if reports.is_empty() { Ok(()) } else { Err(Failure::Input(reports.join("\n"))) }
}

/// The faults of a course in a folder, with their files as they are called from that folder.
fn all(folder: &Path, course: &Path, sandbox: &QuickJs) -> Vec<Issue> {
    let mut issues = match folder::read(course) {
        Ok((source, unread)) => faults(&source, unread, sandbox),
        Err(fault) => vec![folder::issue(".", fault)],
    };
    let within = course.strip_prefix(folder).unwrap_or_else(|_| Path::new(""));
    for issue in &mut issues {
        issue.file = files::name(&within.join(&issue.file));
    }
    issues
}

/// Checks one course, and says so where it has no faults.
fn one(
    folder: &Path,
    whole: &str,
    lock: bool,
    sandbox: &QuickJs,
    words: &Words,
) -> Result<(), Failure> {
    let (source, unread) = folder::read(folder).map_err(|fault| Failure::input(words, &fault))?;
    let issues = faults(&source, unread, sandbox);
    if !issues.is_empty() {
        return Err(Failure::Input(report(folder, &source, &issues, words)));
    }
    if !lock {
        let args = Args::from([("folder", files::name(folder).into())]);
        writeln!(io::stdout(), "{}", words.get(whole, &args))?;
        if !source.files.iter().any(|file| file.name == LOCK) {
            let args = Args::from([("folder", files::name(folder).into())]);
            writeln!(io::stdout(), "{}", words.get("check-no-lock", &args))?;
        }
        return Ok(());
    }
    let text = lock_file(&source)
        .map_err(|issues| Failure::Input(report(folder, &source, &issues, words)))?;
    let path = folder.join(LOCK);
    let was = source.files.iter().find(|file| file.name == LOCK).map(|file| file.text.as_str());
    files::replace_if(&path, &text, was).map_err(|fault| Failure::input(words, &fault))?;
    let args = Args::from([("file", files::name(&path).into())]);
    writeln!(io::stdout(), "{}", words.get("check-locked", &args))?;
    Ok(())
}

/// Every fault of a course, those of its programs and of files that cannot be read among them.
pub(crate) fn faults(source: &CourseSource, unread: Vec<Issue>, sandbox: &QuickJs) -> Vec<Issue> {
    let mut issues = Course::check_with(source, sandbox);
    // They are there, and why they were not read is told.
    issues.retain(|issue| {
        let is_of = |other: &Issue| {
            let rest = issue.file.strip_prefix(&other.file);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        issue.code != "missing-file" || !unread.iter().any(is_of)
    });
    issues.extend(unread);
    issues
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
    let contents = Contents::new(source);
    for issue in issues {
        let said = words.issue(&folder.join(&issue.file), issue);
        let _ = writeln!(text, "{said} [{}]", issue.code);
        if let Some(line) = contents.line(issue) {
            let _ = writeln!(text, "{}", excerpt(line, issue.line, issue.column));
        }
    }
    text += &words.get("check-faults", &Args::from([("count", issues.len().into())]));
    text
}

/// What the files of a course hold, as it is shown: a fault may stand in a line with a key, or be that
/// there is one.
pub(crate) struct Contents<'s>(BTreeMap<Cow<'s, str>, Cow<'s, str>>);

impl<'s> Contents<'s> {
    pub(crate) fn new(source: &'s CourseSource) -> Self {
        Self(source.files.iter().map(|file| (masked(&file.name), masked(&file.text))).collect())
    }

    /// The line that a fault stands in; `None` for a fault of a file as a whole.
    pub(crate) fn line(&self, issue: &Issue) -> Option<&str> {
        self.0.get(issue.file.as_str())?.lines().nth(issue.line.checked_sub(1)?)
    }
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
    match letter {
        letter if letter.is_control() => ' ',
        letter if steers(letter) => '\u{fffd}',
        letter => letter,
    }
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
        assert_eq!(excerpt("a\u{202e}x", 1, 3), "  1 | a\u{fffd}x\n    |   ^");
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
