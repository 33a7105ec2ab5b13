//! Set-up of a fresh machine: system packages and parts of the Rust tool chain, installed where that is possible and
//! named where it is not.

use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{answers, cargo, run, say, succeeds};

/// A program that must be there, and the Debian package that brings it.
struct Needed {
    program: &'static str,
    package: &'static str,
    why: &'static str,
}

const NEEDED: &[Needed] = &[
    Needed { program: "cc", package: "build-essential", why: "builds SQLite and zstd" },
    Needed { program: "git", package: "git", why: "tests look at the files under version control" },
];

/// Makes sure that system packages and tool chain parts are there.
///
/// # Errors
/// When something is missing and cannot be installed from here; the message says what to run.
pub fn set_up() -> Result<()> {
    say("Looking for what the build needs");
    let missing: Vec<&Needed> =
        NEEDED.iter().filter(|needed| !answers(needed.program, &["--version"])).collect();
    for needed in NEEDED {
        let found = if missing.iter().any(|m| m.program == needed.program) { "missing" } else { "there" };
        println!("   {}: {found} ({})", needed.program, needed.why);
    }
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().map(|needed| needed.package).collect();
        install(&packages)?;
    }
    Ok(())
}

/// Makes sure that `cargo fmt` and `cargo clippy` are there.
///
/// # Errors
/// When they are missing and the tool chain is not rustup's.
pub fn set_up_components() -> Result<()> {
    let missing: Vec<&str> = [("fmt", "rustfmt"), ("clippy", "clippy")]
        .into_iter()
        .filter(|(command, _)| !succeeds(cargo().args([command, "--version"])))
        .map(|(_, component)| component)
        .collect();
    if missing.is_empty() {
        println!("   rustfmt, clippy: there");
        return Ok(());
    }
    say(&format!("Adding {} to the Rust tool chain", missing.join(" and ")));
    if !answers("rustup", &["--version"]) {
        bail!("{} missing: add them to the Rust tool chain and run this again", missing.join(" and "));
    }
    run(Command::new("rustup").args(["component", "add"]).args(&missing))
}

/// Installs Debian packages, as root or with a sudo that asks for no password.
fn install(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if !answers("apt-get", &["--version"]) {
        bail!("install these with the package manager of this system, then run this again: {list}");
    }
    let Some(prefix) = privileged() else {
        bail!(
            "run this, then the same command again:\n\n    sudo apt-get update && sudo apt-get install -y {list}\n"
        );
    };
    say(&format!("Installing {list} with apt-get"));
    run(prefix().args(["apt-get", "update", "-qq"]))?;
    let options = ["-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600"];
    run(prefix().args(["apt-get", "install"]).args(options).args(packages))
}

/// How to run something as root without a question, if there is a way.
fn privileged() -> Option<impl Fn() -> Command> {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == "0");
    if !is_root && !answers("sudo", &["-n", "true"]) {
        return None;
    }
    Some(move || {
        let mut command = Command::new(if is_root { "env" } else { "sudo" });
        if !is_root {
            command.args(["-n", "env"]);
        }
        command.arg("DEBIAN_FRONTEND=noninteractive");
        command
    })
}
