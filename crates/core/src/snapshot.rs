//! Saving a harness and taking it up again.

use crate::{
    harness::Harness,
    payload::{Build, Node, Payload},
    policy::PolicyError,
    wire::{Path, ReadError, Wire, object},
};

/// The version that this crate writes and reads.
const VERSION: u32 = 1;
/// The same in words.
const SUPPORTED: &str = "1, the version that is read here";

/// A harness as data: facts, and the payloads as they are. As JSON it has a `version` and a
/// `harness`, whose content is the crate's own affair and may change between versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<P> {
    harness: Harness<P>,
}

/// Why a snapshot cannot be taken up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// Its policy cannot work.
    #[error("the snapshot's policy cannot work: {0}")]
    Policy(#[from] PolicyError),
    /// Its parts contradict each other: it was edited, or cut off.
    #[error("the snapshot is damaged: {what}")]
    Damaged {
        /// The contradiction.
        what: &'static str,
    },
}

impl<P: Payload> Harness<P> {
    /// The harness as data, at any moment.
    pub fn snapshot(&self) -> Snapshot<P> {
        Snapshot { harness: self.clone() }
    }

    /// Takes up a saved harness: equal to the one that was saved.
    pub fn restore(snapshot: Snapshot<P>) -> Result<Self, RestoreError> {
        let Snapshot { mut harness } = snapshot;
        harness.check()?;
        Ok(harness)
    }
}

impl<P: Payload> Wire<P> for Snapshot<P> {
    fn write(&self) -> Build<P> {
        Build::Map(alloc::vec![("version", VERSION.write()), ("harness", self.harness.write())])
    }

    fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
        let node = object(node, path)?;
        let version: u32 = Wire::<P>::read(node.get("version"), &path.member("version"))?;
        // Another version may have another shape, which is not looked at: the version says all.
        if version != VERSION {
            return Err(path.member("version").error(SUPPORTED, version));
        }
        let harness = Wire::<P>::read(node.get("harness"), &path.member("harness"))?;
        Ok(Self { harness })
    }
}
