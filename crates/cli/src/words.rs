//! Words from the catalogs, in the language that was asked for.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use std::path::Path;

use secondwind_course::{Arg, Args, Issue, masked};
use secondwind_wire::Secret;

/// A language of the catalogs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Lang {
    #[default]
    En,
    PtBr,
    Ko,
}

impl Lang {
    pub(crate) const ALL: [Self; 3] = [Self::En, Self::PtBr, Self::Ko];

    /// The tag, as `--lang` and file names write it.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::PtBr => "pt-BR",
            Self::Ko => "ko",
        }
    }

    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.tag() == tag)
    }

    /// The language of a locale such as `ko_KR.UTF-8`; English for one that is not spoken here.
    pub(crate) fn from_locale(locale: &str) -> Self {
        match locale.split(['_', '-', '.', '@']).next() {
            Some("pt") => Self::PtBr,
            Some("ko") => Self::Ko,
            _ => Self::En,
        }
    }

    const fn catalogs(self) -> [&'static str; 4] {
        macro_rules! catalogs {
            ($tag:literal) => {
                [
                    include_str!(concat!("../../course/catalogs/", $tag, "/cli.ftl")),
                    include_str!(concat!("../../course/catalogs/", $tag, "/log.ftl")),
                    include_str!(concat!("../../course/catalogs/", $tag, "/check.ftl")),
                    include_str!(concat!("../../course/catalogs/", $tag, "/authoring.ftl")),
                ]
            };
        }
        match self {
            Self::En => catalogs!("en"),
            Self::PtBr => catalogs!("pt-BR"),
            Self::Ko => catalogs!("ko"),
        }
    }
}

/// The catalogs of one language. No key comes into what they say.
pub(crate) struct Words {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
    keys: Vec<Secret>,
}

impl Words {
    /// `keys` are those that the environment holds.
    pub(crate) fn new(lang: Lang, keys: Vec<Secret>) -> Self {
        // The tags are the three above, and the catalogs are checked by the tests.
        let id = lang.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![id]);
        // Marks for mixed writing directions would only clutter a terminal.
        bundle.set_use_isolating(false);
        let _ = bundle.add_builtins();
        let _ = bundle.add_function("JOSA", |positional, _| josa(positional));
        for source in lang.catalogs() {
            let resource =
                FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
        }
        Self { lang, bundle, keys }
    }

    pub(crate) const fn lang(&self) -> Lang {
        self.lang
    }

    /// A text that came from outside, on one line that cannot steer the terminal, and without keys.
    pub(crate) fn shown(&self, text: &str) -> String {
        shown(&hidden(text, &self.keys))
    }

    /// A message; its key where the catalogs lack it, which the tests do not let happen.
    pub(crate) fn get(&self, key: &str, args: &Args) -> String {
        let pattern = self.bundle.get_message(key).and_then(|message| message.value());
        let Some(pattern) = pattern else {
            return key.to_owned();
        };
        let mut fluent_args = FluentArgs::new();
        for (name, value) in args {
            fluent_args.set(
                *name,
                match value {
                    Arg::Text(text) => FluentValue::from(self.shown(text)),
                    Arg::Number(number) => FluentValue::from(*number),
                },
            );
        }
        self.bundle.format_pattern(pattern, Some(&fluent_args), &mut Vec::new()).into_owned()
    }

    /// What is said of a fault in a file: its place, and what is wrong there.
    pub(crate) fn issue(&self, path: &Path, issue: &Issue) -> String {
        let Issue { line, column, code, args, .. } = issue;
        let path = self.shown(&masked(&path.display().to_string()));
        // A fault of a file as a whole has no place in it.
        let place = if *line == 0 { String::new() } else { format!(":{line}:{column}") };
        format!("{path}{place}: {}", self.get(&format!("issue-{code}"), args))
    }

    /// A message without arguments.
    pub(crate) fn plain(&self, key: &str) -> String {
        self.get(key, &Args::new())
    }
}

/// A text without these keys, and without words that look like keys of others.
fn hidden(text: &str, keys: &[Secret]) -> String {
    let struck = keys.iter().fold(text.to_owned(), |text, key| key.strike(&text));
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let mut hidden = String::with_capacity(struck.len());
    for part in struck.split_inclusive(|c| !is_part(c)) {
        let (sign, rest) = part.split_at(part.len() - part.trim_start_matches('-').len());
        let word = rest.trim_end_matches(|c| !is_part(c));
        let end = &rest[word.len()..];
        hidden.extend([sign, if looks_like_key(word) { "***" } else { word }, end]);
    }
    hidden
}

/// Whether a word looks like the key of a provider.
pub(crate) fn looks_like_key(word: &str) -> bool {
    let begins = ["sk-", "sk_", "pk-", "rk-", "gsk_", "xai-", "hf_", "AIza"];
    let rest = begins.iter().find_map(|begin| word.strip_prefix(begin));
    rest.is_some_and(|rest| rest.len() >= 12 && rest.bytes().any(|byte| byte.is_ascii_digit()))
}

/// A text with its control characters escaped.
pub(crate) fn shown(text: &str) -> String {
    let is_escaped = |c: char| c.is_control() || steers(c);
    let escape = |c: char| if is_escaped(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escape).collect()
}

/// Whether a character is seen only by what it does to others: it turns the direction of a text or
/// breaks its line.
pub(crate) const fn steers(letter: char) -> bool {
    matches!(
        letter,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    )
}

/// Chooses the Korean postposition after a word: `JOSA($word, "을/를")` answers the word with the
/// form that its last syllable asks for. The first form follows a final consonant; `로` also
/// follows the consonant ㄹ.
fn josa<'a>(positional: &[FluentValue<'a>]) -> FluentValue<'a> {
    let [FluentValue::String(word), FluentValue::String(forms)] = positional else {
        return FluentValue::Error;
    };
    let (closed, open) = forms.split_once('/').unwrap_or((forms, forms));
    let form = match word.chars().last().map(final_consonant) {
        Some(Some(RIEUL)) if open == "로" => open,
        Some(Some(0)) => open,
        Some(Some(_)) => closed,
        // What is no Hangul syllable does not show how it is spoken.
        _ => return FluentValue::from(format!("{word}{closed}({open})")),
    };
    FluentValue::from(format!("{word}{form}"))
}

/// Number of the final consonant ㄹ among the 28 endings of a syllable.
const RIEUL: u32 = 8;

/// The final consonant of a Hangul syllable, 0 for none; also as digits are read in Korean.
fn final_consonant(last: char) -> Option<u32> {
    match last {
        '가'..='힣' => Some((last as u32 - '가' as u32) % 28),
        // 영, 일, 삼, 육, 칠, 팔 end in a consonant; 이, 사, 오, 구 do not.
        '0' => Some(21),
        '1' | '7' | '8' => Some(RIEUL),
        '3' => Some(16),
        '6' => Some(1),
        '2' | '4' | '5' | '9' => Some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(word: &str, forms: &str) -> String {
        match josa(&[FluentValue::from(word), FluentValue::from(forms)]) {
            FluentValue::String(text) => text.into_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_postposition_follows_the_last_syllable() {
        assert_eq!(text("요약본", "을/를"), "요약본을");
        assert_eq!(text("메시지", "을/를"), "메시지를");
        assert_eq!(text("파일", "으로/로"), "파일로");
        assert_eq!(text("3", "이/가"), "3이");
        assert_eq!(text("NOTES.md", "은/는"), "NOTES.md은(는)");
    }

    #[test]
    fn no_key_is_shown() {
        let key = Secret::new("canary-5f0e9b71d2").unwrap();
        let words = Words::new(Lang::En, vec![key]);
        for (text, says) in [
            ("canary-5f0e9b71d2", "***"),
            ("--model=canary%2D5f0e9b71d2!", "--model=***!"),
            ("a sk-ant-api03-abcdef0123 b", "a *** b"),
            ("sk-ant-api03-abcdef0123/x", "***/x"),
            ("--sk-ant-api03-abcdef0123=", "--***="),
            ("sk-learn-and-more-words", "sk-learn-and-more-words"),
            ("risk-0123456789abcdef", "risk-0123456789abcdef"),
            ("sk-0123", "sk-0123"),
            ("한 é\u{1b}[2J", "한 é\\u{1b}[2J"),
            ("a\u{202e}b\u{2066}c\u{200f}", "a\\u{202e}b\\u{2066}c\\u{200f}"),
            ("", ""),
        ] {
            assert_eq!(words.shown(text), says);
        }
    }

    #[test]
    fn a_locale_has_its_language() {
        for (locale, lang) in [
            ("ko_KR.UTF-8", Lang::Ko),
            ("ko", Lang::Ko),
            ("pt_PT@euro", Lang::PtBr),
            ("C.UTF-8", Lang::En),
            ("kok_IN", Lang::En),
        ] {
            assert_eq!(Lang::from_locale(locale), lang, "{locale}");
        }
    }

    #[test]
    fn every_catalog_parses_and_has_the_same_keys() {
        let keys = |lang: Lang| {
            lang.catalogs().map(|source| {
                let resource = FluentResource::try_new(source.to_owned())
                    .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", lang.tag()));
                drop(resource);
                let is_key = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
                let keys = source.lines().filter(is_key).filter_map(|line| line.split_once(" ="));
                let mut keys: Vec<_> = keys.map(|(key, _)| key.to_owned()).collect();
                keys.sort();
                keys
            })
        };
        let english = keys(Lang::En);
        assert!(english.iter().all(|keys| !keys.is_empty()));
        for lang in Lang::ALL {
            assert_eq!(keys(lang), english, "{}", lang.tag());
        }
    }
}
