//! Other people's bug reports as cases over the core: each file of `conformance/` holds one kind
//! of fault, each case says what holds instead, and `conformance/README.md` names the vocabulary.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

#[path = "conformance/case.rs"]
mod case;
#[path = "conformance/expect.rs"]
mod expect;
#[path = "conformance/pure.rs"]
mod pure;
#[path = "conformance/replies.rs"]
mod replies;
#[path = "conformance/shell.rs"]
mod shell;
#[path = "conformance/strict.rs"]
mod strict;

use std::{
    collections::BTreeSet,
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
};

use case::{Case, Row};

/// Every report has a number; a case for it either runs or says what it waits for.
fn numbers() -> BTreeSet<String> {
    (1..=60).map(|number| format!("A{number:02}")).collect()
}

/// What waits for parts that are not built yet: contexts of their own, a budget for a tree of
/// them, and a transport that runs in a browser.
const PENDING: [&str; 6] = ["A54", "A55", "A56", "A57", "A58", "A59"];

#[test]
fn every_public_case_holds() {
    let (mut passed, mut pending, mut failed) = (0, Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    // Straight to the stream: what a passing test prints through the macros is swallowed.
    let mut out = std::io::stdout();
    writeln!(out).unwrap();
    for case in case::all() {
        let Case { id, claim, pending: reason, rows } = &case;
        assert!(seen.insert(id.clone()), "{id} stands twice");
        if let Some(reason) = reason {
            writeln!(out, "{id} pending: {claim} ({reason})").unwrap();
            pending.push(id.clone());
            continue;
        }
        let faults = run(rows);
        let verdict = if faults.is_empty() { "holds" } else { "FAILS" };
        writeln!(out, "{id} {verdict}: {claim}").unwrap();
        if faults.is_empty() {
            passed += 1;
        } else {
            writeln!(out, "{}", faults.join("\n")).unwrap();
            failed.push(id.clone());
        }
    }
    writeln!(out, "public cases: {passed} passed, {} pending natively", pending.len()).unwrap();
    assert_eq!(seen, numbers(), "each report is a case");
    assert_eq!(pending, PENDING, "nothing else waits");
    assert!(failed.is_empty(), "these do not hold: {failed:?}");
}

/// What does not hold in these rows, each fault under the name of its row.
fn run(rows: &[Row]) -> Vec<String> {
    let mut told = Vec::new();
    let mut ran = 0;
    for row in rows.iter().filter(|row| row.is_for("native")) {
        ran += 1;
        let check = AssertUnwindSafe(|| match row.pure() {
            Some(kind) => pure::check(kind, row),
            None => shell::check(row),
        });
        let faults = catch_unwind(check).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            vec![format!("panic: {}", text.unwrap_or_default())]
        });
        told.extend(faults.into_iter().map(|fault| format!("  {}: {fault}", row.name)));
    }
    if ran == 0 {
        told.push("  no row runs here".to_owned());
    }
    told
}
