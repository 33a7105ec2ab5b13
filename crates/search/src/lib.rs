//! The search index of a novel: finds its paragraphs by words and by meaning.
//!
//! Everything here is derived from the novel and stored in its own file outside the project; it can be deleted and
//! rebuilt at any time. The entry point is [`Index`]. [`Query`], [`snippet()`], [`fuse`], [`bm25()`] and
//! [`passages`] are pure.
//!
//! Invariants: the results of [`Index::search_text`] are exactly the paragraphs for which [`Query::matches`] holds;
//! the results of [`Index::search_vectors`] are ordered by exact cosines, and are exactly the nearest paragraphs of an
//! index of up to 50,000 passages. Deliberately
//! absent: the novel, models, and the translation of the author's filters to sources (the caller passes a
//! [`Scope`]).
//!
//! | Module | What it does |
//! |---|---|
//! | `source`, `terms`, `passage` | where texts come from; index terms; the passages that get vectors |
//! | `query` | the author's query; [`Query::matches`] defines its meaning |
//! | `index` | insert, remove, search by words and by meaning, near duplicates, state |
//! | `vectors` | unit vectors, and their codes in memory that choose candidates in a very large index (ADR 0040) |
//! | `extension` | sqlite-vec, which stores and compares the vectors |
//! | `bm25`, `fusion` | scoring paragraphs against a question; merging ranked lists |
//! | `snippet`, `shingles` | the words around a hit; text overlap |
//! | `file` | opening, checking and rebuilding the file |

mod bm25;
mod error;
mod extension;
mod file;
mod fusion;
mod index;
mod passage;
mod query;
mod shingles;
mod snippet;
mod source;
mod terms;
mod vectors;

pub use bm25::{Grams, bm25};
pub use error::{Error, Result};
pub use file::{Opened, RebuildReason};
pub use fusion::{FUSION_K, Fused, fuse, reciprocal_ranks, words_first};
pub use index::{
    Index, IndexState, Like, NearDuplicate, Passage, Pending, Pruned, Put, Repetition, TextHit, TextHits,
    VectorHit,
};
pub use passage::{MAX_PASSAGE_LEN, passages};
pub use query::{Lookup, Query};
pub use snippet::{SNIPPET_ROOM, Snippet, snippet};
pub use source::{Kind, ParagraphId, Scope, Source, SourceKey, SourceKind};
pub use terms::terms;
