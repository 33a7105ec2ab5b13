//! The received part of a file, stored beside its target.
//!
//! Always: the `.part` file contains the appended bytes in order, from the beginning of the file; the file gets its
//! final name only when all of its bytes are on disk and their hash is the pinned one.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tokio::io::{AsyncSeekExt, AsyncWriteExt};

use super::catalogue::RemoteFile;
use super::error::DownloadError;

/// The origin of the bytes: a mirror, and its entity tag for the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) mirror: String,
    pub(super) etag: String,
}

/// The received part of a file.
pub(super) struct Part {
    target: PathBuf,
    path: PathBuf,
    file: tokio::fs::File,
    hash: Sha256,
    len: u64,
    source: Option<Source>,
}

impl Part {
    /// Opens the part of the file with the final path `target`.
    pub(super) async fn open(target: &Path) -> Result<Self, DownloadError> {
        let path = beside(target, ".part");
        let reading = path.clone();
        let read = tokio::task::spawn_blocking(move || {
            let mut file = std::fs::OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&reading)?;
            let (hash, len) = hash_of(&mut file)?;
            Ok((file, hash, len))
        });
        let (file, hash, len) = read
            .await
            .unwrap_or_else(|_| Err(io::Error::other("the reader task failed")))
            .map_err(|error| DownloadError::disk(&path, error))?;
        let source = if len > 0 { read_source(target) } else { None };
        Ok(Self { target: target.to_owned(), path, file: file.into(), hash, len, source })
    }

    /// The number of bytes received.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The origin of the bytes, if known.
    pub(super) fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Appends bytes. They have been passed to the operating system when this returns.
    pub(super) async fn append(&mut self, bytes: &[u8]) -> Result<(), DownloadError> {
        let written = async {
            self.file.write_all(bytes).await?;
            self.file.flush().await
        };
        written.await.map_err(|error| DownloadError::disk(&self.path, error))?;
        self.hash.update(bytes);
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Discards the received bytes; further bytes come from `source`.
    pub(super) async fn start_over(&mut self, source: Option<Source>) -> Result<(), DownloadError> {
        let emptied = async {
            self.file.set_len(0).await?;
            self.file.seek(SeekFrom::Start(0)).await.map(drop)
        };
        emptied.await.map_err(|error| DownloadError::disk(&self.path, error))?;
        (self.hash, self.len) = (Sha256::new(), 0);
        // Without the source, the next attempt cannot check whether the file is unchanged; the hash detects it in the
        // end.
        let _ = write_source(&self.target, source.as_ref());
        self.source = source;
        Ok(())
    }

    /// Whether the bytes are the pinned ones.
    pub(super) fn is(&self, file: &RemoteFile) -> bool {
        self.len == file.size && hex(&self.hash.clone().finalize()) == file.sha256
    }

    /// Flushes the bytes to disk and gives the file its final name.
    pub(super) async fn finish(self) -> Result<(), DownloadError> {
        self.file.sync_all().await.map_err(|error| DownloadError::disk(&self.path, error))?;
        drop(self.file.into_std().await);
        std::fs::rename(&self.path, &self.target)
            .map_err(|error| DownloadError::disk(&self.target, error))?;
        let _ = write_source(&self.target, None);
        sync_folder(&self.target);
        Ok(())
    }

    /// Deletes the received bytes.
    pub(super) async fn discard(self) {
        drop(self.file.into_std().await);
        let _ = std::fs::remove_file(&self.path);
        let _ = write_source(&self.target, None);
    }
}

/// The path with a suffix added.
fn beside(target: &Path, ending: &str) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    target.with_file_name(name)
}

/// All temporary paths of a download of `target`.
pub(super) fn temporary_paths(target: &Path) -> [PathBuf; 2] {
    [beside(target, ".part"), beside(target, ".part.source")]
}

fn read_source(target: &Path) -> Option<Source> {
    let text = std::fs::read_to_string(beside(target, ".part.source")).ok()?;
    let (mirror, etag) = text.split_once('\n')?;
    Some(Source { mirror: mirror.to_owned(), etag: etag.to_owned() })
}

fn write_source(target: &Path, source: Option<&Source>) -> io::Result<()> {
    let path = beside(target, ".part.source");
    match source {
        Some(source) => std::fs::write(path, format!("{}\n{}", source.mirror, source.etag)),
        None if path.exists() => std::fs::remove_file(path),
        None => Ok(()),
    }
}

/// The hash and length of a file; leaves the position at the end.
fn hash_of(file: &mut std::fs::File) -> io::Result<(Sha256, u64)> {
    file.seek(SeekFrom::Start(0))?;
    let (mut hash, mut len) = (Sha256::new(), 0);
    let mut bytes = vec![0; 1 << 18];
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok((hash, len)),
            read => {
                hash.update(&bytes[..read]);
                len += read as u64;
            }
        }
    }
}

/// Whether the file at a path is the pinned one; false if there is none.
pub(super) fn is_pinned(path: &Path, file: &RemoteFile) -> Result<bool, DownloadError> {
    let mut open = match std::fs::File::open(path) {
        Ok(open) => open,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(DownloadError::disk(path, error)),
    };
    let len = open.metadata().map_err(|error| DownloadError::disk(path, error))?.len();
    if len != file.size {
        return Ok(false);
    }
    let (hash, _) = hash_of(&mut open).map_err(|error| DownloadError::disk(path, error))?;
    Ok(hex(&hash.finalize()) == file.sha256)
}

/// Writes a small file atomically.
pub(super) fn write_whole(target: &Path, text: &str) -> Result<(), DownloadError> {
    let disk = |error| DownloadError::disk(target, error);
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder).map_err(disk)?;
    }
    let aside = beside(target, ".part");
    std::fs::write(&aside, text)
        .and_then(|()| std::fs::File::options().write(true).open(&aside)?.sync_all())
        .and_then(|()| std::fs::rename(&aside, target))
        .map_err(|error| {
            let _ = std::fs::remove_file(&aside);
            disk(error)
        })
}

/// Flushes the directory entry to disk, where the system supports it.
fn sync_folder(target: &Path) {
    #[cfg(unix)]
    if let Some(folder) = target.parent().and_then(|folder| std::fs::File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = target;
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
