//! Cutting text without breaking it: never inside a character as people see it.

use alloc::{format, string::String};

use unicode_segmentation::UnicodeSegmentation;

/// What a cut left over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The text, at most as long as the limit.
    pub text: String,
    /// How many characters (grapheme clusters) are missing from it.
    pub omitted: usize,
}

/// Keeps the beginning of a text, at most `limit` UTF-8 bytes of it. Cuts between grapheme
/// clusters, so that no emoji and no combined letter is torn apart.
///
/// ```
/// let cut = secondwind_core::truncate("a😀b", 4);
/// assert_eq!((cut.text.as_str(), cut.omitted), ("a", 2));
/// ```
#[must_use]
pub fn truncate(text: &str, limit: usize) -> Cut {
    if text.len() <= limit {
        return Cut { text: text.into(), omitted: 0 };
    }
    let end = head(text, limit);
    Cut { text: text[..end].into(), omitted: text[end..].graphemes(true).count() }
}

/// Keeps the beginning and the end of a text, with a line between them that says how many
/// characters (grapheme clusters) are left out; at most `limit` UTF-8 bytes in all. Where the
/// limit has no room for the line, only the beginning is kept.
#[must_use]
pub fn elide(text: &str, limit: usize) -> Cut {
    if text.len() <= limit {
        return Cut { text: text.into(), omitted: 0 };
    }
    // The line is measured with the largest number that can stand in it.
    let room = limit.saturating_sub(omission(text.len()).len());
    if room == 0 {
        return truncate(text, limit);
    }
    let start = head(text, room - room / 2);
    let end = tail(text, room / 2).max(start);
    let omitted = text[start..end].graphemes(true).count();
    Cut { text: format!("{}{}{}", &text[..start], omission(omitted), &text[end..]), omitted }
}

fn omission(characters: usize) -> String {
    format!("\n[… {characters} characters left out …]\n")
}

/// The largest boundary at most `limit` bytes from the start.
fn head(text: &str, limit: usize) -> usize {
    let mut end = 0;
    for (start, cluster) in text.grapheme_indices(true) {
        if start + cluster.len() > limit {
            break;
        }
        end = start + cluster.len();
    }
    end
}

/// The smallest boundary at most `limit` bytes from the end.
fn tail(text: &str, limit: usize) -> usize {
    let mut start = text.len();
    for (index, _) in text.grapheme_indices(true).rev() {
        if text.len() - index > limit {
            break;
        }
        start = index;
    }
    start
}

/// Puts `[data]` in the place of inline data URLs: they are not text, however long they are.
pub(crate) fn without_data_urls(text: &str) -> String {
    const MARK: &str = ";base64,";
    let mut kept = String::with_capacity(text.len().min(4096));
    let mut rest = text;
    while let Some(mark) = rest.find(MARK) {
        let body = mark + MARK.len();
        let is_data =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_');
        let length = rest[body..].find(|c: char| !is_data(c)).unwrap_or(rest.len() - body);
        // The name of a media type holds no blank; a `data:` further back is a word of the text.
        let named = rest[..mark].rfind("data:");
        let named = named.filter(|at| !rest[*at..mark].contains(char::is_whitespace));
        let start = named.unwrap_or(mark);
        kept.push_str(&rest[..start]);
        kept.push_str("[data]");
        rest = &rest[body + length..];
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_keeps_clusters_whole_within_its_limit() {
        for text in [
            "a\u{1F600}b\u{1F1E9}\u{1F1EA}c",
            "e\u{301}e\u{301}e\u{301}",
            "中中中中中",
            "\u{1F468}\u{200D}\u{1F469}x",
        ] {
            let clusters = text.graphemes(true).count();
            for limit in 0..=text.len() + 1 {
                let cut = truncate(text, limit);
                assert!(cut.text.len() <= limit && text.starts_with(&cut.text), "{limit} {cut:?}");
                assert_eq!(cut.text.graphemes(true).count() + cut.omitted, clusters, "{limit}");
                let cut = elide(text, limit);
                assert!(
                    cut.text.len() <= limit && !cut.text.contains('\u{FFFD}'),
                    "{limit} {cut:?}"
                );
            }
        }
    }

    #[test]
    fn an_elision_keeps_both_ends_and_counts_what_is_missing() {
        let text = "\u{1F600}".repeat(100);
        let cut = elide(&text, 120);
        let kept = cut.text.matches('\u{1F600}').count();
        assert_eq!(kept + cut.omitted, 100);
        assert!(kept > 10 && cut.text.starts_with('\u{1F600}') && cut.text.ends_with('\u{1F600}'));
        assert!(cut.text.contains(&format!("{} characters", cut.omitted)));
    }

    #[test]
    fn an_elision_keeps_as_much_as_its_limit_has_room_for() {
        for limit in [100, 101] {
            let cut = elide(&"x".repeat(1_000), limit);
            let kept = limit - omission(1_000).len();
            assert_eq!(cut.omitted, 1_000 - kept);
            let end = cut.text.rfind('\n').map(|line| cut.text.len() - line - 1);
            assert_eq!(end, Some(kept / 2), "the beginning has the odd one");
        }
    }

    #[test]
    fn inline_data_is_named_and_not_shown() {
        let text = format!("see data:image/png;base64,{} and chart_id=7", "QUJD".repeat(200));
        assert_eq!(without_data_urls(&text), "see [data] and chart_id=7");
        assert_eq!(without_data_urls("no data here"), "no data here");
        let words = "begins with data: then the type. Then image/png;base64,QUJD end";
        assert_eq!(
            without_data_urls(words),
            "begins with data: then the type. Then image/png[data] end"
        );
    }
}
