//! A key file on disk: read whole, written whole, replaced atomically.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use secrecy::{ExposeSecret, SecretString};

use super::seal::{Cost, DerivedKey, KeyMap};
use super::{KeyError, ProviderId};
use crate::random;

/// Maximum size of a key file in bytes: 200 keys of maximum length fit.
const MAX_LEN: u64 = 1024 * 1024;

/// Minimum length of a passphrase for a new file, in characters.
const MIN_PASSPHRASE_LEN: usize = 8;

pub(super) struct KeyFile {
    path: PathBuf,
    derived: DerivedKey,
    /// Locked while the file is read, changed and written, so that concurrent changes in this process are not lost.
    /// Another process may still interfere: its change is detected if it uses another passphrase, not if it uses the
    /// same one.
    write_lock: Mutex<()>,
}

impl KeyFile {
    pub(super) fn create(path: &Path, passphrase: &SecretString, cost: Cost) -> Result<Self, KeyError> {
        if passphrase.expose_secret().chars().count() < MIN_PASSPHRASE_LEN {
            return Err(KeyError::ShortPassphrase);
        }
        if path.try_exists().map_err(KeyError::File)? {
            return Err(KeyError::File(ErrorKind::AlreadyExists.into()));
        }
        let derived = DerivedKey::new(passphrase, cost)?;
        let file = Self { path: path.to_owned(), derived, write_lock: Mutex::new(()) };
        file.write(&KeyMap::new())?;
        Ok(file)
    }

    pub(super) fn open(path: &Path, passphrase: &SecretString) -> Result<Self, KeyError> {
        let bytes = read(path)?;
        let derived = DerivedKey::of_file(passphrase, &bytes)?;
        derived.open(&bytes)?;
        Ok(Self { path: path.to_owned(), derived, write_lock: Mutex::new(()) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn get(&self, provider: &ProviderId) -> Result<Option<SecretString>, KeyError> {
        Ok(self.read()?.remove(provider))
    }

    pub(super) fn set(&self, provider: &ProviderId, key: SecretString) -> Result<(), KeyError> {
        let _guard = self.write_lock.lock();
        let mut keys = self.read()?;
        keys.insert(provider.clone(), key);
        self.write(&keys)
    }

    pub(super) fn remove(&self, provider: &ProviderId) -> Result<(), KeyError> {
        let _guard = self.write_lock.lock();
        let mut keys = self.read()?;
        if keys.remove(provider).is_some() { self.write(&keys) } else { Ok(()) }
    }

    fn read(&self) -> Result<KeyMap, KeyError> {
        self.derived.open(&read(&self.path)?).map_err(|error| match error {
            // The file was decrypted before with this very salt, so its contents were replaced.
            KeyError::WrongPassphrase => KeyError::ChangedOutside,
            other => other,
        })
    }

    fn write(&self, keys: &KeyMap) -> Result<(), KeyError> {
        let bytes = self.derived.seal(keys)?;
        if bytes.len() as u64 > MAX_LEN {
            return Err(KeyError::TooManyKeys);
        }
        let mut name = [0; 8];
        random::fill(&mut name).map_err(|_| KeyError::NoRandomness)?;
        let beside = beside(&self.path, u64::from_le_bytes(name));
        let written = write_private(&beside, &bytes).and_then(|()| fs::rename(&beside, &self.path));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written.and_then(|()| sync_folder(&self.path)).map_err(KeyError::File)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, KeyError> {
    let file = File::open(path).map_err(KeyError::File)?;
    let mut bytes = Vec::new();
    file.take(MAX_LEN + 1).read_to_end(&mut bytes).map_err(KeyError::File)?;
    if bytes.len() as u64 > MAX_LEN { Err(KeyError::Damaged) } else { Ok(bytes) }
}

fn beside(path: &Path, number: u64) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{number:016x}.tmp"));
    path.with_file_name(name)
}

fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
