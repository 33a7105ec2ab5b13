//! Deserializers for request fields.

use serde::{Deserialize, Deserializer};

/// Distinguishes an explicit `null` from a missing field.
pub(crate) fn double_option<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
