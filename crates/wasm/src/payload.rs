//! JavaScript values as payloads: handles, never copies.

use std::{cell::RefCell, collections::BTreeMap};

use js_sys::{Array, JSON, Object, Reflect};
use secondwind_core::{Build, Node, Payload};
use wasm_bindgen::{JsCast, JsValue};

/// A JavaScript value that passes through the core as it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Js(pub(crate) JsValue);

impl Payload for Js {
    type Node<'a> = Self;

    fn node(&self) -> Self {
        self.clone()
    }

    fn build(value: Build<Self>) -> Self {
        Self(match value {
            Build::Text(text) => JsValue::from_str(&text),
            Build::Null => JsValue::NULL,
            Build::Word(text) => word(text),
            Build::Flag(flag) => JsValue::from_bool(flag),
            Build::Number(number) => JsValue::from_f64(number),
            Build::List(items) => {
                items.into_iter().map(|item| Self::build(item).0).collect::<Array>().into()
            }
            Build::Map(members) => {
                let object = Object::new();
                for (key, value) in members {
                    // Setting a member of a new, ordinary object cannot fail.
                    let _ = Reflect::set(&object, &word(key), &Self::build(value).0);
                }
                object.into()
            }
            Build::Payload(payload) => payload.0,
        })
    }

    fn parse(json: &str) -> Option<Self> {
        JSON::parse(json).ok().map(Self)
    }

    fn with(&self, key: &'static str, value: Self) -> Self {
        let copy = Object::assign(&Object::new(), self.0.unchecked_ref());
        // Setting a member of a new, ordinary object cannot fail.
        let _ = Reflect::set(&copy, &word(key), &value.0);
        Self(copy.into())
    }
}

impl Node for Js {
    type Owned = Self;

    fn get(&self, key: &'static str) -> Option<Self> {
        // Whatever is no object, or a getter that throws, reads as absent.
        let value = Reflect::get(&self.0, &word(key)).ok()?;
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

    fn flag(&self) -> Option<bool> {
        self.0.as_bool()
    }

    fn is_object(&self) -> bool {
        self.0.is_object() && !Array::is_array(&self.0)
    }

    fn keys(&self) -> Vec<String> {
        // A proxy's trap may throw; what cannot be listed has no members.
        let keys = self.0.dyn_ref().and_then(|object| Reflect::own_keys(object).ok());
        keys.unwrap_or_default().iter().filter_map(|key| key.as_string()).collect()
    }

    fn json(&self) -> String {
        // Cycles and big integers have no JSON, functions and undefined none either.
        JSON::stringify(&self.0).ok().and_then(|json| json.as_string()).unwrap_or_default()
    }

    fn owned(&self) -> Self {
        self.clone()
    }
}

thread_local! {
    /// The JavaScript strings of the words that the protocol is made of, by address and length.
    static WORDS: RefCell<BTreeMap<(usize, usize), JsValue>> = const { RefCell::new(BTreeMap::new()) };
}

/// A word as a JavaScript string, which is made at its first use and kept.
fn word(text: &'static str) -> JsValue {
    let place = (text.as_ptr() as usize, text.len());
    WORDS.with_borrow_mut(|words| {
        words.entry(place).or_insert_with(|| JsValue::from_str(text)).clone()
    })
}
