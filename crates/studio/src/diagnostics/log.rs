//! The log of this program: a file of JSON lines that an author can send to us.
//!
//! A line contains the time, the level, the place in the program, the fixed words of the event, and its numbers, flags
//! and codes. Other values are left out, since they may contain prose, keys or paths. Only events of Wenfang itself are
//! written.

use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Size limit of one file, in bytes. There are at most two: the current one and the one before.
const MAX_FILE_LEN: u64 = 5_000_000;
const CURRENT: &str = "wenfang.log";
const PREVIOUS: &str = "wenfang.previous.log";
/// Fields whose text comes from a list in the program.
const CODES: [&str; 6] = ["code", "command", "failure", "trigger", "trouble", "why"];

/// Writes the events of this process to the log in a folder from now on. Does nothing if the process has a subscriber,
/// or the folder cannot be written: a missing log never stops the program.
pub fn start(folder: &Path) {
    if let Ok(log) = LogFile::open(folder) {
        let _ = tracing_subscriber::registry().with(LogLayer(Mutex::new(log))).try_init();
    }
}

/// The contents of the log, oldest line first; empty if there is none.
pub fn read(folder: &Path) -> String {
    [PREVIOUS, CURRENT].map(|name| std::fs::read_to_string(folder.join(name)).unwrap_or_default()).concat()
}

struct LogFile {
    folder: PathBuf,
    file: File,
    length: u64,
}

impl LogFile {
    fn open(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let file = OpenOptions::new().create(true).append(true).open(folder.join(CURRENT))?;
        let length = file.metadata()?.len();
        Ok(Self { folder: folder.to_owned(), file, length })
    }

    fn append(&mut self, line: &str) -> std::io::Result<()> {
        if self.length + line.len() as u64 > MAX_FILE_LEN {
            std::fs::rename(self.folder.join(CURRENT), self.folder.join(PREVIOUS))?;
            *self = Self::open(&self.folder)?;
        }
        self.file.write_all(line.as_bytes())?;
        self.length += line.len() as u64;
        Ok(())
    }
}

struct LogLayer(Mutex<LogFile>);

impl<S: Subscriber> Layer<S> for LogLayer {
    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        *metadata.level() <= Level::INFO && metadata.target().starts_with("wenfang")
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut file = self.0.lock();
        // An event that cannot be written is lost; reporting that would be another event.
        let _ = file.append(&line(event));
    }
}

#[expect(clippy::disallowed_methods, reason = "a line of the log has the time of its event")]
fn line(event: &Event<'_>) -> String {
    let metadata = event.metadata();
    let mut fields = Fields(Map::new());
    event.record(&mut fields);
    let line = json!({
        "at": jiff::Timestamp::now().to_string(),
        "level": metadata.level().as_str().to_ascii_lowercase(),
        "from": metadata.target(),
        "event": fields.0.remove("message"),
        "fields": fields.0,
    });
    format!("{line}\n")
}

/// The fields of an event that may be written.
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" || CODES.contains(&field.name()) {
            self.0.insert(field.name().to_owned(), json!(format!("{value:?}")));
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if CODES.contains(&field.name()) {
            self.0.insert(field.name().to_owned(), json!(value));
        }
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.insert(field.name().to_owned(), json!(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.insert(field.name().to_owned(), json!(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), json!(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.insert(field.name().to_owned(), json!(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(folder: &Path) -> Vec<Value> {
        read(folder).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn only_fixed_words_numbers_and_codes_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let log = LogFile::open(folder.path()).unwrap();
        let subscriber = tracing_subscriber::registry().with(LogLayer(Mutex::new(log)));
        tracing::subscriber::with_default(subscriber, || {
            let (error, path) = ("the key sk-1 in /home/mei/雾渡.wenfang is wrong", "/home/mei");
            tracing::warn!(%error, path, words = 12, held = true, code = ?Level::WARN, "a project could not be opened");
            tracing::debug!("too detailed");
            tracing::error!(target: "hyper", "of another library");
        });
        let lines = lines(folder.path());
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(lines[0]["event"], "a project could not be opened");
        assert_eq!(lines[0]["level"], "warn");
        assert_eq!(lines[0]["fields"], json!({ "words": 12, "held": true, "code": "Level(Warn)" }));
    }

    #[test]
    fn the_log_never_exceeds_two_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = LogFile::open(folder.path()).unwrap();
        let long = format!("{}\n", "a".repeat(999_999));
        for _ in 0..12 {
            log.append(&long).unwrap();
        }
        log.append("last\n").unwrap();
        let length = read(folder.path()).len() as u64;
        assert!(length <= 2 * MAX_FILE_LEN && length > MAX_FILE_LEN, "{length}");
        assert!(read(folder.path()).ends_with("last\n"));
        let mut reopened = LogFile::open(folder.path()).unwrap();
        reopened.append("after\n").unwrap();
        assert!(read(folder.path()).ends_with("last\nafter\n"), "an existing log is continued");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        start(&file.path().join("log"));
        assert_eq!(read(&file.path().join("log")), "");
    }
}
