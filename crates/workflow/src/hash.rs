//! Hashes of values: the same for the same JSON, however its fields are ordered.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// SHA-256.
pub type Hash = [u8; 32];

/// The hash of the canonical JSON of a value: no blanks, the fields of every object in the order of their names.
pub fn hash(value: &Value) -> Hash {
    Sha256::digest(canonical(value).as_bytes()).into()
}

/// JSON without blanks, the fields of every object in the order of their names.
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
    fn order_of_fields_is_of_no_account() {
        assert_eq!(
            hash(&json!({ "a": 1, "b": { "c": 2, "d": 3 } })),
            hash(&json!({ "b": { "d": 3, "c": 2 }, "a": 1 }))
        );
        assert_ne!(hash(&json!([1, 2])), hash(&json!([2, 1])));
    }
}
