//! Text to vectors, on this machine.
//!
//! [`Folder::open`] looks at a model, [`load`] makes an [`Embedder`] of it, [`NGram`] is one without a model. Two engines
//! compute the same: candle's `BertModel` as the reference, and our own pass over packed weights, in floats or in bytes.
//! [`agreement`] compares the two.
//!
//! All of it computes where it is called: no async, no SQL, nothing of novels, and no network but in [`download`], which
//! fetches a pinned model when it is asked to.

mod agreement;
pub mod download;
mod embedder;
mod folder;
mod identity;
#[doc(hidden)]
pub mod kernels;
mod load;
mod ngram;
mod packed;
mod prepare;
mod reference;
pub mod seeded;
mod tokens;
mod weights;

pub use agreement::{Agreement, AgreementError, agreement};
pub use embedder::{EmbedError, Embedder, Role};
pub use folder::{Activation, Architecture, Folder, FolderError, Pooling};
pub use identity::{Identity, Scheme};
#[doc(hidden)]
pub use load::load_held_to;
pub use load::{Engine, LoadError, Options, load};
pub use ngram::NGram;
pub use prepare::{PREPARATION, Preparation};
