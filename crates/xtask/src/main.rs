//! The one door to building, playing and testing secondwind: `cargo xtask <task>`.
//!
//! | task | what it does |
//! |---|---|
//! | `wasm` | compiles the wasm modules and writes their glue |
//! | `pack` | builds the npm package and the command line for this platform, and packs both |
//! | `play` | builds the page and serves it on this machine |
//! | `test` (`ci`) | every check of the repository |
//! | `bench` | prints how fast a turn is, and how fast a long run is walked |
//! | `size` | prints how large the package's entries are, and what the page loads first |

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal says what it does"
)]
#![warn(clippy::missing_docs_in_private_items)]

mod apt;
mod browser;
mod cargo;
mod counts;
mod debian;
mod glue;
mod npm;
mod pack;
mod parts;
mod play;
mod repo;
mod serve;
mod shell;
mod size;
mod suite;
mod toolchain;
mod tools;
mod wasm;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::{process::ExitCode, sync::atomic::Ordering};

/// What was asked for on the command line.
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about = "Builds, plays and tests secondwind"
)]
struct Cli {
    /// The task to do.
    #[command(subcommand)]
    task: Task,
}

/// The tasks.
#[derive(Subcommand)]
enum Task {
    /// Compile the wasm modules and write their glue to crates/wasm/dist/wasm
    Wasm,
    /// Build the npm package and the command line, and pack both to target/pack
    Pack,
    /// Build the page and serve it on 127.0.0.1 until Ctrl-C
    Play {
        /// The port to serve on, or the next free one above it
        #[arg(long, value_name = "N", default_value_t = play::PORT)]
        port: u16,
        /// Play the reference run to its end in headless Chromium, print what it read, and stop
        #[arg(long)]
        check: bool,
    },
    /// Run every check: formatting, lints, all tests, the package and the page
    #[command(visible_alias = "ci")]
    Test {
        /// Go on after a part that failed
        #[arg(long)]
        keep_going: bool,
        /// Run only the parts with these names (as in the summary table) and what they need
        #[arg(long, value_name = "PART", value_delimiter = ',')]
        only: Vec<String>,
        /// Look at the page in every language, theme and width, not in one width for each
        #[arg(long)]
        full: bool,
    },
    /// Build the package and the page, and print how fast turns are, as ratios, and how fast a long run is walked
    Bench,
    /// Build the package and the page, and print how large they are
    Size,
}

/// Does the task; the exit code is the one of what was run last.
fn run(task: Task) -> Result<ExitCode> {
    match task {
        Task::Wasm => wasm::build()?,
        Task::Pack => pack::pack()?,
        Task::Play { port, check: true } => return play::check(port),
        Task::Play { port, check: false } => play::play(port)?,
        Task::Test { keep_going, only, full } => {
            parts::FULL.store(full, Ordering::Relaxed);
            return suite::run(keep_going, &only);
        }
        Task::Bench => {
            play::build()?;
            npm::install("tests/e2e")?;
            let chromium = browser::chromium()?;
            for bench in ["turns", "seeks", "scrub"] {
                let script = format!("tests/bench/{bench}.mjs");
                shell::run(npm::node()?.arg(script).env("CHROME_PATH", &chromium))?;
            }
        }
        Task::Size => {
            play::build()?;
            size::print()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    run(Cli::parse().task).unwrap_or_else(|error| {
        eprintln!("\nerror: {error:#}");
        ExitCode::FAILURE
    })
}
