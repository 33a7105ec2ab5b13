//! Diagnostics: what an author sends to us about a problem. Nothing is sent by itself.

mod log;

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use wenfang_usecase::{Error, Folders};

/// A command that takes longer than an author should notice is logged.
pub(crate) const SLOW_COMMAND: Duration = Duration::from_secs(1);

/// The program, the system and the log.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Diagnostics {
    /// The version of the program.
    pub version: String,
    /// The operating system and the architecture: `linux x86_64`.
    pub system: String,
    /// The log: at most 10 MB of JSON lines, oldest first, without prose, keys and paths.
    pub log: String,
}

fn folder(folders: &Folders) -> PathBuf {
    folders.data.join("log")
}

/// Writes the log of this process from now on.
pub fn start_log(folders: &Folders) {
    log::start(&folder(folders));
}

/// Returns the diagnostics of this machine.
pub fn read(folders: &Folders) -> Diagnostics {
    Diagnostics {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        log: log::read(&folder(folders)),
    }
}

/// Logs a command that failed or was slow.
pub(crate) fn log_command(command: &'static str, error: Option<&Error>, took: Duration) {
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if let Some(error) = error {
        tracing::info!(command, code = ?error.code, ms, "a command failed");
    } else if took >= SLOW_COMMAND {
        tracing::info!(command, ms, "a command was slow");
    }
}
