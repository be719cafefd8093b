//! How large the package's entries are, as an app would download them.

use crate::{npm, shell};
use anyhow::Result;

/// The script that measures; Node has both compressions.
const SCRIPT: &str = "crates/xtask/src/size.mjs";

/// Prints the sizes of the built entries.
pub(crate) fn print() -> Result<()> {
    shell::run(npm::node()?.arg(SCRIPT))
}

/// Prints them, and fails if one is over its budget.
pub(crate) fn check() -> Result<()> {
    shell::run(npm::node()?.args([SCRIPT, "--check"]))
}
