//! The lesson's harness as JavaScript, and the edits that make its mistakes: `harness/harness.js` and
//! `harness/toggles.json`. A mark such as `//@called` at the end of a line says in which steps the
//! line runs.

use std::collections::BTreeMap;

use secondwind_core::Meter;
use serde::Deserialize;
use serde_json::Value;

use super::source::CourseSource;
use crate::{
    format::near::nearest,
    patch::Bug,
    source::{Args, Issue, Lines, SourceFile, args},
};

pub(crate) const SOURCE: &str = "harness/harness.js";
pub(crate) const TOGGLES: &str = "harness/toggles.json";

/// The most lines of the program: two of them are compared line by line.
const MAX_LINES: usize = 1_000;

/// The program, and what can be changed of it.
#[derive(Debug)]
pub(crate) struct Program {
    source: String,
    toggles: Toggles,
    /// The file of the edits.
    file: SourceFile,
}

#[derive(Debug, Deserialize)]
struct Toggles {
    /// What makes the program compare another meter than the lesson's.
    meters: BTreeMap<String, Vec<Edit>>,
    bugs: BTreeMap<String, Toggle>,
}

#[derive(Debug, Deserialize)]
struct Toggle {
    edits: Vec<Edit>,
    /// The meter that the mistake needs, whatever the scenario compares.
    meter: Option<String>,
}

/// A change of the source: `find` stands in it exactly once.
#[derive(Debug, Deserialize)]
struct Edit {
    find: String,
    replace: String,
}

impl Program {
    pub(crate) fn read(source: &CourseSource) -> Result<Self, Issue> {
        let find = |name: &str| source.find(name).ok_or_else(|| Issue::missing_file(name));
        let (program, toggles) = (find(SOURCE)?, find(TOGGLES)?);
        let count = program.text.lines().count();
        if count > MAX_LINES {
            let args = args([("count", count.into()), ("limit", MAX_LINES.into())]);
            return Err(Issue::at(program, &Lines::new(""), &(0..0), "too-many-lines", args));
        }
        let read: Toggles = serde_json::from_str(&toggles.text).map_err(|error| {
            let lines = toggles.text.split_inclusive('\n');
            let before: usize = lines.take(error.line().max(1) - 1).map(str::len).sum();
            let at = before + error.column().saturating_sub(1);
            let args = args([("detail", error.to_string().into())]);
            Issue::at(toggles, &Lines::new(&toggles.text), &(at..at), "toggles", args)
        })?;
        let meters = [Meter::Accumulated, Meter::Occupancy].map(Meter::as_str);
        let meant = read.bugs.values().filter_map(|toggle| toggle.meter.as_ref());
        let named = [
            ("bugs", &Bug::ALL.map(Bug::as_str)[..], read.bugs.keys().collect::<Vec<_>>()),
            ("meters", &meters[..], read.meters.keys().collect()),
            ("meter", &meters[..], meant.collect()),
        ];
        for (key, known, names) in named {
            let Some(name) = names.into_iter().find(|name| !known.contains(&name.as_str())) else {
                continue;
            };
            let args = args([
                ("key", key.into()),
                ("found", name.as_str().into()),
                ("expected", known.join(", ").into()),
                ("nearest", nearest(name, known.iter().copied()).unwrap_or("none").into()),
            ]);
            return Err(told(toggles, name, "unknown-word", args));
        }
        Ok(Self { source: program.text.clone(), file: toggles.clone(), toggles: read })
    }

    /// Whether the code can be shown with a mistake.
    pub(crate) fn has(&self, bug: Bug) -> bool {
        let toggle = self.toggles.bugs.get(bug.as_str());
        toggle.is_some_and(|toggle| !toggle.edits.is_empty() || toggle.meter.is_some())
    }

    /// The faults of the edits: each is to fit the code, alone and beside the others of its mistake,
    /// whatever meter is compared.
    pub(crate) fn faults(&self) -> Vec<Issue> {
        let bugs = Bug::ALL.into_iter().filter(|bug| self.has(*bug)).map(Some).chain([None]);
        let meters = [Meter::Accumulated, Meter::Occupancy].map(Meter::as_str);
        let mut faults: Vec<Issue> = Vec::new();
        for (bug, meter) in bugs.flat_map(|bug| meters.map(|meter| (bug, meter))) {
            faults.extend(self.patched(bug.as_slice(), meter).err());
        }
        faults
    }

    /// The program with these mistakes, marks included. It is what the page makes of them.
    pub(crate) fn patched(&self, bugs: &[Bug], meter: &str) -> Result<String, Issue> {
        let toggles = bugs.iter().filter_map(|bug| self.toggles.bugs.get(bug.as_str()));
        let wanted = toggles.clone().find_map(|toggle| toggle.meter.as_deref());
        let meters = self.toggles.meters.get(wanted.unwrap_or(meter));
        let edits = meters.into_iter().flatten().chain(toggles.flat_map(|toggle| &toggle.edits));
        let mut changes: Vec<Change> = Vec::new();
        for edit in edits {
            let change = self.change(edit).ok_or_else(|| self.unfit(&edit.find))?;
            if changes.iter().any(|other| other.clashes(&change)) {
                return Err(self.unfit(&edit.find));
            }
            changes.push(change);
        }
        // What is put in goes before what replaces the line at its place.
        changes.sort_by_key(|change| (change.start, change.removed));
        let mut lines: Vec<String> = self.source.split('\n').map(str::to_owned).collect();
        for Change { start, removed, added } in changes.into_iter().rev() {
            lines.splice(start..start + removed, added);
        }
        Ok(lines.join("\n"))
    }

    /// An edit as lines; none where its text stands in the source nowhere, or twice.
    fn change(&self, edit: &Edit) -> Option<Change> {
        let Edit { find, replace } = edit;
        let source = self.source.as_str();
        let at = source.find(find.as_str()).filter(|_| !find.is_empty())?;
        let second = at + source[at..].chars().next().map_or(1, char::len_utf8);
        if source[second..].contains(find.as_str()) {
            return None;
        }
        let from = source[..at].rfind('\n').map_or(0, |line| line + 1);
        // The end of the line that the text ends in; one that ends with a line break does not touch
        // the next line.
        let reached = at + find.len();
        let line = source[reached..].find('\n').map_or(source.len(), |end| reached + end + 1);
        let end = if find.ends_with('\n') { reached } else { line };
        let lines = |text: &str| -> Vec<String> { text.split('\n').map(str::to_owned).collect() };
        let mut before = lines(&source[from..end]);
        let after = [&source[from..at], replace.as_str(), &source[reached..end]].concat();
        let mut after = lines(&after);
        let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        before.drain(..same);
        after.drain(..same);
        while before.last().is_some_and(|last| after.last() == Some(last)) {
            before.pop();
            after.pop();
        }
        let start = source[..from].matches('\n').count() + same;
        Some(Change { start, removed: before.len(), added: after })
    }

    fn unfit(&self, find: &str) -> Issue {
        let args = args([("text", find.lines().next().unwrap_or_default().into())]);
        told(&self.file, find, "edit-unfit", args)
    }
}

/// A fault of a text in the edits, where it is first quoted.
fn told(toggles: &SourceFile, text: &str, code: &'static str, args: Args) -> Issue {
    let quoted = Value::from(text).to_string();
    let at = toggles.text.find(&quoted).unwrap_or_default();
    Issue::at(toggles, &Lines::new(&toggles.text), &(at..at), code, args)
}

/// An edit as lines: `removed` lines from `start` on make room for `added`.
struct Change {
    start: usize,
    removed: usize,
    added: Vec<String>,
}

impl Change {
    /// Whether both change a line, or put something in at one place.
    const fn clashes(&self, other: &Self) -> bool {
        if self.removed == 0 && other.removed == 0 {
            return self.start == other.start;
        }
        self.start < other.start + other.removed && other.start < self.start + self.removed
    }
}

/// A text without its marks, as it is shown.
pub(crate) fn stripped(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| split_marks(line).0);
    lines.collect::<Vec<_>>().join("\n")
}

/// The lines that run in steps of this kind, from 1.
pub(crate) fn lines_of(text: &str, kind: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| split_marks(line).1.contains(&kind));
    lines.map(|(place, _)| place + 1).collect()
}

/// A line and its marks.
fn split_marks(line: &str) -> (&str, Vec<&str>) {
    let Some((code, marks)) = line.rsplit_once("//@") else { return (line, Vec::new()) };
    let marks: Vec<_> = marks.split('@').map(str::trim).collect();
    let is_word = |mark: &&str| mark.chars().all(|letter| letter.is_ascii_alphanumeric());
    if marks.iter().all(is_word) { (code.trim_end(), marks) } else { (line, Vec::new()) }
}

/// The lines of `now`, from 1, that differ from `before`; where lines are gone and none came, their
/// neighbours.
pub(crate) fn changed(before: &str, now: &str) -> Vec<usize> {
    let (before, now): (Vec<_>, Vec<_>) = (before.lines().collect(), now.lines().collect());
    // What both begin and end with needs no table.
    let same = |(one, other): &(&&str, &&str)| one == other;
    let head = before.iter().zip(&now).take_while(same).count();
    let rest = before.len().min(now.len()) - head;
    let tail = before.iter().rev().zip(now.iter().rev()).take(rest).take_while(same).count();
    let total = now.len();
    let (before, now) = (&before[head..before.len() - tail], &now[head..total - tail]);
    // common[i][j] is the length of the longest common subsequence of before[i..] and now[j..].
    let mut common = vec![vec![0_usize; now.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..now.len()).rev() {
            common[i][j] = if before[i] == now[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut added, mut gaps) = (Vec::new(), Vec::new());
    while i < before.len() || j < now.len() {
        if i < before.len() && j < now.len() && before[i] == now[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < before.len() && (j == now.len() || common[i + 1][j] >= common[i][j + 1]) {
            gaps.extend([j, j + 1]);
            i += 1;
        } else {
            j += 1;
            added.push(j);
        }
    }
    if added.is_empty() {
        gaps.sort_unstable();
        gaps.dedup();
        added = gaps;
    }
    added.into_iter().map(|line| head + line).filter(|line| (1..=total).contains(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::{changed, lines_of, stripped};

    #[test]
    fn marks_say_when_a_line_runs_and_are_not_shown() {
        let text = "a(); //@called @asked\nb(); // @nobody: a comment\nc();\n";
        assert_eq!(stripped(text), "a();\nb(); // @nobody: a comment\nc();");
        assert_eq!(lines_of(text, "asked"), [1]);
        assert!(lines_of(text, "nobody").is_empty());
    }

    #[test]
    fn changed_lines_are_those_that_came_or_the_neighbours_of_those_that_went() {
        assert_eq!(changed("a\nb\nc", "a\nx\nc"), [2]);
        assert_eq!(changed("a\nb\nc", "a\nc"), [1, 2]);
        assert_eq!(changed("a\nb\nc", "c\na\nb"), [1]);
        assert_eq!(changed("a\nb", "a"), [1]);
        assert!(changed("a", "a").is_empty());
    }
}
