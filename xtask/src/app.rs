//! Builds the window, and opens it on the sample novel.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use anyhow::{Context, Result};

use crate::run::{answers, cargo, npm, root, run, say};
use crate::setup;

/// Sets up the machine, builds the window and opens it on the sample novel; `rest` replaces `--sample`.
///
/// # Errors
/// When the build fails, or the window ends with an error.
pub fn app(rest: &[&str]) -> Result<()> {
    setup::set_up()?;
    let window = build()?;
    let arguments = if rest.is_empty() { &["--sample"] } else { rest };
    say("Opening the window on the sample novel; closing it ends this command");
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if has_screen || !cfg!(target_os = "linux") {
        return run(Command::new(&window).args(arguments));
    }
    if answers("xvfb-run", &["--help"]) {
        println!("   there is no screen: the window opens on a virtual one (xvfb-run)");
        return run(Command::new("xvfb-run").arg("-a").arg(&window).args(arguments));
    }
    println!(
        "   there is no screen (DISPLAY and WAYLAND_DISPLAY are not set): the window was built, but not opened"
    );
    println!("   {}", window.display());
    Ok(())
}

/// Builds the page and the window around it.
///
/// # Errors
/// When a build fails.
pub fn build() -> Result<PathBuf> {
    page()?;
    say("Building the window");
    run(cargo().args(["build", "--package", "wenfang-desktop"]))?;
    Ok(built()?.join("debug").join(format!("wenfang-desktop{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the page, which is embedded in the window. An unchanged file is not touched: a new timestamp would cause
/// the window to be linked again.
///
/// # Errors
/// When the build fails.
pub fn page() -> Result<()> {
    setup::set_up_packages()?;
    say("Building the window's page");
    let fresh = built()?.join("page");
    run(npm().args(["run", "--silent", "build", "--", "--emptyOutDir", "--outDir"]).arg(&fresh))?;
    mirror(&fresh, &root().join("ui/dist")).context("ui/dist could not be written")
}

/// Mirrors a folder; unchanged files are not touched.
fn mirror(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        let counterpart = from.join(entry.file_name());
        if counterpart.is_dir() != entry.file_type()?.is_dir() || !counterpart.exists() {
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            mirror(&source, &target)?;
        } else {
            let fresh = fs::read(&source)?;
            if fs::read(&target).ok().is_none_or(|old| old != fresh) {
                fs::write(&target, fresh)?;
            }
        }
    }
    Ok(())
}

/// The target folder of cargo; this program is in its `debug/`.
///
/// # Errors
/// When this program is elsewhere.
pub fn built() -> Result<PathBuf> {
    let executable = std::env::current_exe().context("the path of this program is unknown")?;
    executable.ancestors().nth(2).map(PathBuf::from).context("this program is not in a target folder")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn unchanged_files_stay_and_removed_ones_are_deleted() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let (from, to) = (home.path().join("from"), home.path().join("to"));
        fs::create_dir_all(from.join("assets"))?;
        fs::create_dir_all(to.join("assets"))?;
        fs::create_dir_all(to.join("old"))?;
        for (name, old, new) in [
            ("index.html", Some("same"), Some("same")),
            ("assets/a.js", Some("before"), Some("after")),
            ("assets/b.js", None, Some("")),
            ("assets/c.js", Some("gone"), None),
            ("old/d.js", Some("gone"), None),
        ] {
            old.map_or(Ok(()), |text| fs::write(to.join(name), text))?;
            new.map_or(Ok(()), |text| fs::write(from.join(name), text))?;
        }
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        fs::File::options().write(true).open(to.join("index.html"))?.set_modified(long_ago)?;
        mirror(&from, &to)?;
        assert_eq!(fs::metadata(to.join("index.html"))?.modified()?, long_ago);
        assert_eq!(fs::read_to_string(to.join("assets/a.js"))?, "after");
        assert_eq!(fs::read_to_string(to.join("assets/b.js"))?, "");
        assert!(!to.join("assets/c.js").exists());
        assert!(!to.join("old").exists());
        Ok(())
    }
}
