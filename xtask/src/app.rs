//! The window: built, and opened on the sample novel.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::run::{answers, cargo, npm, run, say};
use crate::setup;

/// Sets the machine up, builds the window and opens it on the sample novel; `rest` goes to it instead of `--sample`.
///
/// # Errors
/// When the build fails or the window ends with an error.
pub fn app(rest: &[&str]) -> Result<()> {
    setup::set_up()?;
    let window = build()?;
    let arguments = if rest.is_empty() { &["--sample"] } else { rest };
    say("Opening the window on the sample novel 渡口; closing it ends this command");
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if has_screen || !cfg!(target_os = "linux") {
        return run(Command::new(&window).args(arguments));
    }
    if answers("xvfb-run", &["--help"]) {
        println!(
            "   there is no screen here: the window opens on one of its own, which nobody sees (xvfb-run)"
        );
        return run(Command::new("xvfb-run").arg("-a").arg(&window).args(arguments));
    }
    println!(
        "   there is no screen here (DISPLAY and WAYLAND_DISPLAY are not set): the window was built, not opened"
    );
    println!("   {}", window.display());
    Ok(())
}

/// Builds the window's page and the window around it.
///
/// # Errors
/// When either fails.
pub fn build() -> Result<PathBuf> {
    page()?;
    say("Building the window");
    run(cargo().args(["build", "--package", "wenfang-desktop"]))?;
    Ok(built()?.join("debug").join(format!("wenfang-desktop{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the window's page, which the window holds inside.
///
/// # Errors
/// When it fails.
pub fn page() -> Result<()> {
    setup::set_up_packages()?;
    say("Building the window's page");
    run(npm().args(["run", "--silent", "build"]))
}

/// The folder cargo builds into: this program lies in `debug/` of it.
///
/// # Errors
/// When this program lies elsewhere.
pub fn built() -> Result<PathBuf> {
    let own = std::env::current_exe().context("this program does not know where it is")?;
    own.ancestors().nth(2).map(PathBuf::from).context("this program is not in a target folder")
}
