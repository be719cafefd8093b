//! Replays what the fuzzer and the properties have found, and what they start from.

use std::{fs, path::Path};

use secondwind_tests::{TARGETS, target};

#[test]
fn what_was_found_once_is_found_no_more() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for name in TARGETS {
        let mut inputs: Vec<_> = fs::read_dir(corpus.join(name))
            .expect("each target has a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        inputs.sort();
        assert!(!inputs.is_empty(), "{name} has no inputs");
        for input in inputs {
            let bytes = fs::read(&input).expect("an input");
            if let Err(told) = target(name, &bytes) {
                panic!("{}: {told}", input.display());
            }
        }
    }
}
