//! The npm package: built in `crates/wasm/dist`, packed to `target/pack/secondwind.tgz`.

use crate::{npm, repo, shell, wasm};
use anyhow::{Context, Result};
use std::{fs, process::Command, sync::OnceLock};

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

/// Builds and packs; the tarball is what an app would install.
pub(crate) fn pack() -> Result<()> {
    build()?;
    shell::step("npm pack", || {
        let dir = repo::at("target/pack");
        fs::create_dir_all(&dir)?;
        let mut npm = Command::new("npm");
        // The package is built already; its scripts would build it again.
        npm.args(["pack", "--silent", "--ignore-scripts", "--pack-destination"]).arg(&dir);
        let packed = shell::ask(npm.current_dir(repo::at(PACKAGE))).context("npm pack failed")?;
        let name = packed.lines().last().context("npm pack named no file")?;
        Ok(fs::rename(dir.join(name), dir.join("secondwind.tgz"))?)
    })
}
