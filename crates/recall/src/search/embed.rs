//! Computes the vectors of the passages in the index.

use std::sync::Arc;

use wenfang_embed::{Embedder, Role};
use wenfang_project::watch::Watch;
use wenfang_search::Index;
use wenfang_usecase::{Code, Error, Result};

use super::open_index;
use crate::Library;

/// Passages embedded between two checks for a stop request: a quarter of a second or less on a small machine.
pub const BATCH: usize = 32;

/// Embeds up to `most` passages that have no vector of the embedder yet and returns their number.
///
/// # Errors
/// Those of the embedder and of the index; vectors already stored are preserved.
pub async fn embed_some(
    library: &Library<'_>,
    index: &Index,
    (embedder, most): (&Arc<dyn Embedder>, usize),
) -> Result<usize> {
    let _turn = open_index::embedding(library.project).await;
    let model = embedder.identity().key();
    let pending = index.pending(&model, most).await?;
    if pending.is_empty() {
        return Ok(0);
    }
    let texts: Vec<String> = pending.iter().map(|pending| pending.text.clone()).collect();
    let vectors = embedded(embedder, texts, Role::Passage).await?;
    let vectors: Vec<_> = pending.iter().map(|pending| pending.hash).zip(vectors).collect();
    index.put_vectors(&model, &vectors).await?;
    Ok(vectors.len())
}

/// Embeds all passages without a vector, with progress.
///
/// # Errors
/// [`Code::Stopped`] when the author stops it; vectors already stored are preserved.
pub async fn embed_all(library: &Library<'_>, index: &Index, watch: &Watch) -> Result<usize> {
    let embedder = library.meaning.embedder().await;
    let model = embedder.identity().key();
    let total = index.state(&model).await?.pending;
    let mut done = 0;
    loop {
        watch.report("embed", done, total.max(done))?;
        match embed_some(library, index, (&embedder, BATCH)).await? {
            0 => break,
            some => done += some,
        }
    }
    Ok(done)
}

/// Embeds texts on a blocking thread.
pub(crate) async fn embedded(
    embedder: &Arc<dyn Embedder>,
    texts: Vec<String>,
    role: Role,
) -> Result<Vec<Vec<f32>>> {
    let embedder = Arc::clone(embedder);
    let work = tokio::task::spawn_blocking(move || {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        embedder.embed(&texts, role)
    });
    let failed = |message: String| {
        Error::new(
            Code::Internal,
            message,
            "Search continues by words. Check the embedding model in the settings.",
        )
    };
    work.await
        .map_err(|_| failed("the embedding task failed".to_owned()))?
        .map_err(|error| failed(error.to_string()))
}
