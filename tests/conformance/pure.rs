//! Rows over pure functions: streams, cuts, policies, failures, histories, notes, requests.

use std::collections::BTreeSet;

use secondwind_core::{
    Dialect, Policy, Prompts, ReportedUsage, SectionEdit, Streamed, Tokens, classify_failure,
    elide, fence, merge_notes, read, repair, truncate, violations, write,
};
use serde_json::{Value, json};

use crate::{
    case::{Row, merge},
    expect::{fits, messages_fit},
    strict::{Strict, blocks},
};

pub(crate) fn check(kind: &str, row: &Row) -> Vec<String> {
    let (input, expected) = (row.get("input"), row.get("expect"));
    let mut faults = Vec::new();
    let actual = match kind {
        "stream" => stream(row),
        "cut" => return cut(input, expected),
        "policy" => policy(row),
        "failure" => failure(input),
        "repair" => return repaired(row),
        "mergeNotes" => {
            let edit: SectionEdit = read(&input["edit"], "edit").unwrap();
            merge_notes(input["notes"].as_str().unwrap(), &edit).into()
        }
        "fence" => return fenced(input),
        "strict" => {
            let window = row.get("window").as_u64().unwrap_or(1_000_000);
            let dialect = dialect(row);
            let strict = Strict { dialect, window, fixed: 0, thinking: BTreeSet::new() };
            strict.refusals(input).join("; ").into()
        }
        _ => panic!("no pure function is called {kind}"),
    };
    fits(&actual, expected, "result", &mut faults);
    faults
}

pub(crate) fn dialect(row: &Row) -> Dialect {
    match row.get("dialect") {
        Value::Null => Dialect::Anthropic,
        name => read(name, "dialect").unwrap(),
    }
}

/// The text and the figures after the last event of a stream.
fn stream(row: &Row) -> Value {
    let mut streamed = Streamed::new(dialect(row));
    for event in row.list("input") {
        streamed.take(&event);
    }
    let text = streamed.text.clone();
    match streamed.usage() {
        ReportedUsage::Counted(counted) => {
            let usage: Value = write(&counted.usage);
            let (occupancy, spend) = (counted.window.total().get(), counted.spend.get());
            json!({ "text": text, "usage": usage, "occupancy": occupancy, "spend": spend })
        }
        ReportedUsage::Missing => json!({ "text": text, "usage": "missing" }),
        ReportedUsage::Absurd { field, .. } => json!({ "text": text, "absurd": field }),
    }
}

/// Cuts at every limit from the first to the last: within the limit, nothing torn, nothing
/// miscounted. `clusters` are the characters of the text as people count them.
fn cut(input: &Value, expected: &Value) -> Vec<String> {
    let text = input["text"].as_str().unwrap();
    let [from, to] = [0, 1].map(|at| input["limits"][at].as_u64().unwrap());
    let clusters: Vec<&str> = input["clusters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cluster| cluster.as_str().unwrap())
        .collect();
    assert_eq!(clusters.concat(), text, "the clusters are the text's");
    let mut faults = Vec::new();
    for limit in from..=to {
        let limit = usize::try_from(limit).unwrap();
        let head = truncate(text, limit);
        let kept = clusters.len() - head.omitted;
        if head.text != clusters[..kept].concat() {
            faults.push(format!("limit {limit}: {head:?} is torn or miscounted"));
        }
        let both = elide(text, limit);
        for (name, cut) in [("head", &head), ("middle", &both)] {
            if cut.text.len() > limit || cut.text.contains('\u{fffd}') {
                faults.push(format!("limit {limit}: {name} {cut:?}"));
            }
        }
        let left = clusters.len() - both.omitted;
        let whole = |head: usize| {
            let (head, tail) =
                (clusters[..head].concat(), clusters[clusters.len() - (left - head)..].concat());
            both.text.starts_with(&head) && both.text.ends_with(&tail)
        };
        if !(0..=left).any(whole) {
            faults.push(format!("limit {limit}: {both:?} is torn or miscounted"));
        }
        // A head that keeps less than it may is torn as well: it counts as lost what would fit.
        if let Some(each) = expected["bytesEach"].as_u64()
            && kept != clusters.len().min(limit / usize::try_from(each).unwrap())
        {
            faults.push(format!("limit {limit}: {kept} kept"));
        }
    }
    faults
}

/// The threshold, or the words of the refusal.
fn policy(row: &Row) -> Value {
    let refused = |error: &dyn ToString| json!({ "refused": error.to_string() });
    let policy = match policy_of(row.get("policy")) {
        Ok(policy) => policy,
        Err(error) => return refused(&error),
    };
    let fixed = row.get("input")["fixed"].as_u64().unwrap_or_default();
    match policy
        .threshold()
        .and_then(|threshold| policy.feasible(Tokens::try_from(fixed).unwrap()).map(|()| threshold))
    {
        Ok(threshold) => json!({ "threshold": threshold.get() }),
        Err(error) => refused(&error),
    }
}

/// A policy from its base, its window, and what it sets; `threshold` stands for a ratio.
pub(crate) fn policy_of(given: &Value) -> Result<Policy, secondwind_core::ReadError> {
    let window = given["window"].as_u64().unwrap();
    let tokens = Tokens::try_from(window).unwrap();
    #[expect(clippy::cast_precision_loss, reason = "windows are small")]
    let ratio = match (given["ratio"].as_f64(), given["threshold"].as_u64()) {
        (Some(ratio), _) => Some(ratio),
        (None, Some(threshold)) => Some(threshold as f64 / window as f64),
        (None, None) => None,
    };
    let base = match given["base"].as_str() {
        Some("lesson") => Policy::lesson(tokens, ratio.unwrap_or(0.7)),
        _ => Policy { ratio: ratio.unwrap_or(0.7), ..Policy::production(tokens) },
    };
    let mut json: Value = write(&base);
    // JSON has no such numbers, so they are put in behind it.
    let odd = |place: &Value| match place["number"].as_str() {
        Some("NaN") => Some(f64::NAN),
        Some("Infinity") => Some(f64::INFINITY),
        Some("-Infinity") => Some(f64::NEG_INFINITY),
        _ => None,
    };
    let mut set = given["set"].clone();
    let (ratio, gain) = (odd(&set["ratio"]), odd(&set["guards"]["minGain"]));
    if ratio.is_some() {
        set.as_object_mut().unwrap().remove("ratio");
    }
    if gain.is_some() {
        set["guards"].as_object_mut().unwrap().remove("minGain");
    }
    if set.is_object() {
        merge(&mut json, &set);
    }
    let mut policy: Policy = read(&json, "policy")?;
    policy.ratio = ratio.unwrap_or(policy.ratio);
    policy.guards.min_gain = gain.or(policy.guards.min_gain);
    Ok(policy)
}

pub(crate) fn failure(said: &Value) -> Value {
    let status = said["status"].as_u64().map(|status| u16::try_from(status).unwrap());
    let text = |key: &str| said[key].as_str().unwrap_or_default();
    write(&classify_failure(status, text("code"), text("message")))
}

fn repaired(row: &Row) -> Vec<String> {
    let (dialect, prompts) = (dialect(row), Prompts::default());
    let mended = repair(dialect, &prompts, &row.list("input"));
    let mut faults = Vec::new();
    if repair(dialect, &prompts, &mended) != mended {
        faults.push("a second repair changes something".to_owned());
    }
    if !mended.is_empty() {
        faults.extend(violations(dialect, &mended).iter().map(ToString::to_string));
    }
    for block in mended
        .iter()
        .flat_map(blocks)
        .filter(|block| block["type"].as_str().is_some_and(|kind| kind.ends_with("thinking")))
    {
        let is_old = row.list("input").iter().flat_map(blocks).any(|old| old == block);
        if !is_old {
            faults.push(format!("thinking was edited: {block}"));
        }
    }
    messages_fit(&mended, row.get("expect"), "repaired", &mut faults);
    faults
}

/// The fence is opened once and closed once, however its content tries.
fn fenced(input: &Value) -> Vec<String> {
    let text = input["text"].as_str().unwrap();
    let beside: Vec<&str> = input["beside"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|text| text.as_str().unwrap())
        .collect();
    let fenced = fence(input["tag"].as_str().unwrap(), text, &beside);
    let whole = format!("{}\n{fenced}", beside.join("\n"));
    let mut faults = Vec::new();
    crate::expect::fence_fits(&whole, text, &mut faults);
    faults
}
