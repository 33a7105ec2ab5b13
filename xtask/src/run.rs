//! Running other programs: each is shown before it starts, and its failure ends the act.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap_or_else(|_| PathBuf::from("."))
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// npm, in the folder of the window's page.
pub fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join("ui"));
    command
}

/// Says what is done next.
pub fn say(what: &str) {
    println!("\n== {what}");
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
        bail!("`{line}` failed ({})\n{}", output.status, String::from_utf8_lossy(&output.stderr));
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
