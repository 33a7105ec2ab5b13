//! The identifier of a provider in routes, keys and records.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ProviderError;

/// The identifier of a provider: 1–40 characters of `a`–`z`, `0`–`9` and `-`, with a letter or digit at both ends. It
/// never changes, because keys and records refer to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct ProviderId(String);

impl ProviderId {
    /// Parses an identifier.
    ///
    /// # Errors
    /// [`ProviderError::Id`] if it breaks the rules of [`ProviderId`].
    pub fn new(id: &str) -> Result<Self, ProviderError> {
        let bytes = id.as_bytes();
        let plain = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        let ends = bytes.first().is_some_and(plain) && bytes.last().is_some_and(plain);
        if ends && bytes.len() <= 40 && bytes.iter().all(|b| plain(b) || *b == b'-') {
            Ok(Self(id.to_owned()))
        } else {
            Err(ProviderError::Id)
        }
    }

    /// The identifier as a string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ProviderId {
    type Error = ProviderError;

    fn try_from(id: String) -> Result<Self, ProviderError> {
        Self::new(&id)
    }
}

impl From<ProviderId> for String {
    fn from(id: ProviderId) -> Self {
        id.0
    }
}

impl fmt::Display for ProviderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
