//! Amounts of money: millionths of a dollar inside, decimals for people.

/// An amount with four decimals, rounded up. The same in every language, as all figures are.
pub(crate) fn shown(millionths: u64) -> String {
    let parts = millionths.div_ceil(100);
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// Reads an amount such as `0.25`, above 0 and with at most six decimals.
pub(crate) fn parse(text: &str) -> Result<u64, &'static str> {
    const FAULT: &str = "an amount in dollars above 0, such as 0.25";
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 6 {
        return Err(FAULT);
    }
    let amount = format!("{whole}{part:0<6}").parse::<u64>().map_err(|_| FAULT)?;
    if amount == 0 { Err(FAULT) } else { Ok(amount) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_shown_rounded_up() {
        let texts = [0, 1, 100, 10_500, 1_000_000, 12_345_678].map(shown);
        assert_eq!(texts, ["0.0000", "0.0001", "0.0001", "0.0105", "1.0000", "12.3457"]);
    }

    #[test]
    fn an_amount_is_read_to_the_millionth() {
        assert_eq!(parse("0.25"), Ok(250_000));
        assert_eq!(parse("3"), Ok(3_000_000));
        assert_eq!(parse("0.000001"), Ok(1));
        for text in ["", "0", "0.0", "-1", "1e3", "0.0000001", ".5", "1,5", "inf", "99999999999999"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
