//! The npm package, built in `crates/wasm/dist`, and the command line for this platform beside it: both packed to
//! `target/pack`.

use crate::{cargo::native_cargo, npm, play, repo, shell, wasm};
use anyhow::Result;
use std::{fs, sync::OnceLock};

/// Where the package is built.
const PACKAGE: &str = "crates/wasm";

/// Builds the wasm modules and the package around them, once in a run.
pub(crate) fn build() -> Result<()> {
    static BUILT: OnceLock<()> = OnceLock::new();
    if BUILT.get().is_none() {
        wasm::build()?;
        shell::step("build the npm package", || shell::run(&mut npm::script(PACKAGE, "build")?))?;
        BUILT.get_or_init(|| ());
    }
    Ok(())
}

/// Builds and packs, once in a run; the tarballs are what an app would install.
pub(crate) fn pack() -> Result<()> {
    static PACKED: OnceLock<()> = OnceLock::new();
    if PACKED.get().is_some() {
        return Ok(());
    }
    // The program carries the page.
    play::build()?;
    let program = repo::at("target/ship/secondwind");
    shell::step("build the command line", || {
        let flags = "build --locked --profile ship -p secondwind-cli --features page";
        shell::run(&mut native_cargo(flags))
    })?;
    shell::step("npm pack", || {
        let dir = repo::at("target/pack");
        fs::create_dir_all(&dir)?;
        shell::run(npm::node()?.arg("crates/cli/npm/pack.mjs").arg(&program).arg(&dir))
    })?;
    PACKED.get_or_init(|| ());
    Ok(())
}
