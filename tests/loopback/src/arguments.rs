//! The arguments of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wenfang_studio::Folders;
use wenfang_studio::desk::Start;

/// The arguments of the server.
pub struct Arguments {
    /// The folder of the built page.
    pub ui: PathBuf,
    /// Where this studio stores settings and backups.
    pub folders: Folders,
    /// The project to open.
    pub start: Start,
}

/// Reads `--ui <dir> --home <dir> [--open <project> | --sample]`.
pub fn read(mut args: impl Iterator<Item = OsString>) -> Result<Arguments> {
    let (mut ui, mut home, mut start) = (None, None, Start::Last);
    while let Some(name) = args.next() {
        let mut value =
            || args.next().map(PathBuf::from).with_context(|| format!("{} requires a value", name.display()));
        match name.to_str() {
            Some("--ui") => ui = Some(value()?),
            Some("--home") => home = Some(value()?),
            Some("--open") => start = Start::Project(value()?),
            Some("--sample") => start = Start::Sample,
            _ => bail!("unknown argument {}", name.display()),
        }
    }
    let home = home.context("--home <dir> is missing")?;
    Ok(Arguments {
        ui: ui
            .context("--ui <dir> is missing")?
            .canonicalize()
            .context("cannot resolve the folder of the page")?,
        folders: Folders::within(&home),
        start,
    })
}
