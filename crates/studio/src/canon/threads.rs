//! Plot threads (伏笔) and their passages.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::{Project, canon};
use wenfang_story::canon::threads::{Overdue, ThreadAct, next, overdue};
use wenfang_story::canon::{AnchorRole, ThreadAnchorRecord, ThreadRecord, ThreadStatus};
use wenfang_story::{SceneId, ThreadAnchorId, ThreadId, VersionNo};
use wenfang_text::{CharRange, SemanticSearch};
use wenfang_versions::{self as versions, StandingAnchor};

use super::books::{Book, SceneRef};
use super::lore::Done;
use super::passages::{Passage, evidence};
use super::{removal, words};
use crate::error::{Error, Result};
use crate::find::TextKind;
use crate::manuscript::counted_scenes;
use crate::meaning;
use crate::parse::given;
use crate::scenes::SceneRequest;

/// As of where the threads are looked at.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ThreadsAsOf {
    /// The scene up to which somebody has read; the last one with words when absent.
    pub at: Option<SceneId>,
}

/// The plot threads.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Threads {
    /// The scene as of which they are looked at.
    pub at: Option<SceneRef>,
    /// Overdue ones first, then waiting, paid off, given up; each by id.
    pub threads: Vec<ThreadView>,
}

/// A plot thread.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ThreadView {
    /// Which one.
    pub id: ThreadId,
    /// What it is called.
    pub title: String,
    /// What is promised, and what shall come of it.
    pub description: String,
    /// How far it is.
    pub status: ThreadStatus,
    /// After how many chapters without a payoff it is overdue; never when none.
    pub due_after: Option<u32>,
    /// Why it was given up.
    pub reason: String,
    /// Whether the reader has waited too long.
    pub overdue: Option<Overdue>,
    /// Its passages, in reading order; those in the bin last.
    pub anchors: Vec<AnchorView>,
}

/// A passage of a thread in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct AnchorView {
    /// Which one.
    pub id: ThreadAnchorId,
    /// What it does for the thread.
    pub role: AnchorRole,
    /// What stands there; what stood there where it is gone.
    pub quote: String,
    /// Whether it was deleted.
    pub gone: bool,
    /// What the author notes.
    pub note: String,
    /// The version it was last known in for sure.
    pub version: VersionNo,
    /// Where it stood in that.
    pub range: CharRange,
    /// Where in the book.
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

/// The last scene of the book that has words.
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

/// The longest wait that can be set, in chapters.
const MAX_WAIT: u32 = 100_000;

/// What a thread shall say. What is absent stays as it is, or at its default in a new one.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveThread {
    /// The thread; a new one when absent.
    pub thread: Option<ThreadId>,
    /// What it is called; needed for a new one.
    pub title: Option<String>,
    /// What is promised.
    pub description: Option<String>,
    /// After how many chapters it is overdue; null: never.
    #[serde(default, deserialize_with = "given")]
    #[ts(as = "Option<u32>")]
    pub due_after: Option<Option<u32>>,
    /// The passage that plants it, for a new one.
    pub passage: Option<Passage>,
}

/// Writes a thread; a new one may be planted at once.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for an empty title;
/// [`Code::QuoteNotFound`](crate::Code::QuoteNotFound) for a passage that is not there.
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
                "that is no number of chapters to wait",
                format!("Nothing was changed. Use 1 to {MAX_WAIT}, or none."),
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

/// A passage for a thread.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct AddAnchor {
    /// The thread.
    pub thread: ThreadId,
    /// What the passage does for it.
    pub role: AnchorRole,
    /// Where it stands.
    pub passage: Passage,
    /// Of a payoff: whether nothing is left to pay off. It is when absent.
    pub whole: Option<bool>,
    /// What the author notes.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub note: String,
}

/// Adds a passage to a thread; a payoff takes the thread on.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) where the thread does not take it as it is;
/// [`Code::QuoteNotFound`](crate::Code::QuoteNotFound).
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
        take(&mut record, act)?;
    }
    canon::update(&mut tx, request.thread, &record).await?;
    insert_anchor(&mut tx, project, (request.thread, request.role, &request.note), &request.passage).await?;
    let view = one(project, &mut tx, request.thread).await?;
    tx.commit().await?;
    Ok(view)
}

fn take(record: &mut ThreadRecord, act: ThreadAct) -> Result<()> {
    record.status = next(record.status, act).map_err(|refused| {
        Error::bad_request(refused.to_string(), "Nothing was changed. Reopen the thread first, or leave it.")
            .with(json!({ "status": refused.status, "act": refused.act }))
    })?;
    Ok(())
}

/// Something done to a thread.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ActOnThread {
    /// The thread.
    pub thread: ThreadId,
    /// What is done.
    pub act: ThreadAct,
    /// Why, when it is given up.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub reason: String,
}

/// Takes a thread on without a passage.
pub async fn act(project: &Project, request: ActOnThread) -> Result<ThreadView> {
    let mut tx = project.begin_write().await?;
    let mut record = canon::live(&mut tx, request.thread).await?;
    take(&mut record, request.act)?;
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
    /// Which ones.
    pub threads: Vec<ThreadId>,
}

/// Removes threads; their passages stay with them. They can be put back.
pub async fn remove(project: &Project, request: ThreadIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::remove(&mut tx, &request.threads, project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: request.threads.len() })
}

/// Puts removed threads back.
pub async fn put_back(project: &Project, request: ThreadIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::put_back(&mut tx, &request.threads).await?;
    tx.commit().await?;
    Ok(Done { count: request.threads.len() })
}

/// A passage of a thread.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct AnchorRequest {
    /// Which one.
    pub anchor: ThreadAnchorId,
}

/// Takes a passage away from its thread. The thread stays as far as it is.
pub async fn remove_anchor(project: &Project, request: AnchorRequest) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::remove(&mut tx, &[request.anchor], project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: 1 })
}

/// Gives a passage that was taken away back to its thread.
pub async fn put_back_anchor(project: &Project, request: AnchorRequest) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::put_back(&mut tx, &[request.anchor]).await?;
    tx.commit().await?;
    Ok(Done { count: 1 })
}

/// Where a passage stands, as the author says.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct PlaceAnchor {
    /// The passage.
    pub anchor: ThreadAnchorId,
    /// Where it stands.
    pub passage: Passage,
}

/// Puts a passage where the author says, in this or another scene.
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

/// The passages of threads in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneAnchors {
    /// The scene.
    pub scene: SceneId,
    /// Which text of the scene the places belong to.
    pub text: TextKind,
    /// The version it is; of a draft the one it was begun from.
    pub version: VersionNo,
    /// SHA-256 of that text, in hexadecimal.
    pub hash: String,
    /// In the order they stand in.
    pub anchors: Vec<SceneAnchor>,
}

/// A passage in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneAnchor {
    /// Which one.
    pub id: ThreadAnchorId,
    /// Its thread.
    pub thread: ThreadId,
    /// What that is called.
    pub title: String,
    /// How far that is.
    pub status: ThreadStatus,
    /// What the passage does for it.
    pub role: AnchorRole,
    /// The scene.
    pub scene: SceneId,
    /// The version it was last known in for sure.
    pub version: VersionNo,
    /// Where it stood in that, in char offsets.
    pub range: CharRange,
    /// What stands there; what stood there where it is gone.
    pub quote: String,
    /// Whether it was deleted.
    pub gone: bool,
    /// What the author notes.
    pub note: String,
    /// Where it stands in the working text, in char offsets; none where it is gone or cannot be found for sure.
    pub now: Option<CharRange>,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// How it was found; none where an editor carried it there.
    pub method: Option<wenfang_text::Method>,
}

impl SceneAnchor {
    fn new(standing: StandingAnchor, thread: ThreadRecord) -> Self {
        let StandingAnchor { id, record, now, confidence, method } = standing;
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

/// Shows where the passages of threads stand in the working text of a scene.
///
/// A model that is not loaded yet is not waited for: a scene opens with this.
pub async fn in_scene(project: &Project, request: SceneRequest) -> Result<SceneAnchors> {
    let semantic = meaning::semantic::now(project);
    let mut tx = project.begin_read().await?;
    let semantic = semantic.as_ref().map(|model| model as &dyn SemanticSearch);
    let (working, standing) = versions::standing_anchors(&mut tx, request.scene, semantic).await?;
    let mut anchors = Vec::with_capacity(standing.len());
    for standing in standing {
        let thread = canon::require(&mut tx, standing.record.thread).await?;
        if thread.removed_at.is_none() {
            anchors.push(SceneAnchor::new(standing, thread.record));
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
