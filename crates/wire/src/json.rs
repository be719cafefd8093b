//! JSON as servers write it: bounded before it is read, and with letters that were cut in half.

use serde_json::Value;

/// The most values that are read or held of a reply, of which an object counts for three.
///
/// A value takes up to 128 bytes of memory, and few bytes of text: unbounded, a reply of a few
/// hundred kilobytes on the wire would fill the memory of a page. No model writes so many.
pub(crate) const VALUES: usize = 1 << 20;

/// Why a text is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It breaks off before its end.
    Cut,
    /// It is no JSON, or nested more than 127 deep.
    Strange,
    /// It has more than [`VALUES`].
    TooMany,
}

/// Reads JSON. A half of a letter that is escaped in it is read as U+FFFD.
pub(crate) fn read(text: &str) -> Result<Value, Unread> {
    parse(text, |json| mended(json, |_| LOST.to_owned()))
}

fn parse(text: &str, mend: impl FnOnce(&str) -> String) -> Result<Value, Unread> {
    if written(text) > VALUES {
        return Err(Unread::TooMany);
    }
    let read = serde_json::from_str(text).or_else(|error| {
        // A letter that was cut in half is no reason to lose the rest.
        if error.is_syntax() { serde_json::from_str(&mend(text)) } else { Err(error) }
    });
    read.map_err(|error| if error.is_eof() { Unread::Cut } else { Unread::Strange })
}

/// About how many values a text has, and never too few, counted without reading it.
pub(crate) fn written(json: &str) -> usize {
    let (mut count, mut is_inside, mut is_escaped) = (1, false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_inside => is_escaped = true,
            b'"' => is_inside = !is_inside,
            b'{' if !is_inside => count += 3,
            b'[' | b',' if !is_inside => count += 1,
            _ => {}
        }
    }
    count
}

/// How many values this is.
pub(crate) fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(members) => 3 + members.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// Halves of letters in a stream. A server that counts in JavaScript's units may send the two of
/// one letter in two events.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halves {
    /// Whether there was any. Without, no text is looked at.
    is_any: bool,
}

/// Stands before a half in a text, and in no other place: it is no letter. The half follows as one
/// of the last letters that there are.
const MARK: char = '\u{fdd0}';
const FIRST: u32 = 0x0010_F800;

/// In the place of a half that has no other, as JSON.
const LOST: &str = "\\ufffd";

impl Halves {
    /// Reads JSON of the stream. Halves in it are marked until the texts are put together.
    pub(crate) fn read(&mut self, text: &str) -> Result<Value, Unread> {
        let is_any = &mut self.is_any;
        parse(text, |json| {
            if json.contains(MARK) || json.to_ascii_lowercase().contains("\\ufdd0") {
                return mended(json, |_| LOST.to_owned());
            }
            *is_any = true;
            mended(json, |unit| {
                let letter = char::from_u32(FIRST + (u32::from(unit) - 0xD800));
                [MARK, letter.unwrap_or(char::REPLACEMENT_CHARACTER)].iter().collect()
            })
        })
    }

    /// Where the text ends in the first half of a letter, whose second may follow; its length where
    /// it does not.
    pub(crate) fn end(&self, text: &str) -> usize {
        let first = '\u{10f800}'..'\u{10fc00}';
        let half = text.strip_suffix(|c| first.contains(&c)).filter(|_| self.is_any);
        half.and_then(|before| before.strip_suffix(MARK)).map_or(text.len(), str::len)
    }

    /// The text with its halves put together.
    pub(crate) fn joined(&self, text: String) -> String {
        if self.is_any { joined(&text) } else { text }
    }

    /// Puts halves together in every text of a reply or an error.
    pub(crate) fn join(&self, value: &mut Value) {
        if self.is_any {
            join(value);
        }
    }
}

fn join(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(MARK) => *text = joined(text),
        Value::Array(items) => items.iter_mut().for_each(join),
        Value::Object(members) => {
            members.values_mut().for_each(join);
            if members.keys().any(|key| key.contains(MARK)) {
                let taken = std::mem::take(members).into_iter();
                *members = taken.map(|(key, value)| (joined(&key), value)).collect();
            }
        }
        _ => {}
    }
}

/// The text with a letter for each two halves of one, and U+FFFD for a half that is alone.
fn joined(text: &str) -> String {
    let (mut units, mut letters) = (Vec::new(), text.chars());
    while let Some(letter) = letters.next() {
        let mut after = letters.clone();
        let half = after.next().and_then(|it| u32::from(it).checked_sub(FIRST));
        match half.and_then(|half| u16::try_from(0xD800 + half).ok()).filter(|_| letter == MARK) {
            Some(half) => {
                units.push(half);
                letters = after;
            }
            None => units.extend_from_slice(letter.encode_utf16(&mut [0; 2])),
        }
    }
    String::from_utf16_lossy(&units)
}

/// JSON with something else in the place of each half of a letter.
fn mended(json: &str, instead: impl Fn(u16) -> String) -> String {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut whole = String::new();
    let mut at = 0;
    while let Some(found) = json[at..].find('\\') {
        let start = at + found;
        whole.push_str(&json[at..start]);
        at = match (unit(start), unit(start + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => start + 12,
            (Some(half @ 0xD800..=0xDFFF), _) => {
                whole.push_str(&instead(half));
                at = start + 6;
                continue;
            }
            // The backslash and what it stands before, which is one letter at most.
            _ => start + 1 + json[start + 1..].chars().next().map_or(0, char::len_utf8),
        };
        whole.push_str(&json[start..at]);
    }
    whole + &json[at..]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_letter_in_two_halves_costs_that_letter_alone() {
        for (json, whole) in [
            (r#""a\ud83d""#, r#""a\ufffd""#),
            (r#""\ude00b""#, r#""\ufffdb""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud83d \n \"é\u00e9""#, r#""\\ud83d \n \"é\u00e9""#),
            ("\\", "\\"),
            ("\\u", "\\u"),
            ("\\é", "\\é"),
            ("\\ud83", "\\ud83"),
        ] {
            assert_eq!(mended(json, |_| LOST.to_owned()), whole);
        }
        assert_eq!(read(r#"{"a":"\ud83d "}"#), Ok(json!({ "a": "\u{fffd} " })));
        assert_eq!(read(r#"{"a":"\ud83d"#), Err(Unread::Cut));
    }

    #[test]
    fn halves_in_two_texts_are_one_letter() {
        let mut halves = Halves::default();
        let mut text = String::new();
        for json in [r#""a\ud83d""#, r#""\ude00\ude00b""#, r#""\ud83d\ud83d""#, r#""c\ud83e""#] {
            text.push_str(halves.read(json).unwrap().as_str().unwrap());
        }
        let mut reply = json!({ "a": [text], "b\u{fdd0}\u{10f83d}": 1 });
        halves.join(&mut reply);
        let whole = "a😀\u{fffd}b\u{fffd}\u{fffd}c\u{fffd}";
        assert_eq!(reply, json!({ "a": [whole], "b\u{fffd}": 1 }));
        // What looks like a mark and is none stays as it is.
        let text = "\u{fdd0}\u{10f83d}";
        let mut halves = Halves::default();
        let mut read = halves.read(&format!("[\"{text}\"]")).unwrap();
        halves.join(&mut read);
        assert_eq!(read, json!([text]));
        let mut read = halves.read(&format!("[\"{text}\\ud83d\"]")).unwrap();
        halves.join(&mut read);
        assert_eq!(read, json!([format!("{text}\u{fffd}")]));
    }

    #[test]
    fn values_are_counted_before_they_are_read() {
        for json in
            ["1", "[]", "{}", "[1,[2],{\"a\":[]}]", r#"{"a,[{\"":{"b":1,"c":"\\"},"d":[1,2]}"#]
        {
            let read = read(json).unwrap();
            assert!(written(json) >= count(&read), "{json}");
            assert!(written(json) <= count(&read) + 3, "{json}");
        }
        let full = format!("[{}1]", "1,".repeat(VALUES - 2));
        assert_eq!(read(&full).map(|it| count(&it)), Ok(VALUES));
        for json in [format!("[1,{}", &full[1..]), "[".repeat(VALUES), "{".repeat(VALUES / 3 + 1)] {
            assert_eq!(read(&json), Err(Unread::TooMany));
        }
        assert_eq!(read(&format!("{}{}", "[".repeat(200), "]".repeat(200))), Err(Unread::Strange));
    }
}
