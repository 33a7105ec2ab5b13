//! What every way of making vectors offers.

use crate::Identity;

/// What a text is embedded as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Text of the book, to be found.
    Passage,
    /// Words somebody looks for: the model's instruction, where it has one, is put in front.
    Query,
}

/// A text that could not be embedded.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// The tokenizer refused a text, which a sound `tokenizer.json` never does.
    #[error("the tokenizer cannot read text {text}: {reason}")]
    Tokenizer {
        /// Which of the texts, from 0.
        text: usize,
        /// What it says.
        reason: String,
    },
    /// The reference engine failed, for want of memory most likely.
    #[error("the reference engine failed: {0}")]
    Candle(#[from] candle_core::Error),
    /// A vector has no direction: weights that are not numbers, or all zero.
    #[error("the model gives no vector for text {text}: its weights are damaged")]
    NoVector {
        /// Which of the texts, from 0.
        text: usize,
    },
}

/// Texts to vectors.
///
/// Always: the same text and role give the same vector, within 1e-6 whatever else is in the call.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    /// What the vectors are made with.
    fn identity(&self) -> &Identity;

    /// One L2-normalised vector of `identity().dimension` floats for each text, in order. Texts longer than the model's
    /// limit are cut at it (512 tokens). Works until it is done: to be able to stop, call it for a few texts at a time.
    ///
    /// # Errors
    /// When a text cannot be read or a vector not be made; nothing is given then.
    fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// Scales a vector to length 1.
///
/// # Errors
/// Without a direction: all zero, or not finite.
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
