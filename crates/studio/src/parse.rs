//! Reading fields of requests.

use serde::{Deserialize, Deserializer};

/// A field that is there, be it null: told apart from one that is absent.
pub(crate) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
