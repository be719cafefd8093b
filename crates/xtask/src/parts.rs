//! What `cargo xtask test` checks, part by part.

use crate::{
    browser,
    cargo::native_cargo,
    counts::{Counts, Runner},
    npm, pack, play, repo, shell, size,
    toolchain::{TARGET, Toolchain},
    tools,
};
use anyhow::Result;
use std::{
    env,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
};

/// Whether every combination of language, theme and width is looked at, not one in three.
pub(crate) static FULL: AtomicBool = AtomicBool::new(false);

/// What a part gives back: the tests it counted, if it is a run of tests.
pub(crate) type Done = Result<Option<Counts>>;

/// One part of the checks.
pub(crate) struct Part {
    /// Its name, in the table and for `--only`.
    pub(crate) name: &'static str,
    /// What it checks.
    pub(crate) title: &'static str,
    /// Does it.
    pub(crate) run: fn() -> Done,
}

/// A part, on one line.
const fn part(name: &'static str, title: &'static str, run: fn() -> Done) -> Part {
    Part { name, title, run }
}

/// All parts, in the order of what is quick to fail.
pub(crate) const PARTS: [Part; 17] = [
    part("fmt", "Rust is formatted", fmt),
    part("clippy", "Rust without a warning", clippy),
    part("cargo-test", "Tests of the native crates, and of what their docs show", cargo_test),
    part("cargo-doc", "The docs without a warning", cargo_doc),
    part("cargo-deny", "Licences, bans and sources of the dependencies", cargo_deny),
    part("pack", "The npm package and the command line are built and packed", pack_tarball),
    part("wasm-test", "Tests of the binding, compiled to wasm, in Node", wasm_test),
    part("js-check", "The package's types and lints", || npm_check("crates/wasm", "check")),
    part("js-test", "Tests of the package's JavaScript", || npm_test("crates/wasm")),
    part("package-lint", "The package as its users' tools read it", || {
        npm_check("crates/wasm", "lint:package")
    }),
    part("package-test", "Tests of the packed package", package_test),
    part("public-cases", "Other people's bug reports, through the built package", public_cases),
    part("harness", "The harness that the page shows, and each mistake in it", harness),
    part("size", "The package and the page's first load within their budgets", size_budget),
    part("page-check", "The page's types and lints", || npm_check("www", "check")),
    part("page-test", "Tests of the page's parts", || npm_test("www")),
    part("e2e", "The page in Chromium", e2e),
];

/// Runs a check that counts nothing.
fn check(command: &mut Command) -> Done {
    shell::run(command)?;
    Ok(None)
}

/// Runs tests; it is an error if one fails, or if none ran.
fn test(runner: Runner, command: &mut Command) -> Done {
    let heard = shell::hear(command)?;
    let counts = runner.read(&heard.out, &heard.err);
    match (heard.result, counts) {
        (Err(error), Err(_)) | (Ok(()), Err(error)) => Err(error),
        (Ok(()), Ok(counts)) => Ok(Some(counts)),
        (Err(error), Ok(mut counts)) => {
            eprintln!("\n[xtask] {error}");
            counts.failed = counts.failed.max(1);
            Ok(Some(counts))
        }
    }
}

/// `cargo fmt` in the repository's style.
fn fmt() -> Done {
    check(&mut native_cargo("fmt --all --check"))
}

/// Clippy over all native code, tests included.
fn clippy() -> Done {
    check(&mut native_cargo("clippy --locked --workspace --all-targets -- -D warnings"))
}

/// The tests of all native crates.
///
/// The binding's tests need a wasm host: here they would be compiled, and found to be none.
fn cargo_test() -> Done {
    test(
        Runner::Cargo,
        &mut native_cargo("test --locked --workspace --exclude secondwind-wasm --no-fail-fast"),
    )
}

/// The docs of all crates; a broken link is a failure.
fn cargo_doc() -> Done {
    check(native_cargo("doc --locked --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}

/// cargo-deny, without its advisories, which it would have to fetch.
fn cargo_deny() -> Done {
    let flags = "--workspace --locked --config .deny.toml check -D warnings bans licenses sources";
    let mut command = tools::cargo_deny()?;
    check(command.current_dir(repo::root()).args(flags.split(' ')))
}

/// The package is built and packed.
fn pack_tarball() -> Done {
    pack::pack()?;
    Ok(None)
}

/// Compiles the binding's tests to wasm and runs them in Node.
fn wasm_test() -> Done {
    let name = "wasm-test-runner";
    shell::step("build the runner of the wasm tests", || {
        shell::run(native_cargo("build --locked -p xtask --features test-runner --bin").arg(name))
    })?;
    // The runner starts Node by itself.
    npm::node()?;
    let runner = env::current_exe()?.with_file_name(name);
    let mut command = Toolchain::find()?.cargo("test --locked --lib --tests -p secondwind-wasm");
    // As a list: in a plain text cargo would take a space in the path for the end of the program.
    let runner = format!("target.{TARGET}.runner=['{}']", runner.display());
    test(Runner::Cargo, command.args(["--config", &runner]))
}

/// A script of a folder's `package.json` that counts nothing.
fn npm_check(dir: &str, script: &str) -> Done {
    prepare(dir)?;
    check(&mut npm::script(dir, script)?)
}

/// A folder's tests in Vitest.
fn npm_test(dir: &str) -> Done {
    prepare(dir)?;
    test(Runner::Vitest, &mut npm::script(dir, "test")?)
}

/// Builds the package and installs what a folder needs.
fn prepare(dir: &str) -> Result<()> {
    pack::build()?;
    npm::install(dir)
}

/// The files of tests in a folder, in Node's own runner, one file at a time.
fn node_test_bare(dir: &str) -> Result<Command> {
    let mut command = npm::node()?;
    command
        .args(["--test", "--test-reporter=spec", "--test-concurrency=1"])
        .current_dir(repo::at(dir));
    Ok(command)
}

/// The same for a folder that has packages of its own.
fn node_test(dir: &str) -> Result<Command> {
    npm::install(dir)?;
    node_test_bare(dir)
}

/// Builds the command line for tests, and answers where it is.
fn command_line() -> Result<PathBuf> {
    shell::run(&mut native_cargo("build --locked -p secondwind-cli"))?;
    Ok(env::current_exe()?.with_file_name("secondwind"))
}

/// Tests of the tarball, installed as an app would, beside the command line, which must print the same.
fn package_test() -> Done {
    pack::pack()?;
    test(Runner::Node, node_test("tests/package")?.env("SECONDWIND_CLI", command_line()?))
}

/// The cases that `cargo-test` runs over the core, once more through the package's own shell.
fn public_cases() -> Done {
    pack::build()?;
    test(Runner::Node, &mut node_test_bare("tests/conformance/node")?)
}

/// The JavaScript that the page shows makes the package's calls, and each mistake shows its symptom.
fn harness() -> Done {
    pack::build()?;
    // The page's own code applies the mistakes.
    npm::install("www")?;
    test(Runner::Node, &mut node_test_bare("tests/harness")?)
}

/// What an app downloads, and what a browser loads before the page can be used, stays within the budget.
fn size_budget() -> Done {
    play::build()?;
    size::check()?;
    Ok(None)
}

/// The walks over the built page, in Chromium.
fn e2e() -> Done {
    play::build()?;
    let chromium = browser::chromium()?;
    let cli = command_line()?;
    let mut command = node_test("tests/e2e")?;
    command.env("SECONDWIND_CLI", cli);
    if FULL.load(Ordering::Relaxed) {
        command.env("SECONDWIND_FULL", "1");
    }
    test(Runner::Node, command.env("CHROME_PATH", chromium))
}
