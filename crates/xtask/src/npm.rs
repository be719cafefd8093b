//! Node and npm: whether they are there, and what a folder's lock file asks for.

use crate::{repo, shell};
use anyhow::{Context, Result, ensure};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    process::Command,
    sync::OnceLock,
};

/// The oldest Node that the package and its tools run on.
const OLDEST: (u32, u32) = (20, 19);

/// The version of Node on this machine, looked at once; an error says what is missing.
fn version() -> Result<&'static str> {
    static VERSION: OnceLock<String> = OnceLock::new();
    if let Some(version) = VERSION.get() {
        return Ok(version);
    }
    let cure = format!(
        "Node {}.{} or newer, with npm, comes from https://nodejs.org or your package manager",
        OLDEST.0, OLDEST.1
    );
    let version = shell::ask(Command::new("node").arg("--version"))
        .with_context(|| format!("there is no Node here. {cure}"))?;
    ensure!(is_new_enough(&version), "Node {version} is too old. {cure}");
    ensure!(
        shell::ask(Command::new("npm").arg("--version")).is_some(),
        "there is Node {version}, but no npm. {cure}"
    );
    Ok(VERSION.get_or_init(|| version))
}

/// Whether a version such as `v20.19.2` will do.
fn is_new_enough(version: &str) -> bool {
    let mut numbers =
        version.trim_start_matches('v').split('.').map(|number| number.parse().unwrap_or(0));
    let found: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    found >= OLDEST
}

/// `node`, at the top of the repository.
pub(crate) fn node() -> Result<Command> {
    version()?;
    let mut command = Command::new("node");
    command.current_dir(repo::root());
    Ok(command)
}

/// `npm run <script>` in a folder.
pub(crate) fn script(dir: &str, name: &str) -> Result<Command> {
    version()?;
    let mut command = Command::new("npm");
    command.args(["run", "-s", name]).current_dir(repo::at(dir));
    Ok(command)
}

/// `npm ci` in a folder, unless that was done already for the same lock file and the same Node.
pub(crate) fn install(dir: &str) -> Result<()> {
    let version = version()?;
    let folder = repo::at(dir);
    let read = |name: &str| fs::read(folder.join(name)).with_context(|| format!("{dir}/{name}"));
    let mut hash = DefaultHasher::new();
    (version, read("package.json")?, read("package-lock.json")?).hash(&mut hash);
    let now = format!("{:016x}", hash.finish());
    let stamp = folder.join("node_modules/.xtask-stamp");
    if fs::read_to_string(&stamp).is_ok_and(|last| last == now) {
        return Ok(());
    }
    shell::step(&format!("npm ci in {dir}"), || {
        let mut command = Command::new("npm");
        command.args(["ci", "--no-fund", "--no-audit"]).current_dir(&folder);
        // Browsers come from the machine, never from an install script.
        shell::run(command.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))?;
        fs::create_dir_all(folder.join("node_modules"))?;
        Ok(fs::write(&stamp, &now)?)
    })
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn versions_are_compared_as_numbers() {
        for good in ["v20.19.0", "v20.20.2", "v22.0.0", "v100.1.1"] {
            assert!(is_new_enough(good), "{good}");
        }
        for bad in ["v20.18.3", "v18.20.0", "v9.99.0", "", "node"] {
            assert!(!is_new_enough(bad), "{bad}");
        }
    }
}
