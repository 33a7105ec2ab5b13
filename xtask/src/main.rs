//! `cargo xtask`: the commands for developers. Each one prints its steps before it runs them.
//!
//! Depends only on the standard library and `anyhow`, so that it builds in seconds on a fresh machine.

#![allow(clippy::print_stdout, reason = "this program prints for people")]

mod app;
mod bench;
mod check;
mod coverage;
mod licences;
mod package;
mod pdf;
mod run;
mod seams;
mod setup;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask <command>

  app              set up this machine, build the window and open it on the sample novel
  test             set up this machine, then check formatting, lints and every test
  check            check formatting, lints and dependencies, without the tests
  package          build the installable package, with all licences; `--test` installs, runs and removes it
  pdf              build the program that lays out PDF files, run its tests, and put it beside the other programs
  coverage         run the tests of the crates with counters, and print the share of lines by crate
  types            write the generated files
  screenshots      take the screenshots for the documents, in the real window
  bench            run every benchmark in a short form, and write the figures to docs/benchmarks.md
  bench <name> …   run one at full length: manuscript, anchors, names, canon, checks, gate, embed, search, workflow, mending or ui; further arguments are passed to it
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(compiled) = coverage::as_wrapper(&args) {
        return compiled;
    }
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
        ["pdf", rest @ ..] => pdf::pdf(rest),
        ["coverage"] => coverage::coverage(),
        ["types"] => check::types(),
        ["screenshots"] => check::screenshots(),
        ["bench"] => bench::all(),
        ["bench", name, rest @ ..] => bench::one(name, rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => bail!("unknown command: {}\n\n{USAGE}", words.join(" ")),
    }
}
