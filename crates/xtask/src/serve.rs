//! The built page, served on this machine only.

use anyhow::{Context, Result};
use secondwind_serve::{Answer, Site, Visitors, file_below, media_type};
use std::{fs, path::Path};

/// Serves a folder on the port, or on the next one that is free.
pub(crate) fn folder(folder: &Path, port: u16) -> Result<Site> {
    let folder = folder
        .canonicalize()
        .with_context(|| format!("nothing to serve in {}", folder.display()))?;
    let answer = move |path: &str| {
        let file = file_below(&folder, path);
        let read = file.and_then(|file| Some((media_type(file.to_str()?), fs::read(&file).ok()?)));
        read.map_or(Answer::Missing, |(media, bytes)| Answer::File { media, bytes: bytes.into() })
    };
    Site::start(port, Visitors::Any, answer).with_context(|| {
        format!("cannot serve on port {port} or those above; name another one with --port")
    })
}
