//! Reads the texts of a mending by hash, from the cheapest source to the dearest: memory, the project file, a backup,
//! and at last the author, for whom the session waits.
//!
//! A text that comes from a backup or the author is stored again, which repairs the file, so it is looked for once.
//! Damage does not pass by waiting; a file that is busy is an error, and the step that reads is tried again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use sqlx::SqliteConnection;
use wenfang_project::blobs::BlobId;
use wenfang_project::mend::fetches::{self, Fetch};
use wenfang_project::mend::sessions::{self, Session as MendSession};
use wenfang_project::{Error as ProjectError, Project, backup, blobs};
use wenfang_story::mend::{AuditAction, FetchSource, MissingText, QcCode};
use wenfang_story::{MendSessionId, SceneId, Timestamp};
use wenfang_text::ContentHash;
use wenfang_usecase::{Code, Error, Result};

use super::plan::log;

/// The most bytes that are kept in memory.
const MAX_KEPT_BYTES: usize = 64 << 20;

/// Texts of mendings in memory, by hash.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<(usize, HashMap<ContentHash, Arc<str>>)>);

impl Kept {
    /// The texts that are kept while a project is open.
    pub(crate) fn of(project: &Project) -> Arc<Self> {
        project.attached()
    }

    fn get(&self, hash: &ContentHash) -> Option<Arc<str>> {
        self.0.lock().1.get(hash).cloned()
    }

    /// Keeps a text. When there are too many, the others are forgotten.
    fn keep(&self, hash: ContentHash, text: Arc<str>) {
        let (bytes, texts) = &mut *self.0.lock();
        if bytes.saturating_add(text.len()) > MAX_KEPT_BYTES {
            texts.clear();
            *bytes = 0;
        }
        *bytes += text.len();
        texts.insert(hash, text);
    }
}

/// A text that neither memory nor the file has.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    pub(super) scene: SceneId,
    /// The round whose text it is; 0 for the input.
    pub(super) round: u32,
    pub(super) blob: BlobId,
    pub(super) hash: ContentHash,
}

impl Unread {
    pub(super) fn missing(&self) -> MissingText {
        MissingText { scene: self.scene, round: self.round, hash: self.hash.to_string() }
    }

    /// The error of a request that needs the text.
    pub(super) fn error(&self) -> Error {
        Error::new(
            Code::Damaged,
            format!("the text of round {} of scene {} cannot be read", self.round, self.scene),
            "Nothing was changed. Supply the text (`wenfang mend supply`), or give the mending up.",
        )
        .with(serde_json::json!({ "qc": QcCode::WaitsForText, "missing": self.missing() }))
    }
}

/// Reads a text from memory or the file; `None` if it is damaged there.
pub(super) async fn read(
    conn: &mut SqliteConnection,
    kept: &Kept,
    (hash, blob): (ContentHash, BlobId),
) -> Result<Option<Arc<str>>> {
    if let Some(text) = kept.get(&hash) {
        return Ok(Some(text));
    }
    match blobs::read_text(conn, blob).await {
        Ok(text) => {
            let text: Arc<str> = text.into();
            kept.keep(hash, Arc::clone(&text));
            Ok(Some(text))
        }
        Err(ProjectError::Damaged(_) | ProjectError::ContentTooLarge { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// One try to read a text.
struct Try {
    source: FetchSource,
    succeeded: bool,
    qc: Option<QcCode>,
    latency_ms: u64,
    source_key: Option<String>,
}

impl Try {
    fn failed(source: FetchSource, qc: Option<QcCode>, began: Instant) -> Self {
        Self { source, succeeded: false, qc, latency_ms: since(began), source_key: None }
    }
}

fn since(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Looks in the backups for the texts of a session that were not read, in all of its scenes or in one. What is found is
/// stored again; what is not is noted in the session. A noted text is not looked for again. Returns whether a text was
/// found, so that the session must be read again.
pub(super) async fn restore(
    project: &Project,
    (session, all): (&MendSession, &[Unread]),
    only: Option<SceneId>,
) -> Result<bool> {
    let is_read = |one: &MissingText| only.is_none_or(|scene| scene == one.scene);
    let noted: Vec<MissingText> = session.record.missing.iter().filter(|one| is_read(one)).cloned().collect();
    let unread: Vec<MissingText> = all.iter().map(Unread::missing).collect();
    if noted == unread || !project.is_writable() {
        return Ok(false);
    }
    let mut searched = Vec::new();
    for unread in all.iter().filter(|unread| !noted.contains(&unread.missing())) {
        searched.push((unread, search(project, unread).await?));
    }
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let mut missing: Vec<MissingText> = unread.into_iter().filter(|one| noted.contains(one)).collect();
    let mut has_found = false;
    for (unread, (text, tries)) in &searched {
        insert(&mut tx, (session.id, unread.hash), tries, now).await?;
        let Some(text) = text else {
            missing.push(unread.missing());
            continue;
        };
        blobs::insert(&mut tx, text.as_bytes(), None).await?;
        let figures = serde_json::json!({ "scene": unread.scene, "round": unread.round });
        log(&mut tx, (session.id, AuditAction::Fetched), figures, now).await?;
        has_found = true;
    }
    sessions::change(&mut tx, session.id, |record| {
        record.missing.retain(|one| !is_read(one));
        record.missing.extend(missing);
        record.missing.sort_by_key(|one| one.scene);
    })
    .await?;
    tx.commit().await?;
    Ok(has_found)
}

/// Looks for a text in the file once more, and in the backups.
async fn search(project: &Project, unread: &Unread) -> Result<(Option<String>, Vec<Try>)> {
    let began = Instant::now();
    let mut tries = vec![Try::failed(FetchSource::Kept, Some(QcCode::CacheMiss), began)];
    let read = blobs::read_text(&mut *project.begin_read().await?, unread.blob).await;
    if let Ok(text) = read {
        return Ok((Some(text), tries));
    }
    tries.push(Try::failed(FetchSource::File, Some(QcCode::StorageFailure), began));
    let began = Instant::now();
    match backup::find_text(project, &unread.hash).await {
        Ok(Some(found)) => {
            tries.push(Try {
                succeeded: true,
                source_key: Some(found.name),
                ..Try::failed(FetchSource::Backup, None, began)
            });
            return Ok((Some(found.text), tries));
        }
        Ok(None) => tries.push(Try::failed(FetchSource::Backup, None, began)),
        Err(error) => {
            tracing::warn!(code = ?Error::from(error).code, "a backup could not be read");
            tries.push(Try::failed(FetchSource::Backup, Some(QcCode::StorageFailure), began));
        }
    }
    tries.push(Try::failed(FetchSource::Author, Some(QcCode::WaitsForText), Instant::now()));
    Ok((None, tries))
}

/// Writes tries into the log of fetches.
async fn insert(
    conn: &mut SqliteConnection,
    (session, text): (MendSessionId, ContentHash),
    tries: &[Try],
    now: Timestamp,
) -> Result<()> {
    let earlier = fetches::list(conn, session).await?;
    for one in tries {
        let same = earlier.iter().filter(|fetch| (fetch.text, fetch.source) == (text, one.source));
        let fetch = Fetch {
            session,
            text,
            source: one.source,
            attempt: u32::try_from(same.count() + 1).unwrap_or(u32::MAX),
            succeeded: one.succeeded,
            qc: one.qc,
            latency_ms: one.latency_ms,
            excerpt: None,
            source_key: one.source_key.clone(),
            at: now,
        };
        fetches::insert(conn, &fetch).await?;
    }
    Ok(())
}

/// Notes a try to take a text from the author: one that has another hash, or the text itself.
pub(super) async fn insert_supplied(
    conn: &mut SqliteConnection,
    (session, unread): (MendSessionId, &Unread),
    qc: Option<QcCode>,
    now: Timestamp,
) -> Result<()> {
    let tried = Try { succeeded: qc.is_none(), ..Try::failed(FetchSource::Author, qc, Instant::now()) };
    insert(conn, (session, unread.hash), &[tried], now).await
}

/// Notes that a session waits for a text.
pub(super) async fn note(conn: &mut SqliteConnection, session: MendSessionId, unread: &Unread) -> Result<()> {
    let missing = unread.missing();
    let noted = sessions::require(conn, session).await?.record.missing;
    if !noted.contains(&missing) {
        sessions::change(conn, session, |record| {
            record.missing.retain(|one| one.scene != missing.scene);
            record.missing.push(missing);
            record.missing.sort_by_key(|one| one.scene);
        })
        .await?;
    }
    Ok(())
}
