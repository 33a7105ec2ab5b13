//! Key storage, as chosen by the author.

use std::path::Path;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use wenfang_llm::keys::{Cost, KeyError, Keys, Origins, StoredKey};
use wenfang_llm::providers::{Provider, origin};
use wenfang_usecase::{Code, Error, Result};

use super::Models;

/// Where keys are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// The system keychain.
    #[default]
    Keychain,
    /// In memory, until the program ends.
    Memory,
    /// An encrypted file in the settings folder.
    File,
}

/// The state of the key storage, for the window.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct KeysView {
    pub place: KeyPlace,
    /// Whether keys can be used now; a file needs its passphrase first.
    pub ready: bool,
    pub file_exists: bool,
    /// Why keys cannot be used.
    pub trouble: Option<Error>,
}

/// The opened key storage.
pub(super) struct OpenKeys {
    place: KeyPlace,
    keys: Option<std::sync::Arc<Keys>>,
}

impl OpenKeys {
    pub(super) fn of(place: KeyPlace) -> Self {
        let keys = (place == KeyPlace::Memory).then(|| std::sync::Arc::new(Keys::memory()));
        Self { place, keys }
    }
}

const FILE: &str = "keys.wenfang-keys";

impl Models {
    /// Returns the keys, opening the keychain if that needs no passphrase.
    pub(super) async fn keys(&self) -> Result<std::sync::Arc<Keys>> {
        let place = {
            let open_keys = self.inner.keys.lock();
            if let Some(keys) = &open_keys.keys {
                return Ok(keys.clone());
            }
            open_keys.place
        };
        if place == KeyPlace::File {
            return Err(key_error(&KeyError::KeychainLocked, place));
        }
        let keys = blocking(Keys::keychain).await?.map_err(|error| key_error(&error, place))?;
        let keys = std::sync::Arc::new(keys);
        self.inner.keys.lock().keys = Some(keys.clone());
        Ok(keys)
    }

    /// Whether keys are stored in an encrypted file.
    pub fn keys_are_in_a_file(&self) -> bool {
        self.inner.keys.lock().place == KeyPlace::File
    }

    /// Looks up a provider's key for its current origin.
    pub(super) async fn key(&self, provider: &Provider) -> Result<StoredKey> {
        let place = self.inner.keys.lock().place;
        let keys = self.keys().await?;
        let now = origin(provider).unwrap_or_default();
        let first = self.settings().first_origins.get(&provider.id).cloned().unwrap_or_else(|| now.clone());
        let id = provider.id.clone();
        let found = blocking(move || keys.get(&id, Origins { now: &now, first: &first })).await?;
        found.map_err(|error| key_error(&error, place))
    }

    /// The key to call a provider with. A locked or missing keychain does not prevent calls to a server that
    /// needs no key.
    ///
    /// # Errors
    /// [`Code::KeyElsewhere`] if the stored key belongs to another origin; errors of the key storage.
    pub(crate) async fn key_for(&self, provider: &Provider) -> Result<Option<SecretString>> {
        match self.key(provider).await {
            Ok(StoredKey::Usable(key)) => Ok(Some(key)),
            Ok(StoredKey::Missing) => Ok(None),
            Ok(StoredKey::OfOtherOrigin(kept_for)) => Err(key_elsewhere(provider, &kept_for)),
            Err(error) if provider.preset.facts().needs_key => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Describes the key storage for the window.
    pub(super) async fn keys_view(&self) -> KeysView {
        let trouble = self.keys().await.err();
        let place = self.inner.keys.lock().place;
        let file_exists = self.inner.folder.join(FILE).exists();
        KeysView { place, ready: trouble.is_none(), file_exists, trouble }
    }

    /// Changes where keys are stored. Existing keys stay where they are and are no longer read.
    pub(super) async fn keep_keys_in(&self, place: KeyPlace, passphrase: Option<String>) -> Result<()> {
        let path = self.inner.folder.join(FILE);
        let keys = match (place, passphrase) {
            (KeyPlace::Keychain, _) => blocking(Keys::keychain).await?,
            (KeyPlace::Memory, _) => Ok(Keys::memory()),
            (KeyPlace::File, Some(passphrase)) => {
                open_or_create(path, SecretString::from(passphrase)).await?
            }
            (KeyPlace::File, None) => {
                return Err(Error::bad_request(
                    "a key file needs a passphrase",
                    "Nothing was changed. Choose a passphrase.",
                ));
            }
        };
        let keys = keys.map_err(|error| key_error(&error, place))?;
        self.inner.store.lock().change(|settings| settings.key_place = place)?;
        *self.inner.keys.lock() = OpenKeys { place, keys: Some(std::sync::Arc::new(keys)) };
        Ok(())
    }
}

async fn open_or_create(
    path: std::path::PathBuf,
    passphrase: SecretString,
) -> Result<std::result::Result<Keys, KeyError>> {
    blocking(move || open_at(&path, &passphrase)).await
}

fn open_at(path: &Path, passphrase: &SecretString) -> std::result::Result<Keys, KeyError> {
    if path.exists() {
        return Keys::open_file(path, passphrase);
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(KeyError::File)?;
    }
    Keys::create_file(path, passphrase, Cost::RECOMMENDED)
}

/// Runs work that may block on the author or the system, off the async threads.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| Error::new(Code::Internal, "the task that reads the keys failed", "Please report this."))
}

/// The error for a key that belongs to another origin.
fn key_elsewhere(provider: &Provider, kept_for: &str) -> Error {
    let now = origin(provider).unwrap_or_default();
    Error::new(
        Code::KeyElsewhere,
        format!("the key of {} is for {kept_for}, not for {now}", provider.id),
        "Nothing was sent. Enter the key again for the new address, or forget it, in the settings of models.",
    )
    .with(serde_json::json!({ "provider": provider.id, "kept_for": kept_for, "origin": now }))
}

/// Converts an error of the key storage.
pub(super) fn key_error(error: &KeyError, place: KeyPlace) -> Error {
    let (code, hint) = match error {
        KeyError::NoKeychain => (
            Code::NoKeychain,
            "Nothing was stored. Keep keys in memory, or in a file under a passphrase: choose in the settings of models.",
        ),
        KeyError::KeychainLocked if place == KeyPlace::File => (
            Code::KeysLocked,
            "Nothing was sent. Give the passphrase of the key file in the settings of models.",
        ),
        KeyError::KeychainLocked | KeyError::KeychainSilent => {
            (Code::KeysLocked, "Nothing was sent. Unlock the keychain of the system and try again.")
        }
        KeyError::WrongPassphrase => (Code::KeysLocked, "Nothing was changed. Check the passphrase."),
        KeyError::NotAKey | KeyError::ShortPassphrase => (Code::BadRequest, "Nothing was changed."),
        KeyError::Damaged => (
            Code::Damaged,
            "Nothing was changed. Remove the file and enter the keys again, or keep them elsewhere.",
        ),
        _ => (Code::Io, "Nothing was changed. Keep keys in memory, or in a file under a passphrase."),
    };
    let refusal = match error {
        KeyError::NotAKey => "not_a_key",
        KeyError::TooManyKeys => "too_many_keys",
        KeyError::ShortPassphrase => "short_passphrase",
        KeyError::WrongPassphrase => "wrong_passphrase",
        _ => return Error::new(code, error.to_string(), hint),
    };
    Error::new(code, error.to_string(), hint).with(serde_json::json!({ "refusal": refusal }))
}
