//! Saving a harness and taking it up again.

use serde::{Deserialize, Serialize};

use crate::{harness::Harness, payload::Payload, policy::PolicyError};

/// The version that this crate writes and reads.
const VERSION: u32 = 1;

/// A harness as data: facts, and the payloads as they are. Serialises to JSON.
///
/// The content is the crate's own affair and may change between versions; `version` says so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot<P> {
    version: u32,
    harness: Harness<P>,
}

/// Why a snapshot cannot be taken up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// Another version wrote it.
    #[error("snapshot version {found} cannot be read here, only version {VERSION}")]
    Version {
        /// The version in the snapshot.
        found: u32,
    },
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
        Snapshot { version: VERSION, harness: self.clone() }
    }

    /// Takes up a saved harness: equal to the one that was saved.
    pub fn restore(snapshot: Snapshot<P>) -> Result<Self, RestoreError> {
        let Snapshot { version, mut harness } = snapshot;
        if version != VERSION {
            return Err(RestoreError::Version { found: version });
        }
        harness.check()?;
        Ok(harness)
    }
}
