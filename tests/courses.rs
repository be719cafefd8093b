//! Courses and exercises: their schemas, and how answers are graded on the lesson's own runs.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use std::{env, fs, path::Path};

use secondwind_course::schemas;

#[test]
fn the_schemas_are_those_of_the_types() {
    for (name, schema) in schemas() {
        let made = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        let file = format!("../crates/course/schema/{name}.schema.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap();
        assert!(kept == made, "{name}: run the test with UPDATE_EXPECT=1");
    }
}
