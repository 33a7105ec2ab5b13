//! Fetching a model: what the author is asked, progress, a stop, and errors in words.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use wenfang_embed::download::{
    self, DownloadError, Mirror, MirrorAttempt, MirrorError, MirrorFailure, Model, Order, Patience,
};
use wenfang_project::watch;

use super::{Meaning, locked};
use crate::error::{Code, Error, Result};

/// How often it is looked whether the author wants it stopped.
const LOOK: Duration = Duration::from_millis(50);

/// The name of this work in reports of progress, which count bytes.
const STAGE: &str = "model.download";

impl Meaning {
    /// Who is asked: one for this time, the author's own, then the public ones.
    pub(super) fn mirrors(&self, first: Option<&str>) -> Result<Vec<Mirror>> {
        let own = locked(&self.inner.kept).settings().mirrors.clone();
        let mut mirrors = Vec::new();
        if let Some(address) = first {
            mirrors.push(mirror(address)?);
        }
        // One that is in the settings was checked when it came in.
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

    /// Fetches what is missing of a model, reporting bytes. A stop keeps what has come.
    pub(super) async fn fetch(&self, model: &Model, mirrors: &[Mirror]) -> Result<()> {
        let cancel = CancellationToken::new();
        let at = std::sync::atomic::AtomicU64::new(0);
        let mut told = |progress: download::Progress| {
            at.store(progress.done, std::sync::atomic::Ordering::Relaxed);
        };
        let folder = self.place(model);
        let order = Order { model, folder: &folder, mirrors, patience: Patience::default() };
        let mut fetching = std::pin::pin!(download::fetch(order, &mut told, &cancel));
        let total = model.bytes();
        loop {
            tokio::select! {
                fetched = &mut fetching => {
                    fetched.map_err(|error| failed(&error))?;
                    return Ok(watch::report(STAGE, count(total), count(total))?);
                }
                () = tokio::time::sleep(LOOK) => {
                    let done = at.load(std::sync::atomic::Ordering::Relaxed);
                    if watch::report(STAGE, count(done), count(total)).is_err() {
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

/// A mirror at an address.
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

/// The author has not agreed to a download: what it would be.
pub(super) fn consent_needed(model: &Model, mirrors: &[Mirror]) -> Error {
    let hosts: Vec<&str> = mirrors.iter().map(Mirror::host).collect();
    Error::new(
        Code::ConsentNeeded,
        format!(
            "{} would be fetched: {} bytes from {}, or from where these send us",
            model.id,
            model.bytes(),
            hosts.join(", ")
        ),
        "Nothing was fetched. Nothing of your work is sent with it. Agree to it (`--yes`), or choose a folder with a model.",
    )
    .with(json!({ "model": model.id, "bytes": model.bytes(), "hosts": hosts, "licence": model.licence }))
}

/// A download that failed, in words.
pub(super) fn failed(error: &DownloadError) -> Error {
    let because = |reason: &str, file: Option<&str>, tried: &[MirrorAttempt]| {
        let tried: Vec<Value> = tried.iter().map(of_server).collect();
        json!({ "reason": reason, "file": file, "tried": tried })
    };
    let (code, details) = match error {
        DownloadError::NoNetwork(tried) => (Code::DownloadFailed, because("no_network", None, tried)),
        DownloadError::Refused { file, tried } => {
            (Code::DownloadFailed, because("refused", Some(file), tried))
        }
        DownloadError::WrongBytes { file, tried } => {
            (Code::DownloadFailed, because("wrong_bytes", Some(file), tried))
        }
        DownloadError::DiskFull => (Code::DiskFull, Value::Null),
        DownloadError::Disk { path, source } => (Error::io(path, source).code, Value::Null),
        DownloadError::Running => (Code::Busy, Value::Null),
        DownloadError::Nowhere => (Code::BadRequest, Value::Null),
        DownloadError::Stopped => (Code::Stopped, Value::Null),
    };
    Error::new(code, error.to_string(), error.advice()).with(details)
}

fn of_server(tried: &MirrorAttempt) -> Value {
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
