//! The index of the open project: opened when first asked for, kept with the project, closed before it.

use std::sync::Arc;

use tokio::sync::OwnedMutexGuard;
use wenfang_project::{Project, meta};
use wenfang_search::Index;
use wenfang_text::ContentHash;

use crate::drafting::Session;
use crate::error::Result;

/// What is kept with the open project.
#[derive(Default)]
struct SearchCache {
    index: tokio::sync::Mutex<Option<Index>>,
    refreshing: Arc<tokio::sync::Mutex<()>>,
    embedding: Arc<tokio::sync::Mutex<()>>,
}

/// The index of the open project.
///
/// # Errors
/// [`Code::Io`](crate::Code::Io), [`Code::DiskFull`](crate::Code::DiskFull) when there is no place for it.
pub(crate) async fn index(session: &Session) -> Result<Index> {
    let held = session.project.attached::<SearchCache>();
    let mut index = held.index.lock().await;
    if let Some(index) = &*index {
        return Ok(index.clone());
    }
    let opened =
        Index::open(&session.meaning.index_folder().join(file_name(&session.project).await?)).await?;
    if let Some(why) = &opened.made_anew {
        tracing::info!(?why, "the search index is made anew");
    }
    *index = Some(opened.index.clone());
    Ok(opened.index)
}

/// Lets one at a time bring the index up to date.
pub(super) async fn turn(session: &Session) -> OwnedMutexGuard<()> {
    let held = session.project.attached::<SearchCache>();
    Arc::clone(&held.refreshing).lock_owned().await
}

/// Lets one at a time give passages their vectors: two would make the same ones.
pub(super) async fn embedding(project: &Project) -> OwnedMutexGuard<()> {
    let held = project.attached::<SearchCache>();
    Arc::clone(&held.embedding).lock_owned().await
}

/// Throws the index away; the next to ask makes it anew.
///
/// # Errors
/// [`Code::Io`](crate::Code::Io) where the file cannot be removed.
pub(crate) async fn anew(session: &Session) -> Result<()> {
    let _refreshing = turn(session).await;
    let _embedding = embedding(&session.project).await;
    let held = session.project.attached::<SearchCache>();
    let mut index = held.index.lock().await;
    let file = session.meaning.index_folder().join(file_name(&session.project).await?);
    if let Some(index) = index.take() {
        index.close().await;
    }
    Ok(Index::discard(&file).await?)
}

/// Closes the index, so that its folder holds one file; for a project that is about to be closed.
pub async fn close(project: &Project) {
    let index = project.attached::<SearchCache>().index.lock().await.take();
    if let Some(index) = index {
        index.close().await;
    }
}

/// Copies of a project share its id, not its place: each has an index of its own.
async fn file_name(project: &Project) -> Result<String> {
    let mut tx = project.begin_read().await?;
    let uid = meta::uid(&mut tx).await?;
    let place = project.path().canonicalize().unwrap_or_else(|_| project.path().to_owned());
    let place = ContentHash::of(place.as_os_str().as_encoded_bytes()).to_string();
    Ok(format!("{uid}-{}.sqlite", place.get(..16).unwrap_or_default()))
}
