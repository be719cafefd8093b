//! Debian's Rust: a compiler that is current, and the sources to build the standard library for wasm32 from.

use crate::{
    apt,
    cargo::{rustc_prints, without_cargo_run},
    repo, shell,
    toolchain::{TARGET, Toolchain},
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Debian's packages: a current compiler, its cargo, and the sources of its standard library.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Debian's linker for wasm, for a machine without rustup's.
const LINKER_PACKAGE: &str = "lld-22";

/// Debian's compiler: as it is installed, as it was unpacked, by apt-get, or unpacked now.
pub(crate) fn find() -> Result<Toolchain> {
    let unpacked = repo::at("target/toolchain");
    let system = Path::new("/");
    let prefix = if is_complete(system) {
        system.into()
    } else if is_complete(&unpacked) {
        unpacked
    } else if apt::can_install() {
        apt::install(&PACKAGES)?;
        system.into()
    } else {
        ensure!(
            apt::is_there(),
            "this machine can get neither {TARGET} from rustup nor Debian's {}; `rustup target add {TARGET}` on a machine with a network brings the first",
            PACKAGES.join(" ")
        );
        unpack(&unpacked)?;
        unpacked
    };
    ensure!(
        is_complete(&prefix),
        "Debian's compiler in {} is not complete or too old",
        prefix.display()
    );
    let linker = match find_linker(&prefix) {
        Some(linker) => linker,
        None if apt::can_install() => {
            apt::install(&[LINKER_PACKAGE])?;
            find_linker(&prefix).context("no linker for wasm, not even after an install")?
        }
        None => bail!("no linker for wasm: `apt-get install {LINKER_PACKAGE}` as root brings one"),
    };
    Ok(Toolchain::Debian { prefix, linker })
}

/// Whether compiler, cargo and library sources are below the prefix, and are of the version the workspace asks for.
fn is_complete(prefix: &Path) -> bool {
    let sources = prefix.join("usr/lib/rustlib/src/rust/library/std/Cargo.toml");
    let version = shell::ask(
        without_cargo_run(&mut Command::new(prefix.join("usr/bin/rustc")))
            .arg("--version")
            .env("LD_LIBRARY_PATH", libraries(prefix)),
    );
    sources.is_file()
        && prefix.join("usr/bin/cargo").is_file()
        && version.is_some_and(|version| minor(&version) >= minor(env!("CARGO_PKG_RUST_VERSION")))
}

/// The second number of a version such as `rustc 1.96.0 (...)`; 0 if there is none.
fn minor(version: &str) -> u32 {
    version.split('.').nth(1).and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Where an unpacked Debian package has its shared libraries.
pub(crate) fn libraries(prefix: &Path) -> PathBuf {
    prefix.join(format!("usr/lib/{}-linux-gnu", env::consts::ARCH))
}

/// rustup's own linker for wasm, else Debian's. The same one each time: another path compiles the library anew.
fn find_linker(prefix: &Path) -> Option<PathBuf> {
    let host = format!("{}-unknown-linux-gnu", env::consts::ARCH);
    let rustup = rustc_prints(&["sysroot"])
        .map(|root| Path::new(&root).join("lib/rustlib").join(host).join("bin/rust-lld"));
    let bin = prefix.join("usr/bin");
    rustup
        .into_iter()
        .chain(
            ["wasm-ld-22", "wasm-ld-21", "wasm-ld-20", "wasm-ld-19", "wasm-ld"]
                .map(|name| bin.join(name)),
        )
        .find(|path| path.is_file())
}

/// Unpacks the packages, and those they need and the machine lacks, into a folder.
///
/// This needs no root and clashes with nothing.
fn unpack(into: &Path) -> Result<()> {
    let plan = shell::ask(
        Command::new("apt-get")
            .args(["-s", "-q", "--no-install-recommends", "install", LINKER_PACKAGE])
            .args(PACKAGES),
    );
    let plan = plan.with_context(|| {
        format!("apt-get does not know {}: run `apt-get update` as root once", PACKAGES.join(" "))
    })?;
    let names: Vec<&str> = plan
        .lines()
        .filter_map(|line| line.strip_prefix("Inst ")?.split_whitespace().next())
        .collect();
    let debs = into.join("debs");
    fs::create_dir_all(&debs)?;
    shell::step(
        &format!("apt-get download {} packages into {}", names.len(), into.display()),
        || {
            shell::run(
                Command::new("apt-get")
                    .args(["-q", "download"])
                    .args(&names)
                    .current_dir(&debs)
                    .stdout(Stdio::null()),
            )?;
            for deb in fs::read_dir(&debs)?.flatten() {
                shell::run(Command::new("dpkg").arg("-x").arg(deb.path()).arg(into))?;
            }
            Ok(fs::remove_dir_all(&debs)?)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::minor;

    #[test]
    fn versions_are_read() {
        assert_eq!(minor("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"), 96);
        assert_eq!(minor("1.95"), 95);
        assert_eq!(minor("?"), 0);
    }
}
