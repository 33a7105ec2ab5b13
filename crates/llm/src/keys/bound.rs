//! The stored form of a key and its origin: `https://api.example.com:443 sk-…`.
//!
//! Neither part contains a space. A key stored before origins were recorded has no origin prefix.

use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};

use super::{Origins, StoredKey};

pub(super) fn join(origin: &str, key: &SecretString) -> SecretString {
    let joined = Zeroizing::new(format!("{origin} {}", key.expose_secret()));
    SecretString::from(joined.as_str())
}

pub(super) fn key_for(stored: &SecretString, origins: Origins<'_>) -> StoredKey {
    let stored = stored.expose_secret();
    let (origin, key) = stored.rsplit_once(' ').unwrap_or((origins.first, stored));
    if origin == origins.now {
        StoredKey::Usable(SecretString::from(key))
    } else {
        StoredKey::OfOtherOrigin(origin.to_owned())
    }
}
