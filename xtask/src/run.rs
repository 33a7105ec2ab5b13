//! Runs other programs: each is printed before it starts, and a failure ends the command.

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

/// The cargo that runs this program, with an environment as if it were called by hand.
///
/// `cargo run` sets variables with the package of this program. A nested cargo would pass them to build scripts,
/// and those that read them (such as that of `ring`) would be run again, with everything that depends on them,
/// whenever the two ways of calling alternate.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_package_variable) {
            command.env_remove(name);
        }
    }
    command.current_dir(root());
    command
}

fn is_package_variable(variable: &str) -> bool {
    variable.starts_with("CARGO_PKG_") || variable.starts_with("CARGO_MANIFEST_")
}

/// npm, in the folder of the page.
pub fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join("ui"));
    command
}

/// Prints the next step, with the total time so far in minutes and seconds.
pub fn say(what: &str) {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    let seconds = STARTED.get_or_init(Instant::now).elapsed().as_secs();
    println!("\n== [{}:{:02}] {what}", seconds / 60, seconds % 60);
}

/// Prints a command and runs it, without standard input.
///
/// # Errors
/// When it cannot be started or fails.
pub fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    println!("   $ {line}");
    let status =
        command.stdin(Stdio::null()).status().with_context(|| format!("`{line}` could not be started"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// The standard output of a command, which is not printed.
///
/// # Errors
/// When it cannot be started or fails; the error includes its output.
pub fn output_of(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("`{line}` could not be started"))?;
    if !output.status.success() {
        let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        bail!("`{line}` failed ({})\n{stdout}{stderr}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program exists and runs successfully.
pub fn answers(program: &str, args: &[&str]) -> bool {
    succeeds(Command::new(program).args(args))
}

/// Whether a command succeeds; its output is discarded.
pub fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The command line, as one would type it.
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
    use super::{cargo, is_package_variable};

    #[test]
    fn package_variables_are_removed() {
        assert!(std::env::var_os("CARGO_PKG_NAME").is_some(), "cargo sets it for tests");
        let command = cargo();
        let passed_on = |name: &str| !command.get_envs().any(|(gone, value)| gone == name && value.is_none());
        assert!(!passed_on("CARGO_PKG_NAME"));
        assert!(!passed_on("CARGO_MANIFEST_DIR"));
        assert!(!is_package_variable("CARGO_HOME"));
    }
}
