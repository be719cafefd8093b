//! Debian's packages, for what neither cargo nor npm can bring.

use crate::shell;
use anyhow::Result;
use std::{
    process::{Command, Stdio},
    sync::OnceLock,
};

/// Whether this machine has apt-get.
pub(crate) fn is_there() -> bool {
    shell::ask(Command::new("apt-get").arg("--version")).is_some()
}

/// Whether packages can be installed: apt-get is there and this is root.
pub(crate) fn can_install() -> bool {
    shell::ask(Command::new("id").arg("-u")).as_deref() == Some("0") && is_there()
}

/// `apt-get` with arguments, quiet, without questions.
fn get(args: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command
        .args(["-q", "-y"])
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdout(Stdio::null());
    command
}

/// Installs packages, after a look at what is new, once in a run. Needs [`can_install`].
pub(crate) fn install(names: &[&str]) -> Result<()> {
    static UPDATED: OnceLock<()> = OnceLock::new();
    shell::step(&format!("apt-get install {}", names.join(" ")), || {
        if UPDATED.set(()).is_ok() {
            shell::run(&mut get(&["update"]))?;
        }
        shell::run(get(&["install", "--no-install-recommends"]).args(names))
    })
}
