//! Downloading a model: consent, progress, stopping, error messages.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use wenfang_embed::download::{
    self, DownloadError, Mirror, MirrorAttempt, MirrorError, MirrorFailure, Model, Order, Patience,
};
use wenfang_project::watch::Watch;
use wenfang_usecase::{Code, Error, Result};

use super::Meaning;

/// Interval between checks for a stop request by the author.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The name of this stage in progress reports, which count bytes.
const STAGE: &str = "model.download";

impl Meaning {
    /// The mirrors in order of use: `first`, the author's own, the public ones.
    pub(super) fn mirrors(&self, first: Option<&str>) -> Result<Vec<Mirror>> {
        let own = self.inner.store.lock().settings().mirrors.clone();
        let mut mirrors = Vec::new();
        if let Some(address) = first {
            mirrors.push(mirror(address)?);
        }
        // Addresses in the settings were validated when they were saved.
        mirrors.extend(own.iter().filter_map(|address| Mirror::parse(address).ok()));
        mirrors.extend(self.inner.offer.mirrors.iter().cloned());
        let mut distinct: Vec<Mirror> = Vec::new();
        for mirror in mirrors {
            if !distinct.contains(&mirror) {
                distinct.push(mirror);
            }
        }
        Ok(distinct)
    }

    /// Downloads the missing files of a model and reports the bytes. Received data survives a stop.
    pub(super) async fn fetch(&self, model: &Model, mirrors: &[Mirror], watch: &Watch) -> Result<()> {
        let cancel = CancellationToken::new();
        let at = std::sync::atomic::AtomicU64::new(0);
        let mut report = |progress: download::Progress| {
            at.store(progress.done, std::sync::atomic::Ordering::Relaxed);
        };
        let folder = self.place(model);
        let order = Order { model, folder: &folder, mirrors, patience: Patience::default() };
        let mut fetching = std::pin::pin!(download::fetch(order, &mut report, &cancel));
        let total = model.bytes();
        loop {
            tokio::select! {
                fetched = &mut fetching => {
                    fetched.map_err(|error| failed(&error))?;
                    return Ok(watch.report(STAGE, count(total), count(total))?);
                }
                () = tokio::time::sleep(STOP_POLL_INTERVAL) => {
                    let done = at.load(std::sync::atomic::Ordering::Relaxed);
                    if watch.report(STAGE, count(done), count(total)).is_err() {
                        cancel.cancel();
                    }
                }
            }
        }
    }
}

fn count(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Parses the address of a mirror.
pub(super) fn mirror(address: &str) -> Result<Mirror> {
    Mirror::parse(address).map_err(|error| {
        let reason = match error {
            MirrorError::NotAnAddress => "not_an_address",
            MirrorError::NotEncrypted => "not_encrypted",
            MirrorError::MoreThanAnAddress => "more_than_an_address",
        };
        let hint = "Nothing was changed. Give the address of a mirror, as https://mirror.example.com.";
        Error::bad_request(error.to_string(), hint).with(json!({ "mirror": reason }))
    })
}

/// The error for a download without the author's agreement, with its size and hosts.
pub(super) fn consent_needed(model: &Model, mirrors: &[Mirror]) -> Error {
    let hosts: Vec<&str> = mirrors.iter().map(Mirror::host).collect();
    Error::new(
        Code::ConsentNeeded,
        format!(
            "downloading {} needs your agreement: {} bytes from {}, or from hosts they redirect to",
            model.id,
            model.bytes(),
            hosts.join(", ")
        ),
        "Nothing was downloaded. The download sends none of your work. Agree to the download (`--yes`), or choose a folder with a model.",
    )
    .with(json!({ "model": model.id, "bytes": model.bytes(), "hosts": hosts, "licence": model.licence }))
}

/// Converts a download error.
pub(super) fn failed(error: &DownloadError) -> Error {
    let details_of = |reason: &str, file: Option<&str>, tried: &[MirrorAttempt]| {
        let tried: Vec<Value> = tried.iter().map(attempt_details).collect();
        json!({ "reason": reason, "file": file, "tried": tried })
    };
    let (code, details) = match error {
        DownloadError::NoNetwork(tried) => (Code::DownloadFailed, details_of("no_network", None, tried)),
        DownloadError::Refused { file, tried } => {
            (Code::DownloadFailed, details_of("refused", Some(file), tried))
        }
        DownloadError::WrongBytes { file, tried } => {
            (Code::DownloadFailed, details_of("wrong_bytes", Some(file), tried))
        }
        DownloadError::DiskFull => (Code::DiskFull, Value::Null),
        DownloadError::Disk { path, source } => (Error::io(path, source).code, Value::Null),
        DownloadError::Running => (Code::Busy, Value::Null),
        DownloadError::Nowhere => (Code::BadRequest, Value::Null),
        DownloadError::Stopped => (Code::Stopped, Value::Null),
    };
    Error::new(code, error.to_string(), error.advice()).with(details)
}

fn attempt_details(tried: &MirrorAttempt) -> Value {
    let (trouble, status) = match tried.trouble {
        MirrorFailure::Unreachable => ("unreachable", None),
        MirrorFailure::Broken => ("broken", None),
        MirrorFailure::Status(status) => ("status", Some(status)),
        MirrorFailure::Redirect => ("redirect", None),
        MirrorFailure::Size => ("size", None),
        MirrorFailure::Hash => ("hash", None),
    };
    json!({ "host": tried.host, "trouble": trouble, "status": status })
}
