//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wenfang_studio::Folders;
use wenfang_studio::desk::Start;

/// What the server was started with.
pub struct Arguments {
    /// The folder of the built page.
    pub ui: PathBuf,
    /// Where settings and backups of this studio are.
    pub folders: Folders,
    /// What it opens.
    pub start: Start,
}

/// Reads `--ui <dir> --home <dir> [--open <project> | --sample]`.
pub fn read(mut args: impl Iterator<Item = OsString>) -> Result<Arguments> {
    let (mut ui, mut home, mut start) = (None, None, Start::Last);
    while let Some(name) = args.next() {
        let mut value =
            || args.next().map(PathBuf::from).with_context(|| format!("{} of what?", name.display()));
        match name.to_str() {
            Some("--ui") => ui = Some(value()?),
            Some("--home") => home = Some(value()?),
            Some("--open") => start = Start::Project(value()?),
            Some("--sample") => start = Start::Sample,
            _ => bail!("{} is no argument", name.display()),
        }
    }
    let home = home.context("--home <dir> is missing")?;
    Ok(Arguments {
        ui: ui.context("--ui <dir> is missing")?.canonicalize().context("the folder of the page")?,
        folders: Folders::within(&home),
        start,
    })
}
