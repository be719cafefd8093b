//! Running cargo and rustc from within a program that cargo runs.

use crate::{repo, shell};
use std::{env, process::Command};

/// Takes out of the environment what `cargo run` put there for xtask itself and another cargo must not see.
pub(crate) fn without_cargo_run(command: &mut Command) -> &mut Command {
    for (key, _) in env::vars_os() {
        let name = key.to_string_lossy();
        let of_cargo = ["LD_LIBRARY_PATH", "RUSTC", "RUSTDOC", "CARGO"].contains(&&*name)
            || ["CARGO_PKG_", "CARGO_BIN_", "CARGO_MANIFEST_"]
                .iter()
                .any(|start| name.starts_with(start));
        if of_cargo {
            command.env_remove(&key);
        }
    }
    command
}

/// The cargo that runs xtask, for native code, with the arguments in a text.
pub(crate) fn native_cargo(args: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    without_cargo_run(&mut command).args(args.split(' ')).current_dir(repo::root());
    command
}

/// Asks the current toolchain's compiler for one of the things that `--print` knows.
pub(crate) fn rustc_prints(args: &[&str]) -> Option<String> {
    shell::ask(without_cargo_run(&mut Command::new("rustc")).arg("--print").args(args))
}
