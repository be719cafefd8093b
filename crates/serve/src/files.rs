//! Files by the path of an address.

use std::path::{Path, PathBuf};

/// The file that a path names; `None` if there is none in the folder.
///
/// Percent signs are not decoded, since no built file needs them. Links are followed only as far as
/// the folder, which is to be given as [`Path::canonicalize`] answers it.
pub fn file_below(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.trim_start_matches('/');
    if path.split('/').any(|part| part.starts_with('.')) || path.contains('\\') {
        return None;
    }
    let mut file = folder.join(path);
    if file.is_dir() {
        file.push("index.html");
    }
    let file = file.canonicalize().ok()?;
    (file.starts_with(folder) && file.is_file()).then_some(file)
}

/// The media type that a file's ending stands for.
pub fn media_type(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|end| end.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "toml" | "ftl" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
