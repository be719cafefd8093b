//! The word that was probably meant.

/// The longest word that is compared, in bytes.
const LONGEST: usize = 64;

/// The nearest of the known words, if one is near enough to be meant: for a short word one slip,
/// for a longer one a third of its letters.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // What is longer than any word was not meant as one.
    if word.len() > LONGEST {
        return None;
    }
    let limit = (word.chars().count() / 3).max(1);
    let known = known.into_iter().filter(|candidate| candidate.len() <= LONGEST);
    let distances = known.map(|candidate| (distance(word, candidate), candidate));
    let (distance, nearest) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= limit).then_some(nearest)
}

/// How many letters are to be put in, taken out, changed, or swapped with their neighbour. Case
/// and the mark between words do not count: `max_calls` is `maxCalls`.
fn distance(one: &str, other: &str) -> usize {
    let letters = |word: &str| -> Vec<char> {
        let letters = word.chars().filter(|letter| !matches!(letter, '-' | '_'));
        letters.flat_map(char::to_lowercase).collect()
    };
    let (one, other) = (letters(one), letters(other));
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, against) in other.iter().enumerate() {
            let changed = row[j] + usize::from(letter != against);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *against {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_understood_and_another_word_is_not() {
        let known = ["tolerance", "answer", "wrong", "unit", "outputReserve"];
        assert_eq!(nearest("tolerence", known), Some("tolerance"));
        assert_eq!(nearest("anwser", known), Some("answer"));
        assert_eq!(nearest("uint", known), Some("unit"));
        assert_eq!(nearest("output_reserve", known), Some("outputReserve"));
        assert_eq!(nearest("hints", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest("x", []), None);
        let long = "a".repeat(1 << 20);
        assert_eq!(nearest(&long, [&*long]), None);
        assert_eq!(nearest("ab", [&*long, "abc"]), Some("abc"));
    }
}
