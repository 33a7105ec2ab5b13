//! `cargo xtask`: the commands people need. Each says what it does before it does it.
//!
//! Only the standard library and `anyhow`: this builds in seconds on a machine that has nothing else yet.

#![allow(clippy::print_stdout, reason = "talking to people is what this program is for")]

mod app;
mod bench;
mod check;
mod licences;
mod package;
mod run;
mod seams;
mod setup;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask <command>

  app              set up this machine, build the window and open it on the sample novel
  test             set up this machine, then check formatting, lints and every test
  check            formatting, lints and dependencies, without the tests
  package          make the package that people install, with all licences; `--test` installs, runs and removes it
  types            write the files that are made from others
  screenshots      take the pictures of the documents, in the real window
  bench            run every benchmark in a short form, and write the figures into docs/benchmarks.md
  bench <name> …   run one at its full length: core, anchors, names, canon, gate, embed, search, workflow or ui; what follows goes to it
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["app", rest @ ..] => app::app(rest),
        ["test", rest @ ..] => check::test(rest),
        ["check"] => check::check(),
        ["package", rest @ ..] => package::package(rest),
        ["types"] => check::types(),
        ["screenshots"] => check::screenshots(),
        ["bench"] => bench::all(),
        ["bench", name, rest @ ..] => bench::one(name, rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => bail!("there is no such command: {}\n\n{USAGE}", words.join(" ")),
    }
}
