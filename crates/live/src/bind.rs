//! The binding behind `secondwind/live`: convert, call, print.

use std::rc::Rc;

use js_sys::{Error, Function, JSON, Promise, Reflect};
use secondwind_wire::Secret;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::{AbortSignal, Url};

use crate::{
    Refused, Settings,
    call::{Closing, Fault, Live, no_address},
    figures, host, say,
};

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// A client, with its key.
#[wasm_bindgen]
pub struct RawLive(Rc<Live>);

#[wasm_bindgen]
impl RawLive {
    /// Takes options as the text of a JSON object, and the key apart from them.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, api_key: Option<String>) -> Result<Self, JsValue> {
        let page = host::page_origin();
        let settings = Settings::read(&read("options", options)?, page.is_some());
        let key = api_key.as_deref().map(Secret::new).transpose().map_err(|error| {
            refused(&Refused::new("apiKey", format!("`apiKey` cannot be used: {error}")))
        })?;
        let settings = settings.map_err(|error| refused(&error))?;
        Url::new(&settings.endpoint.base.to_string()).map_err(|_| thrown(no_address()))?;
        Ok(Self(Rc::new(Live { settings, key, page, closing: Closing::default() })))
    }

    /// Makes a call: the body as JSON text, and betas as they stand in their header. It resolves
    /// with the reply as JSON text. What it rejects with is the callback's own error, or one with
    /// `code`; where that is `CALL_FAILED`, with `kind` and `failure`.
    pub fn send(
        &self,
        body: &str,
        betas: &str,
        signal: Option<AbortSignal>,
        on_delta: Option<Function>,
    ) -> Result<Promise, JsValue> {
        let body = read("request", body)?;
        let endpoint = self.0.settings.with_betas(betas, "options.headers");
        let endpoint = endpoint.map_err(|error| refused(&error))?;
        let live = Rc::clone(&self.0);
        Ok(future_to_promise(async move {
            let reply = live.send(&endpoint, &body, signal, on_delta.as_ref()).await;
            reply.map(|reply| JsValue::from(reply.to_string())).map_err(thrown)
        }))
    }

    /// Asks the server for the limits of a model; resolves with them as JSON text, or with
    /// `undefined`.
    pub fn discover(&self, model: String, signal: Option<AbortSignal>) -> Promise {
        let live = Rc::clone(&self.0);
        future_to_promise(async move {
            let limits = live.discover(&model, signal).await.map_err(thrown)?;
            Ok(limits.map_or(JsValue::UNDEFINED, |limits| JsValue::from(limits.to_string())))
        })
    }

    /// Ends what is under way.
    pub fn close(&self) {
        self.0.closing.close();
    }

    /// The text with `***` in the place of the key.
    pub fn strike(&self, text: &str) -> String {
        self.0.key.as_ref().map_or_else(|| text.to_owned(), |key| key.strike(text))
    }
}

/// What a usage cost, in millionths of a dollar; `undefined` where that is not known.
#[wasm_bindgen]
pub fn price(model: &str, usage: &str) -> Result<Option<f64>, JsValue> {
    Ok(figures::price(model, &read("usage", usage)?).map(number))
}

/// The most that a call may cost, in millionths of a dollar; `undefined` where that is not known.
#[wasm_bindgen]
pub fn most(model: &str, request: u32, max_output: u32) -> Option<f64> {
    figures::most(model, request, max_output).map(number)
}

/// The most that a call may cost whose request was estimated, by the limit of the reply in its body,
/// which is JSON text, in millionths of a dollar; `undefined` where that is not known.
#[wasm_bindgen]
pub fn quote(model: &str, estimate: u32, body: &str) -> Result<Option<f64>, JsValue> {
    Ok(figures::quote(model, estimate, &read("request", body)?).map(number))
}

/// The limits of a model as JSON text; `undefined` where they are not known.
#[wasm_bindgen]
pub fn limits(model: &str) -> Option<String> {
    figures::limits(model).map(|limits| limits.to_string())
}

#[allow(clippy::cast_precision_loss, reason = "nobody pays nine billion dollars for a call")]
fn number(micros: u64) -> f64 {
    micros as f64
}

fn read(name: &str, text: &str) -> Result<Value, JsValue> {
    serde_json::from_str(text).map_err(|error| {
        // Its message says where, and shows nothing of the text.
        refused(&Refused::new(name, format!("`{name}` is no JSON that can be sent: {error}")))
    })
}

fn thrown(fault: Fault) -> JsValue {
    match fault {
        Fault::Thrown(error) => error,
        Fault::Refused(error) => refused(&error),
        Fault::Failed(failure) => {
            let said = say::failure(&failure);
            let told = JSON::parse(&said.to_string()).unwrap_or(JsValue::NULL);
            let kind = said["kind"].as_str().unwrap_or_default();
            let members = [("kind", JsValue::from_str(kind)), ("failure", told)];
            error(&say::sentence(&failure), "CALL_FAILED", "", &members)
        }
    }
}

fn refused(Refused { path, message }: &Refused) -> JsValue {
    error(message, "BAD_INPUT", path, &[])
}

fn error(message: &str, code: &str, path: &str, members: &[(&str, JsValue)]) -> JsValue {
    let error = Error::new(message);
    error.set_name("SecondwindError");
    let words = [("code", JsValue::from_str(code)), ("path", JsValue::from_str(path))];
    for (key, value) in words.iter().chain(members) {
        // Setting a member of a new, ordinary object cannot fail.
        let _ = Reflect::set(&error, &JsValue::from_str(key), value);
    }
    error.into()
}
