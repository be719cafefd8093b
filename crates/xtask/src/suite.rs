//! Runs the parts of `cargo xtask test`, and sums them up in a table and a closing line.

use crate::{
    counts::Counts,
    parts::{PARTS, Part},
};
use anyhow::{Result, bail};
use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// How a part went, for the table.
struct Row {
    /// The part's name.
    name: &'static str,
    /// How long it took; `None` if it was not run.
    took: Option<Duration>,
    /// What it gave back.
    counts: Option<Counts>,
    /// Whether it passed.
    passed: bool,
}

/// Runs the parts, all or those named, and prints the table. Stops at the first that fails unless told to go on.
pub(crate) fn run(keep_going: bool, only: &[String]) -> Result<ExitCode> {
    if let Some(name) = only.iter().find(|name| PARTS.iter().all(|part| part.name != **name)) {
        bail!("there is no part {name:?}; there are {}", PARTS.map(|part| part.name).join(", "));
    }
    let mut rows = Vec::new();
    let mut stopped = false;
    let wanted = |part: &&Part| only.is_empty() || only.iter().any(|name| name == part.name);
    let parts: Vec<_> = PARTS.iter().filter(wanted).collect();
    for (index, part) in parts.iter().enumerate() {
        let row = if stopped {
            Row { name: part.name, took: None, counts: None, passed: false }
        } else {
            run_part(part, &format!("[{}/{}]", index + 1, parts.len()))
        };
        stopped |= !row.passed && !keep_going;
        rows.push(row);
    }
    print_table(&rows);
    let passed = rows.iter().all(|row| row.passed);
    let failed: Vec<_> =
        rows.iter().filter(|row| row.took.is_some() && !row.passed).map(|row| row.name).collect();
    if !failed.is_empty() {
        println!("\nTo run what failed again: cargo xtask test --only {}", failed.join(","));
    }
    let sum: Counts = rows.iter().filter_map(|row| row.counts).sum();
    println!("\n{} passed, {} failed", sum.passed, sum.failed);
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs one part under its heading.
fn run_part(part: &Part, place: &str) -> Row {
    println!("\n=== {place} {}: {}\n", part.name, part.title);
    let begin = Instant::now();
    let (counts, passed) = match (part.run)() {
        Ok(counts) => (counts, counts.is_none_or(|counts| counts.failed == 0)),
        Err(failed) => {
            eprintln!("\nerror: {}: {:#}", part.name, failed);
            // It counts as one failure, or the closing line would say that nothing went wrong.
            (Some(Counts { failed: 1, ..Counts::default() }), false)
        }
    };
    Row { name: part.name, took: Some(begin.elapsed()), counts, passed }
}

/// Prints how each part went.
fn print_table(rows: &[Row]) {
    println!(
        "\n{:<14} {:<8} {:>7} {:>7} {:>8} {:>8}",
        "part", "", "passed", "failed", "skipped", "seconds"
    );
    for row in rows {
        let outcome = match (row.took, row.passed) {
            (None, _) => "not run",
            (_, true) => "ok",
            (_, false) => "FAILED",
        };
        let number = |number: fn(Counts) -> u32| {
            row.counts.map(|counts| number(counts).to_string()).unwrap_or_default()
        };
        let seconds = row.took.map(|took| format!("{:.1}", took.as_secs_f64())).unwrap_or_default();
        let (passed, failed, skipped) =
            (number(|c| c.passed), number(|c| c.failed), number(|c| c.skipped));
        println!("{:<14} {outcome:<8} {passed:>7} {failed:>7} {skipped:>8} {seconds:>8}", row.name);
    }
}
