//! Errors of the writers.

use thiserror::Error;

/// Why a book could not be written.
#[derive(Debug, Error)]
pub enum PublishError {
    /// The container, a zip file, could not be written.
    #[error("the container of the book could not be written: {0}")]
    Container(String),
    /// The cover is no picture that readers show.
    #[error("the cover is neither a JPEG nor a PNG picture")]
    Cover,
}
