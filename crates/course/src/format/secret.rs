//! Keys that were written down by mistake. A course is public, and so would they be.

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

/// Where something begins that looks like a key: a known beginning at the start of a word, and
/// after it as many characters as keys have, a digit among them.
pub(crate) fn find(text: &str) -> Option<usize> {
    let found = KINDS.iter().filter_map(|(start, least)| {
        let places = text.match_indices(start).map(|(at, _)| at);
        places.into_iter().find(|at| is_key(text, *at, start, *least))
    });
    found.min()
}

fn is_key(text: &str, at: usize, start: &str, least: usize) -> bool {
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if text[..at].ends_with(is_inner) {
        return false;
    }
    let rest = &text[at + start.len()..];
    if least == 0 {
        return rest.lines().next().is_some_and(|line| line.contains("PRIVATE KEY"));
    }
    let end = rest.find(|letter| !is_inner(letter)).unwrap_or(rest.len());
    end >= least && rest[..end].contains(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn keys_are_found_and_words_about_them_are_not() {
        let key = format!("sk-{}", "a1".repeat(12));
        assert_eq!(find(&format!("use {key}.")), Some(4));
        assert_eq!(find(&format!("AKIA{}", "ABCD1234".repeat(2))), Some(0));
        assert_eq!(find("-----BEGIN RSA PRIVATE KEY-----"), Some(0));
        for harmless in [
            "a key begins with sk- and is long",
            "sk-...",
            "risk-averse-and-very-careful-people-2026",
            "sk-your-key-goes-in-here-and-nowhere",
            "-----BEGIN CERTIFICATE-----",
        ] {
            assert_eq!(find(harmless), None, "{harmless}");
        }
    }
}
