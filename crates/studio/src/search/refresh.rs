//! Bringing the index up to date: only what changed since is read and indexed.

use std::collections::HashSet;

use serde::Serialize;
use wenfang_project::watch;
use wenfang_search::{Index, Source, SourceKey};

use super::{held, sources};
use crate::drafting::Session;
use crate::error::Result;

/// Texts that go into the index in one transaction: a book of long scenes shows progress ten times a second.
const AT_ONCE: usize = 16;

/// How far the index was brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "IndexRefreshed")]
pub struct Refreshed {
    /// Texts that were indexed anew, or left the index.
    pub changed: usize,
    /// Paragraphs among them that were not in the index before.
    pub added: usize,
    /// Texts that changed and are not in the index yet.
    pub left: usize,
}

/// Brings the index up to date, `most` texts of it; those of scenes first, in reading order.
///
/// # Errors
/// Those of reading the project and of the index; what was indexed before stays.
pub(crate) async fn refresh(session: &Session, index: &Index, most: usize) -> Result<Refreshed> {
    let _turn = held::turn(session).await;
    let known = index.sources().await?;
    let mut tx = session.project.begin_read().await?;
    let sources::Listing { texts: listed, unreadable } = sources::list(&mut tx).await?;
    // Nobody who saves waits for the index: it is written while nothing of the project is held open.
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
    for (done, some) in stale[..wanted].chunks(AT_ONCE).enumerate() {
        watch::report("index", done * AT_ONCE, wanted)?;
        let mut texts = Vec::with_capacity(some.len());
        let mut tx = session.project.begin_read().await?;
        for source in some {
            // What changed since it was listed has another stamp the next time, and comes again.
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
        watch::report("index", wanted, wanted)?;
    }
    Ok(refreshed)
}
