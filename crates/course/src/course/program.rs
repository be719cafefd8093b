//! The lesson's harness as JavaScript, and the edits that make its mistakes: `harness/harness.js` and
//! `harness/toggles.json`. A mark such as `//@called` at the end of a line says in which steps the
//! line runs.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::source::CourseSource;
use crate::{
    patch::Bug,
    source::{Issue, Lines, args},
};

const SOURCE: &str = "harness/harness.js";
const TOGGLES: &str = "harness/toggles.json";

/// The most lines of the program: two of them are compared line by line.
const MAX_LINES: usize = 1_000;

/// The program, and what can be changed of it.
#[derive(Debug)]
pub(crate) struct Program {
    source: String,
    toggles: Toggles,
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
            return Err(Issue::at(program, &Lines::new(""), &(0..0), "too-many", args));
        }
        let read = serde_json::from_str(&toggles.text).map_err(|error| {
            let before: usize = toggles
                .text
                .split_inclusive('\n')
                .take(error.line().max(1) - 1)
                .map(str::len)
                .sum();
            let at = before + error.column().saturating_sub(1);
            let args = args([("detail", error.to_string().into())]);
            Issue::at(toggles, &Lines::new(&toggles.text), &(at..at), "toggles", args)
        })?;
        Ok(Self { source: program.text.clone(), toggles: read })
    }

    /// The program with these mistakes, marks included.
    pub(crate) fn patched(&self, bugs: &[Bug], meter: &str) -> Result<String, Issue> {
        let toggles = bugs.iter().filter_map(|bug| self.toggles.bugs.get(bug.as_str()));
        let wanted = toggles.clone().find_map(|toggle| toggle.meter.as_deref());
        let meters = self.toggles.meters.get(wanted.unwrap_or(meter));
        let edits = meters.into_iter().flatten().chain(toggles.flat_map(|toggle| &toggle.edits));
        let mut changes = Vec::new();
        for Edit { find, replace } in edits {
            let mut places = self.source.match_indices(find.as_str()).map(|(at, _)| at);
            match (places.next(), places.next()) {
                (Some(at), None) => changes.push((at, find.len(), replace)),
                _ => return Err(Self::unfit(find)),
            }
        }
        changes.sort_by_key(|(at, ..)| *at);
        let mut text = String::with_capacity(self.source.len());
        let mut from = 0;
        for (at, length, replace) in changes {
            // A line break that one edit ends with and the next begins with may be shared.
            let Some(before) = self.source.get(from..at) else {
                return Err(Self::unfit(replace));
            };
            text.extend([before, replace]);
            from = at + length;
        }
        text.push_str(&self.source[from..]);
        Ok(text)
    }

    fn unfit(find: &str) -> Issue {
        let line = find.lines().next().unwrap_or_default();
        let args = args([("text", line.into())]);
        Issue { code: "edit-unfit", file: TOGGLES.to_owned(), line: 0, column: 0, args }
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
        gaps.retain(|line| (1..=now.len()).contains(line));
        gaps.sort_unstable();
        gaps.dedup();
        added = gaps;
    }
    added
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
