//! The search index beside a novel: its paragraphs by their words and by their meaning.
//!
//! Everything here is derived from the novel and lies in a file of its own, outside the project: it may be thrown away
//! at any time and made again. [`Index`] is the way in. [`Query`], [`snippet()`], [`fuse`], [`bm25()`] and [`passages`] are pure.
//!
//! Always: what [`Index::search_text`] answers is exactly what [`Query::matches`] says of each paragraph; what
//! [`Index::search_vectors`] answers is ordered by exact cosines of the stored vectors. Deliberately absent: the novel,
//! models, and which sources a filter of the author means (a [`Scope`] comes from outside).

mod bm25;
mod error;
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
