//! Chromium for the checks of the page, and a font that has Korean.

use crate::{apt, shell};
use anyhow::{Result, bail, ensure};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// Where Debian puts it.
const DEBIAN: &str = "/usr/bin/chromium";

/// The browser: `CHROME_PATH`, else Debian's, which is installed if that can be.
pub(crate) fn chromium() -> Result<PathBuf> {
    if let Some(path) =
        env::var_os("CHROME_PATH").map(PathBuf::from).filter(|path| !path.as_os_str().is_empty())
    {
        ensure!(path.is_file(), "CHROME_PATH names {}, which is not there", path.display());
        return Ok(path);
    }
    if !Path::new(DEBIAN).is_file() {
        if !apt::can_install() {
            bail!(
                "the checks of the page need Chromium: `sudo apt-get install chromium`, or set CHROME_PATH to a Chrome or Chromium"
            );
        }
        apt::install(&["chromium", "chromium-driver"])?;
    }
    if !has_korean_font() && apt::can_install() {
        apt::install(&["fontconfig", "fonts-nanum"])?;
    }
    Ok(DEBIAN.into())
}

/// Whether a font on this machine has Korean letters; without one, Korean is drawn as boxes and measured wrong.
fn has_korean_font() -> bool {
    shell::ask(Command::new("fc-list").arg(":lang=ko")).is_some_and(|fonts| !fonts.is_empty())
}
