//! The lesson's parts as plain functions.
#![allow(clippy::needless_pass_by_value, reason = "values from JavaScript arrive owned")]

use secondwind_core::{
    Dialect, Policy, Prompts, ReportedUsage, Tokens, Wire, fresh_window, handover_summary,
    notes_or_placeholder, render_history, restart_message, should_compact, summary_request,
    threshold, track_usage,
};
use wasm_bindgen::prelude::*;

use crate::{error::Fault, parse, payload::Js, print};

#[wasm_bindgen]
extern "C" {
    /// A policy.
    #[wasm_bindgen(typescript_type = "Policy")]
    pub type JsPolicy;
    /// The texts that the model reads.
    #[wasm_bindgen(typescript_type = "Prompts")]
    pub type JsPrompts;
}

/// The lesson's policy.
#[wasm_bindgen(js_name = policyLesson)]
pub fn policy_lesson(window: JsValue, ratio: f64) -> Result<JsPolicy, JsValue> {
    checked(&Policy::lesson(tokens("window", window)?, ratio))
}

/// The production policy as the ground that other policies are built on, not checked.
#[wasm_bindgen(js_name = policyDefaults)]
pub fn policy_defaults(window: JsValue) -> Result<JsPolicy, JsValue> {
    Ok(print(&Policy::production(parse("BAD_POLICY", "policy.window", window)?)))
}

/// Checks a policy and returns the threshold.
#[wasm_bindgen(js_name = checkPolicy)]
pub fn check_policy(
    #[wasm_bindgen(unchecked_param_type = "Policy")] policy: JsValue,
) -> Result<f64, JsValue> {
    let policy: Policy = parse("BAD_POLICY", "policy", policy)?;
    Ok(number(policy.threshold().map_err(Fault::from)?))
}

/// The number of tokens at which compaction fires.
#[wasm_bindgen(js_name = threshold)]
pub fn js_threshold(window: JsValue, ratio: f64) -> Result<f64, JsValue> {
    Ok(number(threshold(tokens("window", window)?, ratio).map_err(Fault::from)?))
}

/// The threshold check.
#[wasm_bindgen(js_name = shouldCompact)]
pub fn js_should_compact(used: JsValue, threshold: JsValue) -> Result<bool, JsValue> {
    Ok(should_compact(tokens("used", used)?, tokens("threshold", threshold)?))
}

/// The lesson's counter after a reply, from the provider's `usage` object.
#[wasm_bindgen(js_name = trackUsage)]
pub fn js_track_usage(
    used: JsValue,
    usage: JsValue,
    #[wasm_bindgen(unchecked_param_type = "DialectName")] dialect: JsValue,
) -> Result<f64, JsValue> {
    let used = tokens("used", used)?;
    match self::dialect(dialect)?.usage(&Js(usage)) {
        ReportedUsage::Counted(counted) => Ok(number(track_usage(used, &counted.usage))),
        ReportedUsage::Missing => Ok(number(used)),
        ReportedUsage::Absurd { field, value } => {
            let message = format!("{field} is {value}, which is no token count");
            Err(Fault::new("BAD_USAGE", &format!("usage.{field}"), &message).into())
        }
    }
}

/// The text of a restart message.
#[wasm_bindgen(js_name = restartMessage)]
pub fn js_restart_message(
    summary: &str,
    notes: Option<String>,
    #[wasm_bindgen(unchecked_param_type = "Partial<Prompts> | undefined")] prompts: JsValue,
) -> Result<String, JsValue> {
    Ok(restart_message(&self::prompts(prompts)?, summary, notes.as_deref()))
}

/// The notes, or the placeholder.
#[wasm_bindgen(js_name = notesOrPlaceholder)]
pub fn js_notes_or_placeholder(
    notes: Option<String>,
    #[wasm_bindgen(unchecked_param_type = "Partial<Prompts> | undefined")] prompts: JsValue,
) -> Result<String, JsValue> {
    Ok(notes_or_placeholder(&self::prompts(prompts)?, notes.as_deref()).to_owned())
}

/// The text of the compaction call for these messages.
#[wasm_bindgen(js_name = summaryRequest)]
pub fn js_summary_request(
    messages: Vec<JsValue>,
    #[wasm_bindgen(unchecked_param_type = "DialectName")] dialect: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Partial<Prompts> | undefined")] prompts: JsValue,
) -> Result<String, JsValue> {
    let dialect = self::dialect(dialect)?;
    let views = messages.into_iter().map(|message| dialect.view(&Js(message)));
    Ok(summary_request(&self::prompts(prompts)?, &render_history(views)))
}

/// The one message of a fresh window.
#[wasm_bindgen(js_name = freshWindow)]
pub fn js_fresh_window(
    summary: &str,
    notes: Option<String>,
    #[wasm_bindgen(unchecked_param_type = "DialectName")] dialect: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Partial<Prompts> | undefined")] prompts: JsValue,
) -> Result<JsValue, JsValue> {
    let (dialect, prompts) = (self::dialect(dialect)?, self::prompts(prompts)?);
    Ok(fresh_window::<Js>(dialect, &prompts, summary, notes.as_deref()).0)
}

/// The handover summary in a reply, if it may stand in for the history.
#[wasm_bindgen(js_name = handoverSummary)]
pub fn js_handover_summary(
    reply: JsValue,
    #[wasm_bindgen(unchecked_param_type = "DialectName")] dialect: JsValue,
) -> Result<String, JsValue> {
    let dialect = self::dialect(dialect)?;
    let reply = dialect.reply(&Js(reply)).map_err(Fault::from)?;
    Ok(handover_summary(dialect, &reply).map_err(Fault::from)?)
}

/// The estimate of a text's size in tokens.
#[wasm_bindgen]
pub fn estimate(text: &str) -> f64 {
    number(Tokens::estimate(text.len()))
}

/// The English texts.
#[wasm_bindgen(js_name = defaultPrompts)]
pub fn default_prompts() -> JsPrompts {
    print(&Prompts::default())
}

fn checked(policy: &Policy) -> Result<JsPolicy, JsValue> {
    policy.threshold().map_err(Fault::from)?;
    Ok(print(policy))
}

fn tokens(name: &'static str, value: JsValue) -> Result<Tokens, Fault> {
    parse("BAD_NUMBER", name, value)
}

fn dialect(name: JsValue) -> Result<Dialect, Fault> {
    read_or_default("BAD_CONFIG", "dialect", name)
}

fn prompts(texts: JsValue) -> Result<Prompts, Fault> {
    read_or_default("BAD_CONFIG", "prompts", texts)
}

fn read_or_default<T: Default + Wire<Js>>(
    code: &'static str,
    path: &'static str,
    value: JsValue,
) -> Result<T, Fault> {
    if value.is_undefined() || value.is_null() {
        Ok(T::default())
    } else {
        parse(code, path, value)
    }
}

#[expect(clippy::cast_precision_loss, reason = "token counts fit")]
fn number(tokens: Tokens) -> f64 {
    tokens.get() as f64
}
