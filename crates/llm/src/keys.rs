//! Keys of providers, and nowhere else.
//!
//! Three places: the keychain of the system, this process's memory, or a file encrypted with a passphrase. The caller
//! chooses one and says so to the author: nothing here goes from one place to another by itself. A key leaves as a
//! [`SecretString`] only; no `Debug`, no error and no log line holds one. What the author is shown is a [`KeyHint`].
//!
//! **Weakness of the file**: who has it can try passphrases at leisure; each try costs what [`Cost`] says. **Weakness of
//! memory**: keys are wiped when dropped, but the system may have written the memory to its swap.
//!
//! Every key is stored with the origin (scheme, host and port) it was given for, and [`Keys::get`] hands it out for that
//! origin only: a provider that moves to another address does not take its key there.
//!
//! Every function may block (the keychain may ask the author for a password, a passphrase is stretched for about a
//! second): an async caller runs them on a blocking thread.

mod bound;
mod chain;
mod file;
mod seal;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;

pub use seal::Cost;

use crate::providers::ProviderId;

/// Where keys are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The keychain of the system.
    Keychain,
    /// This process; gone when it ends.
    Memory,
    /// A file encrypted with a passphrase.
    File(PathBuf),
}

/// What may be shown of a key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct KeyHint {
    /// Whether there is one.
    pub set: bool,
    /// Its last four characters; none of a key shorter than twelve.
    pub last_four: Option<String>,
    /// The origin of the key that is kept, where that is not the provider's: `set` is false then and the key is not sent.
    pub elsewhere: Option<String>,
}

/// What is kept for a provider at its present origin.
#[derive(Debug)]
pub enum KeyFor {
    /// No key.
    Nobody,
    /// A key for this origin.
    Here(SecretString),
    /// A key for another origin, which is named.
    Elsewhere(String),
}

impl KeyFor {
    /// What may be shown of it.
    pub fn hint(&self) -> KeyHint {
        match self {
            Self::Nobody => KeyHint::default(),
            Self::Here(key) => KeyHint { set: true, last_four: last_four(key), elsewhere: None },
            Self::Elsewhere(origin) => KeyHint { elsewhere: Some(origin.clone()), ..KeyHint::default() },
        }
    }
}

/// Where a provider is.
#[derive(Clone, Copy, Debug)]
pub struct Origins<'a> {
    /// Its origin now, as [`crate::providers::origin`] writes it.
    pub now: &'a str,
    /// Its first known origin: a key that was stored before origins were belongs there.
    pub first: &'a str,
}

/// What can go wrong with keys. Never holds one.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// There is no keychain here (no session bus, no secret service): memory or a file can be offered.
    #[error("this system has no keychain")]
    NoKeychain,
    /// The keychain is locked or the author refused.
    #[error("the keychain is locked")]
    KeychainLocked,
    /// The keychain has not answered within [`KEYCHAIN_WAIT_SECONDS`].
    #[error("the keychain does not answer")]
    KeychainSilent,
    /// The keychain failed in another way, or holds something that is not a key of ours.
    #[error("the keychain failed")]
    KeychainFailed,
    /// Empty, longer than 4,096 characters, or with characters that no key has.
    #[error("this is not a key")]
    NotAKey,
    /// The key file would grow past 1 MiB.
    #[error("there are too many keys for one file")]
    TooManyKeys,
    /// The passphrase has fewer than eight characters.
    #[error("the passphrase is too short")]
    ShortPassphrase,
    /// The passphrase does not open the file.
    #[error("the passphrase is wrong")]
    WrongPassphrase,
    /// The file is no key file, or was cut or changed.
    #[error("the key file is damaged")]
    Damaged,
    /// The file was written with another passphrase or replaced since it was opened; it was left as it is.
    #[error("the key file was changed by someone else")]
    ChangedOutside,
    /// The system has no randomness to give.
    #[error("the system gives no randomness")]
    NoRandomness,
    /// The file could not be read or written.
    #[error("the key file cannot be used")]
    File(#[source] std::io::Error),
}

/// How long the keychain may take, the author's typing of a password included.
pub const KEYCHAIN_WAIT_SECONDS: u64 = 120;

/// Keys in one place. Shared by reference between threads.
pub struct Keys {
    held: Held,
}

enum Held {
    Keychain,
    Memory(Mutex<BTreeMap<ProviderId, SecretString>>),
    File(Box<file::KeyFile>),
}

impl Keys {
    /// Keys in the system's keychain.
    ///
    /// # Errors
    /// [`KeyError::NoKeychain`], [`KeyError::KeychainSilent`]. Once there was none, there is none until the process ends.
    pub fn keychain() -> Result<Self, KeyError> {
        chain::present()?;
        Ok(Self { held: Held::Keychain })
    }

    /// Keys in this process's memory.
    pub fn memory() -> Self {
        Self { held: Held::Memory(Mutex::new(BTreeMap::new())) }
    }

    /// A new key file without keys, at a path where there is none.
    ///
    /// # Errors
    /// [`KeyError::ShortPassphrase`], [`KeyError::File`] (also when there is a file already), [`KeyError::NoRandomness`].
    pub fn create_file(path: &Path, passphrase: &SecretString, cost: Cost) -> Result<Self, KeyError> {
        Ok(Self { held: Held::File(Box::new(file::KeyFile::create(path, passphrase, cost)?)) })
    }

    /// The keys of an existing file.
    ///
    /// # Errors
    /// [`KeyError::WrongPassphrase`], [`KeyError::Damaged`], [`KeyError::File`].
    pub fn open_file(path: &Path, passphrase: &SecretString) -> Result<Self, KeyError> {
        Ok(Self { held: Held::File(Box::new(file::KeyFile::open(path, passphrase)?)) })
    }

    /// Where these keys are.
    pub fn place(&self) -> Place {
        match &self.held {
            Held::Keychain => Place::Keychain,
            Held::Memory(_) => Place::Memory,
            Held::File(file) => Place::File(file.path().to_owned()),
        }
    }

    /// Keeps a provider's key for an origin, in place of any it had. White space around the key is not part of it.
    ///
    /// # Errors
    /// [`KeyError::NotAKey`]; those of the place.
    pub fn set(&self, provider: &ProviderId, key: &SecretString, origin: &str) -> Result<(), KeyError> {
        let key = bound::join(origin, &clean(key)?);
        match &self.held {
            Held::Keychain => chain::set(provider, key),
            Held::Memory(keys) => {
                keys.lock().unwrap_or_else(PoisonError::into_inner).insert(provider.clone(), key);
                Ok(())
            }
            Held::File(file) => file.set(provider, key),
        }
    }

    /// A provider's key, if it was given for the origin where the provider is now.
    ///
    /// # Errors
    /// Those of the place.
    pub fn get(&self, provider: &ProviderId, origins: Origins<'_>) -> Result<KeyFor, KeyError> {
        let kept = match &self.held {
            Held::Keychain => chain::get(provider)?,
            Held::Memory(keys) => keys.lock().unwrap_or_else(PoisonError::into_inner).get(provider).cloned(),
            Held::File(file) => file.get(provider)?,
        };
        Ok(kept.map_or(KeyFor::Nobody, |kept| bound::key_for(&kept, origins)))
    }

    /// Forgets a provider's key. Nothing happens when there is none.
    ///
    /// # Errors
    /// Those of the place.
    pub fn remove(&self, provider: &ProviderId) -> Result<(), KeyError> {
        match &self.held {
            Held::Keychain => chain::remove(provider),
            Held::Memory(keys) => {
                keys.lock().unwrap_or_else(PoisonError::into_inner).remove(provider);
                Ok(())
            }
            Held::File(file) => file.remove(provider),
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

/// The key without white space around it; only characters that a header can carry.
fn clean(key: &SecretString) -> Result<SecretString, KeyError> {
    let key = key.expose_secret().trim();
    if key.is_empty() || key.len() > 4096 || !key.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(KeyError::NotAKey);
    }
    Ok(SecretString::from(key))
}

#[cfg(test)]
mod tests;
