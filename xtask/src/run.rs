//! Running other programs: each is shown before it starts, and its failure ends the act.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap_or_else(|_| PathBuf::from("."))
}

/// The cargo that runs this program, as if it were called by hand.
///
/// `cargo run` tells a program which package it is. A cargo below that hands it on to build scripts, and those that ask (that
/// of `ring` does) would run anew, with everything that stands on them, each time the two ways of calling take turns.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(tells_the_package) {
            command.env_remove(name);
        }
    }
    command.current_dir(root());
    command
}

fn tells_the_package(variable: &str) -> bool {
    variable.starts_with("CARGO_PKG_") || variable.starts_with("CARGO_MANIFEST_")
}

/// npm, in the folder of the window's page.
pub fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join("ui"));
    command
}

/// Says what is done next, and how long all before it took: minutes and seconds.
pub fn say(what: &str) {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    let seconds = BEGUN.get_or_init(Instant::now).elapsed().as_secs();
    println!("\n== [{}:{:02}] {what}", seconds / 60, seconds % 60);
}

/// Shows a command and runs it; nothing is asked of the person in front of it.
///
/// # Errors
/// When it does not start or does not succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    println!("   $ {line}");
    let status = command.stdin(Stdio::null()).status().with_context(|| format!("`{line}` did not start"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// What a command prints, without showing it.
///
/// # Errors
/// When it does not start or does not succeed; the message holds what it said.
pub fn told(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("`{line}` did not start"))?;
    if !output.status.success() {
        let [said, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        bail!("`{line}` failed ({})\n{said}{complained}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program is there and answers.
pub fn answers(program: &str, args: &[&str]) -> bool {
    succeeds(Command::new(program).args(args))
}

/// Whether a command succeeds; what it prints does not matter.
pub fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// A command as one would type it.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()];
    words.extend(command.get_args().map(quoted));
    words.join(" ")
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.is_empty() || word.contains([' ', '$', '*', '\'']) {
        format!("\"{word}\"")
    } else {
        word.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{cargo, tells_the_package};

    #[test]
    fn cargo_is_not_told_which_package_this_is() {
        assert!(std::env::var_os("CARGO_PKG_NAME").is_some(), "cargo tells it to a test");
        let command = cargo();
        let handed_on = |name: &str| !command.get_envs().any(|(gone, value)| gone == name && value.is_none());
        assert!(!handed_on("CARGO_PKG_NAME"));
        assert!(!handed_on("CARGO_MANIFEST_DIR"));
        assert!(!tells_the_package("CARGO_HOME"));
    }
}
