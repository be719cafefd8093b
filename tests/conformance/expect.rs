//! What a row expects, against what happened.

use serde_json::{Value, json};

use crate::shell::Shell;

/// Compares with what is expected, which may be a part: members that are not named may be
/// anything. `{ "atLeast": n }`, `{ "atMost": n }` and `{ "contains": text }` stand for a value.
pub(crate) fn fits(actual: &Value, expected: &Value, place: &str, faults: &mut Vec<String>) {
    let mut miss = || faults.push(format!("{place} is {}, not {expected}", short(actual)));
    match (actual, expected) {
        (_, Value::Object(wanted)) if is_bound(expected) => {
            let holds = wanted.iter().all(|(bound, value)| match bound.as_str() {
                "atLeast" => actual.as_f64().is_some_and(|found| found >= value.as_f64().unwrap()),
                "atMost" => actual.as_f64().is_some_and(|found| found <= value.as_f64().unwrap()),
                _ => texts(value).iter().all(|part| words(actual).contains(part.as_str())),
            });
            if !holds {
                miss();
            }
        }
        (Value::Object(found), Value::Object(wanted)) => {
            for (key, value) in wanted {
                let found = found.get(key).unwrap_or(&Value::Null);
                fits(found, value, &format!("{place}.{key}"), faults);
            }
        }
        (Value::Array(found), Value::Array(wanted)) if found.len() == wanted.len() => {
            for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                fits(found, wanted, &format!("{place}[{index}]"), faults);
            }
        }
        _ if actual == expected => {}
        _ => miss(),
    }
}

fn is_bound(expected: &Value) -> bool {
    let bounds = ["atLeast", "atMost", "contains"];
    expected.as_object().is_some_and(|object| {
        !object.is_empty() && object.keys().all(|key| bounds.contains(&key.as_str()))
    })
}

fn is_like(actual: &Value, expected: &Value) -> bool {
    let mut faults = Vec::new();
    fits(actual, expected, "", &mut faults);
    faults.is_empty()
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= 1200 {
        text
    } else {
        format!("{}…", secondwind_core::truncate(&text, 1200).text)
    }
}

/// All strings in a value, one a line.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join("\n"),
        Value::Object(members) => members.values().map(words).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

/// A text, or a list of texts.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().map(|text| text.as_str().unwrap().to_owned()).collect(),
        Value::Null => Vec::new(),
        text => vec![text.as_str().unwrap().to_owned()],
    }
}

/// Compares a list of messages with what is said of it.
pub(crate) fn messages_fit(
    messages: &[Value],
    expected: &Value,
    place: &str,
    faults: &mut Vec<String>,
) {
    let all = Value::from(messages.to_vec());
    let text = words(&all);
    for (key, wanted) in expected.as_object().unwrap() {
        match key.as_str() {
            "contains" => {
                for part in texts(wanted).iter().filter(|part| !text.contains(part.as_str())) {
                    faults.push(format!("{place} lacks {part:?}: {}", short(&all)));
                }
            }
            "lacks" => {
                for part in texts(wanted).iter().filter(|part| text.contains(part.as_str())) {
                    faults.push(format!("{place} contains {part:?}: {}", short(&all)));
                }
            }
            "count" => {
                for (part, count) in wanted.as_object().unwrap() {
                    let found = text.matches(part.as_str()).count();
                    fits(&json!(found), count, &format!("{place}: count of {part:?}"), faults);
                }
            }
            "roles" => {
                let roles: Vec<_> =
                    messages.iter().map(|message| message["role"].clone()).collect();
                fits(&roles.into(), wanted, &format!("{place}: roles"), faults);
            }
            "length" => fits(&json!(messages.len()), wanted, &format!("{place}: length"), faults),
            "first" => fits(messages.first().unwrap(), wanted, &format!("{place}: first"), faults),
            "last" => fits(messages.last().unwrap(), wanted, &format!("{place}: last"), faults),
            "messages" => fits(&all, wanted, place, faults),
            "has" => {
                for part in wanted.as_array().unwrap().iter().filter(|part| !has(&all, part)) {
                    faults.push(format!("{place} has no {}: {}", short(part), short(&all)));
                }
            }
            "longestData" => {
                let found = longest_data(&text);
                fits(&json!(found), wanted, &format!("{place}: longest run of data"), faults);
            }
            "endsWith" if text.trim_end().ends_with(wanted.as_str().unwrap()) => {}
            "endsWith" => {
                faults.push(format!("{place} does not end with {wanted}: {}", short(&all)));
            }
            "inOrder" => {
                let places: Vec<_> =
                    texts(wanted).iter().map(|part| text.find(part.as_str())).collect();
                if places.contains(&None) || !places.is_sorted() {
                    faults.push(format!("{place} has not {wanted} in this order: {}", short(&all)));
                }
            }
            "fenced" => fence_fits(&text, wanted.as_str().unwrap(), faults),
            "which" | "maxTokens" => {}
            _ => panic!("nothing is known of {key} in a list of messages"),
        }
    }
}

/// Whether a value stands somewhere in another, equal to the last byte.
fn has(value: &Value, part: &Value) -> bool {
    value == part
        || match value {
            Value::Array(items) => items.iter().any(|item| has(item, part)),
            Value::Object(members) => members.values().any(|member| has(member, part)),
            _ => false,
        }
}

/// The longest run of characters as base64 has them.
fn longest_data(text: &str) -> usize {
    let is_data = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    text.split(|c: char| !is_data(c)).map(str::len).max().unwrap_or_default()
}

/// A text stands unchanged between two tags that occur nowhere else.
pub(crate) fn fence_fits(whole: &str, text: &str, faults: &mut Vec<String>) {
    let Some(start) = whole.find(&format!(">\n{text}\n</")) else {
        faults.push(format!("{text:?} stands in no fence: {whole:?}"));
        return;
    };
    let name = &whole[whole[..start].rfind('<').unwrap() + 1..start];
    for tag in [format!("<{name}>"), format!("</{name}>")] {
        let count = whole.matches(&tag).count();
        if count != 1 {
            faults.push(format!("{tag} occurs {count} times"));
        }
    }
}

/// Compares all that a row says with what its shell saw.
pub(crate) fn check(shell: &Shell, expected: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let harness = &shell.harness;
    let meters: Value = secondwind_core::write(&harness.meters());
    let calls = |purpose: &str| shell.requests.iter().filter(|one| one.purpose == purpose).count();
    for (key, wanted) in expected.as_object().into_iter().flatten() {
        let mut like = |actual: Value| fits(&actual, wanted, key, &mut faults);
        match key.as_str() {
            "calls" => like(json!({
                "main": calls("main"),
                "summary": calls("summary"),
                "provider": calls("provider"),
                "total": harness.totals().calls,
            })),
            "compactions" => like(harness.totals().compactions.into()),
            "occupancy" | "spend" | "accumulated" => like(meters[key]["tokens"].clone()),
            "measures" => like(json!({
                "occupancy": meters["occupancy"]["measure"],
                "spend": meters["spend"]["measure"],
                "accumulated": meters["accumulated"]["measure"],
            })),
            "counted" => like(counted(shell)),
            "threshold" => like(harness.threshold().get().into()),
            "fixed" => like(harness.fixed().tokens.get().into()),
            "outcome" => like(shell.outcomes.last().cloned().unwrap_or_default()),
            "outcomes" => {
                like(shell.outcomes.iter().map(|outcome| outcome["type"].clone()).collect());
            }
            "idle" => like(harness.is_idle().into()),
            "notes" => like(shell.store.content.clone().map_or(Value::Null, Value::from)),
            "reads" => like(shell.store.reads.into()),
            "writes" => like(shell.store.writes.into()),
            "toolRuns" => like(json!(shell.tool_runs)),
            "toolsRun" => like(shell.tool_runs.values().sum::<u32>().into()),
            "history" => messages_fit(&shell.history, wanted, "history", &mut faults),
            "requests" => {
                for one in wanted.as_array().unwrap() {
                    request_fits(shell, one, &mut faults);
                }
            }
            "notices" => {
                for one in wanted.as_array().unwrap() {
                    if !shell.notices.iter().any(|notice| is_like(notice, one)) {
                        let kind = &one["type"];
                        let near: Vec<_> =
                            shell.notices.iter().filter(|n| n["type"] == *kind).collect();
                        faults.push(format!("no notice is {one}; of its type: {near:?}"));
                    }
                }
            }
            "noNotices" => {
                for one in wanted.as_array().unwrap() {
                    if let Some(notice) = shell.notices.iter().find(|notice| is_like(notice, one)) {
                        faults.push(format!("there is the notice {notice}"));
                    }
                }
            }
            "noticeCounts" => {
                for (kind, count) in wanted.as_object().unwrap() {
                    let found =
                        shell.notices.iter().filter(|notice| notice["type"] == *kind).count();
                    fits(&json!(found), count, kind, &mut faults);
                }
            }
            "conserved" => faults.extend(conserved(shell, &texts(wanted))),
            _ => panic!("nothing is known of the expectation {key}"),
        }
    }
    faults
}

/// The meters right after each counted reply of the loop.
fn counted(shell: &Shell) -> Value {
    let of = |meter: &str| -> Value {
        let notices = shell.notices.iter();
        let main = notices.filter(|one| one["type"] == "counted" && one["purpose"] == "main");
        main.map(|one| one["meters"][meter]["tokens"].clone()).collect()
    };
    json!({ "occupancy": of("occupancy"), "spend": of("spend"), "accumulated": of("accumulated") })
}

/// `which` is a purpose and a place: `main 1`, `summary -1` from the end, `main all`.
fn request_fits(shell: &Shell, expected: &Value, faults: &mut Vec<String>) {
    let which = expected["which"].as_str().unwrap();
    let (purpose, place) = which.split_once(' ').unwrap();
    let of: Vec<_> = shell.requests.iter().filter(|one| one.purpose == purpose).collect();
    let chosen: Vec<_> = match place.parse::<isize>() {
        Ok(place) => {
            let count = of.len().cast_signed();
            let index = if place < 0 { count + place } else { place - 1 };
            usize::try_from(index)
                .ok()
                .and_then(|index| of.get(index).copied())
                .into_iter()
                .collect()
        }
        Err(_) => of,
    };
    if chosen.is_empty() {
        faults.push(format!("there is no request {which}"));
    }
    for request in chosen {
        messages_fit(&request.messages, expected, which, faults);
        if let Some(limit) = expected.get("maxTokens") {
            fits(&request.max_tokens.into(), limit, &format!("{which}: max_tokens"), faults);
        }
    }
}

/// Each tag was shown to a summariser or is still in the history.
fn conserved(shell: &Shell, tags: &[String]) -> Vec<String> {
    let summaries = shell.requests.iter().filter(|one| one.purpose == "summary");
    let mut seen: String =
        summaries.map(|one| words(&one.messages.clone().into()) + "\n").collect();
    seen.push_str(&words(&shell.history.clone().into()));
    let is_lost = |tag: &&String| !seen.contains(tag.as_str());
    tags.iter().filter(is_lost).map(|tag| format!("{tag} is lost")).collect()
}
