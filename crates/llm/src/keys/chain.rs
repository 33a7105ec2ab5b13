//! Keys in the system keychain.
//!
//! Each call runs on its own thread and is abandoned after [`KEYCHAIN_WAIT_SECONDS`]: a keychain may ask the author
//! for a password, and one behind a broken session bus may never answer. Its errors are not passed on, because they
//! can contain the stored value.

use std::sync::mpsc;
use std::time::Duration;

use keyring::{Entry, Error};
use secrecy::{ExposeSecret, SecretString};

use super::{KEYCHAIN_WAIT_SECONDS, KeyError};
use crate::providers::ProviderId;

const SERVICE: &str = "Wenfang";

pub(super) fn present() -> Result<(), KeyError> {
    with_default_timeout(|| match Entry::store_status() {
        Ok(()) => Ok(()),
        Err(Error::NoStorageAccess(_)) => Err(KeyError::KeychainLocked),
        Err(_) => Err(KeyError::NoKeychain),
    })
}

pub(super) fn set(provider: &ProviderId, key: SecretString) -> Result<(), KeyError> {
    let user = user(provider);
    with_default_timeout(move || {
        Entry::new(SERVICE, &user)?.set_password(key.expose_secret()).map_err(KeyError::from)
    })
}

pub(super) fn get(provider: &ProviderId) -> Result<Option<SecretString>, KeyError> {
    let user = user(provider);
    with_default_timeout(move || match Entry::new(SERVICE, &user)?.get_password() {
        Ok(key) => Ok(Some(SecretString::from(key))),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(error.into()),
    })
}

pub(super) fn remove(provider: &ProviderId) -> Result<(), KeyError> {
    let user = user(provider);
    with_default_timeout(move || match Entry::new(SERVICE, &user)?.delete_credential() {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(error.into()),
    })
}

fn user(provider: &ProviderId) -> String {
    format!("provider:{provider}")
}

impl From<Error> for KeyError {
    fn from(error: Error) -> Self {
        match error {
            Error::NoDefaultStore | Error::NotSupportedByStore(_) => Self::NoKeychain,
            Error::NoStorageAccess(_) => Self::KeychainLocked,
            _ => Self::KeychainFailed,
        }
    }
}

/// Runs `work` and returns its result, or [`KeyError::KeychainSilent`] on timeout. A hanging thread is abandoned: it
/// owns one entry and ends with the process.
fn with_default_timeout<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, KeyError> + Send + 'static,
) -> Result<T, KeyError> {
    with_timeout(Duration::from_secs(KEYCHAIN_WAIT_SECONDS), work)
}

fn with_timeout<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce() -> Result<T, KeyError> + Send + 'static,
) -> Result<T, KeyError> {
    let (done, end) = mpsc::sync_channel(1);
    let thread = std::thread::Builder::new().name("keychain".to_owned());
    thread.spawn(move || drop(done.send(work()))).map_err(|_| KeyError::KeychainFailed)?;
    match end.recv_timeout(time) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => Err(KeyError::KeychainSilent),
        Err(mpsc::RecvTimeoutError::Disconnected) => Err(KeyError::KeychainFailed),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_hanging_or_panicking_keychain_is_an_error() {
        let (sender, receiver) = mpsc::channel::<()>();
        let silent = with_timeout(Duration::from_millis(20), move || {
            let _ = receiver.recv();
            Ok(())
        });
        assert!(matches!(silent, Err(KeyError::KeychainSilent)));
        drop(sender);
        let dead = with_timeout(Duration::from_secs(60), || -> Result<(), KeyError> {
            panic!("a backend's own panic")
        });
        assert!(matches!(dead, Err(KeyError::KeychainFailed)));
    }

    #[test]
    fn keychain_errors_do_not_leak_stored_values() {
        let error = KeyError::from(Error::BadEncoding(b"sk-canary-0123456789".to_vec()));
        assert!(matches!(error, KeyError::KeychainFailed));
        assert!(!format!("{error:?} {error}").contains("canary"));
    }

    #[test]
    fn a_missing_store_differs_from_a_locked_one() {
        assert!(matches!(KeyError::from(Error::NoDefaultStore), KeyError::NoKeychain));
        assert!(matches!(KeyError::from(Error::NoStorageAccess("locked".into())), KeyError::KeychainLocked));
    }
}
