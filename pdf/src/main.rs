//! `wenfang-pdf`: lays out a book as PDF.
//!
//! A job in JSON on standard input becomes a PDF on standard output; standard error gets one JSON object, the report
//! or the error. Wenfang starts this program for each file; it reads no other file than fonts.

mod error;
mod fonts;
mod job;
mod press;
mod readings;
mod world;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use error::{Error, Report};
use job::Job;

/// What the command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Arguments {
    /// The most memory that this program may allocate, in MiB.
    memory: Option<u64>,
    /// The folder of the fonts, in place of the system's.
    fonts: Option<PathBuf>,
}

fn main() -> ExitCode {
    let (line, code) = match run() {
        Ok(report) => (serde_json::to_string(&report).unwrap_or_default(), ExitCode::SUCCESS),
        Err(error) => (error.as_json().to_string(), ExitCode::FAILURE),
    };
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(std::io::stderr(), "{line}");
    code
}

fn run() -> Result<Report, Error> {
    let arguments = arguments(std::env::args_os().skip(1))?;
    if let Some(memory) = arguments.memory {
        limit(memory)?;
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| Error::BadJob(error.to_string()))?;
    let job = Job::read(&bytes)?;
    drop(bytes);
    let (pdf, report) = press::print(job, fonts::find(arguments.fonts.as_deref()))?;
    let mut out = std::io::stdout().lock();
    out.write_all(&pdf)?;
    out.flush()?;
    Ok(report)
}

fn arguments(mut words: impl Iterator<Item = std::ffi::OsString>) -> Result<Arguments, Error> {
    let mut arguments = Arguments::default();
    while let Some(word) = words.next() {
        let name = word.to_string_lossy().into_owned();
        let value = words.next().ok_or_else(|| Error::Arguments(format!("{name} has no value")))?;
        match name.as_str() {
            "--memory" => {
                let mib = value.to_str().and_then(|value| value.parse().ok());
                arguments.memory =
                    Some(mib.ok_or_else(|| Error::Arguments("--memory is a number of MiB".into()))?);
            }
            "--fonts" => arguments.fonts = Some(value.into()),
            _ => return Err(Error::Arguments(format!("{name} is unknown"))),
        }
    }
    Ok(arguments)
}

/// Sets the ceiling of this process. An allocation above it ends the process.
#[cfg(unix)]
fn limit(mib: u64) -> Result<(), Error> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let bytes = mib.saturating_mul(1024 * 1024);
    let maximum = getrlimit(Resource::Data).maximum;
    let current = Some(maximum.map_or(bytes, |maximum| maximum.min(bytes)));
    setrlimit(Resource::Data, Rlimit { current, maximum }).map_err(|error| Error::Ceiling(error.to_string()))
}

/// Other systems have no ceiling that a process can set for itself; the caller keeps a file small instead.
#[cfg(not(unix))]
fn limit(_mib: u64) -> Result<(), Error> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, Error> {
        arguments(line.split_whitespace().map(Into::into))
    }

    #[test]
    fn arguments_are_pairs() {
        let both = Arguments { memory: Some(900), fonts: Some("f".into()) };
        assert_eq!(parsed("--memory 900 --fonts f").ok(), Some(both));
        for wrong in ["--memory", "--memory much", "--page a5"] {
            assert_eq!(parsed(wrong).err().map(|error| error.code()), Some("arguments"), "{wrong}");
        }
    }
}
