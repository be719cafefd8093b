//! JavaScript values as payloads: handles, never copies.

use js_sys::{Array, JSON, Object, Reflect};
use secondwind_core::{Build, Node, Payload};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

/// A JavaScript value that passes through the core as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Js(#[serde(with = "serde_wasm_bindgen::preserve")] pub(crate) JsValue);

impl Payload for Js {
    type Node<'a> = Self;

    fn node(&self) -> Self {
        self.clone()
    }

    fn build(value: Build<Self>) -> Self {
        Self(match value {
            Build::Text(text) => JsValue::from_str(&text),
            Build::Flag(flag) => JsValue::from_bool(flag),
            Build::List(items) => {
                items.into_iter().map(|item| Self::build(item).0).collect::<Array>().into()
            }
            Build::Map(members) => {
                let object = Object::new();
                for (key, value) in members {
                    // Setting a member of a new, ordinary object cannot fail.
                    let _ = Reflect::set(&object, &JsValue::from_str(key), &Self::build(value).0);
                }
                object.into()
            }
            Build::Payload(payload) => payload.0,
        })
    }

    fn parse(json: &str) -> Option<Self> {
        JSON::parse(json).ok().map(Self)
    }
}

impl Node for Js {
    type Owned = Self;

    fn get(&self, key: &str) -> Option<Self> {
        // Whatever is no object, or a getter that throws, reads as absent.
        let value = Reflect::get(&self.0, &JsValue::from_str(key)).ok()?;
        (!value.is_null() && !value.is_undefined()).then_some(Self(value))
    }

    fn items(&self) -> Option<Vec<Self>> {
        Array::is_array(&self.0).then(|| Array::from(&self.0).iter().map(Self).collect())
    }

    fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    fn json(&self) -> String {
        // Cycles and big integers have no JSON, functions and undefined none either.
        JSON::stringify(&self.0).ok().and_then(|json| json.as_string()).unwrap_or_default()
    }

    fn owned(&self) -> Self {
        self.clone()
    }
}
