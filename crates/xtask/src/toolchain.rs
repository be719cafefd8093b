//! Finds a way to compile for wasm32, on a machine that may or may not be able to get rustup's target.
//!
//! The order: the target is installed; `rustup target add` brings it; Debian's compiler builds the standard library
//! from Debian's sources. `XTASK_TOOLCHAIN` set to `installed` or `debian` forces one, so that what a machine
//! happens to have cannot hide a step that is missing.

use crate::{
    cargo::{rustc_prints, without_cargo_run},
    debian, repo, shell,
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// The target both modules are compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Some networks let rustup try for ever.
const RUSTUP_LIMIT: Duration = Duration::from_mins(2);

/// A way to compile for wasm32.
#[derive(Debug)]
pub(crate) enum Toolchain {
    /// The current toolchain has the target's standard library.
    Installed,
    /// Debian's compiler below `prefix` (`/`, or a folder its packages were unpacked to) builds the standard library.
    Debian {
        /// The folder that holds `usr/`.
        prefix: PathBuf,
        /// The linker for wasm.
        linker: PathBuf,
    },
}

impl Toolchain {
    /// Finds the way; may install packages.
    pub(crate) fn find() -> Result<Self> {
        match env::var("XTASK_TOOLCHAIN").as_deref() {
            Ok("debian") => return debian::find(),
            Ok("installed") => {
                ensure!(
                    target_is_installed(),
                    "XTASK_TOOLCHAIN=installed, but {TARGET} is not: `rustup target add {TARGET}`"
                );
                return Ok(Self::Installed);
            }
            Ok("") | Err(_) => {}
            Ok(other) => {
                bail!("XTASK_TOOLCHAIN is {other:?}; it may be \"installed\" or \"debian\"")
            }
        }
        if target_is_installed() || (rustup_adds_target() && target_is_installed()) {
            return Ok(Self::Installed);
        }
        debian::find().with_context(|| {
            format!("no way to compile for wasm32; `rustup target add {TARGET}` is the shortest")
        })
    }

    /// A cargo command for wasm32: the arguments in a text, then the target, in a target folder of its own.
    pub(crate) fn cargo(&self, args: &str) -> Command {
        let mut command = match self {
            Self::Installed => Command::new("cargo"),
            Self::Debian { prefix, .. } => Command::new(prefix.join("usr/bin/cargo")),
        };
        without_cargo_run(&mut command)
            .args(args.split(' '))
            .args(["--target", TARGET, "--target-dir"])
            .arg(target_dir())
            .env("CARGO_ENCODED_RUSTFLAGS", self.flags())
            .current_dir(repo::root());
        if let Self::Debian { prefix, linker } = self {
            command
                .args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"])
                .env_remove("RUSTUP_TOOLCHAIN")
                .env("RUSTC", prefix.join("usr/bin/rustc"))
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            if prefix != Path::new("/") {
                command.env("LD_LIBRARY_PATH", debian::libraries(prefix));
            }
        }
        command
    }

    /// The compiler's flags: the paths of this machine stay out of the modules, which keep them for panic messages.
    fn flags(&self) -> String {
        let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo_home = cargo_home.or_else(|| Some(env::home_dir()?.join(".cargo")));
        let library = match self {
            Self::Installed => None,
            Self::Debian { prefix, .. } => Some(prefix.join("usr/lib/rustlib/src/rust")),
        };
        // Of several that match, the compiler takes the last one.
        [(Some(repo::root().to_path_buf()), "."), (cargo_home, "cargo"), (library, "rust")]
            .into_iter()
            .filter_map(|(from, to)| Some(format!("--remap-path-prefix={}={to}", from?.display())))
            .collect::<Vec<_>>()
            .join("\u{1f}")
    }
}

/// Where wasm32 is compiled to: its own folder, so that it can be compiled beside native code.
pub(crate) fn target_dir() -> PathBuf {
    repo::at("target/wasm")
}

/// Whether the current toolchain has the target's standard library.
fn target_is_installed() -> bool {
    let Some(dir) = rustc_prints(&["target-libdir", "--target", TARGET]) else {
        return false;
    };
    fs::read_dir(dir).is_ok_and(|files| {
        files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
    })
}

/// Lets rustup bring the target.
fn rustup_adds_target() -> bool {
    eprintln!("[xtask] rustup target add {TARGET} ...");
    shell::succeeds_within(Command::new("rustup").args(["target", "add", TARGET]), RUSTUP_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_no_folder_as_a_target() {
        let flags = Toolchain::Debian { prefix: "/".into(), linker: "ld".into() }.flags();
        assert!(flags.ends_with("--remap-path-prefix=/usr/lib/rustlib/src/rust=rust"), "{flags}");
        assert!(
            flags.starts_with(&format!("--remap-path-prefix={}=.", repo::root().display())),
            "{flags}"
        );
    }
}
