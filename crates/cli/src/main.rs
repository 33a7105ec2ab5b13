//! `wenfang`: every use case without a window.
//!
//! One JSON document on standard output, errors as JSON on standard error; no rules of its own: each command becomes
//! one request to the studio.

mod args;
mod host;
mod outcome;
mod pretty;
mod request;
mod run;
mod terminal;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use serde_json::{Value, json};

/// Refused or failed.
const FAILED: u8 = 1;
/// Wrong usage.
const USAGE: u8 = 2;

/// A file that grows beyond the limit of the process is an error to report, not a death.
#[cfg(unix)]
fn survive_file_size_limit() {
    /// SIGXFSZ has this number on every Unix that Wenfang runs on.
    const SIGXFSZ: i32 = 25;
    // Where it cannot be registered the process dies as it would have.
    let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
}

#[cfg(not(unix))]
fn survive_file_size_limit() {}

fn main() -> ExitCode {
    survive_file_size_limit();
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return print(&mut std::io::stdout(), &error.to_string());
        }
        Err(error) => {
            print(&mut std::io::stderr(), &usage(&error));
            return ExitCode::from(USAGE);
        }
    };
    let done = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(run::run(&cli)),
        Err(error) => Err(run::internal(&error)),
    };
    match done {
        Ok(answer) => print(&mut std::io::stdout(), &document(&cli, &answer)),
        Err(failure) => {
            if let Some(answer) = failure.answer {
                print(&mut std::io::stdout(), &document(&cli, &answer));
            }
            let report = if cli.pretty {
                terminal::shown(&format!("{}\n{}\n", failure.error.message, failure.error.hint))
            } else {
                format!("{}\n", terminal::json(&json!(failure.error)))
            };
            print(&mut std::io::stderr(), &report);
            ExitCode::from(FAILED)
        }
    }
}

/// An answer as it is printed.
fn document(cli: &args::Cli, answer: &Value) -> String {
    if cli.pretty { pretty::text(answer) } else { format!("{}\n", terminal::json(answer)) }
}

/// What to say about a command line that makes no sense. It was not understood, so whether it wanted text for people
/// is looked up word by word.
fn usage(error: &clap::Error) -> String {
    let words = error.to_string();
    if std::env::args_os().any(|argument| argument == "--pretty") {
        return terminal::shown(&words);
    }
    let message = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "no command was given",
        _ => words.trim().trim_start_matches("error: "),
    };
    let report = json!({ "code": "usage", "message": message, "hint": "Run `wenfang --help`." });
    format!("{}\n", terminal::json(&report))
}

/// Writes an answer; a reader that closed the pipe early wanted no more. An answer that cannot be written is told on
/// standard error, since the act is done.
fn print(to: &mut impl Write, text: &str) -> ExitCode {
    match to.write_all(text.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let report = json!({
                "code": "io",
                "message": format!("the answer could not be written: {error}"),
                "hint": "What was asked for was done. Ask again with `wenfang info` or `wenfang history`.",
            });
            // Nothing is left to write to when this fails too.
            let _ = writeln!(std::io::stderr(), "{report}");
            ExitCode::from(FAILED)
        }
        _ => ExitCode::SUCCESS,
    }
}
