//! Pieces of requests that every domain uses.

use serde::{Deserialize, Deserializer};

/// An empty request.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
pub struct NoParams {}

/// Distinguishes an explicit `null` from a missing field.
pub fn double_option<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
