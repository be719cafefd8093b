//! The core in WebAssembly: parse, call, print, map the error, and nothing else.
//!
//! The JavaScript side of the package wraps what is exported here; it is not an interface for
//! apps. Every function takes plain values and converts them inside, so that a bad one is an
//! error and not a trap.

mod error;
pub mod lesson;
mod payload;

use js_sys::{Array, JSON, Reflect};
use secondwind_core::{
    CallFailed, Config, Event, Harness, Message, MessageKind, Millis, NotesFailed, NotesRead,
    NotesWritten, Replied, Size, Snapshot, Submitted, ToolReturned,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::{error::Fault, payload::Js};

const BAD_EVENT: &str = "BAD_EVENT";

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
        let event = read_event(event)?;
        // The cast saturates: a clock that is no number or before the epoch counts as 0.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let now = Millis(now as u64);
        let effects = self.0.apply(now, event).map_err(Fault::from)?;
        print(&effects)
    }

    /// The number of tokens at which compaction fires.
    #[expect(clippy::cast_precision_loss, reason = "token counts fit")]
    pub fn threshold(&self) -> f64 {
        self.0.threshold().get() as f64
    }

    /// The meters.
    pub fn meters(&self) -> Result<JsMeters, JsValue> {
        print(&self.0.meters())
    }

    /// The totals of calls.
    pub fn totals(&self) -> Result<JsTotals, JsValue> {
        print(&self.0.totals())
    }

    /// The slices of the window, the fixed part first. They sum to the occupancy.
    pub fn window(&self) -> Result<WindowParts, JsValue> {
        let fixed = WindowPart { id: 0, kind: PartKind::Fixed, size: self.0.fixed() };
        let messages = self.0.messages().iter().map(WindowPart::from);
        print(&core::iter::once(fixed).chain(messages).collect::<Vec<_>>())
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
        let snapshot: JsValue = print(&self.0.snapshot())?;
        let json = JSON::stringify(&snapshot)?.as_string().unwrap_or_default();
        Ok(JSON::parse(&json)?.unchecked_into())
    }
}

#[derive(Serialize)]
struct WindowPart {
    id: u32,
    kind: PartKind,
    size: Size,
}

#[derive(Serialize)]
#[serde(untagged)]
enum PartKind {
    #[serde(rename = "fixed")]
    Fixed,
    Message(MessageKind),
}

impl From<&Message<Js>> for WindowPart {
    fn from(message: &Message<Js>) -> Self {
        Self { id: message.id.0, kind: PartKind::Message(message.kind), size: message.size }
    }
}

/// Reads an event by its `type`. A derived reader of the whole enum would buffer its members,
/// and payloads would come out of the buffer as copies.
fn read_event(event: JsValue) -> Result<Event<Js>, Fault> {
    let kind =
        Reflect::get(&event, &JsValue::from_str("type")).ok().and_then(|kind| kind.as_string());
    let kind =
        kind.ok_or_else(|| Fault::new(BAD_EVENT, "event.type", &"an event needs a `type`"))?;
    Ok(match kind.as_str() {
        "submitted" => Event::Submitted(read::<Submitted>(event)?),
        "replied" => Event::Replied(read::<Replied<Js>>(event)?),
        "callFailed" => Event::CallFailed(read::<CallFailed>(event)?),
        "toolReturned" => Event::ToolReturned(read::<ToolReturned<Js>>(event)?),
        "notesRead" => Event::NotesRead(read::<NotesRead>(event)?),
        "notesWritten" => Event::NotesWritten(read::<NotesWritten>(event)?),
        "notesFailed" => Event::NotesFailed(read::<NotesFailed>(event)?),
        "aborted" => Event::Aborted,
        other => {
            let message = format!("there is no event of type {other:?}");
            return Err(Fault::new(BAD_EVENT, "event.type", &message));
        }
    })
}

fn read<T: DeserializeOwned>(event: JsValue) -> Result<T, Fault> {
    parse(BAD_EVENT, "event", event)
}

fn parse<T: for<'de> Deserialize<'de>>(
    code: &'static str,
    path: &str,
    value: JsValue,
) -> Result<T, Fault> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        // Its text begins with the name of the JavaScript error class, which says nothing.
        let message = error.to_string();
        Fault::new(code, path, &message.strip_prefix("Error: ").unwrap_or(&message))
    })
}

fn print<T: JsCast>(value: &impl Serialize) -> Result<T, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?.unchecked_into())
}
