//! A failure from an HTTP response.

use super::{CODE_LIMIT, Failure, FailureClass, Told, head, shown};
use crate::{endpoint::Api, json, secret::Secret};

impl Failure {
    /// Reads a response whose status is not 2xx.
    ///
    /// `header` looks up a header by its name in lower case; names that the shell cannot see are
    /// `None`. The key, where one was sent, is struck out of all texts.
    ///
    /// Whether the call may be made again: `x-should-retry` decides. Otherwise it may after 408,
    /// 409, 429 and 5xx, but not where an account is used up, and not after a 429 of Anthropic's
    /// that names no time to wait: that is a limit on spending, which no waiting lifts.
    pub fn from_response(
        api: Api,
        status: u16,
        header: &dyn Fn(&str) -> Option<String>,
        body: &[u8],
        key: Option<&Secret>,
    ) -> Self {
        let json = json::read(&String::from_utf8_lossy(body)).ok();
        let told = json.as_ref().map(Told::read).unwrap_or_default();
        let class = class(status, &told);
        let mut failure = Self::new(class, told.kind(Some(status)), "", "");
        failure.status = Some(status);
        failure.take(&told, key);
        if failure.message.is_empty() {
            failure.message = shown(&summary(Some(status), body, key), Self::MESSAGE_LIMIT, key);
        }
        let id = header("request-id").or_else(|| header("x-request-id")).or(told.request_id);
        failure.request_id = id.map(|id| shown(&id, CODE_LIMIT, key)).filter(|id| !id.is_empty());
        failure.retry_after_ms = retry_after(header);
        failure.may_retry = match header("x-should-retry").as_deref().map(str::trim) {
            Some("true") => true,
            Some("false") => false,
            _ => is_passing(api, status, &failure),
        };
        failure.may_be_billed = class == FailureClass::Timeout;
        failure
    }
}

fn class(status: u16, told: &Told) -> FailureClass {
    let class = told.class(Some(status));
    if told.is_known {
        return class;
    }
    // The body is a page of something in between, or empty. The status alone says little of a
    // key or a model then, unless it can mean nothing else.
    match (class, status) {
        (FailureClass::Other, _) | (FailureClass::Auth, 403) => FailureClass::Malformed,
        _ => class,
    }
}

fn is_passing(api: Api, status: u16, failure: &Failure) -> bool {
    let is_spent = api == Api::AnthropicMessages
        && failure.class == FailureClass::Rate
        && failure.retry_after_ms.is_none();
    let is_of_the_moment = matches!(status, 408 | 409 | 429) || (status >= 500 && status != 501);
    let is_settled = matches!(
        failure.class,
        FailureClass::Billing
            | FailureClass::Auth
            | FailureClass::NotFound
            | FailureClass::OriginForbidden
            | FailureClass::Overflow
            | FailureClass::TooLarge
    );
    is_of_the_moment && !is_spent && !is_settled
}

/// What is said where the body says nothing: the title of a page, or its first words.
pub(super) fn summary(status: Option<u16>, body: &[u8], key: Option<&Secret>) -> String {
    let head = head(body.trim_ascii_start(), key);
    let text = head.trim();
    let status = status.map_or_else(|| "an answer".to_owned(), |status| format!("HTTP {status}"));
    if text.is_empty() {
        return status;
    }
    if !text.starts_with('<') {
        return format!("{status}: {text}");
    }
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title>").map(|start| start + "<title>".len());
    let title = title.and_then(|start| Some(&text[start..start + lower[start..].find('<')?]));
    match title.map(str::trim).filter(|title| !title.is_empty()) {
        Some(title) => format!("{status}, a web page: {title}"),
        None => format!("{status}, a web page"),
    }
}

/// How long to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date
/// beside the response's own.
fn retry_after(header: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    if let Some(wait) = header("retry-after-ms").and_then(|text| scaled(&text, 0)) {
        return Some(wait);
    }
    let text = header("retry-after")?;
    scaled(&text, 3).or_else(|| {
        let (until, now) = (seconds(&text)?, seconds(&header("date")?)?);
        Some(until.saturating_sub(now).saturating_mul(1_000))
    })
}

/// A decimal number times ten to this power, rounded up; `None` for what is none, or is larger
/// than a JavaScript number holds exactly.
fn scaled(text: &str, power: usize) -> Option<u64> {
    let text = text.trim();
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(part) {
        return None;
    }
    let kept: String = part.chars().chain(std::iter::repeat('0')).take(power).collect();
    let lost = part.get(power..).unwrap_or_default();
    let rounded = u64::from(lost.bytes().any(|digit| digit != b'0'));
    let number = format!("{whole}{kept}").parse::<u64>().ok()?.checked_add(rounded)?;
    (number < 1 << 53).then_some(number)
}

/// The seconds of a date in HTTP's one form, `Sun, 06 Nov 1994 08:49:37 GMT`, since 1970.
fn seconds(date: &str) -> Option<u64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let parts: Vec<&str> = date.trim().split([' ', ':']).collect();
    let [_, day, month, year, hour, minute, second, "GMT"] = parts[..] else { return None };
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number < 10_000);
    let month = u64::try_from(MONTHS.find(month).filter(|_| month.len() == 3)? / 3).ok()?;
    let (day, year) = (number(day)?, number(year)?);
    // Years that begin in March have the day too many at their end.
    let (year, month) =
        if month < 2 { (year.checked_sub(1)?, month + 10) } else { (year, month - 2) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (306 * month + 5) / 10 + day;
    let since = days.checked_sub(719_469)?;
    Some(((since * 24 + number(hour)?) * 60 + number(minute)?) * 60 + number(second)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_read_in_seconds_milliseconds_or_from_two_dates() {
        let wait = |pairs: &[(&str, &str)]| {
            retry_after(&|name| {
                let found = pairs.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(wait(&[("retry-after", "7")]), Some(7_000));
        assert_eq!(wait(&[("retry-after", " 0.5 ")]), Some(500));
        assert_eq!(wait(&[("retry-after", "1.0001")]), Some(1_001));
        assert_eq!(wait(&[("retry-after", "7"), ("retry-after-ms", "250.5")]), Some(251));
        let later = "Wed, 21 Oct 2026 07:28:30 GMT";
        assert_eq!(wait(&[("retry-after", later)]), None, "no clock is asked");
        let now = "Wed, 21 Oct 2026 07:28:00 GMT";
        assert_eq!(wait(&[("retry-after", later), ("date", now)]), Some(30_000));
        assert_eq!(wait(&[("retry-after", now), ("date", later)]), Some(0));
        for nonsense in ["", "-1", "soon", "NaN", "1e9", "99999999999999999999", "1.2.3", "."] {
            assert_eq!(wait(&[("retry-after", nonsense)]), None, "{nonsense}");
        }
    }

    #[test]
    fn a_date_is_counted_from_1970() {
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("Tue, 29 Feb 2000 23:59:59 GMT"), Some(951_868_799));
        assert_eq!(seconds("Wed, 01 Mar 2000 00:00:00 GMT"), Some(951_868_800));
        for nonsense in ["", "today", "Sun, 06 Xyz 1994 08:49:37 GMT", "Sun, 06 Nov 0 8:49:37 GMT"]
        {
            assert_eq!(seconds(nonsense), None, "{nonsense}");
        }
    }
}
