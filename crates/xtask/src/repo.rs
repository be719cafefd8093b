//! Where things are in the repository.

use std::{
    env,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// The top of the repository.
///
/// Cargo tells a program it runs where its package is; the path known when xtask was compiled is the way out for a
/// copy that was started by hand.
static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.ancestors().nth(2).unwrap_or(&package).to_path_buf()
});

/// The top of the repository.
pub(crate) fn root() -> &'static Path {
    &ROOT
}

/// A path given from the top of the repository.
pub(crate) fn at(path: impl AsRef<Path>) -> PathBuf {
    ROOT.join(path)
}
