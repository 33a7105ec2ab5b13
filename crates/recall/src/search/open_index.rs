//! The index of the open project: opened on first use, cached with the project, closed before it.

use std::sync::Arc;

use tokio::sync::OwnedMutexGuard;
use wenfang_project::{Project, meta};
use wenfang_search::Index;
use wenfang_text::ContentHash;
use wenfang_usecase::Result;

use crate::Library;

/// The search state attached to an open project.
#[derive(Default)]
struct SearchCache {
    index: tokio::sync::Mutex<Option<Index>>,
    refreshing: Arc<tokio::sync::Mutex<()>>,
    embedding: Arc<tokio::sync::Mutex<()>>,
}

/// Returns the index of the open project, opening it if necessary.
///
/// # Errors
/// [`Code::Io`](wenfang_usecase::Code::Io), [`Code::DiskFull`](wenfang_usecase::Code::DiskFull) if it cannot be created.
pub async fn index(library: &Library<'_>) -> Result<Index> {
    let cache = library.project.attached::<SearchCache>();
    let mut index = cache.index.lock().await;
    if let Some(index) = &*index {
        return Ok(index.clone());
    }
    let opened = Index::open(&library.meaning.index_folder().join(file_name(library.project).await?)).await?;
    if let Some(why) = &opened.recreated {
        tracing::info!(?why, "the search index is rebuilt");
    }
    *index = Some(opened.index.clone());
    Ok(opened.index)
}

/// Waits for the turn to update the index; updates never overlap.
pub(super) async fn turn(library: &Library<'_>) -> OwnedMutexGuard<()> {
    let cache = library.project.attached::<SearchCache>();
    Arc::clone(&cache.refreshing).lock_owned().await
}

/// Waits for the turn to embed passages, so that no vector is computed twice.
pub(super) async fn embedding(project: &Project) -> OwnedMutexGuard<()> {
    let cache = project.attached::<SearchCache>();
    Arc::clone(&cache.embedding).lock_owned().await
}

/// Deletes the index; the next use rebuilds it from scratch.
///
/// # Errors
/// [`Code::Io`](wenfang_usecase::Code::Io) if the file cannot be removed.
pub async fn recreate(library: &Library<'_>) -> Result<()> {
    let _refreshing = turn(library).await;
    let _embedding = embedding(library.project).await;
    let cache = library.project.attached::<SearchCache>();
    let mut index = cache.index.lock().await;
    let file = library.meaning.index_folder().join(file_name(library.project).await?);
    if let Some(index) = index.take() {
        index.close().await;
    }
    Ok(Index::discard(&file).await?)
}

/// Closes the index of a project that is about to close, so that its folder holds a single file.
pub async fn close(project: &Project) {
    let index = project.attached::<SearchCache>().index.lock().await.take();
    if let Some(index) = index {
        index.close().await;
    }
}

/// The file name depends on id and path: copies of a project share the id but have separate indexes.
async fn file_name(project: &Project) -> Result<String> {
    let mut tx = project.begin_read().await?;
    let uid = meta::uid(&mut tx).await?;
    let place = project.path().canonicalize().unwrap_or_else(|_| project.path().to_owned());
    let place = ContentHash::of(place.as_os_str().as_encoded_bytes()).to_string();
    Ok(format!("{uid}-{}.sqlite", place.get(..16).unwrap_or_default()))
}
