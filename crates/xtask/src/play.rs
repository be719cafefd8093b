//! The page: built, served, and played by a browser on request.

use crate::{browser, npm, pack, repo, serve, shell};
use anyhow::Result;
use secondwind_serve::Site;
use std::{process::ExitCode, sync::OnceLock};

/// The first port that is tried.
pub(crate) const PORT: u16 = 4173;

/// Builds the package and the page in `www/dist`, once in a run.
pub(crate) fn build() -> Result<()> {
    static BUILT: OnceLock<()> = OnceLock::new();
    if BUILT.get().is_none() {
        pack::build()?;
        npm::install("www")?;
        shell::step("build the page", || shell::run(&mut npm::script("www", "build")?))?;
        BUILT.get_or_init(|| ());
    }
    Ok(())
}

/// Serves the page that was built.
pub(crate) fn serve(port: u16) -> Result<Site> {
    serve::folder(&repo::at("www/dist"), port)
}

/// Builds the page and serves it until the program is stopped.
pub(crate) fn play(port: u16) -> Result<()> {
    build()?;
    let site = serve(port)?;
    if site.port != port {
        println!("\nPort {port} is taken.");
    }
    println!("\nThe page is at {} (Ctrl-C stops it)", site.url);
    site.stay();
    Ok(())
}

/// Builds the page and lets headless Chromium play it; the exit code is that of the check.
pub(crate) fn check(port: u16) -> Result<ExitCode> {
    build()?;
    npm::install("tests/e2e")?;
    let chromium = browser::chromium()?;
    let site = serve(port)?;
    let status = shell::status(
        npm::node()?.args(["tests/e2e/check.mjs", &site.url]).env("CHROME_PATH", chromium),
    )?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
