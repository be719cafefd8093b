//! The JSON of the protocol: one way to write it and to read it, for JavaScript values and for
//! native JSON alike.
//!
//! A derived serialiser would do the same with several times the code in the WebAssembly module,
//! and could neither keep a payload as the object that it is nor name the place of a fault.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::{
    payload::{Build, Node, Payload},
    units::Tokens,
};

/// A value that crosses the border as JSON over payloads of type `P`.
pub trait Wire<P: Payload>: Sized {
    /// The value as JSON.
    fn write(&self) -> Build<P>;

    /// Reads the value at a place; `None` where there is nothing.
    fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError>;
}

/// Where a value stands: names of members and numbers of items, from the outside in.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    parent: Option<&'a Self>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

impl Path<'static> {
    /// The outermost name.
    #[must_use]
    pub const fn root(name: &'static str) -> Self {
        Self { parent: None, step: Step::Member(name) }
    }
}

impl<'a> Path<'a> {
    /// A member of what stands here.
    #[must_use]
    pub const fn member(&'a self, name: &'a str) -> Self {
        Self { parent: Some(self), step: Step::Member(name) }
    }

    const fn item(&'a self, place: usize) -> Self {
        Self { parent: Some(self), step: Step::Item(place) }
    }

    /// A value here that is not what it should be.
    #[cold]
    pub fn error(&self, expected: &'static str, found: impl fmt::Display) -> ReadError {
        ReadError { path: self.to_string(), expected, found: found.to_string() }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
        }
        match self.step {
            Step::Member(name) if self.parent.is_none() => f.write_str(name),
            Step::Member(name) => write!(f, ".{name}"),
            Step::Item(place) => write!(f, "[{place}]"),
        }
    }
}

/// A value that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path} should be {expected}, but it is {found}")]
pub struct ReadError {
    /// Where it stands, such as `policy.ratio`.
    pub path: String,
    /// What belongs there.
    pub expected: &'static str,
    /// What is there, shortened.
    pub found: String,
}

/// Writes a value as a payload.
pub fn write<P: Payload>(value: &impl Wire<P>) -> P {
    P::build(value.write())
}

/// Reads a value from a payload; `name` is what errors call it.
pub fn read<P: Payload, T: Wire<P>>(payload: &P, name: &'static str) -> Result<T, ReadError> {
    T::read(Some(payload.node()), &Path::root(name))
}

/// What stands at a place, in a few words, for an error.
#[cold]
pub(crate) fn found<N: Node>(node: Option<&N>) -> String {
    let Some(node) = node else { return "missing".into() };
    let json = node.json();
    if json.is_empty() {
        return "missing, or a value that JSON does not have".into();
    }
    let end = json.char_indices().map(|(index, _)| index).take_while(|index| *index <= 60).last();
    if json.len() <= 60 { json } else { format!("{}…", &json[..end.unwrap_or_default()]) }
}

/// The members of an object; an error for what is none.
pub(crate) fn object<N: Node>(node: Option<N>, path: &Path<'_>) -> Result<N, ReadError> {
    match node {
        Some(node) if node.is_object() => Ok(node),
        other => Err(path.error("an object", found(other.as_ref()))),
    }
}

/// Refuses members that are not among the known ones, by name.
pub(crate) fn known<N: Node>(node: &N, path: &Path<'_>, keys: &[&str]) -> Result<(), ReadError> {
    let unknown = node.keys().into_iter().find(|key| !keys.contains(&key.as_str()));
    match unknown {
        Some(key) => Err(path.member(&key).error("a known member", "not")),
        None => Ok(()),
    }
}

macro_rules! plain {
    ($type:ty, $expected:literal, |$value:ident| $write:expr, |$node:ident| $read:expr) => {
        impl<P: Payload> Wire<P> for $type {
            fn write(&self) -> Build<P> {
                let $value = self;
                $write
            }

            fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
                let read = node.as_ref().and_then(|$node| $read);
                read.ok_or_else(|| path.error($expected, found(node.as_ref())))
            }
        }
    };
}

plain!(String, "a string", |text| Build::text(text), |node| node.text());
plain!(bool, "true or false", |flag| Build::Flag(*flag), |node| node.flag());
plain!(f64, "a number", |number| Build::Number(*number), |node| node.number());
plain!(u32, "a whole number from 0", |count| Build::Number(f64::from(*count)), |node| {
    node.number().and_then(whole).and_then(|count| u32::try_from(count).ok())
});
plain!(u64, "a whole number from 0", |count| number(*count), |node| {
    node.number().and_then(whole)
});
plain!(usize, "a whole number from 0", |count| number(*count as u64), |node| {
    node.number().and_then(whole).and_then(|count| usize::try_from(count).ok())
});
plain!(Tokens, "a whole number of tokens from 0", |tokens| number(tokens.get()), |node| {
    node.number().and_then(whole).and_then(|count| Tokens::try_from(count).ok())
});

fn number<P>(count: u64) -> Build<P> {
    // Counts end where JavaScript's numbers are no longer exact.
    #[expect(clippy::cast_precision_loss)]
    Build::Number(count as f64)
}

/// A number as a count, if it is whole, not below 0, and exact in JavaScript.
pub(crate) fn whole(number: f64) -> Option<u64> {
    #[expect(clippy::cast_precision_loss)]
    let max = Tokens::MAX.get() as f64;
    if !(0.0..=max).contains(&number) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = number as u64;
    #[expect(clippy::cast_precision_loss, clippy::float_cmp)]
    let is_whole = count as f64 == number;
    is_whole.then_some(count)
}

impl<P: Payload> Wire<P> for P {
    fn write(&self) -> Build<P> {
        Build::Payload(self.clone())
    }

    fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
        node.map(|node| node.owned()).ok_or_else(|| path.error("a value", "missing"))
    }
}

impl<P: Payload, T: Wire<P>> Wire<P> for Option<T> {
    fn write(&self) -> Build<P> {
        self.as_ref().map_or(Build::Null, Wire::write)
    }

    fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
        node.map(|node| T::read(Some(node), path)).transpose()
    }
}

impl<P: Payload, T: Wire<P>> Wire<P> for Vec<T> {
    fn write(&self) -> Build<P> {
        Build::List(self.iter().map(Wire::write).collect())
    }

    fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
        let items = node.as_ref().and_then(Node::items);
        let items = items.ok_or_else(|| path.error("an array", found(node.as_ref())))?;
        items
            .into_iter()
            .enumerate()
            .map(|(place, item)| T::read(Some(item), &path.item(place)))
            .collect()
    }
}

/// A struct with the word in front that tells it apart.
pub(crate) fn tag<P: Payload>(word: &'static str, value: &impl Wire<P>) -> Build<P> {
    let mut members = alloc::vec![("type", Build::Word(word))];
    if let Build::Map(own) = value.write() {
        members.extend(own);
    }
    Build::Map(members)
}

/// Says how a type is written: `wire!(struct Name { field: "key", … })`, with `or value` for a
/// member that may be missing and `strict` where unknown members are refused; `wire!(words Name {
/// Variant: "word", … })`; `wire!(tagged Name { Variant { field: "key" }: "word", … })`, which is
/// told apart by its member `type`; `wire!(wrapped …)`, the same over variants that hold a struct; and
/// `wire!(newtype Name)`.
macro_rules! wire {
    (strict struct $name:ident { $($field:ident: $key:literal $(or $default:expr)?),* $(,)? }) => {
        wire!(@struct [$name] [strict] { $($field: $key $(or $default)?),* });
    };
    (struct $name:ident { $($field:ident: $key:literal $(or $default:expr)?),* $(,)? }) => {
        wire!(@struct [$name] [] { $($field: $key $(or $default)?),* });
    };
    (struct $name:ident<P> { $($field:ident: $key:literal $(or $default:expr)?),* $(,)? }) => {
        wire!(@struct [$name<P>] [] { $($field: $key $(or $default)?),* });
    };
    (@struct [$name:ty] [$($strict:tt)*] { $($field:ident: $key:literal $(or $default:expr)?),* }) => {
        impl<P: $crate::payload::Payload> $crate::wire::Wire<P> for $name {
            fn write(&self) -> $crate::payload::Build<P> {
                $crate::payload::Build::Map(alloc::vec![
                    $(($key, $crate::wire::Wire::<P>::write(&self.$field))),*
                ])
            }

            fn read(
                node: Option<P::Node<'_>>,
                path: &$crate::wire::Path<'_>,
            ) -> Result<Self, $crate::wire::ReadError> {
                let node = $crate::wire::object(node, path)?;
                wire!(@strict [$($strict)*] node path [$($key),*]);
                Ok(Self { $($field: wire!(@field P node path $key $($default)?)),* })
            }
        }
    };
    (@strict [] $node:ident $path:ident $keys:tt) => {};
    (@strict [strict] $node:ident $path:ident $keys:tt) => {
        $crate::wire::known(&$node, $path, &$keys)?;
    };
    (@field $p:ident $node:ident $path:ident $key:literal) => {
        $crate::wire::Wire::<$p>::read($crate::payload::Node::get(&$node, $key), &$path.member($key))?
    };
    (@field $p:ident $node:ident $path:ident $key:literal $default:expr) => {
        match $crate::payload::Node::get(&$node, $key) {
            Some(member) => $crate::wire::Wire::<$p>::read(Some(member), &$path.member($key))?,
            None => $default,
        }
    };
    (words $name:ident { $($variant:ident: $word:literal),* $(,)? }) => {
        impl $name {
            /// The name, as JSON has it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
        }

        impl<P: $crate::payload::Payload> $crate::wire::Wire<P> for $name {
            fn write(&self) -> $crate::payload::Build<P> {
                $crate::payload::Build::Word(self.as_str())
            }

            fn read(
                node: Option<P::Node<'_>>,
                path: &$crate::wire::Path<'_>,
            ) -> Result<Self, $crate::wire::ReadError> {
                let word = node.as_ref().and_then($crate::payload::Node::text);
                match word.as_deref() {
                    $(Some($word) => Ok(Self::$variant),)*
                    _ => Err(path.error(
                        concat!("one of" $(, " ", $word)*),
                        $crate::wire::found(node.as_ref()),
                    )),
                }
            }
        }
    };
    (tagged $name:ident $(<$p:ident>)? {
        $($variant:ident $({ $($field:ident: $key:literal $(or $default:expr)?),* $(,)? })?: $word:literal),* $(,)?
    }) => {
        impl<P: $crate::payload::Payload> $crate::wire::Wire<P> for $name $(<$p>)? {
            fn write(&self) -> $crate::payload::Build<P> {
                use $crate::payload::Build;
                match self {
                    $(Self::$variant $({ $($field),* })? => Build::Map(alloc::vec![
                        ("type", Build::Word($word)),
                        $($(($key, $crate::wire::Wire::<P>::write($field))),*)?
                    ])),*
                }
            }

            #[allow(unused_variables, reason = "not every tagged type has members")]
            fn read(
                node: Option<P::Node<'_>>,
                path: &$crate::wire::Path<'_>,
            ) -> Result<Self, $crate::wire::ReadError> {
                let node = $crate::wire::object(node, path)?;
                let kind = $crate::payload::Node::get(&node, "type");
                let word = kind.as_ref().and_then($crate::payload::Node::text);
                Ok(match word.as_deref() {
                    $(Some($word) => Self::$variant $({
                        $($field: wire!(@field P node path $key $($default)?)),*
                    })?,)*
                    _ => return Err(path.member("type").error(
                        concat!("one of" $(, " ", $word)*),
                        $crate::wire::found(kind.as_ref()),
                    )),
                })
            }
        }
    };
    (wrapped $name:ident<P> { $($variant:ident: $word:literal),* ; $($unit:ident: $unit_word:literal),* $(,)? }) => {
        impl<P: $crate::payload::Payload> $crate::wire::Wire<P> for $name<P> {
            fn write(&self) -> $crate::payload::Build<P> {
                match self {
                    $(Self::$variant(inner) => $crate::wire::tag($word, inner),)*
                    $(Self::$unit => $crate::payload::Build::Map(alloc::vec![
                        ("type", $crate::payload::Build::Word($unit_word)),
                    ]),)*
                }
            }

            fn read(
                node: Option<P::Node<'_>>,
                path: &$crate::wire::Path<'_>,
            ) -> Result<Self, $crate::wire::ReadError> {
                let node = $crate::wire::object(node, path)?;
                let kind = $crate::payload::Node::get(&node, "type");
                let word = kind.as_ref().and_then($crate::payload::Node::text);
                Ok(match word.as_deref() {
                    $(Some($word) => Self::$variant($crate::wire::Wire::<P>::read(Some(node), path)?),)*
                    $(Some($unit_word) => Self::$unit,)*
                    _ => return Err(path.member("type").error(
                        concat!("one of" $(, " ", $word)* $(, " ", $unit_word)*),
                        $crate::wire::found(kind.as_ref()),
                    )),
                })
            }
        }
    };
    (newtype $name:ident) => {
        impl<P: $crate::payload::Payload> $crate::wire::Wire<P> for $name {
            fn write(&self) -> $crate::payload::Build<P> {
                $crate::wire::Wire::<P>::write(&self.0)
            }

            fn read(
                node: Option<P::Node<'_>>,
                path: &$crate::wire::Path<'_>,
            ) -> Result<Self, $crate::wire::ReadError> {
                $crate::wire::Wire::<P>::read(node, path).map(Self)
            }
        }
    };
}

pub(crate) use wire;
