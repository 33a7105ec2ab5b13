//! Reads stored records and checks their hashes.

use wenfang_story::Record;
use wenfang_text::ContentHash;

use crate::damage::Damage;
use crate::error::{Error, Result};

/// Parses a stored record after checking that its hash is `hash`.
pub(crate) fn read<R: Record>(part: &'static str, id: i64, record: &str, hash: &[u8]) -> Result<R> {
    let damaged = || Error::Damaged(Damage::Record { part, id });
    if ContentHash::from_bytes(hash) != Some(ContentHash::of(record.as_bytes())) {
        return Err(damaged());
    }
    serde_json::from_str(record).map_err(|_| damaged())
}
