//! The interface of all embedders.

use crate::Identity;

/// The role of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A passage of the book, to be found.
    Passage,
    /// A search query: the model's instruction, if any, is prepended.
    Query,
}

/// An error of embedding a text.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// The tokenizer refused a text, which a valid `tokenizer.json` never does.
    #[error("the tokenizer cannot read text {text}: {reason}")]
    Tokenizer {
        /// The index of the text, from 0.
        text: usize,
        reason: String,
    },
    /// The reference engine failed, most likely from lack of memory.
    #[error("the reference engine failed: {0}")]
    Candle(#[from] candle_core::Error),
    /// The vector has no direction: the weights contain invalid numbers or are all zero.
    #[error("the model returned no usable vector for text {text}: its weights are damaged")]
    NoVector {
        /// The index of the text, from 0.
        text: usize,
    },
}

/// Converts texts to vectors.
///
/// Always: equal texts and roles give equal vectors, within 1e-6, regardless of the other texts in the call.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    /// The identity of the vectors.
    fn identity(&self) -> &Identity;

    /// Returns one L2-normalised vector of `identity().dimension` floats for each text, in order. Texts longer than
    /// the model's limit are truncated (512 tokens). Blocks until done: to be able to stop, call it with few texts at
    /// a time.
    ///
    /// # Errors
    /// If any text cannot be tokenised or embedded; then no vectors are returned.
    fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// Scales a vector to length 1.
///
/// # Errors
/// If the vector has no direction: all zero, or not finite.
pub(crate) fn normalise(vector: &mut [f32], text: usize) -> Result<(), EmbedError> {
    let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    if !(length.is_finite() && length > 0.0) {
        return Err(EmbedError::NoVector { text });
    }
    for x in vector {
        *x = (f64::from(*x) / length) as f32;
    }
    Ok(())
}
