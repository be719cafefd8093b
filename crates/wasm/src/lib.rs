//! The core in WebAssembly: parse, call, print, map the error, and nothing else.
//!
//! The JavaScript side of the package wraps what is exported here; it is not an interface for
//! apps. Every function takes plain values and converts them inside, so that a bad one is an
//! error and not a trap.

mod error;
pub mod lesson;
mod payload;
pub mod tools;

use js_sys::{Array, JSON};
use secondwind_core::{
    Build, Config, Event, Harness, MessageId, Millis, Payload, Size, Snapshot, Wire,
};
use wasm_bindgen::prelude::*;

use crate::{error::Fault, payload::Js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// An array of effects.
    #[wasm_bindgen(typescript_type = "ContextEffect[]")]
    pub type Effects;
    /// The three meters.
    #[wasm_bindgen(typescript_type = "Meters")]
    pub type JsMeters;
    /// The totals of calls.
    #[wasm_bindgen(typescript_type = "Totals")]
    pub type JsTotals;
    /// The slices of the window.
    #[wasm_bindgen(typescript_type = "WindowPart[]")]
    pub type WindowParts;
    /// A saved harness.
    #[wasm_bindgen(typescript_type = "Snapshot")]
    pub type JsSnapshot;
}

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// A [`Harness`] over JavaScript values.
#[wasm_bindgen]
pub struct RawHarness(Harness<Js>);

#[wasm_bindgen]
impl RawHarness {
    /// Makes a harness from a `HarnessConfig`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "HarnessConfig")] config: JsValue,
    ) -> Result<Self, JsValue> {
        let config: Config = parse("BAD_CONFIG", "config", config)?;
        Ok(Self(Harness::new(config).map_err(Fault::from)?))
    }

    /// Takes up a snapshot.
    pub fn restore(
        #[wasm_bindgen(unchecked_param_type = "Snapshot")] snapshot: JsValue,
    ) -> Result<Self, JsValue> {
        let snapshot: Snapshot<Js> = parse("BAD_SNAPSHOT", "snapshot", snapshot)?;
        Ok(Self(Harness::restore(snapshot).map_err(Fault::from)?))
    }

    /// Takes an event; `now` is in milliseconds since the Unix epoch.
    pub fn apply(
        &mut self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "ContextEvent")] event: JsValue,
    ) -> Result<Effects, JsValue> {
        let event: Event<Js> = parse("BAD_EVENT", "event", event)?;
        // The cast saturates: a clock that is no number or before the epoch counts as 0.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let now = Millis(now as u64);
        let effects = self.0.apply(now, event).map_err(Fault::from)?;
        Ok(print(&effects))
    }

    /// The number of tokens at which compaction fires.
    #[expect(clippy::cast_precision_loss, reason = "token counts fit")]
    pub fn threshold(&self) -> f64 {
        self.0.threshold().get() as f64
    }

    /// The meters.
    pub fn meters(&self) -> JsMeters {
        print(&self.0.meters())
    }

    /// The totals of calls.
    pub fn totals(&self) -> JsTotals {
        print(&self.0.totals())
    }

    /// The slices of the window, the fixed part first. They sum to the occupancy.
    pub fn window(&self) -> WindowParts {
        let fixed = window_part(MessageId::FIXED, Build::text("fixed"), self.0.fixed());
        let messages = self.0.messages().iter();
        let messages =
            messages.map(|message| window_part(message.id, message.kind.write(), message.size));
        let parts = core::iter::once(fixed).chain(messages).collect();
        Js::build(Build::List(parts)).0.unchecked_into()
    }

    /// The messages in the window: the values that came in.
    #[wasm_bindgen(unchecked_return_type = "unknown[]")]
    pub fn messages(&self) -> Array {
        self.0.messages().iter().map(|message| message.payload.0.clone()).collect()
    }

    /// Whether a message can be submitted.
    #[wasm_bindgen(js_name = isIdle)]
    pub fn is_idle(&self) -> bool {
        self.0.is_idle()
    }

    /// The harness as plain JSON data that shares nothing with it.
    pub fn snapshot(&self) -> Result<JsSnapshot, JsValue> {
        let snapshot: JsValue = print(&self.0.snapshot());
        // A value that JSON does not have (a cycle, a big integer) came in with a payload.
        let unsaved = |_| {
            let message = "the history holds a value that JSON cannot write";
            Fault::new("BAD_SNAPSHOT", "snapshot.harness.transcript.messages", &message)
        };
        let json = JSON::stringify(&snapshot).map_err(unsaved)?.as_string().unwrap_or_default();
        Ok(JSON::parse(&json)?.unchecked_into())
    }
}

/// A slice of the window as JavaScript sees it.
fn window_part(id: MessageId, kind: Build<Js>, size: Size) -> Build<Js> {
    Build::Map(vec![("id", id.write()), ("kind", kind), ("size", size.write())])
}

/// Reads a value that came from JavaScript.
fn parse<T: Wire<Js>>(code: &'static str, name: &'static str, value: JsValue) -> Result<T, Fault> {
    secondwind_core::read(&Js(value), name).map_err(|error| Fault::read(code, &error))
}

/// Makes a JavaScript value.
fn print<T: JsCast>(value: &impl Wire<Js>) -> T {
    Js::build(value.write()).0.unchecked_into()
}
