//! Formatting, lints, tests, generated files.

use std::process::Command;

use anyhow::{Context, Result, anyhow};

use crate::run::{cargo, npm, root, run, say, succeeds, told};
use crate::{app, setup};

/// Sets the machine up, then runs everything that must hold; `rest` goes to `cargo test`.
///
/// # Errors
/// At the first thing that does not hold.
pub fn test(rest: &[&str]) -> Result<()> {
    setup::set_up()?;
    setup::set_up_tests()?;
    setup::set_up_components()?;
    say("Fetching dependencies; nothing after this needs a network");
    run(cargo().args(["fetch", "--locked"]))?;
    app::page()?;
    formatting()?;
    page_lints()?;
    say("Building the tests and the programs, and checking their lints");
    // All at once: cargo unites the features of what it builds together, and would build most dependencies again for each
    // program that is built by itself. By name, since this very program cannot be replaced everywhere while it runs.
    let programs = ["wenfang-desktop", "wenfang-loopback", "wenfang", "wenfang-model-server"];
    let named = programs.iter().flat_map(|program| ["--bin", program]);
    run(linting(&mut cargo())
        .args(["build", "--workspace", "--tests", "--examples", "--benches"])
        .args(named))?;
    let folder = app::built()?.join("debug");
    let built = |name: &str| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    say("Running the tests of the crates and, beside them, the unit tests of the window's page");
    // Many tests of the crates keep one core busy.
    let page = std::thread::spawn(|| told(npm().args(["run", "--silent", "test"])));
    run(linting(&mut cargo()).args(["test", "--workspace"]).args(rest).env("WENFANG_BIN", built("wenfang")))?;
    say("The unit tests of the window's page");
    println!("{}", page.join().map_err(|_| anyhow!("the unit tests of the page could not be run"))??);
    say("Running the tests in Chromium");
    let server = built("wenfang-model-server");
    let mut browser = npm();
    browser.env("WENFANG_LOOPBACK_BIN", built("wenfang-loopback")).env("WENFANG_MODEL_SERVER_BIN", &server);
    run(browser.args(["run", "--silent", "test:browser"]))?;
    say("Running the tests in the real window");
    let mut desktop = npm();
    desktop
        .env("DESKTOP", built("wenfang-desktop"))
        .env("WENFANG", built("wenfang"))
        .env("WENFANG_MODEL_SERVER_BIN", server);
    run(desktop.args(["run", "--silent", "test:desktop"]))?;
    say("Everything holds");
    Ok(())
}

/// Formatting, lints and the rules for dependencies.
///
/// # Errors
/// At the first thing that does not hold.
pub fn check() -> Result<()> {
    setup::set_up()?;
    setup::set_up_components()?;
    app::page()?;
    formatting()?;
    say("Checking lints");
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    page_lints()?;
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

/// Has Clippy compile the crates of the workspace, and any lint fail: `cargo clippy` would check all dependencies once more,
/// which nothing that is built can use.
fn linting(cargo: &mut Command) -> &mut Command {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__")
}

fn formatting() -> Result<()> {
    say("Checking formatting");
    run(cargo().args(["fmt", "--all", "--check"]))
}

fn page_lints() -> Result<()> {
    say("Checking the window's page: formatting, lints, types");
    run(npm().args(["run", "--silent", "lint"]))?;
    run(npm().args(["run", "--silent", "types"]))
}

/// Writes the files that are made from others: the TypeScript types of every command.
///
/// # Errors
/// When they cannot be made or written.
pub fn types() -> Result<()> {
    say("Writing ui/src/ipc/types.ts from the command list");
    let made =
        told(cargo().args(["run", "--quiet", "--package", "wenfang-studio", "--example", "typescript"]))
            .context("the types could not be made")?;
    std::fs::write(root().join("ui/src/ipc/types.ts"), made).context("the types could not be written")
}

/// Takes the pictures of the documents, in the real window: each look of it, and the tour through a whole novel.
///
/// # Errors
/// When the window cannot be built or driven.
pub fn screenshots() -> Result<()> {
    setup::set_up()?;
    setup::set_up_tests()?;
    app::build()?;
    say("Taking pictures of the window");
    let mut pictures = npm();
    pictures.env("WENFANG_PICTURES", root().join("docs/screenshots"));
    pictures.env("WENFANG_TOUR", root().join("docs/tour"));
    run(pictures.args(["run", "--silent", "test:desktop", "--", "pictures", "journey"]))
}
