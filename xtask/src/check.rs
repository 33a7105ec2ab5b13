//! Formatting, lints, tests, generated files.

use std::process::Command;

use anyhow::{Context, Result, anyhow};

use crate::run::{cargo, npm, output_of, root, run, say, succeeds};
use crate::{app, setup};

/// Sets up the machine, then runs all checks and tests; `rest` is passed to `cargo test`.
///
/// # Errors
/// On the first failure.
pub fn test(rest: &[&str]) -> Result<()> {
    setup::set_up()?;
    setup::set_up_tests()?;
    setup::set_up_components()?;
    say("Fetching dependencies; no later step needs a network");
    run(cargo().args(["fetch", "--locked"]))?;
    app::page()?;
    formatting()?;
    page_lints()?;
    say("Beginning the tests of the window's page and of its components");
    // They need no program of ours. The build and many tests of the crates use only one core.
    let beside = std::thread::spawn(|| {
        let page = output_of(npm().args(["run", "--silent", "test"]))?;
        let stories = ["--project", "stories", "--maxWorkers", "1"];
        let stories = output_of(npm().args(["run", "--silent", "test:browser", "--"]).args(stories))?;
        anyhow::Ok([page, stories])
    });
    say("Building the tests and the programs, and checking their lints");
    // All in one build: cargo unites the features of what it builds together, and would build most dependencies
    // again for each separate program. By name, because this running program cannot be replaced on every system.
    let programs = ["wenfang-desktop", "wenfang-loopback", "wenfang", "wenfang-model-server"];
    let named = programs.iter().flat_map(|program| ["--bin", program]);
    run(linting(&mut cargo())
        .args(["build", "--workspace", "--tests", "--examples", "--benches"])
        .args(named))?;
    let folder = app::built()?.join("debug");
    let built = |name: &str| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    say("Running the tests of the crates");
    run(linting(&mut cargo()).args(["test", "--workspace"]).args(rest).env("WENFANG_BIN", built("wenfang")))?;
    say("Results of the tests of the window's page and of its components");
    for output in beside.join().map_err(|_| anyhow!("the tests of the page could not be run"))?? {
        println!("{output}");
    }
    say("Running the tests in Chromium");
    let server = built("wenfang-model-server");
    let mut browser = npm();
    browser.env("WENFANG_LOOPBACK_BIN", built("wenfang-loopback")).env("WENFANG_MODEL_SERVER_BIN", &server);
    let projects = ["--project", "parts", "--project", "app"];
    run(browser.args(["run", "--silent", "test:browser", "--"]).args(projects))?;
    say("Running the tests in the real window");
    let mut desktop = npm();
    desktop
        .env("DESKTOP", built("wenfang-desktop"))
        .env("WENFANG", built("wenfang"))
        .env("WENFANG_MODEL_SERVER_BIN", server);
    run(desktop.args(["run", "--silent", "test:desktop"]))?;
    say("All checks passed");
    Ok(())
}

/// Checks formatting, lints and dependencies.
///
/// # Errors
/// On the first failure.
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
        for workspace in ["", "pdf"] {
            let mut deny = cargo();
            deny.current_dir(root().join(workspace)).args(["deny", "--all-features", "check"]);
            run(deny.args(["bans", "licenses", "sources"]))?;
        }
    } else {
        say("Not checked: bans and sources of dependencies, because cargo-deny is not installed");
        println!("   to install it: cargo install --locked cargo-deny");
        println!("   the tests also check licences (tests/tests/house.rs)");
    }
    say("All checks passed");
    Ok(())
}

/// Makes Clippy compile the workspace and fail on any lint. A separate `cargo clippy` would check all dependencies
/// again, without output that a build can use.
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

/// Writes the generated files: the TypeScript types of every command.
///
/// # Errors
/// When they cannot be generated or written.
pub fn types() -> Result<()> {
    say("Writing ui/src/ipc/types.ts from the command list");
    let types =
        output_of(cargo().args(["run", "--quiet", "--package", "wenfang-studio", "--example", "typescript"]))
            .context("the types could not be generated")?;
    std::fs::write(root().join("ui/src/ipc/types.ts"), types).context("the types could not be written")
}

/// Takes the screenshots for the documents in the real window: each theme, and the tour through a whole novel.
///
/// # Errors
/// When the window cannot be built or controlled.
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
