//! Markdown of a section: the values that it shows, and its images.

use std::collections::BTreeMap;

use serde::Serialize;

/// A piece of a section's text: Markdown, or the name of a value that stands there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ProsePiece {
    /// Markdown.
    Text(String),
    /// A value.
    Value {
        /// Its name.
        value: String,
    },
}

/// Cuts a text at its `{ $name }`. Each value comes with its place.
pub(crate) fn pieces(text: &str) -> Vec<(usize, ProsePiece)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        from = open + 1;
        let Some((name, length)) = value(&text[open..]) else { continue };
        if start < open {
            pieces.push((start, ProsePiece::Text(text[start..open].to_owned())));
        }
        pieces.push((open, ProsePiece::Value { value: name.to_owned() }));
        start = open + length;
        from = start;
    }
    if start < text.len() {
        pieces.push((start, ProsePiece::Text(text[start..].to_owned())));
    }
    pieces
}

/// The longest `{ $name }`, in bytes.
const LONGEST: usize = 100;

/// The name in a `{ $name }` that a text begins with, and how long that is.
fn value(text: &str) -> Option<(&str, usize)> {
    // No name is longer, and braces that are none are not looked through again and again.
    let end = text.bytes().take(LONGEST).position(|byte| byte == b'}')?;
    let name = text.get(1..end)?.trim_matches(' ').strip_prefix('$')?;
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    (!name.is_empty() && name.chars().all(is_inner)).then_some((name, end + 1))
}

/// An image of a text.
#[derive(Debug, PartialEq)]
pub(crate) struct Image<'t> {
    pub(crate) at: usize,
    pub(crate) words: &'t str,
    pub(crate) address: &'t str,
}

/// The images of a text; those in code are none.
pub(crate) fn images(text: &str) -> Vec<Image<'_>> {
    let mut images = Vec::new();
    let mut fence: Option<&str> = None;
    let (mut at, mut start) = (0, 0);
    let mut labels = BTreeMap::new();
    // Images and code within a line may go over several, but over no blank one.
    let mut paragraphs = Vec::new();
    for line in text.split_inclusive('\n') {
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        let is_text = fence.is_none() && mark.is_none() && !line.trim().is_empty();
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        if is_text {
            let label = line.trim_start().strip_prefix('[').and_then(|line| line.split_once("]:"));
            if let Some((label, rest)) = label {
                let address = rest.split_whitespace().next().unwrap_or_default();
                labels.entry(label.to_ascii_lowercase()).or_insert(address);
            }
        } else {
            paragraphs.push((start, &text[start..at]));
            start = at + line.len();
        }
        at += line.len();
    }
    paragraphs.push((start, &text[start..]));
    for (start, paragraph) in paragraphs {
        images_of(paragraph, start, &labels, &mut images);
    }
    images
}

/// The runs of backticks in a text: where each begins and how long it is, with the longest that is
/// still to come from it on.
struct Ticks(Vec<(usize, usize, usize)>);

impl Ticks {
    fn new(text: &str) -> Self {
        let mut runs: Vec<(usize, usize, usize)> = Vec::new();
        for (at, _) in text.match_indices('`') {
            match runs.last_mut() {
                Some((start, count, _)) if *start + *count == at => *count += 1,
                _ => runs.push((at, 1, 0)),
            }
        }
        let mut longest = 0;
        for (_, count, from_here) in runs.iter_mut().rev() {
            longest = longest.max(*count);
            *from_here = longest;
        }
        Self(runs)
    }

    /// Where the code ends that so many backticks close, from a place on.
    fn close(&self, from: usize, count: usize) -> Option<usize> {
        let runs = &self.0[self.0.partition_point(|(start, ..)| *start < from)..];
        runs.first().filter(|(_, _, longest)| *longest >= count)?;
        let (start, ..) = runs.iter().find(|(_, length, _)| *length >= count)?;
        Some(start + count)
    }
}

fn images_of<'t>(
    text: &'t str,
    start: usize,
    labels: &BTreeMap<String, &'t str>,
    images: &mut Vec<Image<'t>>,
) {
    let ticks = Ticks::new(text);
    // Where the last address ends: one that has no end of its own ends with it, and what stands
    // behind is not looked through again for each.
    let mut last_end = 0;
    let mut from = 0;
    while let Some(next) = text[from..].find(['`', '!', '\\']).map(|at| from + at) {
        let rest = &text[next..];
        from = next + 1;
        if rest.starts_with('\\') {
            from += text[from..].chars().next().map_or(0, char::len_utf8);
        } else if rest.starts_with('`') {
            let count = rest.len() - rest.trim_start_matches('`').len();
            from = ticks.close(next + count, count).unwrap_or(next + count);
        } else if let Some(inner) = rest.strip_prefix("![") {
            let Some(end) = inner.find(']') else { break };
            from = next + 2 + end;
            let (words, behind) = (&inner[..end], &inner[end + 1..]);
            let address = if let Some(target) = behind.strip_prefix('(') {
                let target = target.trim_start().trim_start_matches('<');
                let start = text.len() - target.len();
                if last_end < start {
                    let end = target.find([')', ' ', '>', '\n']).unwrap_or(target.len());
                    last_end = start + end;
                }
                &text[start..last_end]
            } else {
                let label = behind.strip_prefix('[').and_then(|label| label.split_once(']'));
                let label =
                    label.map_or(words, |(label, _)| if label.is_empty() { words } else { label });
                labels.get(&label.to_ascii_lowercase()).copied().unwrap_or_default()
            };
            images.push(Image { at: start + next, words, address });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Image, ProsePiece, images, pieces};

    #[test]
    fn values_are_cut_out_and_other_braces_stay() {
        let found = pieces("At { $threshold } of {$window}: `{ x }` and ${`a`}.");
        let values = found.iter().filter_map(|(at, piece)| match piece {
            ProsePiece::Value { value } => Some((*at, value.as_str())),
            ProsePiece::Text(_) => None,
        });
        assert_eq!(values.collect::<Vec<_>>(), [(3, "threshold"), (21, "window")]);
        assert_eq!(found[4].1, ProsePiece::Text(": `{ x }` and ${`a`}.".to_owned()));
        assert_eq!(pieces(""), []);
        assert_eq!(pieces("{ $").len(), 1);
    }

    #[test]
    fn images_are_found_with_their_words_and_addresses() {
        let text = "![a](x.svg) `![no](y)` \\![no](z)\n```\n![no](w)\n```\n![ ][one]\n![two]\n\n[one]: http://one\n[two]: two.png\n";
        let found: Vec<_> = images(text).into_iter().map(|it| (it.words, it.address)).collect();
        assert_eq!(found, [("a", "x.svg"), (" ", "http://one"), ("two", "two.png")]);
        assert_eq!(images("é ![x](<y>)"), [Image { at: 3, words: "x", address: "y" }]);
        assert_eq!(images("![open"), []);
        assert_eq!(images("\\"), []);
        let lines = images("![one\ntwo](a\n.svg)\n\n![not\n\nhere](b) `x\n![no](c)`");
        let found: Vec<_> = lines.into_iter().map(|it| (it.words, it.address)).collect();
        assert_eq!(found, [("one\ntwo", "a")]);
    }

    #[test]
    fn a_text_of_marks_alone_takes_no_time() {
        let decreasing = |all: std::ops::Range<usize>| {
            all.rev().map(|count| "`".repeat(count) + " ").collect::<String>()
        };
        let marks =
            ["![a]", "![", "![a](", "![a](<", "![a][", "[a]: b\n![a]\n", "`", "` ``", "{ $", "{"];
        let texts = marks.map(|mark| mark.repeat((1 << 20) / mark.len()));
        for text in texts.into_iter().chain([decreasing(1..1_400)]) {
            let _ = (images(&text), pieces(&text));
        }
    }
}
