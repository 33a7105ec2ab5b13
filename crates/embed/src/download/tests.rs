//! Downloads from a server that breaks off, sends wrong data, or disappears.

use std::time::Duration;

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::*;

mod broken;
mod resuming;
mod server;
mod servers;

use server::{Answer, Server};

/// A file of the given length with distinctive content.
fn content(len: usize) -> Vec<u8> {
    (0..len).map(|at| u8::try_from((at * 31 + at / 251) % 251).unwrap()).collect()
}

fn model(files: &[(&str, &[u8])]) -> Model {
    let remote = |(name, bytes): &(&str, &[u8])| RemoteFile {
        name: (*name).to_owned(),
        size: bytes.len() as u64,
        sha256: part::hex(&Sha256::digest(bytes)),
    };
    Model {
        id: "tiny".to_owned(),
        repository: "us/tiny".to_owned(),
        revision: "0a1b2c".to_owned(),
        licence: "MIT".to_owned(),
        files: files.iter().map(remote).collect(),
        written: vec![WrittenFile { name: "1_Pooling/config.json".to_owned(), text: "{}".to_owned() }],
    }
}

/// A file, its model and a folder for it.
struct Fixture {
    content: Vec<u8>,
    model: Model,
    home: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let content = content(5000);
        let model = model(&[("weights", &content)]);
        Self { content, model, home: tempfile::tempdir().unwrap() }
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("models/tiny")
    }

    fn weights(&self) -> Option<Vec<u8>> {
        std::fs::read(self.folder().join("weights")).ok()
    }

    fn part(&self) -> Option<Vec<u8>> {
        std::fs::read(self.folder().join("weights.part")).ok()
    }

    /// Writes the part that an earlier attempt left.
    fn leave_part(&self, bytes: &[u8]) {
        std::fs::create_dir_all(self.folder()).unwrap();
        std::fs::write(self.folder().join("weights.part"), bytes).unwrap();
    }

    async fn fetch(&self, servers: &[&Server]) -> Result<Vec<Progress>, DownloadError> {
        self.fetch_until(servers, |_, _| {}).await
    }

    async fn fetch_until(
        &self,
        servers: &[&Server],
        mut on: impl FnMut(Progress, &CancellationToken) + Send,
    ) -> Result<Vec<Progress>, DownloadError> {
        let mirrors: Vec<Mirror> =
            servers.iter().map(|server| Mirror::parse(&server.address).unwrap()).collect();
        let cancel = CancellationToken::new();
        let mut reported = Vec::new();
        let order =
            Order { model: &self.model, folder: &self.folder(), mirrors: &mirrors, patience: quick() };
        let mut both = |progress| {
            on(progress, &cancel);
            reported.push(progress);
        };
        fetch(order, &mut both, &cancel).await.map(|()| reported)
    }

    /// Asserts that the file is complete and that nothing unexpected is left.
    fn assert_complete(&self) {
        assert_eq!(self.weights().as_ref(), Some(&self.content));
        assert_eq!(names(&self.folder()), [".download.lock", "1_Pooling", "weights"]);
        assert_eq!(presence(&self.folder(), &self.model), Presence::Complete);
        assert_eq!(faults(&self.folder(), &self.model, &mut |_| true).unwrap(), Vec::<String>::new());
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// No delay between attempts; timeouts long enough for a busy machine.
fn quick() -> Patience {
    Patience {
        connect: Duration::from_secs(10),
        idle: Duration::from_secs(20),
        pause: Duration::from_millis(1),
    }
}
