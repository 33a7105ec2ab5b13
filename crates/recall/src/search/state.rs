//! The state of the index and of the embedding model.

use std::sync::Arc;

use serde::Serialize;
use wenfang_embed::{Embedder, Scheme};
use wenfang_project::watch::Watch;
use wenfang_search::Index;
use wenfang_usecase::{NoParams, Result};

use super::embed::embed_all;
use super::open_index;
use super::refresh::refresh;
use crate::Library;

/// The embedding model used by a search.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[ts(rename = "SearchMeaning")]
pub struct Meaning {
    pub model: String,
    /// The arithmetic of the model.
    #[ts(type = "\"f32\" | \"int8\" | \"ngram\"")]
    pub scheme: Scheme,
    /// Whether it is the fallback without a model, which compares characters.
    pub is_fallback: bool,
    /// Passages with a vector, in percent.
    pub covered: u8,
}

/// The state of the index.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct IndexView {
    /// Number of texts.
    pub sources: usize,
    /// Number of paragraphs.
    pub paragraphs: usize,
    /// Number of changed texts that are not indexed yet.
    pub left: usize,
    /// Number of passages with a vector of the chosen model.
    pub embedded: usize,
    /// Number of passages without one.
    pub pending: usize,
    /// Size of the index file, in bytes.
    pub bytes: u64,
    /// The embedding model in use.
    pub meaning: Meaning,
}

/// Returns the embedder for searches. While a new model is still embedding the book,
/// this is the previous one.
pub(super) async fn meaning_of(library: &Library<'_>, index: &Index) -> Result<(Arc<dyn Embedder>, Meaning)> {
    let newest = library.meaning.embedder().await;
    let state = index.state(&newest.identity().key()).await?;
    let covered = covered(state.embedded, state.pending);
    // Load the previous model only if vectors of another model exist.
    let another =
        state.pending > 0 && index.models().await?.iter().any(|model| *model != newest.identity().key());
    let previous = if another { library.meaning.previous().await } else { None };
    let (embedder, covered) = match previous {
        Some(previous) => {
            let before = index.state(&previous.identity().key()).await?;
            let covered_before = self::covered(before.embedded, before.pending);
            if covered_before > covered { (previous, covered_before) } else { (newest, covered) }
        }
        None => (newest, covered),
    };
    let identity = embedder.identity();
    let meaning = Meaning {
        model: identity.name.clone(),
        scheme: identity.scheme,
        is_fallback: identity.scheme == Scheme::NGram,
        covered,
    };
    Ok((embedder, meaning))
}

/// Coverage in percent, rounded down: 100 means that nothing is pending.
fn covered(embedded: usize, pending: usize) -> u8 {
    let all = embedded + pending;
    (embedded * 100).checked_div(all).map_or(100, |percent| u8::try_from(percent).unwrap_or(100))
}

/// Deletes the vectors of other models once the chosen one covers every passage. If the chosen model cannot be
/// loaded at the moment, its vectors are preserved.
pub async fn previous_is_done(library: &Library<'_>, index: &Index) -> Result<()> {
    let loaded = library.meaning.loaded().await;
    if loaded.trouble.is_some() {
        return Ok(());
    }
    let newest = loaded.embedder.identity().key();
    if index.state(&newest).await?.pending == 0 {
        for model in index.models().await? {
            if model != newest {
                index.forget_model(&model).await?;
            }
        }
    }
    Ok(())
}

/// Reports the state of the index without changing it.
pub async fn state(library: &Library<'_>, _: NoParams) -> Result<IndexView> {
    let index = open_index::index(library).await?;
    let left = refresh(library, &index, 0, &Watch::silent()).await?.left;
    view(library, &index, left).await
}

async fn view(library: &Library<'_>, index: &Index, left: usize) -> Result<IndexView> {
    let newest = library.meaning.embedder().await;
    let state = index.state(&newest.identity().key()).await?;
    let (_, meaning) = meaning_of(library, index).await?;
    Ok(IndexView {
        sources: state.sources,
        paragraphs: state.paragraphs,
        left,
        embedded: state.embedded,
        pending: state.pending,
        bytes: state.bytes,
        meaning,
    })
}

/// Updates the index, including vectors.
///
/// # Errors
/// [`Code::Stopped`](wenfang_usecase::Code::Stopped) when the author stops it; indexed texts are preserved.
pub async fn build(library: &Library<'_>, _: NoParams, watch: &Watch) -> Result<IndexView> {
    let index = open_index::index(library).await?;
    refresh(library, &index, usize::MAX, watch).await?;
    embed_all(library, &index, watch).await?;
    watch.report("embed", 1, 1)?;
    view(library, &index, 0).await
}

/// Rebuilds the index from scratch.
///
/// # Errors
/// Those of [`build`].
pub async fn rebuild(library: &Library<'_>, nothing: NoParams, watch: &Watch) -> Result<IndexView> {
    open_index::recreate(library).await?;
    build(library, nothing, watch).await
}
