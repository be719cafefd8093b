//! Pieces of a reply as a screen gets them: with whole letters, and without the key.

use super::Delta;
use crate::{json::Halves, secret::Secret};

/// What was held back at the end of each text, until what follows is there: half of a letter, or
/// the beginning of what may be the key.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    held: Vec<(Of, String)>,
}

/// A text that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Text,
    Thinking,
    Refusal,
    Input(usize),
}

impl Of {
    const fn delta(self, text: String) -> Delta {
        match self {
            Self::Text => Delta::Text(text),
            Self::Thinking => Delta::Thinking(text),
            Self::Refusal => Delta::Refusal(text),
            Self::Input(index) => Delta::Input { index, json: text },
        }
    }
}

impl Screen {
    /// Makes what is new fit to be shown. `is_over` says that nothing follows.
    pub(super) fn show(
        &mut self,
        deltas: Vec<Delta>,
        halves: &Halves,
        key: Option<&Secret>,
        is_over: bool,
    ) -> Vec<Delta> {
        let key = key.filter(|key| key.is_long());
        let fit = |text: String| {
            let text = halves.joined(text);
            match key {
                Some(key) => key.strike(&text),
                None => text,
            }
        };
        let mut shown = Vec::with_capacity(deltas.len());
        for delta in deltas {
            let (of, text) = match delta {
                Delta::Text(text) => (Of::Text, text),
                Delta::Thinking(text) => (Of::Thinking, text),
                Delta::Refusal(text) => (Of::Refusal, text),
                Delta::Input { index, json } => (Of::Input(index), json),
                Delta::Call { index, name } => {
                    shown.push(Delta::Call { index, name: fit(name) });
                    continue;
                }
                usage @ Delta::Usage(_) => {
                    shown.push(usage);
                    continue;
                }
            };
            let place = self.held.iter().position(|(held, _)| *held == of);
            let before = place.map(|place| self.held.swap_remove(place).1).unwrap_or_default();
            let mut whole = before + &text;
            let begun = key.map_or(whole.len(), |key| key.begun(&whole));
            let held = whole.split_off(begun.min(halves.end(&whole)));
            if !held.is_empty() {
                self.held.push((of, held));
            }
            if !whole.is_empty() {
                shown.push(of.delta(fit(whole)));
            }
        }
        if is_over {
            let rest = std::mem::take(&mut self.held).into_iter();
            shown.extend(rest.map(|(of, text)| of.delta(fit(text))));
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown of these texts, piece by piece.
    fn shown(pieces: &[&str], key: Option<&Secret>) -> Vec<String> {
        let (mut screen, mut halves) = (Screen::default(), Halves::default());
        let mut shown = Vec::new();
        for (place, piece) in pieces.iter().enumerate() {
            let text = halves.read(&format!("\"{piece}\"")).unwrap().as_str().unwrap().to_owned();
            let is_over = place + 1 == pieces.len();
            let deltas = screen.show(vec![Delta::Text(text)], &halves, key, is_over);
            shown.push(deltas.into_iter().fold(String::new(), |all, delta| match delta {
                Delta::Text(text) => all + &text,
                other => panic!("{other:?}"),
            }));
        }
        shown
    }

    #[test]
    fn a_screen_gets_whole_letters() {
        let pieces = [r"a\ud83d", r"\ude00", r"b\ud83d", "c", r"\ud83e", r"\udd80", r"d\ud83e"];
        let texts = ["a", "😀", "b", "\u{fffd}c", "", "🦀", "d\u{fffd}"];
        assert_eq!(shown(&pieces, None), texts);
    }

    #[test]
    fn texts_that_grow_side_by_side_are_held_apart() {
        let (mut screen, mut halves) = (Screen::default(), Halves::default());
        let mut text = |json: &str| halves.read(json).unwrap().as_str().unwrap().to_owned();
        let [high, low] = [r#""\ud83d""#, r#""\ude00""#].map(&mut text);
        let input = |index, json: &str| Delta::Input { index, json: json.to_owned() };
        let deltas = vec![
            Delta::Thinking(high.clone()),
            input(1, &high),
            input(2, &low),
            input(1, &low),
            Delta::Thinking("x".into()),
        ];
        let shown = screen.show(deltas, &halves, None, true);
        let texts = [input(2, "\u{fffd}"), input(1, "😀"), Delta::Thinking("\u{fffd}x".into())];
        assert_eq!(shown, texts);
    }

    #[test]
    fn a_screen_does_not_get_the_key_however_it_is_cut() {
        let key = Secret::new("sk-canary-1234").unwrap();
        let said = "yes: sk-canary-1234, sk-canary%2D1234 or sk-no";
        for cut in 0..=said.len() {
            let (head, tail) = said.split_at(cut);
            assert_eq!(shown(&[head, tail], Some(&key)).concat(), "yes: ***, *** or sk-no");
        }
        let letters: Vec<_> = said.chars().map(String::from).collect();
        let letters: Vec<_> = letters.iter().map(String::as_str).collect();
        let pieces = shown(&letters, Some(&key));
        assert_eq!(pieces.concat(), "yes: ***, *** or sk-no");
        // Only what may be the key is waited for.
        assert_eq!(pieces[..5], ["y", "e", "", "s:", " "]);
        assert_eq!(shown(&["sk-canary-12", "x"], Some(&key)), ["", "sk-canary-12x"]);
    }

    #[test]
    fn what_may_be_the_key_for_ever_is_not_held_for_ever() {
        let key = Secret::new("sk-canary-1234").unwrap();
        let many = r"\\".repeat(5_000);
        let pieces = vec![many.as_str(); 20];
        let shown = shown(&pieces, Some(&key));
        assert_eq!(shown.concat().len(), 20 * 5_000);
        assert!(shown.iter().all(|text| text.len() <= 2 * 5_000));
    }
}
