//! Tools written in Rust that the checks use and a machine may lack.

use crate::{cargo::native_cargo, repo, shell};
use anyhow::Result;
use std::{fs, process::Command};

/// The version of cargo-deny that the rules in `.deny.toml` are written for.
const CARGO_DENY: &str = "0.20.2";

/// cargo-deny: the one on the `PATH` if it is of that version, else one built into `target/tools`.
pub(crate) fn cargo_deny() -> Result<Command> {
    let is_it = |program: &Command| {
        let mut ask = Command::new(program.get_program());
        shell::ask(ask.arg("--version"))
            .is_some_and(|version| version == format!("cargo-deny {CARGO_DENY}"))
    };
    let on_path = Command::new("cargo-deny");
    if is_it(&on_path) {
        return Ok(on_path);
    }
    let built = Command::new(repo::at("target/tools/bin/cargo-deny"));
    if !is_it(&built) {
        shell::step("build cargo-deny, once", || {
            // Its target folder outlives a build that was broken off, and goes when it is done.
            let folders = "--root target/tools --target-dir target/tools/build";
            let install =
                format!("install --locked --debug {folders} cargo-deny --version {CARGO_DENY}");
            shell::run(&mut native_cargo(&install))?;
            Ok(fs::remove_dir_all(repo::at("target/tools/build"))?)
        })?;
    }
    Ok(built)
}
