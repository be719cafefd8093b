//! Keys that were written down by mistake. A course is public, and so would they be.

use std::{borrow::Cow, ops::Range};

/// The beginnings of keys, and how many characters of a key follow at least.
const KINDS: [(&str, usize); 13] = [
    ("sk-", 20),
    ("AKIA", 16),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghs_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("hf_", 30),
    ("AIza", 30),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("npm_", 30),
    ("-----BEGIN", 0),
];

/// Where something stands that looks like a key: a known beginning at the start of a word, and
/// after it as many characters as keys have, a digit among them. A private key goes up to its end.
fn find(text: &str) -> Vec<Key> {
    let mut found = Vec::new();
    for (start, least) in KINDS {
        let places = text.match_indices(start).map(|(at, _)| at);
        found.extend(places.filter_map(|at| {
            let end = end_of_key(text, at, start, least)?;
            Some(Key { at, hidden: at + start.len()..end })
        }));
    }
    found.sort_by_key(|key| key.at);
    found
}

/// A key in a text.
struct Key {
    at: usize,
    /// What is behind its beginning.
    hidden: Range<usize>,
}

/// Where keys begin, in order.
pub(crate) fn places(text: &str) -> Vec<usize> {
    find(text).into_iter().map(|key| key.at).collect()
}

/// The text with `…` for every character of its keys but their beginnings, which say what they are.
pub fn masked(text: &str) -> Cow<'_, str> {
    let keys = find(text);
    if keys.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut keys = keys.into_iter().map(|key| key.hidden).peekable();
    let mut masked = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        while keys.peek().is_some_and(|hidden| hidden.end <= at) {
            keys.next();
        }
        let is_hidden = keys.peek().is_some_and(|hidden| hidden.contains(&at));
        masked.push(if is_hidden && letter != '\n' { '…' } else { letter });
    }
    Cow::Owned(masked)
}

/// Where the key ends that begins there; none where it is none.
fn end_of_key(text: &str, at: usize, start: &str, least: usize) -> Option<usize> {
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if text[..at].ends_with(is_inner) {
        return None;
    }
    let from = at + start.len();
    let rest = &text[from..];
    if least == 0 {
        let line = rest.lines().next().filter(|line| line.contains("PRIVATE KEY"))?;
        let end = rest.find("-----END").unwrap_or(rest.len());
        return Some(from + end.max(line.len()));
    }
    let end = rest.find(|letter| !is_inner(letter)).unwrap_or(rest.len());
    let is_key = end >= least && rest[..end].contains(|letter: char| letter.is_ascii_digit());
    is_key.then_some(from + end)
}

#[cfg(test)]
mod tests {
    use super::{masked, places};

    #[test]
    fn keys_are_found_and_words_about_them_are_not() {
        let key = format!("sk-{}", "a1".repeat(12));
        assert_eq!(places(&format!("use {key}.")), [4]);
        assert_eq!(places(&format!("{key} and {key}")), [0, 32]);
        assert_eq!(places(&format!("AKIA{}", "ABCD1234".repeat(2))), [0]);
        assert_eq!(places("-----BEGIN RSA PRIVATE KEY-----"), [0]);
        for harmless in [
            "a key begins with sk- and is long",
            "sk-...",
            "risk-averse-and-very-careful-people-2026",
            "sk-your-key-goes-in-here-and-nowhere",
            "-----BEGIN CERTIFICATE-----",
        ] {
            assert!(places(harmless).is_empty(), "{harmless}");
            assert_eq!(masked(harmless), harmless);
        }
    }

    #[test]
    fn keys_are_hidden_and_nothing_moves() {
        let key = format!("sk-{}", "a1".repeat(12));
        let hidden = format!("sk-{}", "…".repeat(24));
        assert_eq!(masked(&format!("é {key}, {key}!")), format!("é {hidden}, {hidden}!"));
        let pem =
            "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nAB==\n-----END RSA PRIVATE KEY-----\nb";
        let lines: Vec<_> = masked(pem).lines().map(str::to_owned).collect();
        assert_eq!(
            [lines[0].as_str(), &lines[2], &lines[3], &lines[5]],
            ["a", "…………", "…………", "b"]
        );
    }
}
