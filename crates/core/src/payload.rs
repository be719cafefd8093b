//! The border between the core and what a provider sends: read facts, build messages, and
//! otherwise leave every payload as it is.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

/// A provider's JSON value, opaque to the core except for the facts it reads through [`Node`].
///
/// What a provider returned goes back as this very value. Cloning should be cheap or a handle.
pub trait Payload: Clone {
    /// A way to look into the value.
    type Node<'a>: Node<Owned = Self>
    where
        Self: 'a;

    /// Looks into the value.
    fn node(&self) -> Self::Node<'_>;

    /// Makes a value.
    fn build(value: Build<Self>) -> Self;

    /// Reads JSON text; `None` if it is none.
    fn parse(json: &str) -> Option<Self>;

    /// A copy of an object in which one member has another value; everything else is the same.
    #[must_use]
    fn with(&self, key: &'static str, value: Self) -> Self;
}

/// A place inside a payload. Reading a thing that is not there answers `None`, never fails.
pub trait Node: Sized {
    /// The payload this is a place of.
    type Owned;

    /// The member of an object; `None` for an absent one, for `null`, and for what is no object.
    ///
    /// Keys are literals, so that a host may keep its own form of each.
    fn get(&self, key: &'static str) -> Option<Self>;

    /// The items of an array.
    fn items(&self) -> Option<Vec<Self>>;

    /// A string.
    fn text(&self) -> Option<String>;

    /// A number.
    fn number(&self) -> Option<f64>;

    /// A boolean.
    fn flag(&self) -> Option<bool>;

    /// Whether it has members by name.
    fn is_object(&self) -> bool;

    /// The names of an object's members; none for what is no object.
    fn keys(&self) -> Vec<String>;

    /// The place as JSON text.
    fn json(&self) -> String;

    /// The place as a payload of its own: the same object where payloads are handles.
    fn owned(&self) -> Self::Owned;

    /// Length in UTF-8 bytes of the string, or of the JSON text of anything else.
    fn bytes(&self) -> usize {
        self.text().map_or_else(|| self.json().len(), |text| text.len())
    }
}

/// A JSON value to be made.
#[derive(Clone, Debug, PartialEq)]
pub enum Build<P> {
    /// A string.
    Text(String),
    /// Nothing.
    Null,
    /// One of a fixed set of words.
    Word(&'static str),
    /// A boolean.
    Flag(bool),
    /// A number.
    Number(f64),
    /// An array.
    List(Vec<Self>),
    /// An object, its members in this order.
    Map(Vec<(&'static str, Self)>),
    /// A payload as it is.
    Payload(P),
}

impl<P> Build<P> {
    /// A string.
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

#[cfg(feature = "json")]
mod json {
    use alloc::{
        borrow::ToOwned,
        string::{String, ToString},
        vec::Vec,
    };

    use serde_json::Value;

    use super::{Build, Node, Payload};
    use crate::wire::whole;

    impl Payload for Value {
        type Node<'a> = &'a Self;

        fn node(&self) -> &Self {
            self
        }

        fn build(value: Build<Self>) -> Self {
            match value {
                Build::Text(text) => Self::String(text),
                Build::Null => Self::Null,
                Build::Word(word) => word.into(),
                Build::Flag(flag) => Self::Bool(flag),
                Build::Number(number) => whole(number).map_or_else(|| number.into(), Self::from),
                Build::List(items) => Self::Array(items.into_iter().map(Self::build).collect()),
                Build::Map(members) => Self::Object(
                    members
                        .into_iter()
                        .map(|(key, value)| (key.to_owned(), Self::build(value)))
                        .collect(),
                ),
                Build::Payload(payload) => payload,
            }
        }

        fn parse(json: &str) -> Option<Self> {
            serde_json::from_str(json).ok()
        }

        fn with(&self, key: &'static str, value: Self) -> Self {
            let mut changed = self.clone();
            if let Self::Object(members) = &mut changed {
                members.insert(key.to_owned(), value);
            }
            changed
        }
    }

    impl Node for &Value {
        type Owned = Value;

        fn get(&self, key: &'static str) -> Option<Self> {
            Value::get(self, key).filter(|value| !value.is_null())
        }

        fn items(&self) -> Option<Vec<Self>> {
            self.as_array().map(|items| items.iter().collect())
        }

        fn text(&self) -> Option<String> {
            self.as_str().map(str::to_owned)
        }

        fn number(&self) -> Option<f64> {
            self.as_f64()
        }

        fn flag(&self) -> Option<bool> {
            self.as_bool()
        }

        fn is_object(&self) -> bool {
            Value::is_object(self)
        }

        fn keys(&self) -> Vec<String> {
            self.as_object().map(|members| members.keys().cloned().collect()).unwrap_or_default()
        }

        fn json(&self) -> String {
            self.to_string()
        }

        fn owned(&self) -> Value {
            (*self).clone()
        }

        fn bytes(&self) -> usize {
            self.as_str().map_or_else(|| self.to_string().len(), str::len)
        }
    }
}
