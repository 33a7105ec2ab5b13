//! `wenfang`: every use case, without a window.
//!
//! Prints one JSON document on standard output and errors as JSON on standard error. There are no rules here: each
//! command becomes one request to the studio.

mod args;
mod evaluate;
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

/// Exit status: refused or failed.
const FAILED: u8 = 1;
/// Exit status: invalid usage.
const USAGE: u8 = 2;

/// Makes a file that exceeds the size limit of the process an error instead of a fatal signal.
#[cfg(unix)]
fn survive_file_size_limit() {
    /// The number of SIGXFSZ on every Unix that Wenfang runs on.
    const SIGXFSZ: i32 = 25;
    // If registration fails, the signal stays fatal.
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
    let result = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(run::run(&cli)),
        Err(error) => Err(run::internal(&error)),
    };
    match result {
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

/// Formats an answer for printing.
fn document(cli: &args::Cli, answer: &Value) -> String {
    if cli.pretty { pretty::text(answer) } else { format!("{}\n", terminal::json(answer)) }
}

/// The message for an invalid command line. It was not parsed, so `--pretty` is searched in the raw arguments.
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

/// Writes an answer. A closed pipe is not an error: its reader wanted no more. If an answer cannot be written,
/// reports that on standard error, because the command itself succeeded.
fn print(to: &mut impl Write, text: &str) -> ExitCode {
    match to.write_all(text.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let report = json!({
                "code": "io",
                "message": format!("the answer could not be written: {error}"),
                "hint": "The command itself succeeded. Check with `wenfang info` or `wenfang history`.",
            });
            // There is nothing left to do if this fails, too.
            let _ = writeln!(std::io::stderr(), "{report}");
            ExitCode::from(FAILED)
        }
        _ => ExitCode::SUCCESS,
    }
}
