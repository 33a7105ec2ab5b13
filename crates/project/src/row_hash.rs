//! Short hashes that detect damaged rows.

use sha2::{Digest, Sha256};

/// The first eight bytes of a SHA-256 over the parts of a row, each preceded by its length. Detects damage, not
/// tampering.
pub(crate) fn row_hash(parts: &[&[u8]]) -> [u8; 8] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let digest = hasher.finalize();
    std::array::from_fn(|i| digest[i])
}

/// A number as a part of a row; -1 for `None`.
pub(crate) fn number(number: Option<i64>) -> [u8; 8] {
    number.unwrap_or(-1).to_le_bytes()
}
