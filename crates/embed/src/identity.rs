//! The identity of vectors: what produced them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The arithmetic used for a model. Vectors of different schemes are close but not equal, and are never compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// 32-bit floats: equal to the reference within rounding.
    #[default]
    F32,
    /// 8-bit weights and activations in the linear layers: several times as fast, cosine to `F32` at least 0.999.
    Int8,
    /// No model: hashed n-grams of characters.
    NGram,
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::F32 => "f32",
            Self::Int8 => "int8",
            Self::NGram => "ngram",
        })
    }
}

/// Everything that a vector depends on besides its text and role.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// For display: the name of the folder, or of the fallback.
    pub name: String,
    /// SHA-256 of `model.safetensors` in lower-case hexadecimal, or `ngram`.
    pub weights: String,
    /// The version of the text preparation: [`crate::PREPARATION`].
    pub preparation: u32,
    pub scheme: Scheme,
    /// The number of floats in a vector.
    pub dimension: usize,
}

impl Identity {
    /// A single key for all fields but the name, stable across releases. It is stored with each vector, and vectors
    /// with different keys are never compared.
    ///
    /// Both engines give equal vectors within rounding, so the engine is not part of the key; neither is the folder,
    /// which may be renamed.
    pub fn key(&self) -> String {
        format!("{}.p{}.{}.{}", self.weights, self.preparation, self.scheme, self.dimension)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_covers_everything_that_changes_vectors() {
        let one = Identity {
            name: "bge-small-zh-v1.5".to_owned(),
            weights: "354763b9".to_owned(),
            preparation: 1,
            scheme: Scheme::F32,
            dimension: 512,
        };
        assert_eq!(one.key(), "354763b9.p1.f32.512");
        assert_eq!(one.key(), Identity { name: "elsewhere".to_owned(), ..one.clone() }.key());
        let others = [
            Identity { weights: "0".to_owned(), ..one.clone() },
            Identity { preparation: 2, ..one.clone() },
            Identity { scheme: Scheme::Int8, ..one.clone() },
            Identity { dimension: 384, ..one.clone() },
        ];
        assert!(others.iter().all(|other| other.key() != one.key()));
    }

    #[test]
    fn schemes_serialize_as_displayed() {
        for scheme in [Scheme::F32, Scheme::Int8, Scheme::NGram] {
            assert_eq!(serde_json::to_string(&scheme).unwrap(), format!("\"{scheme}\""));
        }
    }
}
