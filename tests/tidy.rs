//! The house in order: what the core may depend on, and what the repository keeps to.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The crates that a crate is built with, itself left out, as `cargo tree` tells.
fn dependencies(arguments: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--locked", "--prefix", "none", "--edges", "normal"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().skip(1).map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn the_core_depends_on_a_few_crates_that_do_no_io() {
    let allowed = [
        "proc-macro2",
        "quote",
        "syn",
        "thiserror",
        "thiserror-impl",
        "unicode-ident",
        "unicode-segmentation",
    ];
    let found = dependencies(&["-p", "secondwind-core"]);
    assert_eq!(found, allowed.map(str::to_owned).into());
}

#[test]
fn the_wire_depends_on_the_core_and_on_json() {
    let mut allowed = dependencies(&["-p", "secondwind-core", "--features", "json"]);
    allowed.insert("secondwind-core".to_owned());
    assert_eq!(dependencies(&["-p", "secondwind-wire"]), allowed);
}

#[test]
fn the_core_is_no_std_on_a_line_of_its_own() {
    let lib = fs::read_to_string(root().join("crates/core/src/lib.rs")).unwrap();
    assert!(lib.lines().any(|line| line == "#![no_std]"));
    assert!(!lib.contains("extern crate std"));
}

/// The files that git knows, as text; what is no text is left out.
fn files() -> Vec<(String, String)> {
    let output = Command::new("git").current_dir(root()).args(["ls-files", "-z"]).output().unwrap();
    let names = String::from_utf8(output.stdout).unwrap();
    let names = names.split('\0').filter(|name| !name.is_empty());
    let text = |name: &str| Some((name.to_owned(), fs::read_to_string(root().join(name)).ok()?));
    let files: Vec<_> = names.filter_map(text).collect();
    assert!(files.len() > 20);
    files
}

#[test]
fn source_files_stay_short_enough_to_read() {
    for (name, text) in files() {
        // What is written by a test is not read from top to bottom.
        if name.ends_with(".test-data.ts") {
            continue;
        }
        let extension = Path::new(&name).extension().unwrap_or_default();
        if ["rs", "ts", "mjs", "svelte", "css"].iter().any(|wanted| extension == *wanted) {
            assert!(text.lines().count() <= 600, "{name} has {} lines", text.lines().count());
        }
    }
}

#[test]
fn nothing_visible_stands_at_the_top_but_what_is_meant_to() {
    let allowed = [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "course",
        "crates",
        "tests",
        "www",
    ];
    for (name, _) in files() {
        let top = name.split('/').next().unwrap();
        assert!(top.starts_with('.') || allowed.contains(&top), "{name}");
    }
}

#[test]
fn the_catalogs_have_the_same_keys_and_arguments_in_every_language() {
    let folder = root().join("crates/course/catalogs");
    let catalogs = fs::read_dir(folder.join("en")).unwrap();
    for catalog in catalogs.map(|entry| entry.unwrap().file_name().into_string().unwrap()) {
        let read = |lang: &str| fs::read_to_string(folder.join(lang).join(&catalog)).unwrap();
        let english = messages(&read("en"));
        assert!(english.len() > 3);
        for lang in ["pt-BR", "ko"] {
            assert_eq!(messages(&read(lang)), english, "{lang}/{catalog}");
        }
    }
}

#[test]
fn a_key_is_in_one_catalog_alone() {
    // The page reads all catalogs of a language as one.
    let mut known = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates/course/catalogs/en")).unwrap() {
        for (key, _) in messages(&fs::read_to_string(entry.unwrap().path()).unwrap()) {
            assert!(known.insert(key.clone()), "{key}");
        }
    }
}

/// The keys of a catalog, each with the arguments that it uses.
fn messages(catalog: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut messages: Vec<(String, BTreeSet<String>)> = Vec::new();
    for line in catalog.lines().filter(|line| !line.starts_with('#')) {
        let is_key = |key: &&str| !key.is_empty() && !key.starts_with(' ');
        if let Some((key, _)) = line.split_once(" =").filter(|(key, _)| is_key(key)) {
            messages.push((key.to_owned(), BTreeSet::new()));
        }
        let names = line.split('$').skip(1).map(|rest| {
            rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
        });
        // A dollar sign by itself is money.
        let names = names.filter(|name| !name.is_empty());
        if let Some((_, arguments)) = messages.last_mut() {
            arguments.extend(names);
        }
    }
    messages
}
