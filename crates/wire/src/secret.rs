//! A provider's key: shown to nobody, and struck out of what is.

use std::fmt;

/// A provider's key, fit to be a header's value. Neither `Debug` nor `Display` shows it.
///
/// ```
/// use secondwind_wire::Secret;
///
/// let key = Secret::new(" sk-1234567890\n")?;
/// assert_eq!(format!("{key} {key:?}"), "*** Secret(***)");
/// assert_eq!(key.strike("no such key: sk-1234567890"), "no such key: ***");
/// # Ok::<(), secondwind_wire::SecretError>(())
/// ```
#[derive(Clone)]
pub struct Secret(String);

/// Why a text cannot be a key. The text is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// Nothing but blank space.
    #[error("the key is blank")]
    Blank,
    /// A character that no key has and no header carries: blank space within it, a control
    /// character, or a letter outside ASCII. Often something else was copied along with the key.
    #[error("the key has a character at {at} that no key has")]
    Character {
        /// Where, counted in bytes from the first character that is not blank.
        at: usize,
    },
}

/// What stands in the place of a key.
const STRUCK: &str = "***";

/// Shorter keys are placeholders for servers that ask for none, such as `ollama`. They are
/// struck where they stand as words of their own; within words they are what else they say.
const SHORT: usize = 8;

/// How many bytes of a text are held back for a character of a key whose beginning they may be.
/// `\\\\u00xx`, which was escaped three times, has nine, and `%25252525xx`, which was encoded four
/// times, eleven. Without a bound, backslashes alone could hold back a text for ever.
const LONGEST_FORM: usize = 12;

impl Secret {
    /// Takes a key, without the blank space around it.
    pub fn new(key: &str) -> Result<Self, SecretError> {
        let key = key.trim();
        if key.is_empty() {
            return Err(SecretError::Blank);
        }
        match key.bytes().position(|byte| !byte.is_ascii_graphic()) {
            Some(at) => Err(SecretError::Character { at }),
            None => Ok(Self(key.to_owned())),
        }
    }

    /// The text with `***` for the key, wherever it occurs: as it is, escaped as in JSON, or
    /// percent-encoded, each of them once or several times over.
    ///
    /// A provider's echo that shows a few characters of it (`sk-abc***xyz`) stays as it is: it
    /// tells people which key it was. A key of fewer than 8 characters is struck only where it
    /// is a word of its own.
    pub fn strike(&self, text: &str) -> String {
        self.strike_until(text, false)
    }

    /// The same for the beginning of a text that went on: what may be the beginning of a key at
    /// its end is struck, too.
    pub(crate) fn strike_cut(&self, text: &str) -> String {
        self.strike_until(text, true)
    }

    /// Where this may begin at the end of a text that goes on; the text's length where it may not.
    /// What has long been written differently from any key is none.
    pub(crate) fn begun(&self, text: &str) -> usize {
        let [whole, cut] = [false, true].map(|is_cut| Written::new(text.as_bytes(), is_cut));
        let mut at = 0;
        while at < text.len() {
            if let Some(end) = self.occurs(&whole, at) {
                at = end;
            } else if text.len() - at <= LONGEST_FORM * self.len()
                && self.occurs(&cut, at).is_some()
            {
                return at;
            } else {
                at += 1;
            }
        }
        text.len()
    }

    fn strike_until(&self, text: &str, is_cut: bool) -> String {
        let bytes = text.as_bytes();
        let written = Written::new(bytes, is_cut);
        let mut struck = String::new();
        let (mut from, mut at) = (0, 0);
        while at < bytes.len() {
            let end = self.occurs(&written, at).filter(|end| self.may_strike(bytes, at, *end));
            if let Some(end) = end {
                struck.push_str(&text[from..at]);
                struck.push_str(STRUCK);
                (from, at) = (end, end);
            } else {
                at += 1;
            }
        }
        struck.push_str(&text[from..]);
        struck
    }

    /// How many bytes it has, as it travels.
    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    /// The key itself, for the header it travels in.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// Whether it is more than a placeholder: 8 characters or more.
    pub fn is_long(&self) -> bool {
        self.0.len() >= SHORT
    }

    /// Where the key ends that begins here, in whatever form; `None` where none begins.
    fn occurs(&self, written: &Written<'_>, at: usize) -> Option<usize> {
        let may_begin =
            |byte: &u8| matches!(byte, b'\\' | b'%') || self.0.as_bytes().first() == Some(byte);
        written.text.get(at).filter(|byte| may_begin(byte))?;
        // A character may have been written in several ways at once, so that there may be several
        // places at which the key goes on.
        let mut places = vec![at];
        for wanted in self.0.bytes() {
            if places.iter().any(|place| written.breaks_off(*place)) {
                return Some(written.text.len());
            }
            let next = places.iter().flat_map(|place| written.forms(*place, wanted));
            let mut next: Vec<usize> = next.collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return None;
            }
            places = next;
        }
        places.last().copied()
    }

    fn may_strike(&self, text: &[u8], from: usize, end: usize) -> bool {
        let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let stands_alone = !is_word(from.checked_sub(1).and_then(|before| text.get(before)))
            && !is_word(text.get(end));
        self.is_long() || stands_alone
    }
}

/// A text in which a key is looked for. The lengths of its runs are found once: from within a long
/// run, they would be counted again at each of its bytes.
struct Written<'a> {
    text: &'a [u8],
    /// Whether this is but the beginning of a text.
    is_cut: bool,
    /// Where backslashes begin and end, more than one in a row.
    slashes: Vec<(usize, usize)>,
    /// Where percent signs are that were encoded more than once, and where their `25`s end.
    percents: Vec<(usize, usize)>,
}

impl<'a> Written<'a> {
    fn new(text: &'a [u8], is_cut: bool) -> Self {
        let (mut slashes, mut percents) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(byte) = text.get(at) {
            let end = match byte {
                b'\\' => at + text[at..].iter().take_while(|byte| **byte == b'\\').count(),
                b'%' => at + 1 + encodings(&text[at + 1..]),
                _ => at + 1,
            };
            match byte {
                b'\\' if end > at + 1 => slashes.push((at, end)),
                b'%' if end > at + 3 => percents.push((at, end)),
                _ => {}
            }
            at = end;
        }
        Self { text, is_cut, slashes, percents }
    }

    /// How many backslashes stand here.
    fn slashes(&self, at: usize) -> usize {
        match end_of_run(&self.slashes, at) {
            Some(end) => end - at,
            None => usize::from(self.text.get(at) == Some(&b'\\')),
        }
    }

    /// How long a percent sign is that stands here. One that was encoded itself is `%25`.
    fn percent(&self, at: usize) -> Option<usize> {
        self.text.get(at).filter(|byte| **byte == b'%')?;
        Some(match end_of_run(&self.percents, at) {
            Some(end) => end - at,
            None => 1 + encodings(&self.text[at + 1..]),
        })
    }

    /// Whether the text is cut here, or within a character that is written here.
    fn breaks_off(&self, at: usize) -> bool {
        let left = self.text.len().saturating_sub(at);
        let slashes = self.slashes(at);
        let is_unfinished = left == 0
            || (slashes > 0 && left - slashes < "u0000".len())
            || self.percent(at).is_some_and(|len| left - len < 2);
        self.is_cut && is_unfinished
    }

    /// Where a character ends that is written here, in each of the ways to write it.
    fn forms(&self, at: usize, wanted: u8) -> impl Iterator<Item = usize> + use<> {
        let rest = self.text.get(at..).unwrap_or_default();
        let hex = |digits: Option<&[u8]>| {
            let digits = std::str::from_utf8(digits?).ok()?;
            u8::from_str_radix(digits, 16).ok().filter(|byte| *byte == wanted)
        };
        let plain = rest.first().filter(|byte| **byte == wanted).map(|_| 1);

        let slashes = self.slashes(at);
        let after = &rest[slashes..];
        let is_wanted = |byte: &&u8| **byte == wanted;
        let escaped =
            after.first().filter(|byte| slashes > 0 && is_wanted(byte)).map(|_| slashes + 1);
        let is_unicode = slashes > 0 && after.starts_with(b"u00");
        let unicode = after
            .get(3..5)
            .filter(|_| is_unicode)
            .and_then(|it| hex(Some(it)))
            .map(|_| slashes + 5);
        // A backslash of the key, escaped: any even number of them.
        let backslash = (wanted == b'\\' && slashes > 1).then_some(slashes);
        let pair = (wanted == b'\\' && slashes > 1).then_some(2);

        let encoded = self.percent(at).and_then(|start| {
            let ends = [Some(start), (start > 1).then(|| start - 2)];
            ends.into_iter().flatten().find_map(|at| hex(rest.get(at..at + 2)).map(|_| at + 2))
        });
        [plain, escaped, unicode, backslash, pair, encoded]
            .into_iter()
            .flatten()
            .map(move |len| at + len)
    }
}

/// Where the run ends in which this place lies.
fn end_of_run(runs: &[(usize, usize)], at: usize) -> Option<usize> {
    let (_, end) = runs[..runs.partition_point(|(start, _)| *start <= at)].last()?;
    Some(*end).filter(|end| at < *end)
}

/// How many bytes of `25` stand here, one behind the other.
fn encodings(text: &[u8]) -> usize {
    2 * text.chunks(2).take_while(|pair| *pair == b"25").count()
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({STRUCK})")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(STRUCK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_trimmed_and_fit_for_a_header() {
        for (text, error) in [
            ("", SecretError::Blank),
            (" \n", SecretError::Blank),
            ("sk-1 2", SecretError::Character { at: 4 }),
            ("sk-1\r\nx: y", SecretError::Character { at: 4 }),
            ("sk-é", SecretError::Character { at: 3 }),
            ("sk-1\u{200b}2", SecretError::Character { at: 4 }),
        ] {
            assert_eq!(Secret::new(text).map(|_| ()), Err(error), "{text:?}");
        }
        assert_eq!(Secret::new("\tsk-1\r\n").unwrap().expose(), "sk-1");
    }

    #[test]
    fn a_key_is_struck_in_each_of_its_forms() {
        let key = Secret::new(r#"sk/a"b\c%d+é"#);
        assert!(key.is_err());
        let key = Secret::new(r#"sk/a"b\c%d+e"#).unwrap();
        for form in [
            r#"sk/a"b\c%d+e"#,
            r#"sk/a\"b\\c%d+e"#,
            r#"sk\/a\"b\\c%d+e"#,
            r#"sk\\/a\\\"b\\\\c%d+e"#,
            r"sk%2Fa%22b%5Cc%25d%2Be",
            r"sk%2fa%22b%5cc%25d+e",
            r"sk%252Fa%2522b%255Cc%2525d%252Be",
            r"sk/a\u0022b\u005cc\u0025d+e",
        ] {
            assert_eq!(key.strike(&format!("<{form}{form}>")), "<******>", "{form}");
        }
    }

    #[test]
    fn what_is_not_the_whole_key_stays() {
        let key = Secret::new("sk-abcdefxyz").unwrap();
        for text in ["", "sk-abc***xyz", "sk-abcdefxy", "é 한", "sk-abcdef xyz"] {
            assert_eq!(key.strike(text), text);
        }
        assert_eq!(key.strike("éXsk-abcdefxyzX한"), "éX***X한");
    }

    #[test]
    fn a_short_key_is_struck_as_a_word() {
        let key = Secret::new("llama").unwrap();
        assert_eq!(key.strike("ollama refused the key `llama`"), "ollama refused the key `***`");
    }

    #[test]
    fn long_runs_are_read_once() {
        let key = Secret::new(r"a%bcdefgh\i").unwrap();
        // Quadratic, each of these would take many minutes.
        let count = 1 << 19;
        let (slashes, percent) = (r"\".repeat(count), "%".to_owned() + &"25".repeat(count));
        let both = format!("{slashes}a{percent}");
        let many = "%25".repeat(count);
        for text in [slashes.as_str(), &percent, &both, &many, &"%".repeat(count)] {
            assert!(key.strike(text) == text, "nothing is struck");
        }
        let found = key.strike(&format!("<{slashes}a{percent}bcdefgh{slashes}i>"));
        assert!(found == "<***>", "{} bytes", found.len());
    }

    #[test]
    fn no_beginning_of_a_key_stays_at_a_cut() {
        let key = Secret::new(r#"sk/a"b\c%d+e"#).unwrap();
        for form in [
            r#"sk/a"b\c%d+e"#,
            r#"sk\\/a\\\"b\\\\c%d+e"#,
            r"sk%252Fa%2522b%255Cc%2525d%252Be",
            r"\u0073k/a\u0022b\u005cc\u0025d+e",
        ] {
            for cut in 1..=form.len() {
                assert_eq!(
                    key.strike_cut(&format!("<{}", &form[..cut])),
                    "<***",
                    "{form} at {cut}"
                );
            }
        }
        assert_eq!(key.strike_cut("sk/other <"), "sk/other <");
    }
}
