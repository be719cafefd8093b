//! Pure functions for shells and tests: cut, merge, classify, check.
#![allow(clippy::needless_pass_by_value, reason = "values from JavaScript arrive owned")]

use secondwind_core::{
    Build, Cut, Dialect, ModelLimits, Payload, Prompts, ReportedUsage, SectionEdit, Streamed, Wire,
    classify_failure, elide, fence, merge_notes, model_limits, repair, truncate, violations,
};
use wasm_bindgen::prelude::*;

use crate::{error::Fault, parse, payload::Js, print};

/// Keeps the beginning of a text: `{ text, omitted }`.
#[wasm_bindgen(js_name = truncate, unchecked_return_type = "Cut")]
pub fn js_truncate(text: &str, limit: usize) -> JsValue {
    cut(truncate(text, limit))
}

/// Keeps the beginning and the end of a text: `{ text, omitted }`.
#[wasm_bindgen(js_name = elide, unchecked_return_type = "Cut")]
pub fn js_elide(text: &str, limit: usize) -> JsValue {
    cut(elide(text, limit))
}

/// Merges one change into the notes.
#[wasm_bindgen(js_name = mergeNotes)]
pub fn js_merge_notes(
    notes: &str,
    #[wasm_bindgen(unchecked_param_type = "SectionEdit")] edit: JsValue,
) -> Result<String, JsValue> {
    let edit: SectionEdit = parse("BAD_INPUT", "edit", edit)?;
    Ok(merge_notes(notes, &edit))
}

/// Puts a fence around a text that the text cannot close.
#[wasm_bindgen(js_name = fence)]
pub fn js_fence(tag: &str, text: &str) -> String {
    fence(tag, text, &[])
}

/// The kind of a failure, from what the provider said.
#[wasm_bindgen(js_name = classifyFailure, unchecked_return_type = "FailureKind")]
pub fn js_classify_failure(status: Option<u16>, code: &str, message: &str) -> JsValue {
    print(&classify_failure(status, code, message))
}

/// What of the rules on histories does not hold.
#[wasm_bindgen(js_name = violations, unchecked_return_type = "Violation[]")]
pub fn js_violations(
    messages: Vec<JsValue>,
    #[wasm_bindgen(unchecked_param_type = "DialectName")] dialect: JsValue,
) -> Result<JsValue, JsValue> {
    let dialect: Dialect = parse("BAD_CONFIG", "dialect", dialect)?;
    let messages: Vec<Js> = messages.into_iter().map(Js).collect();
    Ok(print(&violations(dialect, &messages)))
}

/// A history in which the rules on pairs hold.
#[wasm_bindgen(js_name = repair, unchecked_return_type = "unknown[]")]
pub fn js_repair(
    messages: Vec<JsValue>,
    #[wasm_bindgen(unchecked_param_type = "DialectName")] dialect: JsValue,
) -> Result<Vec<JsValue>, JsValue> {
    let dialect: Dialect = parse("BAD_CONFIG", "dialect", dialect)?;
    let messages: Vec<Js> = messages.into_iter().map(Js).collect();
    let repaired = repair(dialect, &Prompts::default(), &messages);
    Ok(repaired.into_iter().map(|message| message.0).collect())
}

/// The text and the usage of a streamed reply, from its events in order.
#[wasm_bindgen(js_name = mergeStream, unchecked_return_type = "MergedStream")]
pub fn js_merge_stream(
    events: Vec<JsValue>,
    #[wasm_bindgen(unchecked_param_type = "DialectName")] dialect: JsValue,
) -> Result<JsValue, JsValue> {
    let dialect: Dialect = parse("BAD_CONFIG", "dialect", dialect)?;
    let mut stream = Streamed::new(dialect);
    for event in events {
        stream.take(&Js(event));
    }
    let (usage, occupancy) = match stream.usage() {
        ReportedUsage::Counted(counted) => (counted.usage.write(), counted.window.total().write()),
        ReportedUsage::Missing => (Build::Null, Build::Null),
        ReportedUsage::Absurd { field, value } => {
            let message = format!("{field} is {value}, which is no token count");
            return Err(Fault::new("BAD_USAGE", &format!("usage.{field}"), &message).into());
        }
    };
    let merged = vec![("text", stream.text.write()), ("usage", usage), ("occupancy", occupancy)];
    Ok(Js::build(Build::Map(merged)).0)
}

/// The limits of a model, `{ window, maxOutput }`; `undefined` where it is not known.
#[wasm_bindgen(js_name = modelLimits, unchecked_return_type = "ModelLimits | undefined")]
pub fn js_model_limits(name: &str) -> JsValue {
    let Some(ModelLimits { window, max_output }) = model_limits(name) else {
        return JsValue::UNDEFINED;
    };
    let limits = vec![("window", window.write()), ("maxOutput", max_output.write())];
    Js::build(Build::Map(limits)).0
}

fn cut(Cut { text, omitted }: Cut) -> JsValue {
    Js::build(Build::Map(vec![("text", text.write()), ("omitted", omitted.write())])).0
}
