//! Hashes of JSON values, independent of the order of fields.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// SHA-256.
pub type Hash = [u8; 32];

/// The hash of the canonical JSON of a value.
pub fn hash(value: &Value) -> Hash {
    Sha256::digest(canonical(value).as_bytes()).into()
}

/// JSON without whitespace, with the fields of every object sorted by name.
pub fn canonical(value: &Value) -> String {
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    sorted.to_string()
}

/// Lower-case hexadecimal.
pub fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_fields_does_not_matter() {
        assert_eq!(
            hash(&json!({ "a": 1, "b": { "c": 2, "d": 3 } })),
            hash(&json!({ "b": { "d": 3, "c": 2 }, "a": 1 }))
        );
        assert_ne!(hash(&json!([1, 2])), hash(&json!([2, 1])));
    }
}
