//! Reads from what test runners print how many tests they ran. A runner that ran none has tested nothing, however it ended.

use anyhow::{Result, bail, ensure};
use std::{iter::Sum, ops::AddAssign};

/// How many tests passed, failed and were left out.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Counts {
    /// Tests that passed.
    pub(crate) passed: u32,
    /// Tests that failed.
    pub(crate) failed: u32,
    /// Tests that were not run.
    pub(crate) skipped: u32,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, next| {
            sum += next;
            sum
        })
    }
}

/// The test runners whose summaries are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Runner {
    /// `cargo test`, and the runner of the wasm tests, which prints as it does.
    Cargo,
    /// `node --test`.
    Node,
    /// Vitest.
    Vitest,
}

impl Runner {
    /// Sums up a run from what it printed on standard output and standard error.
    pub(crate) fn read(self, out: &str, err: &str) -> Result<Counts> {
        let counts = match self {
            Self::Cargo => cargo(out, err)?,
            Self::Node => node(out),
            Self::Vitest => vitest(out),
        };
        ensure!(counts.passed + counts.failed > 0, "no test ran ({self:?} summed up none)");
        Ok(counts)
    }
}

/// The number before a word, as in `12 passed`.
fn number_before(text: &str, word: &str) -> u32 {
    let mut words = text
        .split(|c: char| c.is_whitespace() || ";.|()".contains(c))
        .filter(|word| !word.is_empty());
    let mut last = "";
    words
        .find_map(|found| {
            let number = (found == word).then(|| last.parse().ok());
            last = found;
            number
        })
        .flatten()
        .unwrap_or_default()
}

/// `test result: ok. 12 passed; 0 failed; 1 ignored; ...`, once for each file of tests.
///
/// Unit tests and doc tests may be absent from a crate. A file of tests without a test is a mistake: its tests are
/// compiled out, or wait for another runner.
fn cargo(out: &str, err: &str) -> Result<Counts> {
    let results: Vec<Counts> = out
        .lines()
        .filter_map(|line| match line.split_once("test result: ") {
            Some((_, line)) => Some(Counts {
                passed: number_before(line, "passed"),
                failed: number_before(line, "failed"),
                skipped: number_before(line, "ignored"),
            }),
            None => (line == "no tests to run!").then(Counts::default),
        })
        .collect();
    let names = err
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("Running ") || line.starts_with("Doc-tests "));
    for (name, counts) in names.zip(&results) {
        if name.starts_with("Running tests/") && *counts == Counts::default() {
            bail!("no test ran in one file of tests: {name}");
        }
    }
    Ok(results.into_iter().sum())
}

/// `ℹ pass 5` (or `# pass 5`), once for each kind of outcome. Cancelled tests were not finished, so they failed.
fn node(out: &str) -> Counts {
    let sum = |outcome: &str| -> u32 {
        out.lines()
            .filter_map(|line| line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# ")))
            .filter_map(|line| {
                line.strip_prefix(outcome)?.strip_prefix(' ')?.trim().parse::<u32>().ok()
            })
            .sum()
    };
    Counts {
        passed: sum("pass"),
        failed: sum("fail") + sum("cancelled"),
        skipped: sum("skipped") + sum("todo"),
    }
}

/// `Tests  1 failed | 11 passed | 2 skipped (14)`.
fn vitest(out: &str) -> Counts {
    let lines = out.lines().filter_map(|line| line.trim().strip_prefix("Tests "));
    lines
        .map(|line| Counts {
            passed: number_before(line, "passed"),
            failed: number_before(line, "failed"),
            skipped: number_before(line, "skipped") + number_before(line, "todo"),
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of a run without skipped tests.
    fn counts(passed: u32, failed: u32, skipped: u32) -> Counts {
        Counts { passed, failed, skipped }
    }

    #[test]
    fn cargo_is_summed_over_its_files() {
        let out = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
                   test result: FAILED. 40 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out\n\
                   test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let err = "     Running unittests src/lib.rs (target/debug/deps/a)\n     Running tests/all.rs (target/debug/deps/all)\n   Doc-tests core\n";
        assert_eq!(Runner::Cargo.read(out, err).expect("tests ran"), counts(42, 3, 1));
    }

    #[test]
    fn cargo_without_a_test_in_a_file_of_tests_fails() {
        let out = "test result: ok. 2 passed; 0 failed; 0 ignored\ntest result: ok. 0 passed; 0 failed; 0 ignored\n";
        let wasm = "test result: ok. 2 passed; 0 failed; 0 ignored\nno tests to run!\n";
        let err = "     Running unittests src/lib.rs (x)\n     Running tests/web.rs (y)\n";
        for out in [out, wasm] {
            let error = Runner::Cargo.read(out, err).expect_err("empty").to_string();
            assert!(error.contains("tests/web.rs"), "{error}");
        }
    }

    #[test]
    fn node_in_both_of_its_forms() {
        let spec = "✔ a (1ms)\nℹ tests 6\nℹ suites 0\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 52.1\n";
        assert_eq!(Runner::Node.read(spec, "").expect("tests ran"), counts(3, 2, 1));
        let tap = "ok 1 - a\n1..1\n# tests 1\n# suites 0\n# pass 1\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n";
        assert_eq!(Runner::Node.read(tap, "").expect("tests ran"), counts(1, 0, 0));
    }

    #[test]
    fn vitest_counts_tests_and_not_files() {
        let out = " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 11 passed | 2 skipped (14)\n   Start at  13:00:00\n";
        assert_eq!(Runner::Vitest.read(out, "").expect("tests ran"), counts(11, 1, 2));
    }

    #[test]
    fn a_run_without_tests_fails() {
        for (runner, out) in [
            (Runner::Cargo, "test result: ok. 0 passed; 0 failed; 4 ignored"),
            (Runner::Cargo, "no tests to run!"),
            (Runner::Node, "ℹ tests 0\nℹ pass 0\nℹ fail 0\n"),
            (Runner::Vitest, "No test files found, exiting with code 0"),
        ] {
            assert!(runner.read(out, "").is_err(), "{runner:?}: {out}");
        }
    }
}
