//! Updates the index: only changed texts are read and indexed.

use std::collections::HashSet;

use serde::Serialize;
use wenfang_project::watch::Watch;
use wenfang_search::{Index, Source, SourceKey};
use wenfang_usecase::Result;

use super::{open_index, sources};
use crate::Library;

/// Texts indexed per transaction, so that a book of long scenes reports progress ten times a second.
const BATCH: usize = 16;

/// The outcome of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "IndexRefreshed")]
pub struct Refreshed {
    /// Number of texts indexed or removed.
    pub changed: usize,
    /// Number of paragraphs that were added.
    pub added: usize,
    /// Number of changed texts that are not indexed yet.
    pub left: usize,
}

/// Updates at most `most` texts of the index; texts of scenes first, in reading order.
///
/// # Errors
/// Those of reading the project and of the index; texts already indexed are preserved.
pub async fn refresh(library: &Library<'_>, index: &Index, most: usize, watch: &Watch) -> Result<Refreshed> {
    let _turn = open_index::turn(library).await;
    let known = index.sources().await?;
    let mut tx = library.project.begin_read().await?;
    let sources::Listing { texts: listed, unreadable } = sources::list(&mut tx).await?;
    // End the read transaction first, so that a save never waits for the index.
    drop(tx);
    let keys: HashSet<_> = listed.iter().map(|source| source.key).collect();
    let is_gone = |key: &&SourceKey| !keys.contains(key) && !unreadable.contains(&key.kind);
    let gone: Vec<_> = known.keys().filter(is_gone).copied().collect();
    if !gone.is_empty() {
        index.remove(&gone).await?;
    }
    let stale: Vec<_> =
        listed.iter().filter(|source| known.get(&source.key) != Some(&source.stamp)).collect();
    let wanted = stale.len().min(most);
    let mut refreshed = Refreshed { changed: gone.len(), added: 0, left: stale.len() - wanted };
    for (done, some) in stale[..wanted].chunks(BATCH).enumerate() {
        watch.report("index", done * BATCH, wanted)?;
        let mut texts = Vec::with_capacity(some.len());
        let mut tx = library.project.begin_read().await?;
        for source in some {
            // A text that changed after it was listed gets another stamp and is indexed next time.
            texts.push(source.read(&mut tx).await?);
        }
        drop(tx);
        let put: Vec<Source<'_>> = some
            .iter()
            .zip(&texts)
            .map(|(source, text)| Source { key: source.key, stamp: source.stamp, text })
            .collect();
        let done = index.put(&put).await?;
        refreshed.changed += some.len();
        refreshed.added += done.added;
    }
    if wanted > 0 {
        watch.report("index", wanted, wanted)?;
    }
    Ok(refreshed)
}
