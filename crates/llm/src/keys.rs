//! Storage of provider keys. No other module stores them.
//!
//! Keys are stored in the system keychain, in this process's memory, or in a file encrypted with a passphrase. The
//! caller chooses one and tells the author which; keys never move from one to another on their own. A key leaves this
//! module only as a [`SecretString`]; no `Debug` output, error or log line contains one. The author is shown a
//! [`KeyHint`].
//!
//! **Weakness of the file**: anyone who has the file can try passphrases offline; [`Cost`] sets the cost of each
//! guess. **Weakness of memory**: keys are wiped when dropped, but the system may have swapped the memory to disk.
//!
//! Every key is stored with the origin (scheme, host and port) it was entered for, and [`Keys::get`] returns it for
//! that origin only: when a provider moves to another address, its key does not follow.
//!
//! Every function may block: the keychain may ask the author for a password, and deriving a key from a passphrase
//! takes about a second. Async callers must run them on a blocking thread.

mod bound;
mod chain;
mod file;
mod seal;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;

pub use seal::Cost;

use crate::providers::ProviderId;

/// Where keys are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyLocation {
    /// The system keychain.
    Keychain,
    /// The memory of this process; lost when it ends.
    Memory,
    /// A file encrypted with a passphrase.
    File(PathBuf),
}

/// What may be shown about a key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct KeyHint {
    /// Whether a key is stored.
    pub set: bool,
    /// The last four characters; `None` for keys shorter than twelve.
    pub last_four: Option<String>,
    /// The origin of the stored key if it differs from the provider's. In that case `set` is false and the key is not
    /// sent.
    pub elsewhere: Option<String>,
}

/// The key stored for a provider, compared with the provider's current origin.
#[derive(Debug)]
pub enum StoredKey {
    Missing,
    /// The key belongs to this origin.
    Usable(SecretString),
    /// The key belongs to the named other origin.
    OfOtherOrigin(String),
}

impl StoredKey {
    /// What may be shown about the key.
    pub fn hint(&self) -> KeyHint {
        match self {
            Self::Missing => KeyHint::default(),
            Self::Usable(key) => KeyHint { set: true, last_four: last_four(key), elsewhere: None },
            Self::OfOtherOrigin(origin) => KeyHint { elsewhere: Some(origin.clone()), ..KeyHint::default() },
        }
    }
}

/// The origins of a provider.
#[derive(Clone, Copy, Debug)]
pub struct Origins<'a> {
    /// The current origin, as written by [`crate::providers::origin`].
    pub now: &'a str,
    /// The first known origin. Keys stored before origins were recorded belong to it.
    pub first: &'a str,
}

/// An error of the key store. Never contains a key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The system has no keychain (no session bus, no secret service). Memory or a file can be offered instead.
    #[error("this system has no keychain")]
    NoKeychain,
    /// The keychain is locked or the author refused access.
    #[error("the keychain is locked")]
    KeychainLocked,
    /// The keychain did not answer within [`KEYCHAIN_WAIT_SECONDS`].
    #[error("the keychain did not answer in time")]
    KeychainSilent,
    /// The keychain failed in another way, or its entry is not one of our keys.
    #[error("the keychain failed")]
    KeychainFailed,
    /// The key is empty, longer than 4,096 characters, or contains characters that no key has.
    #[error("invalid key: a key has 1 to 4096 printable ASCII characters and no spaces")]
    NotAKey,
    /// The key file would exceed 1 MiB.
    #[error("the key file would exceed 1 MiB; remove keys first")]
    TooManyKeys,
    /// The passphrase has fewer than eight characters.
    #[error("the passphrase is too short; the minimum is 8 characters")]
    ShortPassphrase,
    /// The passphrase does not decrypt the file.
    #[error("the passphrase is wrong")]
    WrongPassphrase,
    /// The file is not a key file, or was truncated or altered.
    #[error("the key file is damaged")]
    Damaged,
    /// The file was rewritten with another passphrase or replaced since it was opened; it was not modified.
    #[error("the key file was changed by another program; open it again")]
    ChangedOutside,
    /// The system's random source failed.
    #[error("the system's random source failed")]
    NoRandomness,
    /// The file could not be read or written.
    #[error("cannot read or write the key file")]
    File(#[source] std::io::Error),
}

/// How long the keychain may take, including the time the author needs to type a password.
pub const KEYCHAIN_WAIT_SECONDS: u64 = 120;

/// A key store in one place. Can be shared between threads.
pub struct Keys {
    store: Store,
}

enum Store {
    Keychain,
    Memory(Mutex<BTreeMap<ProviderId, SecretString>>),
    File(Box<file::KeyFile>),
}

impl Keys {
    /// Opens the system keychain.
    ///
    /// # Errors
    /// [`KeyError::NoKeychain`], [`KeyError::KeychainSilent`]. Once the keychain was found missing, it stays
    /// unavailable until the process ends.
    pub fn keychain() -> Result<Self, KeyError> {
        chain::present()?;
        Ok(Self { store: Store::Keychain })
    }

    /// Creates a store in this process's memory.
    pub fn memory() -> Self {
        Self { store: Store::Memory(Mutex::new(BTreeMap::new())) }
    }

    /// Creates a new key file without keys. The path must not exist.
    ///
    /// # Errors
    /// [`KeyError::ShortPassphrase`], [`KeyError::File`] (also if the file exists), [`KeyError::NoRandomness`].
    pub fn create_file(path: &Path, passphrase: &SecretString, cost: Cost) -> Result<Self, KeyError> {
        Ok(Self { store: Store::File(Box::new(file::KeyFile::create(path, passphrase, cost)?)) })
    }

    /// Opens an existing key file.
    ///
    /// # Errors
    /// [`KeyError::WrongPassphrase`], [`KeyError::Damaged`], [`KeyError::File`].
    pub fn open_file(path: &Path, passphrase: &SecretString) -> Result<Self, KeyError> {
        Ok(Self { store: Store::File(Box::new(file::KeyFile::open(path, passphrase)?)) })
    }

    /// Where the keys are stored.
    pub fn place(&self) -> KeyLocation {
        match &self.store {
            Store::Keychain => KeyLocation::Keychain,
            Store::Memory(_) => KeyLocation::Memory,
            Store::File(file) => KeyLocation::File(file.path().to_owned()),
        }
    }

    /// Stores a provider's key for an origin and replaces any previous key. White space around the key is removed.
    ///
    /// # Errors
    /// [`KeyError::NotAKey`], and the errors of the store.
    pub fn set(&self, provider: &ProviderId, key: &SecretString, origin: &str) -> Result<(), KeyError> {
        let key = bound::join(origin, &clean(key)?);
        match &self.store {
            Store::Keychain => chain::set(provider, key),
            Store::Memory(keys) => {
                keys.lock().insert(provider.clone(), key);
                Ok(())
            }
            Store::File(file) => file.set(provider, key),
        }
    }

    /// Returns a provider's key if it was stored for the provider's current origin.
    ///
    /// # Errors
    /// The errors of the store.
    pub fn get(&self, provider: &ProviderId, origins: Origins<'_>) -> Result<StoredKey, KeyError> {
        let stored = match &self.store {
            Store::Keychain => chain::get(provider)?,
            Store::Memory(keys) => keys.lock().get(provider).cloned(),
            Store::File(file) => file.get(provider)?,
        };
        Ok(stored.map_or(StoredKey::Missing, |stored| bound::key_for(&stored, origins)))
    }

    /// Deletes a provider's key. Does nothing if there is none.
    ///
    /// # Errors
    /// The errors of the store.
    pub fn remove(&self, provider: &ProviderId) -> Result<(), KeyError> {
        match &self.store {
            Store::Keychain => chain::remove(provider),
            Store::Memory(keys) => {
                keys.lock().remove(provider);
                Ok(())
            }
            Store::File(file) => file.remove(provider),
        }
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Keys").field(&self.place()).finish()
    }
}

fn last_four(key: &SecretString) -> Option<String> {
    let key = key.expose_secret();
    let count = key.chars().count();
    (count >= 12).then(|| key.chars().skip(count - 4).collect())
}

/// Trims the key and accepts only characters that a header can carry.
fn clean(key: &SecretString) -> Result<SecretString, KeyError> {
    let key = key.expose_secret().trim();
    if key.is_empty() || key.len() > 4096 || !key.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(KeyError::NotAKey);
    }
    Ok(SecretString::from(key))
}

#[cfg(test)]
mod tests;
