//! Text embeddings, computed on this machine.
//!
//! [`Folder::open`] checks a model, [`load`] creates an [`Embedder`] from it, and [`NGram`] is an embedder without a
//! model. Two engines compute the same vectors: candle's `BertModel` as the reference, and our own implementation
//! with packed weights, in floats or in bytes. [`agreement`] compares the two.
//!
//! Everything runs synchronously on the calling thread and its helper threads: no async, no SQL, no knowledge of
//! novels, and no network except in [`download`], which downloads a pinned model on request.
//!
//! | Module | What it does |
//! |---|---|
//! | `folder`, `weights`, `tokens`, `prepare` | a model folder, checked before use; texts to token ids |
//! | `reference` | engine A: candle's `BertModel`, in floats |
//! | `packed` | engine B: our forward pass without padding, in floats or bytes |
//! | `kernels` | the arithmetic of B for each processor family; the only unsafe code |
//! | [`agreement`] | whether A and B agree on this machine |
//! | `ngram`, `seeded` | the fallback without a model; models with random weights for tests |
//! | [`download`] | downloads a pinned model from mirrors, resuming where it broke off |
//!
//! Invariants: a vector has length 1 and does not depend on the texts beside it; vectors whose identities differ are never
//! compared; integer products are the same on every processor.

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
