//! Puts the page that was built in `www/dist` into the program, with the feature `page`.
#![allow(clippy::print_stdout, reason = "cargo is told by printing")]

use std::{
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return Ok(());
    }
    let path = |name| env::var_os(name).map_or_else(PathBuf::new, PathBuf::from);
    let page = path("CARGO_MANIFEST_DIR").join("../../www/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    if !page.join("index.html").is_file() {
        println!(
            "cargo::error=there is no built page in www/dist: `cargo xtask pack` builds it first"
        );
        return Ok(());
    }
    let mut files = Vec::new();
    gather(&page.canonicalize()?, "", &mut files)?;
    files.sort();
    let mut text = "&[".to_owned();
    for (name, file) in files {
        let _ = write!(text, "({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    fs::write(path("OUT_DIR").join("page.rs"), text + "]")
}

fn gather(folder: &Path, within: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
        if path.is_dir() {
            gather(&path, &format!("{within}{name}/"), files)?;
        } else {
            files.push((format!("{within}{name}"), path));
        }
    }
    Ok(())
}
