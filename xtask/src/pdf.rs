//! The program that lays out PDF files: a workspace of its own in `pdf/`, because its crates take longer to build than
//! the window. Only the package and `cargo xtask pdf` build it.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::app::built;
use crate::run::{cargo, root, run, say};
use crate::setup;

/// Builds the program, checks it, runs its tests with whole novels, and puts it beside the programs of this target
/// folder, where they find it.
///
/// # Errors
/// On the first failure.
pub fn pdf(rest: &[&str]) -> Result<()> {
    setup::set_up()?;
    setup::set_up_pdf_tests()?;
    say("Checking formatting of the program for PDF");
    run(workspace().args(["fmt", "--check"]))?;
    let program = program()?;
    say("Checking its lints, and running its tests");
    run(workspace().args(["clippy", "--release", "--locked", "--all-targets", "--", "-D", "warnings"]))?;
    run(workspace().args(["test", "--release", "--locked"]).args(rest))?;
    for profile in ["debug", "release"] {
        let folder = built()?.join(profile);
        if folder.is_dir() {
            let beside = folder.join(program.file_name().context("the program has no name")?);
            std::fs::copy(&program, &beside).with_context(|| beside.display().to_string())?;
            println!("   {}", beside.display());
        }
    }
    Ok(())
}

/// Builds the program; returns its path.
///
/// # Errors
/// When it cannot be built.
pub fn program() -> Result<PathBuf> {
    say("Building the program for PDF; the first time this takes as long as the window");
    run(workspace().args(["build", "--release", "--locked"]))?;
    let name = format!("wenfang-pdf{}", std::env::consts::EXE_SUFFIX);
    Ok(built()?.join("pdf/release").join(name))
}

fn workspace() -> std::process::Command {
    let mut command = cargo();
    command.current_dir(root().join("pdf"));
    // Its own folder: two workspaces in one would build the crates that they share again and again.
    if let Ok(built) = built() {
        command.env("CARGO_TARGET_DIR", built.join("pdf"));
    }
    command
}
