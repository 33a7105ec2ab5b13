//! Formatting, lints, tests, benchmarks.

use anyhow::{Result, bail};

use crate::run::{cargo, run, say, succeeds};
use crate::setup;

/// Benchmarks of `tests/benches/`.
const BENCHES: &[&str] = &["core", "anchors"];

/// Sets the machine up, then runs everything that must hold; `rest` goes to `cargo test`.
///
/// # Errors
/// At the first thing that does not hold.
pub fn test(rest: &[&str]) -> Result<()> {
    setup::set_up()?;
    setup::set_up_components()?;
    say("Fetching dependencies; nothing after this needs a network");
    run(cargo().args(["fetch", "--locked"]))?;
    format_and_lints()?;
    say("Running every test");
    run(cargo().args(["test", "--workspace"]).args(rest))?;
    say("Everything holds");
    Ok(())
}

/// Formatting, lints and the rules for dependencies.
///
/// # Errors
/// At the first thing that does not hold.
pub fn check() -> Result<()> {
    setup::set_up_components()?;
    format_and_lints()?;
    if succeeds(cargo().args(["deny", "--version"])) {
        say("Checking dependencies: licences, bans, sources");
        run(cargo().args(["deny", "--all-features", "check", "bans", "licenses", "sources"]))?;
    } else {
        say("Not checked: bans and sources of dependencies, since cargo-deny is not installed");
        println!("   to install it: cargo install --locked cargo-deny");
        println!("   licences are checked by the tests too (tests/tests/house.rs)");
    }
    say("Everything holds");
    Ok(())
}

fn format_and_lints() -> Result<()> {
    say("Checking formatting");
    run(cargo().args(["fmt", "--all", "--check"]))?;
    say("Checking lints");
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// Runs one benchmark; `rest` goes to it.
///
/// # Errors
/// For an unknown name, or when the benchmark fails.
pub fn bench(name: &str, rest: &[&str]) -> Result<()> {
    if !BENCHES.contains(&name) {
        bail!("there is no benchmark {name}; there are {}", BENCHES.join(", "));
    }
    setup::set_up()?;
    say(&format!("Running the benchmark {name}"));
    run(cargo().args(["bench", "--package", "wenfang-tests", "--bench", name, "--"]).args(rest))
}
