//! How large the package's entries are, as an app would download them, and what the page loads first.

use crate::{npm, shell};
use anyhow::Result;

/// The scripts that measure; Node has the compressions.
const SCRIPTS: [&str; 2] = ["crates/xtask/src/size.mjs", "crates/xtask/src/first-load.mjs"];

/// Prints the sizes of what is built.
pub(crate) fn print() -> Result<()> {
    run(&[])
}

/// Prints them, and fails if one is over its budget.
pub(crate) fn check() -> Result<()> {
    run(&["--check"])
}

/// Runs all scripts.
fn run(args: &[&str]) -> Result<()> {
    for script in SCRIPTS {
        shell::run(npm::node()?.arg(script).args(args))?;
    }
    Ok(())
}
