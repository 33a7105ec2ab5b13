//! Plot threads (伏笔) and their anchors.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_manuscript::find::TextKind;
use wenfang_manuscript::parts::counted_scenes;
use wenfang_manuscript::scenes::SceneRequest;
use wenfang_project::{Project, canon};
use wenfang_story::canon::threads::{Overdue, ThreadAct, next, overdue};
use wenfang_story::canon::{
    AnchorId, AnchorRecord, AnchorRole, ThreadAnchorRecord, ThreadRecord, ThreadStatus,
};
use wenfang_story::{SceneId, ThreadAnchorId, ThreadId, VersionNo};
use wenfang_text::{CharRange, SemanticSearch};
use wenfang_usecase::{Error, Result, double_option};
use wenfang_versions::{self as versions, LocatedAnchor};

use super::books::{Book, SceneRef};
use super::lore::Done;
use super::passages::{Passage, evidence};
use super::{removal, words};
use crate::semantics;

/// The position in the book to view the threads from.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ThreadsAsOf {
    /// The last scene the reader has read; the last scene with text when absent.
    pub at: Option<SceneId>,
}

/// The plot threads.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Threads {
    /// The scene they are viewed as of.
    pub at: Option<SceneRef>,
    /// Overdue threads first, then waiting, resolved, abandoned; each group by id.
    pub threads: Vec<ThreadView>,
}

/// A plot thread.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ThreadView {
    pub id: ThreadId,
    pub title: String,
    /// The promise and its intended payoff.
    pub description: String,
    pub status: ThreadStatus,
    /// Number of chapters without a payoff after which it is overdue; none for never.
    pub due_after: Option<u32>,
    /// Why it was abandoned.
    pub reason: String,
    /// How long it is overdue; none if it is not.
    pub overdue: Option<Overdue>,
    /// Its anchors, in reading order; those in the bin last.
    pub anchors: Vec<AnchorView>,
}

/// An anchor of a thread.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AnchorView {
    pub id: ThreadAnchorId,
    /// Its role in the thread.
    pub role: AnchorRole,
    /// The text of the passage; the last known text if it was deleted.
    pub quote: String,
    /// Whether the passage was deleted.
    pub gone: bool,
    /// The author's note.
    pub note: String,
    /// The last version in which its position was certain.
    pub version: VersionNo,
    /// Its range in that version.
    pub range: CharRange,
    pub place: SceneRef,
}

/// Lists the plot threads.
pub async fn list(project: &Project, request: ThreadsAsOf) -> Result<Threads> {
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let at = match request.at {
        Some(at) => Some(at),
        None => last_written(project, &mut tx).await?,
    };
    let mut anchors: HashMap<ThreadId, Vec<(ThreadAnchorId, ThreadAnchorRecord)>> = HashMap::new();
    for (id, record) in canon::list::<ThreadAnchorId>(&mut tx).await? {
        anchors.entry(record.thread).or_default().push((id, record));
    }
    let threads: Vec<(ThreadId, ThreadRecord)> = canon::list(&mut tx).await?;
    let mut threads: Vec<ThreadView> = threads
        .into_iter()
        .map(|(id, record)| view(&book, at, (id, record), anchors.remove(&id).unwrap_or_default()))
        .collect();
    threads.sort_by_key(|thread| {
        let status = match thread.status {
            _ if thread.overdue.is_some() => 0,
            ThreadStatus::Open | ThreadStatus::Partial => 1,
            ThreadStatus::Resolved => 2,
            ThreadStatus::Abandoned => 3,
        };
        (status, thread.id)
    });
    Ok(Threads { at: at.map(|at| book.place(at)), threads })
}

/// The last scene of the book with text.
async fn last_written(project: &Project, conn: &mut SqliteConnection) -> Result<Option<SceneId>> {
    let scenes = counted_scenes(project, conn).await?;
    Ok(scenes.iter().rev().find(|scene| scene.totals.standard > 0).map(|scene| scene.id))
}

fn view(
    book: &Book,
    at: Option<SceneId>,
    (id, record): (ThreadId, ThreadRecord),
    anchors: Vec<(ThreadAnchorId, ThreadAnchorRecord)>,
) -> ThreadView {
    let records: Vec<ThreadAnchorRecord> = anchors.iter().map(|(_, record)| record.clone()).collect();
    let overdue = at.and_then(|at| overdue(&record, &records, &book.order, at));
    let mut anchors: Vec<AnchorView> = anchors
        .into_iter()
        .map(|(id, record)| AnchorView {
            id,
            role: record.role,
            quote: record.quote,
            gone: record.gone,
            note: record.note,
            version: record.version,
            range: record.range,
            place: book.place(record.scene),
        })
        .collect();
    anchors.sort_by_key(|anchor| {
        let rank = book.order.rank(anchor.place.scene);
        (rank.is_none(), rank, anchor.range.start(), anchor.id)
    });
    let ThreadRecord { title, description, status, due_after, reason } = record;
    ThreadView { id, title, description, status, due_after, reason, overdue, anchors }
}

async fn one(project: &Project, conn: &mut SqliteConnection, id: ThreadId) -> Result<ThreadView> {
    let record = canon::require(conn, id).await?.record;
    let anchors = canon::list_where::<ThreadAnchorId>(conn, "thread_id", id.get()).await?;
    let book = Book::read(conn).await?;
    let at = last_written(project, conn).await?;
    Ok(view(&book, at, (id, record), anchors))
}

/// Maximum value of `due_after`, in chapters.
const MAX_WAIT: u32 = 100_000;

/// Changes to a thread. Absent fields stay unchanged, or take their default in a new thread.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveThread {
    /// The thread; a new one when absent.
    pub thread: Option<ThreadId>,
    /// Its title; required for a new thread.
    pub title: Option<String>,
    pub description: Option<String>,
    /// Number of chapters after which it is overdue; `null`: never.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<u32>")]
    pub due_after: Option<Option<u32>>,
    /// The passage that plants a new thread.
    pub passage: Option<Passage>,
}

/// Writes a thread; a new one may be planted in the same request.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an empty title;
/// [`Code::QuoteNotFound`](wenfang_usecase::Code::QuoteNotFound) for a passage that does not occur in the text.
pub async fn save(project: &Project, request: SaveThread) -> Result<ThreadView> {
    let mut tx = project.begin_write().await?;
    let mut record = match request.thread {
        Some(thread) => canon::live(&mut tx, thread).await?,
        None => ThreadRecord::default(),
    };
    if let Some(title) = &request.title {
        record.title = words::name("title", title)?;
    }
    if record.title.is_empty() {
        return Err(Error::bad_request("the thread has no title", "Nothing was changed. Give it one."));
    }
    if let Some(description) = &request.description {
        record.description = words::text("description", description)?;
    }
    if let Some(due_after) = request.due_after {
        if due_after.is_some_and(|chapters| chapters == 0 || chapters > MAX_WAIT) {
            return Err(Error::bad_request(
                format!("due_after must be between 1 and {MAX_WAIT}"),
                "Nothing was changed. Use a number in that range, or none.",
            ));
        }
        record.due_after = due_after;
    }
    let thread = match request.thread {
        Some(thread) => {
            canon::update(&mut tx, thread, &record).await?;
            thread
        }
        None => canon::insert(&mut tx, &record, project.now()).await?,
    };
    if let Some(passage) = &request.passage {
        insert_anchor(&mut tx, project, (thread, AnchorRole::Plant, ""), passage).await?;
    }
    let view = one(project, &mut tx, thread).await?;
    tx.commit().await?;
    Ok(view)
}

async fn insert_anchor(
    conn: &mut SqliteConnection,
    project: &Project,
    (thread, role, note): (ThreadId, AnchorRole, &str),
    passage: &Passage,
) -> Result<ThreadAnchorId> {
    let proof = evidence(conn, project.now(), passage).await?;
    let record = ThreadAnchorRecord {
        thread,
        role,
        scene: proof.scene,
        version: proof.version,
        range: proof.range,
        quote: proof.quote,
        gone: false,
        note: words::text("note", note)?,
    };
    Ok(canon::insert(conn, &record, project.now()).await?)
}

/// A new anchor of a thread.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct AddAnchor {
    pub thread: ThreadId,
    /// Its role in the thread.
    pub role: AnchorRole,
    pub passage: Passage,
    /// For a payoff: whether it resolves the thread completely; true when absent.
    pub whole: Option<bool>,
    /// The author's note.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub note: String,
}

/// Adds an anchor to a thread; a payoff advances the status of the thread.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if the status of the thread does not allow it;
/// [`Code::QuoteNotFound`](wenfang_usecase::Code::QuoteNotFound).
pub async fn add_anchor(project: &Project, request: AddAnchor) -> Result<ThreadView> {
    let mut tx = project.begin_write().await?;
    let mut record = canon::live(&mut tx, request.thread).await?;
    let act = match request.role {
        AnchorRole::Plant => Some(ThreadAct::Plant),
        AnchorRole::Payoff if request.whole == Some(false) => Some(ThreadAct::PayOffPartly),
        AnchorRole::Payoff => Some(ThreadAct::PayOff),
        AnchorRole::Reminder => None,
    };
    if let Some(act) = act {
        apply_act(&mut record, act)?;
    }
    canon::update(&mut tx, request.thread, &record).await?;
    insert_anchor(&mut tx, project, (request.thread, request.role, &request.note), &request.passage).await?;
    let view = one(project, &mut tx, request.thread).await?;
    tx.commit().await?;
    Ok(view)
}

fn apply_act(record: &mut ThreadRecord, act: ThreadAct) -> Result<()> {
    record.status = next(record.status, act).map_err(|refused| {
        Error::bad_request(refused.to_string(), "Nothing was changed. Reopen the thread first, or leave it.")
            .with(json!({ "status": refused.status, "act": refused.act }))
    })?;
    Ok(())
}

/// A change of a thread's status.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ActOnThread {
    pub thread: ThreadId,
    pub act: ThreadAct,
    /// The reason, when abandoning it.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub reason: String,
}

/// Changes the status of a thread without adding an anchor.
pub async fn act(project: &Project, request: ActOnThread) -> Result<ThreadView> {
    let mut tx = project.begin_write().await?;
    let mut record = canon::live(&mut tx, request.thread).await?;
    apply_act(&mut record, request.act)?;
    record.reason = match request.act {
        ThreadAct::Abandon => words::text("reason", &request.reason)?,
        _ => String::new(),
    };
    canon::update(&mut tx, request.thread, &record).await?;
    let view = one(project, &mut tx, request.thread).await?;
    tx.commit().await?;
    Ok(view)
}

/// Plot threads.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ThreadIds {
    pub threads: Vec<ThreadId>,
}

/// Removes threads with their anchors. [`put_back`] restores them.
pub async fn remove(project: &Project, request: ThreadIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::remove(&mut tx, &request.threads, project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: request.threads.len() })
}

/// Restores removed threads.
pub async fn put_back(project: &Project, request: ThreadIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::put_back(&mut tx, &request.threads).await?;
    tx.commit().await?;
    Ok(Done { count: request.threads.len() })
}

/// A request for an anchor.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct AnchorRequest {
    pub anchor: ThreadAnchorId,
}

/// Removes an anchor from its thread. The status of the thread does not change.
pub async fn remove_anchor(project: &Project, request: AnchorRequest) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::remove(&mut tx, &[request.anchor], project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: 1 })
}

/// Restores a removed anchor.
pub async fn put_back_anchor(project: &Project, request: AnchorRequest) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::put_back(&mut tx, &[request.anchor]).await?;
    tx.commit().await?;
    Ok(Done { count: 1 })
}

/// A new position for an anchor.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct PlaceAnchor {
    pub anchor: ThreadAnchorId,
    /// The new passage.
    pub passage: Passage,
}

/// Moves an anchor to a passage in this or another scene.
pub async fn place_anchor(project: &Project, request: PlaceAnchor) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    let before = canon::live(&mut tx, request.anchor).await?;
    let proof = evidence(&mut tx, project.now(), &request.passage).await?;
    let record = ThreadAnchorRecord {
        scene: proof.scene,
        version: proof.version,
        range: proof.range,
        quote: proof.quote,
        gone: false,
        ..before
    };
    canon::update(&mut tx, request.anchor, &record).await?;
    tx.commit().await?;
    Ok(Done { count: 1 })
}

/// The anchors in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneAnchors {
    pub scene: SceneId,
    /// Which text of the scene the ranges refer to.
    pub text: TextKind,
    /// Its version; for a draft, its base version.
    pub version: VersionNo,
    /// SHA-256 of that text, in hexadecimal.
    pub hash: String,
    /// In text order.
    pub anchors: Vec<SceneAnchor>,
}

/// An anchor in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneAnchor {
    pub id: ThreadAnchorId,
    pub thread: ThreadId,
    /// The title of the thread.
    pub title: String,
    pub status: ThreadStatus,
    /// Its role in the thread.
    pub role: AnchorRole,
    pub scene: SceneId,
    /// The last version in which its position was certain.
    pub version: VersionNo,
    /// Its range in that version, in char offsets.
    pub range: CharRange,
    /// The text of the passage; the last known text if it was deleted.
    pub quote: String,
    /// Whether the passage was deleted.
    pub gone: bool,
    /// The author's note.
    pub note: String,
    /// Its range in the working text, in char offsets; none if it was deleted or cannot be located with certainty.
    pub now: Option<CharRange>,
    /// The certainty of that range, 0 to 1.
    pub confidence: f64,
    /// How it was located; none if the editor tracked it.
    pub method: Option<wenfang_text::Method>,
}

impl SceneAnchor {
    fn new(
        (id, record): (ThreadAnchorId, ThreadAnchorRecord),
        found: (Option<CharRange>, f64, Option<wenfang_text::Method>),
        thread: ThreadRecord,
    ) -> Self {
        let (now, confidence, method) = found;
        Self {
            id,
            thread: record.thread,
            title: thread.title,
            status: thread.status,
            role: record.role,
            scene: record.scene,
            version: record.version,
            range: record.range,
            quote: record.quote,
            gone: record.gone,
            note: record.note,
            now,
            confidence,
            method,
        }
    }
}

/// Locates the anchors of threads in the working text of a scene.
///
/// Does not wait for the embedding model to load, because opening a scene calls this.
pub async fn in_scene(project: &Project, request: SceneRequest) -> Result<SceneAnchors> {
    let semantic = semantics::loaded(project);
    let mut tx = project.begin_read().await?;
    let semantic = semantic.as_deref().map(|model| model as &dyn SemanticSearch);
    let (working, standing) = versions::located_anchors(&mut tx, request.scene, semantic).await?;
    let mut anchors = Vec::with_capacity(standing.len());
    for LocatedAnchor { id, record, now, confidence, method } in standing {
        let (AnchorId::Thread(id), AnchorRecord::Thread(record)) = (id, record) else { continue };
        let thread = canon::require(&mut tx, record.thread).await?;
        if thread.removed_at.is_none() {
            anchors.push(SceneAnchor::new((id, record), (now, confidence, method), thread.record));
        }
    }
    Ok(SceneAnchors {
        scene: request.scene,
        text: if working.is_draft { TextKind::Draft } else { TextKind::Version },
        version: working.version.version,
        hash: working.hash().to_string(),
        anchors,
    })
}
