//! The state of the index, and by what meaning is known.

use std::sync::Arc;

use serde::Serialize;
use wenfang_embed::{Embedder, Scheme};
use wenfang_project::watch;
use wenfang_search::Index;

use super::embed::embed_all;
use super::held;
use super::refresh::refresh;
use crate::drafting::Session;
use crate::error::Result;
use crate::projects::NoParams;

/// By what meaning is known.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[ts(rename = "SearchMeaning")]
pub struct Meaning {
    /// The name of the model.
    pub model: String,
    /// What it computes with.
    #[ts(type = "\"f32\" | \"int8\" | \"ngram\"")]
    pub scheme: Scheme,
    /// Whether it is the fallback that compares characters, since there is no model.
    pub is_fallback: bool,
    /// Of a hundred passages so many have a vector.
    pub covered: u8,
}

/// The state of the index.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct IndexView {
    /// Texts in the index.
    pub sources: usize,
    /// Paragraphs in it.
    pub paragraphs: usize,
    /// Texts that changed and are not in it yet.
    pub left: usize,
    /// Passages with a vector of the model in use.
    pub embedded: usize,
    /// Passages without one.
    pub pending: usize,
    /// The size of the index file, in bytes.
    pub bytes: u64,
    /// By what meaning is known.
    pub meaning: Meaning,
}

/// The embedder that answers now, and what is known of it. While a new model is at work on the book the one before answers.
pub(super) async fn meaning_of(session: &Session, index: &Index) -> Result<(Arc<dyn Embedder>, Meaning)> {
    let newest = session.meaning.embedder().await;
    let state = index.state(&newest.identity().key()).await?;
    let covered = covered(state.embedded, state.pending);
    // Only where vectors of another model are left is it worth loading.
    let another =
        state.pending > 0 && index.models().await?.iter().any(|model| *model != newest.identity().key());
    let previous = if another { session.meaning.previous().await } else { None };
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

/// Percents, rounded down: a hundred says that nothing is left.
fn covered(embedded: usize, pending: usize) -> u8 {
    let all = embedded + pending;
    (embedded * 100).checked_div(all).map_or(100, |percent| u8::try_from(percent).unwrap_or(100))
}

/// Lets go of vectors that nothing asks for any more: those of other models, once the one in use knows every passage. Where
/// the chosen model cannot be loaded just now, its vectors wait for it.
pub(crate) async fn previous_is_done(session: &Session, index: &Index) -> Result<()> {
    let loaded = session.meaning.loaded().await;
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

/// Tells the state of the index without changing it.
pub async fn state(session: &Session, _: NoParams) -> Result<IndexView> {
    let index = held::index(session).await?;
    let left = refresh(session, &index, 0).await?.left;
    view(session, &index, left).await
}

async fn view(session: &Session, index: &Index, left: usize) -> Result<IndexView> {
    let newest = session.meaning.embedder().await;
    let state = index.state(&newest.identity().key()).await?;
    let (_, meaning) = meaning_of(session, index).await?;
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

/// Brings the index up to date, vectors and all.
///
/// # Errors
/// [`Code::Stopped`](crate::Code::Stopped) when the author wants it; what was indexed stays.
pub async fn build(session: &Session, _: NoParams) -> Result<IndexView> {
    let index = held::index(session).await?;
    refresh(session, &index, usize::MAX).await?;
    embed_all(session, &index).await?;
    watch::report("embed", 1, 1)?;
    view(session, &index, 0).await
}

/// Throws the index away and builds it anew.
///
/// # Errors
/// As [`build`].
pub async fn rebuild(session: &Session, nothing: NoParams) -> Result<IndexView> {
    held::anew(session).await?;
    build(session, nothing).await
}
